//! Work in a folder of its own, split, killed and merged.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// A command whose work can be split.
pub struct Split {
    folder: TempDir,
    work: Vec<String>,
}

impl Split {
    /// `plyjudge` with these words.
    pub fn new(work: &[&str]) -> Self {
        Self {
            folder: tempfile::tempdir().expect("a folder"),
            work: work.iter().map(|&word| word.to_owned()).collect(),
        }
    }

    /// A file in the folder.
    pub fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// What a file holds.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.at(name)).expect("a file")
    }

    /// `plyjudge` in the folder.
    pub fn plyjudge(&self, words: &[&str]) -> Output {
        self.command(words).output().expect("the command runs")
    }

    /// The work, with more words.
    pub fn work(&self, more: &[&str]) -> Output {
        let work: Vec<&str> = self.work.iter().map(String::as_str).collect();
        self.plyjudge(&[&work, more].concat())
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyjudge"));
        command.args(words).current_dir(self.folder.path());
        command.stdin(Stdio::null());
        command.env("PLYJUDGE_PROGRESS", "off");
        command
    }

    /// Does a shard.
    #[track_caller]
    pub fn shard(&self, shard: &str, journal: &str) {
        succeeds(&self.work(&["--shard", shard, "--journal", journal]));
    }

    /// All shards, one after the other; their journals.
    #[track_caller]
    pub fn shards(&self, count: usize) -> Vec<String> {
        let names = (1..=count).rev();
        let journals = names.map(|number| {
            let journal = format!("{number}-of-{count}.jsonl");
            self.shard(&format!("{number}/{count}"), &journal);
            journal
        });
        journals.collect()
    }

    /// All shards, each killed over and over in the midst of its work, then ended; their
    /// journals.
    #[track_caller]
    pub fn killed_shards(&self, count: usize) -> Vec<String> {
        let mut kills = 0;
        let journals = (1..=count).map(|number| {
            let (shard, journal) = (format!("{number}/{count}"), format!("{number}.jsonl"));
            let words = ["--shard", &shard, "--journal", &journal];
            let work: Vec<&str> = self.work.iter().map(String::as_str).collect();
            for more in [0, 1, 2] {
                let mut command = self.command(&[&work, &words[..]].concat());
                command.stdout(Stdio::null()).stderr(Stdio::null());
                let mut child = command.spawn().expect("the command runs");
                let enough = self.lines(&journal) + more;
                while self.lines(&journal) <= enough && child.try_wait().expect("a child").is_none()
                {
                    thread::sleep(Duration::from_millis(2));
                }
                // Somewhere in the next piece, not always at its beginning.
                thread::sleep(Duration::from_millis(7 * number as u64 % 20));
                child.kill().expect("it can be killed");
                kills += usize::from(child.wait().expect("it ends").code().is_none());
            }
            self.shard(&shard, &journal);
            journal
        });
        let journals = journals.collect();
        eprintln!("killed {kills} times");
        assert!(kills > 0, "no shard was killed");
        journals
    }

    fn lines(&self, journal: &str) -> usize {
        let bytes = fs::read(self.at(journal)).unwrap_or_default();
        bytes.iter().filter(|&&byte| byte == b'\n').count()
    }

    /// Merges.
    pub fn merge(&self, journals: &[String], more: &[&str]) -> Output {
        let journals: Vec<&str> = journals.iter().map(String::as_str).collect();
        self.plyjudge(&[&["merge"], &journals[..], more].concat())
    }

    /// How many pieces the journals hold, each once.
    #[track_caller]
    pub fn pieces(&self, journals: &[String]) -> usize {
        let mut keys = BTreeSet::new();
        for journal in journals {
            for line in self.read(journal).lines() {
                let line: Value = serde_json::from_str(line).expect("JSON");
                if let Some(key) = line["done"]["key"].as_str() {
                    assert!(keys.insert(key.to_owned()), "twice: {line}");
                }
            }
        }
        keys.len()
    }

    /// Takes the last piece of a journal away; its name.
    pub fn cut(&self, journal: &str) -> String {
        let text = self.read(journal);
        let start = text.trim_end().rfind('\n').expect("two lines") + 1;
        fs::write(self.at(journal), &text[..start]).expect("a file");
        let line: Value = serde_json::from_str(&text[start..]).expect("JSON");
        line["done"]["name"].as_str().expect("a piece").to_owned()
    }
}

/// What a command prints that succeeds and has nothing to say besides.
#[track_caller]
pub fn succeeds(output: &Output) -> String {
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    text(&output.stdout)
}

/// A command that refuses.
#[track_caller]
pub fn refuses(output: &Output, message: &str) {
    assert_eq!(text(&output.stderr), format!("plyjudge: {message}\n"));
    assert_eq!(text(&output.stdout), "");
    assert_eq!(output.status.code(), Some(2));
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// All files of a folder, with what they hold.
pub fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let mut files: Vec<(String, Vec<u8>)> = entries
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, fs::read(entry.path()).expect("a file"))
        })
        .collect();
    files.sort();
    files
}
