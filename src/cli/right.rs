//! What the commands about mistakes take as right.

use super::settings::parse_rule;
use crate::mistakes::catalogue::Catalogue;
use crate::protocol::{self, Protocol, Settings};

/// The options that say what the right program does.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct RightArgs {
    /// A reading of a rule that is right here, see `plyjudge rules`; may be given several
    /// times.
    #[arg(long = "rule", value_name = "NAME=VALUE", value_parser = parse_rule)]
    rules: Vec<(String, String)>,
    /// Output format, for protocols that have several.
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,
}

impl RightArgs {
    /// What these say, written down.
    pub fn new(rules: Vec<(String, String)>, format: Option<String>) -> Self {
        Self { rules, format }
    }

    /// Whether anything differs from the published program.
    pub fn is_given(&self) -> bool {
        !self.rules.is_empty() || self.format.is_some()
    }

    /// The mistakes there are when this is right.
    ///
    /// # Errors
    /// Rules or a format that the protocol does not have.
    pub fn catalogue(&self, protocol: &'static dyn Protocol) -> anyhow::Result<Catalogue> {
        let right = Settings {
            rules: self.rules.clone(),
            format: self.format.clone(),
            ..Settings::default()
        };
        protocol.session(&right)?;
        Ok(Catalogue::new(protocol, right))
    }
}

/// The protocol of a name that clap has checked.
///
/// # Errors
/// A name that no protocol has.
pub fn protocol_named(name: &str) -> anyhow::Result<&'static dyn Protocol> {
    let expected = || {
        format!(
            "found game '{name}', expected one of: {}",
            protocol::names()
        )
    };
    protocol::find(name).ok_or_else(|| anyhow::Error::msg(expected()))
}
