//! Names of files for reports of one submission each.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::fingerprint::Fingerprint;

/// How many bytes of a name are kept, so that there is room for an ending.
const LONGEST: usize = 150;

/// A file name for each of these names, which may be any text: letters and digits, `_`, and
/// within the name `.` and `-` stand for themselves, any other byte is `=` and two hexadecimal
/// digits, so that no two names share one. Names that are too long, or differ in capitals only,
/// end in `==` and a fingerprint.
pub fn file_names<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Vec<String> {
    let mut alike: HashMap<String, usize> = HashMap::new();
    for name in names.clone() {
        *alike.entry(name.to_lowercase()).or_default() += 1;
    }
    let file_name = |name: &str| {
        let text = spelled(name);
        if text.len() <= LONGEST && alike[&name.to_lowercase()] == 1 {
            return text;
        }
        let ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
        let cut = ends.take_while(|end| *end <= LONGEST).last().unwrap_or(0);
        format!("{}=={}", &text[..cut], Fingerprint::of(name.as_bytes()))
    };
    names.map(file_name).collect()
}

fn spelled(name: &str) -> String {
    let mut text = String::new();
    for (at, c) in name.char_indices() {
        match c {
            '_' => text.push(c),
            // A file that begins so is hidden, or is taken for an option.
            '.' | '-' if at > 0 => text.push(c),
            _ if c.is_alphanumeric() => text.push(c),
            _ => {
                for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                    _ = write!(text, "={byte:02X}");
                }
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, file_names};
    use std::collections::BTreeSet;

    fn names(names: &[&str]) -> Vec<String> {
        file_names(names.iter().copied())
    }

    #[test]
    fn names_are_safe_and_can_be_read() {
        let pairs = [
            ("alice.c", "alice.c"),
            ("Bob_2-b", "Bob_2-b"),
            ("黑é", "黑é"),
            ("../../etc/passwd", "=2E.=2F..=2Fetc=2Fpasswd"),
            ("..", "=2E."),
            (".hidden", "=2Ehidden"),
            ("-rf", "=2Drf"),
            ("a b\\x0a=41", "a=20b=5Cx0a=3D41"),
            ("<i>&\"'$`", "=3Ci=3E=26=22=27=24=60"),
            ("\u{202e}gpj.exe", "=E2=80=AEgpj.exe"),
        ];
        for (name, file) in pairs {
            assert_eq!(names(&[name]), [file]);
        }
    }

    #[test]
    fn no_two_names_share_a_file() {
        let long = "x".repeat(255);
        let other = format!("{}y", &long[1..]);
        let wide = "黑".repeat(85);
        // A name that looks as another one is written, capitals, names cut at the same place.
        let all = [
            "a b", "a=20b", "Alice", "alice", "ALICE", &long, &other, &wide, "a.c", "a-c",
        ];
        let files = names(&all);
        let distinct: BTreeSet<String> = files.iter().map(|file| file.to_lowercase()).collect();
        assert_eq!(distinct.len(), all.len(), "{files:?}");
        for file in files {
            assert!(file.len() <= LONGEST + 34, "{file}");
            assert!(!file.starts_with(['.', '-']) && !file.contains(['/', '\\', ' ']));
        }
    }
}
