//! The options that say what is made of a match, and where it goes.

use std::io;
use std::path::PathBuf;

use anyhow::{Context, bail};

use super::page::Form;
use super::records::Records;
use crate::arena::matches::{Finished, Summary};
use crate::arena::plan::MatchPlan;
use crate::cli::terminal;
use crate::games;

/// What is printed and written.
#[derive(Clone, Debug, Default, clap::Args)]
pub(in crate::cli) struct Output {
    /// Write every game to FILE as lines of JSON, or to a file each if PATH is a folder;
    /// `plyjudge replay` shows them.
    #[arg(long, value_name = "PATH")]
    pub record: Option<PathBuf>,
    /// Print the results as JSON.
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
    /// Print the results as an assignment has them: report (kalah, A is its player 0).
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<String>,
}

/// A report that is being made.
pub(in crate::cli) struct Making {
    form: Form,
    records: Option<Records>,
}

impl Output {
    /// Begins the report of a match at this game.
    ///
    /// # Errors
    /// A form that the game does not have, a file that cannot be written.
    pub(crate) fn open(&self, game: &str) -> anyhow::Result<Making> {
        let protocol = games::find(game).context("no such game")?;
        let form = match (&self.format, self.json) {
            (Some(format), _) => match protocol.about().report.filter(|_| format == "report") {
                Some(report) => Form::Report(report),
                None => bail!("--format {format}: {game} has no such report"),
            },
            (None, true) => Form::Json,
            (None, false) => Form::Text,
        };
        let records = self.record.as_deref().map(Records::create).transpose()?;
        Ok(Making { form, records })
    }
}

impl Making {
    /// Takes a game that is over.
    pub(crate) fn game(&mut self, game: &Finished) -> anyhow::Result<()> {
        if let Some(records) = &mut self.records {
            records.add(&game.record)?;
        }
        Ok(self.form.game(game, &mut io::stdout())?)
    }

    /// Takes the end of the match.
    pub(crate) fn finish(self, plan: &MatchPlan, summary: &Summary) -> anyhow::Result<()> {
        if let Some(records) = self.records {
            records.finish()?;
        }
        match self.form {
            Form::Text => self.form.finish(plan, summary, &mut terminal::stdout())?,
            Form::Json | Form::Report(_) => self.form.finish(plan, summary, &mut io::stdout())?,
        }
        Ok(())
    }
}
