//! Submissions found, looked at and copied, whatever is in them.

use super::{Choice, Inventory, Unfit, find};
use crate::files::{folder_of, roomy_folder};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use tempfile::TempDir;

fn folder(files: &[&str]) -> TempDir {
    let files = files.iter().map(|&file| (file, file));
    folder_of(&files.collect::<Vec<_>>())
}

fn stock(folder: &TempDir, name: &str) -> Result<Inventory, Unfit> {
    let sources = find(folder.path(), &Choice::default()).unwrap();
    let source = sources.iter().find(|source| source.name == name).unwrap();
    source.take_stock()
}

fn paths(inventory: &Inventory) -> Vec<&str> {
    let entries = inventory.entries.iter();
    entries.map(|entry| entry.path.to_str().unwrap()).collect()
}

#[test]
fn each_child_is_one() {
    let folder = folder(&["b/x.c", "a.c", "-rf/y.c", ".hidden/z.c", "ü v/w.c"]);
    fs::create_dir(folder.path().join("__MACOSX")).unwrap();
    let sources = find(folder.path(), &Choice::default()).unwrap();
    let names: Vec<_> = sources.iter().map(|source| source.name.as_str()).collect();
    assert_eq!(names, ["-rf", "a.c", "b", "ü v"]);
    let one = find(&folder.path().join("a.c"), &Choice::default()).unwrap();
    assert_eq!(one[0].name, "a.c");
    assert_eq!(paths(&one[0].take_stock().unwrap()), ["a.c"]);
}

#[test]
fn no_submissions_are_an_error() {
    let empty = folder(&[".gitignore"]);
    let message = find(empty.path(), &Choice::default())
        .unwrap_err()
        .to_string();
    assert!(message.ends_with("no submissions, expected a file or a folder for each"));
    assert!(find(Path::new("/no/such"), &Choice::default()).is_err());
}

#[test]
fn fingerprints_follow_the_content() {
    let folder = folder(&["a/x", "a/y/z", "b/x", "b/y/z"]);
    let print = |name| stock(&folder, name).unwrap().fingerprint;
    assert_ne!(print("a"), print("b"));
    fs::write(folder.path().join("b/x"), "a/x").unwrap();
    fs::write(folder.path().join("b/y/z"), "a/y/z").unwrap();
    assert_eq!(print("a"), print("b"));
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder.path().join("b/x"), mode).unwrap();
    assert_ne!(print("a"), print("b"));
}

#[test]
fn links_stay_inside() {
    let folder = folder(&["a/x.c", "a/deep/y.c", "b/secret"]);
    let a = folder.path().join("a");
    symlink("x.c", a.join("in.c")).unwrap();
    symlink("deep/../x.c", a.join("in2.c")).unwrap();
    symlink("../b/secret", a.join("out.c")).unwrap();
    symlink("/etc/passwd", a.join("passwd")).unwrap();
    symlink(a.join("x.c"), a.join("absolute")).unwrap();
    symlink("nowhere", a.join("nowhere")).unwrap();
    symlink(".", a.join("self")).unwrap();
    symlink("..", a.join("deep/up")).unwrap();
    let found = stock(&folder, "a").unwrap();
    assert_eq!(paths(&found), ["deep", "deep/y.c", "in.c", "in2.c", "x.c"]);
    assert_eq!(found.left_out.len(), 6);
    assert_eq!(
        found.left_out[0],
        "absolute is a symbolic link that leads out of the submission"
    );
    let copy = tempfile::tempdir().unwrap();
    let to = copy.path().join("copy");
    found.copy_to(&to).unwrap();
    assert_eq!(fs::read(to.join("in.c")).unwrap(), b"a/x.c");
    assert_eq!(fs::read_link(to.join("in.c")).unwrap(), Path::new("x.c"));
    assert!(!to.join("passwd").is_symlink());
}

