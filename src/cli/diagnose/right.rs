//! What the right program does, for diagnoses.

use anyhow::{Context, bail};
use bstr::ByteSlice;

use crate::cli::settings::{RuleArgs, game_names};
use crate::judge::plan::Plan;
use crate::judge::setup::Setup;
use crate::mistakes::catalogue::Catalogue;
use crate::mistakes::diagnose::{Limits, RuleDiagnosis};
use crate::mistakes::suite::{Case, Suite};
use crate::protocol::{self, Protocol, Resources, Settings};

/// The rules as the assignment has them, from which submissions depart.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Right answers")]
pub struct RightArgs {
    /// The protocol, instead of recognising it from the first case.
    #[arg(long, value_name = "NAME", value_parser = game_names())]
    pub game: Option<String>,
    #[command(flatten)]
    pub rules: RuleArgs,
    /// Output format, for protocols that have several.
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,
}

/// What is right in the cases of one game.
#[derive(Clone)]
pub struct Right {
    /// The game's protocol.
    pub protocol: &'static dyn Protocol,
    /// Whether it was named; else it was recognised.
    pub named: bool,
    /// The reading of its rules.
    pub settings: Settings,
}

impl RightArgs {
    /// Whether anything is given.
    pub fn is_given(&self) -> bool {
        let Self {
            game,
            rules: RuleArgs { depth, rules },
            format,
        } = self;
        game.is_some() || depth.is_some() || !rules.is_empty() || format.is_some()
    }

    /// The catalogue of what a program may get wrong with these cases.
    ///
    /// # Errors
    /// Cases of no protocol, or options that do not fit it.
    pub fn catalogue(&self, plan: &Plan) -> anyhow::Result<Catalogue> {
        let right = self.right(plan)?;
        Ok(Catalogue::new(right.protocol, right.settings))
    }

    /// What is right where anything is given; else the defaults are.
    ///
    /// # Errors
    /// Cases of no protocol, or options that do not fit it.
    pub fn given(&self, plan: &Plan) -> anyhow::Result<Option<Right>> {
        self.is_given().then(|| self.right(plan)).transpose()
    }

    fn right(&self, plan: &Plan) -> anyhow::Result<Right> {
        let protocol = match self.game.as_deref().and_then(protocol::find) {
            Some(protocol) => protocol,
            None => recognised(plan)?,
        };
        let settings = Settings {
            format: self.format.clone(),
            // Mistakes are tried in parallel, each by one thread.
            resources: Resources {
                threads: 1,
                hash_mib: 4,
            },
            ..self.rules.settings()
        };
        protocol.session(&settings)?;
        Ok(Right {
            protocol,
            named: self.game.is_some(),
            settings,
        })
    }
}

/// The protocol of the first case that has one.
fn recognised(plan: &Plan) -> anyhow::Result<&'static dyn Protocol> {
    for case in &plan.cases {
        let input = read(case)?;
        let input = input.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&input);
        let mut lines = input.lines().map(<[u8]>::trim_ascii);
        let first = lines.find(|line| !line.is_empty());
        let first = first.and_then(|line| line.to_str().ok());
        if let Some(protocol) = first.and_then(protocol::recognise) {
            return Ok(protocol);
        }
    }
    bail!(
        "found no case of a known protocol, expected one of: {} (--game names it)",
        protocol::names()
    )
}

fn read(case: &crate::judge::plan::Case) -> anyhow::Result<Vec<u8>> {
    let path = &case.input;
    std::fs::read(path).with_context(|| format!("{}: cannot read", path.display()))
}

/// What diagnoses submissions with the cases of a plan; says on standard error which cases
/// are of no use for it.
///
/// # Errors
/// Cases that cannot be read, or none whose expected output is what the rules say.
pub fn rule_diagnosis<'a>(
    catalogue: &'a Catalogue,
    setup: &Setup,
    shrink: Option<Limits>,
) -> anyhow::Result<RuleDiagnosis<'a>> {
    let plan = &setup.header.plan;
    let mut cases = Vec::new();
    let mut expected = Vec::new();
    for case in &plan.cases {
        let path = &case.expected;
        let bytes = std::fs::read(path);
        expected.push(bytes.with_context(|| format!("{}: cannot read", path.display()))?);
        cases.push(Case {
            name: case.name.clone(),
            input: read(case)?,
        });
    }
    let suite = Suite::new(catalogue, cases)?;
    let fits = suite.right().iter().zip(&expected).map(|(a, b)| a == b);
    let fits: Vec<bool> = fits.collect();
    let unfit: Vec<&str> = (0..fits.len())
        .filter(|&case| !fits[case])
        .map(|case| plan.cases[case].name.as_str())
        .collect();
    if let [first, ..] = unfit[..] {
        let game = catalogue.protocol().name();
        let advice = format!("another reading? `plyjudge rules {game}` lists them for --rule");
        if unfit.len() == fits.len() {
            bail!("no expected output is what the rules of {game} give, {first} for one; {advice}");
        }
        eprintln!(
            "plyjudge: {} of {} cases left out of diagnoses, {first} for one: their expected \
             outputs are not what the rules give ({advice})",
            unfit.len(),
            fits.len()
        );
    }
    Ok(RuleDiagnosis::new(suite, fits, shrink))
}
