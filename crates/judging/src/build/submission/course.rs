//! Folders as course platforms hand them out: whose a file is and what it is called are in its
//! name.
//!
//! | platform | file names |
//! |---|---|
//! | Canvas | `lastfirst_LATE_USER_FILE_prog-1.c`: `LATE` where it is, a number for the student, one that grows with each upload, the file's own name; `-1` where a file of that name was handed in before |
//! | Moodle | a folder `First Last_PARTICIPANT_assignsubmission_file` (`…_file_` in old versions) for each student, or files `First Last_PARTICIPANT_assignsubmission_file_prog.c` |
//!
//! A student chooses the end of a name only: what it says of whose it is is read from its start.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

use crate::suite::plan::Student;

/// How the names in a folder of submissions are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// Each file or folder is a submission.
    Plain,
    /// As Canvas has them.
    Canvas,
    /// As Moodle has them.
    Moodle,
}

/// Which of several files that a student handed in under one name count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Attempts {
    /// The newest.
    #[default]
    Newest,
    /// The oldest.
    Oldest,
    /// All of them, under the names that the platform gave them.
    Together,
}

/// What lies in a folder of submissions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Its name.
    pub(super) name: OsString,
    /// Whether it is a folder.
    pub(super) is_folder: bool,
}

/// A submission that is put together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// A file or folder whose name says nothing.
    Plain(OsString),
    /// A folder of a student.
    Folder(Student, OsString),
    /// Files of a student: what each is called in the folder, and by its owner.
    Files(Student, Vec<(OsString, PathBuf)>),
}

/// What a name says.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Label<'a> {
    student: &'a str,
    id: &'a str,
    /// Grows from one upload to the next; 0 where nothing is said.
    upload: u64,
    /// The file's own name; none for a folder.
    file: Option<&'a str>,
}

/// What a student handed in, with what its name says.
type Labelled<'a> = (Label<'a>, &'a Found);

impl Naming {
    /// The platform that has made such names: all of them for Canvas, whose names others might
    /// give as well, and one for Moodle.
    pub(super) fn told_from(all: &[Found]) -> Self {
        let has = |naming: Naming| {
            all.iter()
                .filter(move |found| naming.label(found).is_some())
                .count()
        };
        if has(Naming::Moodle) > 0 {
            Naming::Moodle
        } else if !all.is_empty() && has(Naming::Canvas) == all.len() {
            Naming::Canvas
        } else {
            Naming::Plain
        }
    }

    /// The submissions in a folder: those of students in the order of their names and numbers,
    /// then what else is there.
    pub(super) fn pieces(self, all: Vec<Found>, attempts: Attempts) -> Vec<Piece> {
        let mut students: BTreeMap<(&str, u128, &str), Vec<Labelled<'_>>> = BTreeMap::new();
        let mut names: BTreeMap<&str, &str> = BTreeMap::new();
        let mut pieces = Vec::new();
        for found in &all {
            match self.label(found) {
                // Somebody who has changed names meanwhile is still the same.
                Some(label) => {
                    let name = *names.entry(label.id).or_insert(label.student);
                    let number = label.id.parse().unwrap_or(u128::MAX);
                    let key = (name, number, label.id);
                    students.entry(key).or_default().push((label, found));
                }
                None => pieces.push(Piece::Plain(found.name.clone())),
            }
        }
        let own = students.into_iter().map(|((name, _, id), files)| {
            let student = Student {
                id: id.to_owned(),
                name: name.to_owned(),
                older: Vec::new(),
            };
            self.piece(student, files, attempts)
        });
        let mut all: Vec<Piece> = own.collect();
        all.append(&mut pieces);
        all
    }