#[test]
fn a_submission_that_is_a_link() {
    let outside = folder(&["x.c"]);
    let folder = folder(&["a/x.c"]);
    symlink("a", folder.path().join("same")).unwrap();
    symlink(outside.path(), folder.path().join("out")).unwrap();
    symlink(".", folder.path().join("all")).unwrap();
    symlink("nowhere", folder.path().join("lost")).unwrap();
    assert_eq!(paths(&stock(&folder, "same").unwrap()), ["x.c"]);
    for name in ["out", "all", "lost"] {
        match stock(&folder, name) {
            Err(Unfit::Theirs(text)) => assert!(text.contains("symbolic link"), "{text}"),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn hard_links_to_files_outside_are_refused() {
    let folder = folder(&["a/x.c", "a/in/y.c", "b/x.c", "c.c", "secret"]);
    let at = |name: &str| folder.path().join(name);
    fs::hard_link(at("a/x.c"), at("a/in/same.c")).unwrap();
    let same = ["in", "in/same.c", "in/y.c", "x.c"];
    assert_eq!(paths(&stock(&folder, "a").unwrap()), same);
    fs::hard_link(at("secret"), at("b/also.c")).unwrap();
    fs::hard_link(at("secret"), at("d.c")).unwrap();
    for (name, link) in [("b", "also.c"), ("d.c", "d.c")] {
        let expected = format!("{link} is a hard link to a file outside of the submission");
        assert_eq!(stock(&folder, name).unwrap_err(), Unfit::Theirs(expected));
    }
}

#[test]
fn what_is_too_deep_or_too_much_is_their_fault() {
    let folder = roomy_folder();
    fs::create_dir(folder.path().join("many")).unwrap();
    let theirs = |name: &str, end: &str| match stock(&folder, name).unwrap_err() {
        Unfit::Theirs(text) => assert!(text.ends_with(end), "{text}"),
        other => panic!("{name}: {other:?}"),
    };
    // A path too long for any one call: the folders are made from above.
    use rustix::fs::{CWD, Mode, OFlags, mkdirat, openat};
    let flags = OFlags::DIRECTORY | OFlags::RDONLY;
    for (name, inner, count, end) in [
        (
            "deep",
            "d".to_owned(),
            3000,
            "… is more than 64 folders deep",
        ),
        (
            "long",
            "l".repeat(255),
            30,
            "… has a path of more than 1024 bytes",
        ),
    ] {
        let _ = fs::create_dir(folder.path().join(name));
        let mut at = openat(CWD, folder.path().join(name), flags, Mode::empty()).unwrap();
        for _ in 0..count {
            mkdirat(&at, &*inner, Mode::RWXU).unwrap();
            at = openat(&at, &*inner, flags, Mode::empty()).unwrap();
        }
        theirs(name, end);
    }
    let file = fs::File::create(folder.path().join("many/x")).unwrap();
    file.set_len(1 << 40).unwrap();
    theirs("many", "larger than 256 MiB");
    for file in 0..20_000 {
        fs::File::create(folder.path().join(format!("many/{file}"))).unwrap();
    }
    theirs("many", "more than 20000 files");
}

/// What a submission is while its owner swaps a name in it for `other` and back is either
/// what it was or an error; nothing is followed, nothing is waited for.
fn swapped(content: &str, other: impl Fn(&Path) + Sync) {
    let folder = folder(&["a/x.c", "a/deep/y.c"]);
    let spare = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a/x.c"), content).unwrap();
    let kept = spare.path().join("kept");
    fs::write(&kept, content).unwrap();
    let name = folder.path().join("a/x.c");
    let is_over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let next = spare.path().join("next");
            while !is_over.load(std::sync::atomic::Ordering::Relaxed) {
                other(&next);
                fs::rename(&next, &name).unwrap();
                fs::copy(&kept, &next).unwrap();
                fs::rename(&next, &name).unwrap();
            }
        });
        for round in 0..300 {
            let copy = spare.path().join(format!("copy{round}"));
            let Ok(found) = stock(&folder, "a") else {
                continue;
            };
            if found.copy_to(&copy).is_err() {
                continue;
            }
            let kept = copy.join("x.c");
            assert!(!kept.is_symlink(), "a link was copied");
            if kept.exists() {
                let text = fs::read_to_string(kept).unwrap();
                assert_eq!(text, content);
            }
        }
        is_over.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

#[test]
fn a_name_that_is_swapped_gives_away_nothing() {
    let secret = tempfile::NamedTempFile::new().unwrap();
    fs::write(secret.path(), "secret").unwrap();
    swapped("int x;", |at| symlink(secret.path(), at).unwrap());
}

#[test]
fn a_pipe_that_is_swapped_in_is_not_waited_for() {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    swapped("int x;", |at| {
        mknodat(CWD, at, FileType::Fifo, Mode::RUSR, 0).unwrap();
    });
}

#[test]
fn what_is_copied_is_what_was_looked_at() {
    let folder = folder(&["a/x.c", "b.c"]);
    for (name, file) in [("a", "a/x.c"), ("b.c", "b.c")] {
        let found = stock(&folder, name).unwrap();
        let copy = tempfile::tempdir().unwrap();
        found.copy_to(&copy.path().join("one")).unwrap();
        fs::write(folder.path().join(file), "else").unwrap();
        let error = found.copy_to(&copy.path().join("two")).unwrap_err();
        let text = "it has changed since the grading began";
        assert!(error.to_string().ends_with(text), "{error}");
    }
}

#[test]
fn submissions_are_chosen_by_name_and_pattern() {
    let folder = folder(&["a.c", "b.c", "c/x.c", "notes.txt"]);
    let names = |only: &[&str], exclude: &[&str]| {
        let choice = Choice {
            only: only.iter().map(|&name| name.to_owned()).collect(),
            exclude: exclude.iter().map(|it| it.parse().unwrap()).collect(),
            ..Choice::default()
        };
        let found = find(folder.path(), &choice).map_err(|error| error.to_string())?;
        Ok(found
            .into_iter()
            .map(|source| source.name)
            .collect::<Vec<_>>())
    };
    let ok = |names: &[&str]| Ok(names.iter().map(|&name| name.to_owned()).collect());
    assert_eq!(names(&["c", "a.c"], &[]), ok(&["a.c", "c"]));
    assert_eq!(names(&[], &["*.txt", "b*"]), ok(&["a.c", "c"]));
    let error: Result<Vec<String>, String> = names(&["d"], &[]);
    let text = "found no submission 'd', expected one of: a.c, b.c, c, notes.txt";
    assert!(error.unwrap_err().ends_with(text));
}

#[test]
fn what_is_no_file_is_left_out() {
    let folder = folder(&["a/x.c"]);
    let _socket = std::os::unix::net::UnixListener::bind(folder.path().join("a/s")).unwrap();
    let found = stock(&folder, "a").unwrap();
    assert_eq!(paths(&found), ["x.c"]);
    assert_eq!(found.left_out, ["s is not a file"]);
}
