//! Lines put through differences, one after the other.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::context::{Context, Spot, has};
use super::shape::{shape, start};
use super::{TextDifferences, lines};

/// What is remembered of the lines that have passed.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineContext {
    /// A line that waits for the one that follows it.
    held: Option<Vec<u8>>,
    before: Option<Vec<u8>>,
    last: BTreeMap<Vec<u8>, Vec<u8>>,
    plan: Option<Arc<Plan>>,
}

impl LineContext {
    /// Whether the same lines are remembered.
    pub(crate) fn is_as(&self, other: &Self) -> bool {
        self.held == other.held && self.before == other.before && self.last == other.last
    }
}

/// Which lines need to be looked at: most are printed as they are, and there are many.
#[derive(Debug)]
struct Plan {
    /// What the lines that differences are made in, or before, start with.
    starts: Vec<Vec<u8>>,
    /// The texts of which the last line matters that has one.
    anchors: Vec<Vec<u8>>,
    has_contexts: bool,
    looks_ahead: bool,
}

impl Plan {
    fn new(differences: &TextDifferences) -> Self {
        let before = differences
            .inserts
            .iter()
            .filter_map(|it| it.before.as_ref());
        let starts = differences.rules.keys().chain(before);
        let anchors = differences.contexts().filter_map(Context::anchor);
        Self {
            starts: starts.map(|shape| start(shape).to_vec()).collect(),
            anchors: anchors.map(<[u8]>::to_vec).collect(),
            has_contexts: differences.contexts().next().is_some(),
            looks_ahead: differences.contexts().any(Context::looks_ahead),
        }
    }

    /// Whether a difference may be made in a line, or before it.
    fn concerns(&self, line: &[u8]) -> bool {
        self.starts.iter().any(|start| line.starts_with(start))
    }

    /// Remembers what matters of a line.
    fn pass(&self, line_context: &mut LineContext, line: &[u8]) {
        for anchor in &self.anchors {
            if has(line, anchor) {
                line_context.last.insert(anchor.clone(), line.to_vec());
            }
        }
        if self.has_contexts {
            let before = line_context.before.get_or_insert_default();
            before.clear();
            before.extend_from_slice(line);
        }
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

impl TextDifferences {
    /// How each line of a text is printed, and last what comes after all of them.
    pub(crate) fn printed(&self, text: &[u8]) -> Vec<Printed> {
        let mut line_context = LineContext::default();
        let mut all: Vec<Printed> = Vec::new();
        for line in lines(text) {
            all.extend(self.pass(&mut line_context, line));
        }
        all.extend(self.finish(&mut line_context));
        all
    }

    /// Passes a line on; what is printed for it may come with the next one.
    pub(crate) fn pass(&self, line_context: &mut LineContext, line: &[u8]) -> Option<Printed> {
        if !self.plan(line_context).looks_ahead {
            return Some(self.print(line_context, line, None));
        }
        let held = line_context.held.replace(line.to_vec())?;
        Some(self.print(line_context, &held, Some(line)))
    }

    /// As [`TextDifferences::pass`], into a text.
    pub(crate) fn pass_into(
        &self,
        line_context: &mut LineContext,
        line: &[u8],
        told: &mut Vec<u8>,
    ) {
        let plan = self.plan(line_context);
        if !plan.looks_ahead && !plan.concerns(line) {
            told.extend_from_slice(line);
            plan.pass(line_context, line);
        } else if let Some(printed) = self.pass(line_context, line) {
            printed.write(told);
        }
    }

    fn plan(&self, line_context: &mut LineContext) -> Arc<Plan> {
        let plan = line_context
            .plan
            .get_or_insert_with(|| Arc::new(Plan::new(self)));
        Arc::clone(plan)
    }

    /// Ends a text: what is printed for a line that still waits, and what comes after it.
    pub(crate) fn finish(&self, line_context: &mut LineContext) -> Vec<Printed> {
        let held = line_context.held.take();
        let mut all: Vec<Printed> = Vec::new();
        all.extend(held.map(|held| self.print(line_context, &held, None)));
        let spot = Spot {
            before: line_context.before.as_deref(),
            after: None,
            last: &line_context.last,
        };
        all.push(Printed {
            extra: self.between(None, spot),
            own: Vec::new(),
        });
        all
    }

    fn print(&self, line_context: &mut LineContext, line: &[u8], after: Option<&[u8]>) -> Printed {
        let plan = self.plan(line_context);
        let shape = plan.concerns(line).then(|| shape(line));
        let spot = Spot {
            before: line_context.before.as_deref(),
            after,
            last: &line_context.last,
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
        plan.pass(line_context, line);
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

    /// The contexts of all differences.
    fn contexts(&self) -> impl Iterator<Item = &Context> {
        let rules = self.rules.values().filter_map(|it| it.context.as_ref());
        let inserts = self.inserts.iter().filter_map(|it| it.context.as_ref());
        rules.chain(inserts)
    }
}
