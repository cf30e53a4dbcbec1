//! What is right, as the commands about mistakes take it.

use anyhow::bail;

use super::settings::{RuleArgs, a_game};
use crate::games;
use crate::judge::build::unpacked;
use crate::judge::suite::plan::Plan;
use crate::mistakes::catalogue::Catalogue;
use crate::protocol::{Protocol, Settings};

/// The rules as the assignment has them, from which programs depart.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Right answers")]
pub(super) struct RightArgs {
    #[command(flatten)]
    rules: RuleArgs,
    /// Output format, for protocols that have several.
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,
}

/// The same, of a game that can be recognised by its cases.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Right answers")]
pub(super) struct GuessedRightArgs {
    /// The protocol, instead of recognising it from the first case.
    #[arg(long, value_name = "NAME", value_parser = a_game())]
    game: Option<&'static dyn Protocol>,
    #[command(flatten)]
    pub right: RightArgs,
}

impl RightArgs {
    /// Whether each of the options is given, with its name.
    fn given(&self) -> [(bool, &'static str); 3] {
        let RuleArgs { depth, rules } = &self.rules;
        [
            (!rules.is_empty(), "rule"),
            (depth.is_some(), "depth"),
            (self.format.is_some(), "format"),
        ]
    }

    /// Whether anything differs from the published program.
    pub(super) fn is_given(&self) -> bool {
        self.given().iter().any(|(is_given, _)| *is_given)
    }

    /// The mistakes there are when this is right.
    ///
    /// # Errors
    /// Rules, a depth or a format that the protocol does not have.
    pub(super) fn catalogue(&self, protocol: &'static dyn Protocol) -> anyhow::Result<Catalogue> {
        Ok(Catalogue::new(protocol, self.settings(protocol)?))
    }

    fn settings(&self, protocol: &'static dyn Protocol) -> anyhow::Result<Settings> {
        let mut right = Settings {
            format: self.format.clone(),
            ..self.rules.settings()
        };
        // A depth that is a rule among others has its own mistakes.
        let mut options = protocol.options().into_iter();
        if options.any(|option| option.name == DEPTH)
            && let Some(depth) = right.depth.take()
        {
            right.rules.push((DEPTH.to_owned(), depth.to_string()));
        }
        protocol.session(&right)?;
        Ok(right)
    }
}

/// The rule that `--depth` sets, in protocols that have it.
const DEPTH: &str = "depth";

/// What is right in the cases of one game.
#[derive(Clone)]
pub(super) struct Right {
    /// The game's protocol.
    pub protocol: &'static dyn Protocol,
    /// Whether it was named; else it was recognised.
    pub named: bool,
    /// The reading of its rules.
    pub settings: Settings,
}

impl GuessedRightArgs {
    /// Whether each of the options is given, with its name.
    pub(super) fn given(&self) -> impl Iterator<Item = (bool, &'static str)> {
        [(self.game.is_some(), "game")]
            .into_iter()
            .chain(self.right.given())
    }

    /// Whether anything is given.
    pub(super) fn is_given(&self) -> bool {
        self.given().any(|(is_given, _)| is_given)
    }

    /// The mistakes there are when this is right, of the game of these cases.
    ///
    /// # Errors
    /// Cases of no protocol, or options that do not fit it.
    pub(super) fn catalogue(&self, plan: &Plan) -> anyhow::Result<Catalogue> {
        let right = self.right(plan)?;
        Ok(Catalogue::new(right.protocol, right.settings))
    }

    /// These rules, of a game or of the one that cases are of.
    pub(super) fn of(game: Option<&'static dyn Protocol>, rules: RuleArgs) -> Self {
        let format = None;
        let right = RightArgs { rules, format };
        Self { game, right }
    }

    /// The mistakes there are when this is right, of the game named.
    ///
    /// # Errors
    /// No game, or options that do not fit it.
    pub(super) fn catalogue_of_named(&self) -> anyhow::Result<Catalogue> {
        let Some(game) = self.game else {
            bail!(
                "found no game, expected --game with one of: {}",
                games::names()
            );
        };
        self.right.catalogue(game)
    }

    /// What is right where anything is given; else the defaults are.
    ///
    /// # Errors
    /// Cases of no protocol, or options that do not fit it.
    pub(super) fn right_given(&self, plan: &Plan) -> anyhow::Result<Option<Right>> {
        self.is_given().then(|| self.right(plan)).transpose()
    }

    fn right(&self, plan: &Plan) -> anyhow::Result<Right> {
        let protocol = match self.game {
            Some(game) => game,
            None => recognised(plan)?,
        };
        Ok(Right {
            protocol,
            named: self.game.is_some(),
            settings: self.right.settings(protocol)?,
        })
    }
}

/// The protocol of the first case that has one.
fn recognised(plan: &Plan) -> anyhow::Result<&'static dyn Protocol> {
    for case in &plan.cases {
        let input = unpacked::read(&case.input, u64::MAX)?;
        if let Ok(protocol) = games::recognise_input(&String::from_utf8_lossy(&input)) {
            return Ok(protocol);
        }
    }
    bail!(
        "found no case of a known protocol, expected one of: {} (--game names it)",
        games::names()
    )
}
