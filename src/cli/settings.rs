//! The options that say how an input is to be answered.

use clap::builder::PossibleValuesParser;

use crate::protocol::{self, Protocol, Settings};

/// Options shared by the commands that answer inputs.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Answering {
    /// The protocol, instead of recognising it from the first line.
    #[arg(long, value_name = "NAME", value_parser = game_names())]
    pub game: Option<String>,
    #[command(flatten)]
    pub rules: RuleArgs,
    /// Output format, for protocols that have several.
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,
}

/// Options that change the rules and the search.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct RuleArgs {
    /// Search depth, instead of the protocol's own.
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// Another reading of a rule, see `plyjudge rules`; may be given several times.
    #[arg(long = "rule", value_name = "NAME=VALUE", value_parser = parse_rule)]
    pub rules: Vec<(String, String)>,
}

impl Answering {
    /// The protocol named, if one is.
    pub fn protocol(&self) -> Option<&'static dyn Protocol> {
        self.game.as_deref().and_then(protocol::find)
    }

    /// What the options say, for the protocol.
    pub fn settings(&self) -> Settings {
        Settings {
            format: self.format.clone(),
            ..self.rules.settings()
        }
    }
}

impl RuleArgs {
    /// What the options say, for the protocol.
    pub fn settings(&self) -> Settings {
        Settings {
            rules: self.rules.clone(),
            depth: self.depth,
            format: None,
        }
    }
}

/// The names of all protocols, as clap checks and completes them.
pub fn game_names() -> PossibleValuesParser {
    PossibleValuesParser::new(protocol::all().iter().map(|protocol| protocol.name()))
}

fn parse_rule(text: &str) -> Result<(String, String), String> {
    text.split_once('=')
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .ok_or_else(|| "expected NAME=VALUE, see `plyjudge rules`".to_owned())
}
