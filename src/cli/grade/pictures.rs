//! Boards and move tables for the page of a class: where reports, which know no game, and
//! games meet.

use std::collections::HashMap;

use crate::cli::reference::Right;
use crate::draw::svg::Sheet;
use crate::draw::{Mark, Picture, terminal};
use crate::explain::sentences;
use crate::games;
use crate::judge::build::unpacked;
use crate::judge::record::{Excerpt, WrongOutput};
use crate::judge::suite::plan::Plan;
use crate::protocol::{Protocol, Settings};
use crate::report::html::{Boards, Decision, Pictures};
use crate::search::tree::Limits;

/// How many of a decision's moves are listed.
const MOVES: usize = 40;

/// How much is searched for one decision. Larger ones are left to `plyjudge explain`.
const LIMITS: Limits = Limits {
    full: 100_000,
    visits: 1_000_000,
    nodes: 2_000,
};

/// How many nodes are visited for all decisions of a grading's pages, so that they are made in
/// seconds.
const VISITS: u64 = 20_000_000;

/// Draws for the cases of a plan; a case that is of no protocol has no pictures.
#[derive(Default)]
pub(super) struct GamePictures {
    /// What is right in the cases of one game; elsewhere the defaults are.
    right: Option<Right>,
    plan: Option<Plan>,
    cases: HashMap<usize, Option<Known>>,
    decisions: HashMap<(usize, usize), Option<Decision>>,
    /// How many nodes were visited for them.
    spent: u64,
    sheet: Sheet,
}

/// A case that was read.
#[derive(Clone)]
struct Known {
    protocol: &'static dyn Protocol,
    settings: Settings,
    input: String,
    expected: String,
}

impl GamePictures {
    /// Draws what these rules lead to.
    pub(super) fn new(right: Option<Right>) -> Self {
        Self {
            right,
            ..Self::default()
        }
    }

    fn known(&mut self, case: usize) -> Option<Known> {
        let plan = self.plan.as_ref()?;
        let read = || {
            let files = &plan.cases[case];
            let text = |path| String::from_utf8(unpacked::read(path, u64::MAX).ok()?).ok();
            let (input, expected) = (text(&files.input)?, text(&files.expected)?);
            let right = &self.right;
            let named = right.as_ref().filter(|right| right.named);
            let protocol = match named {
                Some(right) => right.protocol,
                None => games::recognise_input(&input).ok()?,
            };
            let right = right.as_ref();
            let right = right.filter(|right| right.protocol.name() == protocol.name());
            Some(Known {
                protocol,
                settings: right.map_or_else(Settings::default, |right| right.settings.clone()),
                input,
                expected,
            })
        };
        self.cases.entry(case).or_insert_with(read).clone()
    }
}

impl Known {
    /// An output as far as it is known: what was not kept in front is as expected.
    fn whole(&self, excerpt: &Excerpt) -> Option<String> {
        if excerpt.column > 0 {
            return None;
        }
        let before = self.expected.split_inclusive('\n').take(excerpt.line);
        Some(before.chain([&*excerpt.text.to_lossy()]).collect())
    }

    fn picture(&self, excerpt: &Excerpt, line: usize) -> Option<Picture> {
        let output = self.whole(excerpt)?;
        self.protocol
            .shown(&self.settings, &self.input, &output, line)
    }

    /// The expected board, the printed one, and the fields where they differ.
    fn pair(&self, wrong: &WrongOutput) -> Option<(Picture, Picture, Vec<usize>)> {
        let line = wrong.difference.line;
        let expected = self.picture(&wrong.expected, line)?;
        let printed = self.picture(&wrong.actual, line)?;
        let differing = expected.differing(&printed);
        Some((expected, printed, differing))
    }
}

fn names(picture: &Picture, fields: &[usize]) -> Vec<String> {
    let names = fields.iter();
    names
        .map(|&field| picture.fields[field].name.clone())
        .collect()
}

impl Pictures for GamePictures {
    fn begin(&mut self, plan: &Plan) {
        self.plan = Some(plan.clone());
        // What boards of another page are made of is not for who reads this one.
        self.sheet = Sheet::default();
    }

    fn boards(&mut self, case: usize, wrong: &WrongOutput) -> Option<Boards> {
        let (expected, printed, differing) = self.known(case)?.pair(wrong)?;
        if differing.is_empty() {
            return Some(Boards {
                title: expected.title.clone(),
                expected: self.sheet.board(&expected),
                printed: None,
                differing: Vec::new(),
            });
        }
        Some(Boards {
            title: expected.title.clone(),
            differing: names(&expected, &differing),
            expected: self
                .sheet
                .board(&expected.marked(&differing, Mark::Differs)),
            printed: Some(self.sheet.board(&printed.marked(&differing, Mark::Differs))),
        })
    }

    fn text(&mut self, case: usize, wrong: &WrongOutput) -> Option<String> {
        let (expected, printed, differing) = self.known(case)?.pair(wrong)?;
        let (title, board) = (&expected.title, terminal::plain(&expected));
        if differing.is_empty() {
            return Some(format!("{title}:\n{board}"));
        }
        let names = names(&expected, &differing).join(", ");
        let printed = terminal::plain(&printed);
        Some(format!(
            "{title}, expected:\n{board}\nprinted ({names} differ):\n{printed}"
        ))
    }

    fn decision(&mut self, case: usize, wrong: &WrongOutput) -> Option<Decision> {
        let known = self.known(case)?;
        let line = wrong.difference.line;
        let at = known
            .protocol
            .decision_at(&known.input, &known.expected, line)?;
        let spent = &mut self.spent;
        let explain = || {
            if *spent >= VISITS {
                return None;
            }
            let Known {
                settings, input, ..
            } = &known;
            let found = known.protocol.explain(settings, input, Some(at), LIMITS);
            *spent += match &found {
                Ok(found) => found.plain_visits.max(found.alpha_beta_visits).unwrap_or(0),
                Err(_) => LIMITS.visits,
            };
            let explanation = found.ok()?;
            let moves = sentences::root_moves(&explanation);
            Some(Decision {
                title: explanation.title.clone(),
                choice: explanation.choice,
                why: sentences::rivals(&explanation)?,
                moves: moves
                    .into_iter()
                    .take(MOVES)
                    .map(|root| [root.step, root.value, root.remark])
                    .collect(),
            })
        };
        self.decisions
            .entry((case, at))
            .or_insert_with(explain)
            .clone()
    }

    fn input(&mut self, case: usize) -> Option<Excerpt> {
        let input = &self.plan.as_ref()?.cases[case].input;
        let start = unpacked::read(input, Excerpt::AFTER as u64 + 1).ok()?;
        Some(Excerpt::around(&start, 0))
    }

    fn definitions(&self) -> String {
        self.sheet.definitions()
    }
}
