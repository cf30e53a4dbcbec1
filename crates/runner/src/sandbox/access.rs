//! Landlock: the second wall around a box's files, where the kernel has it.
//!
//! The mount tree already shows nothing else; these rules hold for files that a program
//! comes by in other ways too (through `/proc/self/fd`, say), and where a mount turned out
//! less read-only than it should be. Newer kernels also refuse TCP ports, signals to
//! processes outside of the run, and abstract sockets.

use std::os::fd::OwnedFd;
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, Scope,
};

use crate::run::PROGRAM;

/// The newest version of the kernel's interface that these rules were written for; on an
/// older kernel they are as strict as can be.
const VERSION: ABI = ABI::V6;

/// The rules for a program that may write below `top`; `None` where the kernel has no
/// Landlock.
pub(super) fn rules(
    top: &OwnedFd,
    program_writable: bool,
) -> Result<Option<OwnedFd>, RulesetError> {
    let all = AccessFs::from_all(VERSION);
    let read = AccessFs::from_read(VERSION);
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .handle_access(AccessNet::from_all(VERSION))?
        .scope(Scope::from_all(VERSION))?
        .create()?
        .add_rule(PathBeneath::new(top, all))?;
    let mut beneath = |path: &Path, access: BitFlags<AccessFs>| {
        let Ok(path) = PathFd::new(path) else {
            return Ok(());
        };
        (&mut rules)
            .add_rule(PathBeneath::new(path, access))
            .map(drop)
    };
    beneath(Path::new("/"), read)?;
    beneath(Path::new("/dev"), read | AccessFs::WriteFile)?;
    if program_writable {
        beneath(Path::new(PROGRAM), all)?;
    }
    Ok(rules.into())
}
