//! The option that says how programs are contained.

use std::str::FromStr;

use anyhow::{Context, bail};

use crate::judge::layers::Layer;
use crate::judge::run::{Containment, Runner};

/// How programs are contained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sandbox {
    /// By what this machine has.
    On,
    /// By all that there is, or not run.
    Full,
    /// Not at all.
    Off,
}

impl FromStr for Sandbox {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "on" => Ok(Self::On),
            "full" => Ok(Self::Full),
            "off" => Ok(Self::Off),
            _ => Err(format!("found '{text}', expected on, full or off")),
        }
    }
}

impl Sandbox {
    /// As a plan has it.
    pub(super) fn containment(self) -> Containment {
        match self {
            Self::On | Self::Full => Containment::Sandbox,
            Self::Off => Containment::Off,
        }
    }

    /// What runs programs.
    ///
    /// # Errors
    /// When programs cannot be contained, or not by all layers where that is asked for.
    pub(super) fn runner(self) -> anyhow::Result<Runner> {
        let runner = Runner::new(self.containment()).context(
            "programs cannot be contained here (`plyjudge doctor` says more; --sandbox off runs \
             them all the same, if you trust them)",
        )?;
        if self != Self::Full {
            return Ok(runner);
        }
        if let Some(missing) = missing(&runner.layers()) {
            bail!(
                "found no {missing}, expected all layers of the sandbox for --sandbox full \
                 (`plyjudge doctor` says more)"
            );
        }
        Ok(runner.strict())
    }
}

/// The names of the layers that are missing, with commas between them, if any are.
pub fn missing(layers: &[Layer]) -> Option<String> {
    let missing = layers.iter().filter(|layer| layer.found.is_err());
    let names: Vec<&str> = missing.map(|layer| layer.name.as_str()).collect();
    (!names.is_empty()).then(|| names.join(", "))
}
