//! What the sandbox is made of, and whether this machine has it.

use serde::{Deserialize, Serialize};

use super::run::RunError;

/// One of the things that the sandbox is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layer {
    /// What it is called.
    pub name: String,
    /// Whether there is no sandbox without it.
    pub required: bool,
    /// What was found, or what is in the way.
    pub found: Result<String, String>,
    /// What it means not to have it, in plain words.
    pub without: String,
}

/// Tries every layer on this machine. Takes some tens of milliseconds.
///
/// # Errors
/// When trying was not possible at all, as opposed to a layer being missing.
#[cfg(target_os = "linux")]
pub fn layers() -> Result<Vec<Layer>, RunError> {
    super::sandbox::probe("/proc/self/exe".as_ref())
}

/// There is one layer, and it is missing.
///
/// # Errors
/// None.
#[cfg(not(target_os = "linux"))]
pub fn layers() -> Result<Vec<Layer>, RunError> {
    Ok(vec![Layer {
        name: "Linux".into(),
        required: true,
        found: Err(format!("this is {}", std::env::consts::OS)),
        without: "the sandbox is made of what only Linux has; programs can be run without it \
                  (--sandbox off)"
            .into(),
    }])
}
