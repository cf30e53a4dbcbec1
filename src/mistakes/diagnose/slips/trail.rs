//! Lines put through slips, one after the other.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::context::{Context, Spot, has};
use super::shape::{shape, start};
use super::{Slips, lines};

/// What is remembered of the lines that have passed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail {
    /// A line that waits for the one that follows it.
    held: Option<Vec<u8>>,
    before: Option<Vec<u8>>,
    last: BTreeMap<Vec<u8>, Vec<u8>>,
    plan: Option<Arc<Plan>>,
}

/// Which lines need to be looked at: most are printed as they are, and there are many.
#[derive(Debug)]
struct Plan {
    /// What the lines that slips are made in, or before, start with.
    starts: Vec<Vec<u8>>,
    /// The texts of which the last line matters that has one.
    anchors: Vec<Vec<u8>>,
    has_contexts: bool,
    looks_ahead: bool,
}

impl Plan {
    fn new(slips: &Slips) -> Self {
        let before = slips.inserts.iter().filter_map(|it| it.before.as_ref());
        let starts = slips.rules.keys().chain(before);
        let anchors = slips.contexts().filter_map(Context::anchor);
        Self {
            starts: starts.map(|shape| start(shape).to_vec()).collect(),
            anchors: anchors.map(<[u8]>::to_vec).collect(),
            has_contexts: slips.contexts().next().is_some(),
            looks_ahead: slips.contexts().any(Context::looks_ahead),
        }
    }

    /// Whether a slip may be made in a line, or before it.
    fn concerns(&self, line: &[u8]) -> bool {
        self.starts.iter().any(|start| line.starts_with(start))
    }
}

/// How a line is printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Printed {
    /// What is printed before it that is not expected.
    pub extra: Vec<u8>,
    /// What is printed for it.
    pub own: Vec<u8>,
}

impl Printed {
    /// Prints both.
    pub(crate) fn write(&self, told: &mut Vec<u8>) {
        told.extend_from_slice(&self.extra);
        told.extend_from_slice(&self.own);
    }
}

impl Slips {
    /// How each line of a text is printed, and last what comes after all of them.
    pub(crate) fn printed(&self, text: &[u8]) -> Vec<Printed> {
        let mut trail = Trail::default();
        let mut all: Vec<Printed> = Vec::new();
        for line in lines(text) {
            all.extend(self.pass(&mut trail, line));
        }
        all.extend(self.finish(&mut trail));
        all
    }

    /// Passes a line on; what is printed for it may come with the next one.
    pub(crate) fn pass(&self, trail: &mut Trail, line: &[u8]) -> Option<Printed> {
        if !self.plan(trail).looks_ahead {
            return Some(self.print(trail, line, None));
        }
        let held = trail.held.replace(line.to_vec())?;
        Some(self.print(trail, &held, Some(line)))
    }

    /// As [`Slips::pass`], into a text.
    pub(crate) fn pass_into(&self, trail: &mut Trail, line: &[u8], told: &mut Vec<u8>) {
        let plan = self.plan(trail);
        if !plan.has_contexts && !plan.concerns(line) {
            told.extend_from_slice(line);
        } else if let Some(printed) = self.pass(trail, line) {
            printed.write(told);
        }
    }

    fn plan(&self, trail: &mut Trail) -> Arc<Plan> {
        let plan = trail.plan.get_or_insert_with(|| Arc::new(Plan::new(self)));
        Arc::clone(plan)
    }

    /// Ends a text: what is printed for a line that still waits, and what comes after it.
    pub(crate) fn finish(&self, trail: &mut Trail) -> Vec<Printed> {
        let held = trail.held.take();
        let mut all: Vec<Printed> = Vec::new();
        all.extend(held.map(|held| self.print(trail, &held, None)));
        let spot = Spot {
            before: trail.before.as_deref(),
            after: None,
            last: &trail.last,
        };
        all.push(Printed {
            extra: self.between(None, spot),
            own: Vec::new(),
        });
        all
    }

    fn print(&self, trail: &mut Trail, line: &[u8], after: Option<&[u8]>) -> Printed {
        let plan = self.plan(trail);
        let shape = plan.concerns(line).then(|| shape(line));
        let spot = Spot {
            before: trail.before.as_deref(),
            after,
            last: &trail.last,
        };
        let gap = Spot {
            after: Some(line),
            ..spot
        };
        let mut printed = Printed {
            extra: Vec::new(),
            own: Vec::new(),
        };
        if shape.is_some() {
            printed.extra = self.between(shape.as_deref(), gap);
        }
        match shape.and_then(|shape| self.rules.get(&shape)) {
            Some(ruled) if ruled.context.as_ref().is_none_or(|it| it.holds(spot)) => {
                ruled.rule.apply(line, &mut printed.own);
            }
            _ => printed.own.extend_from_slice(line),
        }
        for anchor in &plan.anchors {
            if has(line, anchor) {
                trail.last.insert(anchor.clone(), line.to_vec());
            }
        }
        if plan.has_contexts {
            trail.before = Some(line.to_vec());
        }
        printed
    }

    /// What is printed before a line of a shape, or at the end, that is not expected.
    fn between(&self, shape: Option<&[u8]>, spot: Spot<'_>) -> Vec<u8> {
        let mut found = self
            .inserts
            .iter()
            .filter(|it| it.before.as_deref() == shape);
        let found = found.find(|it| it.context.as_ref().is_none_or(|it| it.holds(spot)));
        found.map(|it| it.text.clone()).unwrap_or_default()
    }

    /// The contexts of all slips.
    fn contexts(&self) -> impl Iterator<Item = &Context> {
        let rules = self.rules.values().filter_map(|it| it.context.as_ref());
        let inserts = self.inserts.iter().filter_map(|it| it.context.as_ref());
        rules.chain(inserts)
    }
}
