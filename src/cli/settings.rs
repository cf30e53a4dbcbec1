//! The options that say how an input is to be answered.

use clap::builder::PossibleValuesParser;

use crate::games;
use crate::judge::language::{ENGLISH, Language};
use crate::languages::{self, TAGS};
use crate::options::Setting;
use crate::protocol::{About, Engine, Protocol, Resources, Settings};

/// Options shared by the commands that answer inputs.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Answering {
    /// The protocol, instead of recognising it from the first line.
    #[arg(long, value_name = "NAME", value_parser = game_names())]
    pub game: Option<String>,
    #[command(flatten)]
    pub rules: RuleArgs,
    /// Output format, for protocols that have several.
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,
    #[command(flatten)]
    pub engine: EngineArgs,
}

/// Options that change how fast an answer comes, never the answer.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct EngineArgs {
    /// The engine: plain visits every node, fast gives the same answer sooner.
    #[arg(long, default_value = "fast", value_parser = parse_engine)]
    pub engine: Engine,
    /// Threads of the fast engine, 0 for one per core.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
    /// Memory of the fast engine's table, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    pub hash: usize,
}

/// In which language pages are.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct LangArgs {
    /// Language of pages and feedback. Tables, messages and data stay English.
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = TAGS)]
    lang: String,
}

impl LangArgs {
    /// The language.
    pub(super) fn language(&self) -> Language {
        languages::find(&self.lang).unwrap_or_else(|| ENGLISH.clone())
    }

    /// Whether it is another one than English.
    pub(super) fn is_given(&self) -> bool {
        !matches!(&*self.lang, "" | "en")
    }
}

impl EngineArgs {
    fn resources(&self) -> Resources {
        Resources {
            threads: self.threads,
            hash_mib: self.hash,
        }
    }
}

/// Options that change the rules and the search.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct RuleArgs {
    /// Search depth, instead of the protocol's own.
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// Another reading of a rule, see `plyjudge rules`; may be given several times.
    #[arg(long = "rule", value_name = "NAME=VALUE", value_parser = parse_rule)]
    pub rules: Vec<(String, String)>,
}

impl Answering {
    /// The protocol named, if one is.
    pub(super) fn protocol(&self) -> Option<&'static dyn Protocol> {
        self.game.as_deref().and_then(games::find)
    }

    /// What the options say, for the protocol.
    pub(super) fn settings(&self) -> Settings {
        Settings {
            format: self.format.clone(),
            engine: self.engine.engine,
            resources: self.engine.resources(),
            ..self.rules.settings()
        }
    }
}

impl RuleArgs {
    /// What the options say, for the protocol.
    pub(super) fn settings(&self) -> Settings {
        Settings {
            rules: self.rules.clone(),
            depth: self.depth,
            ..Settings::default()
        }
    }
}

/// The names of all protocols, as clap checks and completes them.
pub(super) fn game_names() -> PossibleValuesParser {
    PossibleValuesParser::new(games::all().iter().map(|protocol| protocol.name()))
}

/// What games have where nothing is said, for help: those that are not like most, and most.
pub(super) fn defaults(of: impl Fn(&About) -> String) -> String {
    let usual = of(&About::new("", ""));
    let all = games::all()
        .iter()
        .map(|game| (game.name(), of(game.about())));
    let others = all.filter(|(_, value)| *value != usual);
    let others: String = others.map(|(name, it)| format!("{name} {it}, ")).collect();
    format!("[default: {others}else {usual}]")
}

fn parse_engine(text: &str) -> Result<Engine, String> {
    Engine::parse(text).ok_or_else(|| format!("expected one of: {}", Engine::values()))
}

/// Reads `NAME=VALUE`.
pub(super) fn parse_rule(text: &str) -> Result<(String, String), String> {
    text.split_once('=')
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .ok_or_else(|| "expected NAME=VALUE, see `plyjudge rules`".to_owned())
}