    /// The submission of a student who has handed in all this, of which there is something.
    fn piece(self, mut student: Student, mut all: Vec<Labelled<'_>>, attempts: Attempts) -> Piece {
        all.sort_by_key(|(label, found)| (label.upload, &found.name));
        if attempts == Attempts::Oldest {
            all.reverse();
        }
        // A folder is all of a submission.
        let is_folder = |(label, _): &Labelled<'_>| label.file.is_none();
        if let Some(place) = all.iter().rposition(is_folder) {
            let (_, folder) = all.remove(place);
            student.older = all.iter().map(|(_, found)| shown(found)).collect();
            return Piece::Folder(student, folder.name.clone());
        }
        let mut counting: BTreeMap<String, &Found> = BTreeMap::new();
        for (label, found) in &all {
            let name = self.own_name(label.file.unwrap_or_default(), attempts);
            student
                .older
                .extend(counting.insert(name, found).map(shown));
        }
        let files = counting.into_iter();
        let files = files.map(|(name, found)| (found.name.clone(), name.into()));
        Piece::Files(student, files.collect())
    }

    /// What the owner called a file.
    fn own_name(self, file: &str, attempts: Attempts) -> String {
        if self != Naming::Canvas || attempts == Attempts::Together {
            return file.to_owned();
        }
        let (stem, ending) = match file.find('.') {
            Some(at) if at > 0 => file.split_at(at),
            _ => (file, ""),
        };
        let is_count = |text: &str| {
            (1..=2).contains(&text.len())
                && text.bytes().all(|byte| byte.is_ascii_digit())
                && !text.starts_with('0')
        };
        match stem.rsplit_once('-') {
            Some((stem, count)) if !stem.is_empty() && is_count(count) => {
                format!("{stem}{ending}")
            }
            _ => file.to_owned(),
        }
    }

    fn label(self, found: &Found) -> Option<Label<'_>> {
        let name = found.name.to_str()?;
        match self {
            Naming::Plain => None,
            Naming::Canvas => canvas(name).filter(|_| !found.is_folder),
            Naming::Moodle => moodle(name, found.is_folder),
        }
    }
}

fn shown(found: &Found) -> String {
    crate::suite::case::printable(found.name.as_ref())
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a name can be that of a file in a folder, and no more.
fn is_file_name(name: &str) -> bool {
    !name.is_empty() && name != "." && name != ".." && !name.contains(['/', '\\', '\0'])
}

/// The name of a file, read from its start: Canvas lets no number of its own between underscores
/// stay in a student's name.
fn canvas(name: &str) -> Option<Label<'_>> {
    let mut underscores = name.match_indices('_').map(|(at, _)| at);
    underscores.find_map(|at| {
        let (student, rest) = (&name[..at], &name[at + 1..]);
        let rest = rest.strip_prefix("LATE_").unwrap_or(rest);
        let (id, rest) = rest.split_once('_')?;
        if student.is_empty() || !is_number(id) {
            return None;
        }
        let (upload, file) = match rest {
            "text.html" | "link.html" => (0, rest),
            _ => {
                let (upload, file) = rest.split_once('_')?;
                let upload = Some(upload).filter(|it| is_number(it))?;
                (upload.parse().ok()?, file)
            }
        };
        is_file_name(file).then_some(Label {
            student,
            id,
            upload,
            file: Some(file),
        })
    })
}

