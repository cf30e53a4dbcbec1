//! Inputs that are read as a whole: by the commands that look at a position or a decision.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use super::settings::{RuleArgs, a_game};
use super::terminal::say_what_is_awaited;
use crate::games;
use crate::protocol::explain::LookError;
use crate::protocol::{Protocol, Settings};

/// Which input, and by which rules it is read.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct InputArgs {
    /// The input, `-` for standard input; standard input if there is none.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// The protocol, instead of recognising it from the first line.
    #[arg(long, value_name = "NAME", value_parser = a_game())]
    game: Option<&'static dyn Protocol>,
    #[command(flatten)]
    rules: RuleArgs,
}

/// An input that was read.
pub(super) struct Input {
    /// Its text.
    pub text: String,
    /// Its protocol.
    pub protocol: &'static dyn Protocol,
    /// What the options say.
    pub settings: Settings,
    /// Where it comes from, for messages.
    pub source: String,
}

impl InputArgs {
    /// Reads the input.
    ///
    /// # Errors
    /// A file that cannot be read, that is not text, or whose protocol cannot be told.
    pub(super) fn read(&self) -> anyhow::Result<Input> {
        let file = self.file.as_deref().filter(|file| *file != Path::new("-"));
        let (source, bytes) = match file {
            Some(file) => (file.display().to_string(), fs::read(file)),
            None => ("stdin".to_owned(), {
                say_what_is_awaited();
                let mut bytes = Vec::new();
                io::stdin().read_to_end(&mut bytes).map(|_| bytes)
            }),
        };
        let bytes = bytes.with_context(|| format!("{source}: cannot read"))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let good = error.utf8_error().valid_up_to();
            let bytes = error.as_bytes();
            let line = bytes[..good].iter().filter(|&&byte| byte == b'\n').count() + 1;
            let byte = bytes[good];
            anyhow!(
                "{source}:{line}: found byte 0x{byte:02X}, which is not UTF-8, expected UTF-8 text"
            )
        })?;
        let protocol = match self.game {
            Some(protocol) => protocol,
            None => games::recognise_input(&text).map_err(|error| told(&source, error))?,
        };
        Ok(Input {
            text,
            protocol,
            settings: self.rules.settings(),
            source,
        })
    }
}

impl Input {
    /// An error with the place it is about.
    pub(super) fn error(&self, error: LookError) -> anyhow::Error {
        told(&self.source, error)
    }
}

fn told(source: &str, error: LookError) -> anyhow::Error {
    match error {
        LookError::Input { .. } => anyhow!("{source}:{error}"),
        _ => anyhow!("{source}: {error}"),
    }
}
