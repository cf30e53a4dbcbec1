//! The options that say how an input is to be answered.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::games;
use crate::judge::language::{ENGLISH, Language};
use crate::languages::{self, TAGS};
use crate::options::Setting;
use crate::protocol::{About, Engine, Protocol, Resources, Settings};

/// Options shared by the commands that answer inputs.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Answering {
    /// The protocol, instead of recognising it from the first line.
    #[arg(long, value_name = "NAME", value_parser = a_game())]
    pub game: Option<&'static dyn Protocol>,
    #[command(flatten)]
    pub rules: RuleArgs,
    /// Output format, for protocols that have several.
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,
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
    /// What the options say, for the protocol.
    pub(super) fn settings(&self) -> Settings {
        Settings {
            format: self.format.clone(),
            engine: self.engine,
            resources: Resources {
                threads: self.threads,
                hash_mib: self.hash,
            },
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

/// A game by its name, as clap checks and completes it.
pub(super) fn a_game() -> impl TypedValueParser<Value = &'static dyn Protocol> {
    let names = games::all().iter().map(|protocol| protocol.name());
    PossibleValuesParser::new(names).map(|name| games::find(&name).expect("one of the names"))
}

/// A value by its name, one of these.
pub(super) fn one_of<T: Copy + Send + Sync + 'static, const N: usize>(
    all: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let value = move |name: String| all.iter().find(|(known, _)| *known == name).map(|it| it.1);
    PossibleValuesParser::new(all.map(|(name, _)| name))
        .map(move |name| value(name).expect("one of the names"))
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