/// The name of a folder, or of a file. What students wrote into a text box counts as a file that
/// is no program.
fn moodle(name: &str, is_folder: bool) -> Option<Label<'_>> {
    let (owner, rest) = name.split_once("_assignsubmission_")?;
    let (student, id) = owner.rsplit_once('_')?;
    let (plugin, file) = match rest.split_once('_') {
        Some((plugin, file)) => (plugin, file),
        None => (rest, ""),
    };
    if student.is_empty() || !is_number(id) || !plugin.bytes().all(|it| it.is_ascii_lowercase()) {
        return None;
    }
    let label = |file| Label {
        student,
        id,
        upload: 0,
        file,
    };
    match (is_folder, file.is_empty(), plugin) {
        (true, true, "file") => Some(label(None)),
        (false, false, _) => is_file_name(file).then(|| label(Some(file))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Attempts, Found, Naming, Piece};

    fn files(names: &[&str]) -> Vec<Found> {
        let found = |name: &&str| Found {
            name: name.trim_end_matches('/').into(),
            is_folder: name.ends_with('/'),
        };
        names.iter().map(found).collect()
    }

    /// Each submission in a line: the number, the name, the files as their owner calls them, what
    /// does not count.
    fn told(naming: Naming, names: &[&str], attempts: Attempts) -> Vec<String> {
        let pieces = naming.pieces(files(names), attempts);
        let line = |piece| match piece {
            Piece::Plain(name) => format!("plain {}", name.display()),
            Piece::Folder(student, name) => {
                format!(
                    "{} {}: {}/ {:?}",
                    student.id,
                    student.name,
                    name.display(),
                    student.older
                )
            }
            Piece::Files(student, files) => {
                let names = files
                    .iter()
                    .map(|(name, own)| format!("{}={}", name.display(), own.display()));
                let names = names.collect::<Vec<_>>().join(" ");
                format!(
                    "{} {}: {names} {:?}",
                    student.id, student.name, student.older
                )
            }
        };
        pieces.into_iter().map(line).collect()
    }

    #[test]
    fn names_of_canvas() {
        let names = [
            "smithjohn_17_901_Main.java",
            "smithjohn_17_902_Util.java",
            "smithjohn_4_55_prog.c",
            "leeann_LATE_8_77_prog-2.c",
            "leeann_8_61_prog.c",
            "leeann_8_70_prog-1.c",
            "o_brien_9_80_a_1_2_b.c",
            "wu_5_text.html",
        ];
        assert_eq!(Naming::told_from(&files(&names)), Naming::Canvas);
        assert_eq!(
            told(Naming::Canvas, &names, Attempts::Newest),
            [
                "8 leeann: leeann_LATE_8_77_prog-2.c=prog.c \
                 [\"leeann_8_61_prog.c\", \"leeann_8_70_prog-1.c\"]",
                "9 o_brien: o_brien_9_80_a_1_2_b.c=a_1_2_b.c []",
                // Two students of one name.
                "4 smithjohn: smithjohn_4_55_prog.c=prog.c []",
                "17 smithjohn: smithjohn_17_901_Main.java=Main.java \
                 smithjohn_17_902_Util.java=Util.java []",
                "5 wu: wu_5_text.html=text.html []",
            ]
        );
    }

    #[test]
    fn other_attempts_count_where_that_is_asked_for() {
        let names = ["leeann_8_9_prog.c", "leeann_8_10_prog-1.c"];
        let told = |attempts| told(Naming::Canvas, &names, attempts).join("\n");
        assert_eq!(
            told(Attempts::Oldest),
            "8 leeann: leeann_8_9_prog.c=prog.c [\"leeann_8_10_prog-1.c\"]"
        );
        assert_eq!(
            told(Attempts::Together),
            "8 leeann: leeann_8_10_prog-1.c=prog-1.c leeann_8_9_prog.c=prog.c []"
        );
    }

    #[test]
    fn names_of_moodle() {
        let names = [
            "Ann Lee_8_assignsubmission_file/",
            "Ann Lee_8_assignsubmission_onlinetext/",
            "Jo Wu_12_assignsubmission_file_/",
            "Jo Wu_4_assignsubmission_file_prog-1.c",
            "Jo Wu_4_assignsubmission_file_board_12_assignsubmission_file_.c",
            "grades.csv",
        ];
        assert_eq!(Naming::told_from(&files(&names)), Naming::Moodle);
        assert_eq!(
            told(Naming::Moodle, &names, Attempts::Newest),
            [
                "8 Ann Lee: Ann Lee_8_assignsubmission_file/ []",
                "4 Jo Wu: \
                 Jo Wu_4_assignsubmission_file_board_12_assignsubmission_file_.c=\
                 board_12_assignsubmission_file_.c \
                 Jo Wu_4_assignsubmission_file_prog-1.c=prog-1.c []",
                "12 Jo Wu: Jo Wu_12_assignsubmission_file_/ []",
                "plain Ann Lee_8_assignsubmission_onlinetext",
                "plain grades.csv",
            ]
        );
    }

    #[test]
    fn other_folders_are_plain() {
        for names in [
            &["alice.c", "bob.c"][..],
            &["smithjohn_17_901_Main.java", "alice.c"],
            &["team_1_2/"],
            &["_1_2_x.c"],
            &["a_1_2_"],
            &[],
        ] {
            assert_eq!(Naming::told_from(&files(names)), Naming::Plain, "{names:?}");
        }
    }
}
