//! Players and other programs in the shell: a script need not be compiled each time that it is
//! tested.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Writes a script that can be run; the folder it is in is made.
pub fn script(path: &Path, text: &str) {
    let folder = path.parent().expect("a folder to be in");
    fs::create_dir_all(folder).expect("the folder can be made");
    fs::write(path, format!("#!/bin/sh\n{text}\n")).expect("the file can be written");
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(path, mode).expect("the file is ours");
}

/// A player of Kalah, as a script, that takes the first of these pits that has seeds.
pub fn kalah_player(pits: &str) -> String {
    format!(
        "read -r line\nset -- $line\n[ \"${{15}}\" = 1 ] && shift 7 && start=7\n\
         for pit in {pits}; do\n\
           eval seeds=\\$$((pit + 1))\n\
           [ \"$seeds\" -gt 0 ] && echo $((start + pit)) && exit\n\
         done"
    )
}
