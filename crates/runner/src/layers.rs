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

/// The layers that are there, each with its kind: what results may depend on. Neither versions of
/// the kernel's parts nor places of this session are in it.
pub fn in_force(layers: &[Layer]) -> Vec<String> {
    let there = layers.iter().filter_map(|layer| {
        let found = layer.found.as_ref().ok()?;
        let kind = found.split(',').next().unwrap_or_default();
        Some(format!("{}: {kind}", layer.name))
    });
    there.collect()
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

#[cfg(test)]
mod tests {
    use super::{Layer, in_force};

    #[test]
    fn what_is_in_force_does_not_change_with_the_session() {
        let layer = |name: &str, found: Result<&str, &str>| Layer {
            name: name.into(),
            required: false,
            found: found.map(Into::into).map_err(Into::into),
            without: String::new(),
        };
        let layers = [
            layer("Landlock", Ok("works, version 7")),
            layer("memory control group", Ok("version 2, /sys/fs/cgroup/a/b")),
            layer("process control group", Err("none")),
        ];
        let expected = ["Landlock: works", "memory control group: version 2"];
        assert_eq!(in_force(&layers), expected);
    }
}
