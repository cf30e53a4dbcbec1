//! What a package adds to programs: files that go with all of a language, and values for the
//! constants that are named in files.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use bstr::ByteSlice;
use walkdir::WalkDir;

use super::{entries, is_ignored};
use crate::files::FileError;

/// The folder of included files that are for all languages.
const DEFAULT: &str = "default";

/// What a package adds to programs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Additions {
    /// The package, without links on the way.
    root: PathBuf,
    /// Folders with files, by the code of their language.
    included: BTreeMap<String, PathBuf>,
    /// Values by name: `k`, `k.tex`.
    constants: BTreeMap<String, String>,
}

impl Additions {
    /// What the package in a folder adds, with these constants.
    pub(super) fn new(
        root: &Path,
        constants: Option<&yaml_serde::Value>,
    ) -> Result<Self, FileError> {
        let folder = root.join("include");
        let mut included = BTreeMap::new();
        if folder.is_dir() {
            for path in entries(&folder)?.into_iter().filter(|path| path.is_dir()) {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                included.insert(name.into_owned(), path);
            }
        }
        let malformed = |problem: String| FileError::new(root.join(super::FILE), problem);
        Ok(Self {
            root: root
                .canonicalize()
                .map_err(FileError::when(root, "cannot read"))?,
            included,
            constants: constants
                .map_or(Ok(BTreeMap::new()), values)
                .map_err(malformed)?,
        })
    }

    /// Whether it has files for programs.
    pub fn has_files(&self) -> bool {
        !self.included.is_empty()
    }

    /// The files for programs of a language, by its code: from which folder, and where each is.
    ///
    /// # Errors
    /// When they cannot be listed, or a link leads out of the package.
    pub fn files(&self, code: &str) -> io::Result<Vec<(PathBuf, PathBuf)>> {
        let mut files = Vec::new();
        // What is there for the language takes the place of the same for all.
        for folder in [DEFAULT, code]
            .iter()
            .filter_map(|it| self.included.get(*it))
        {
            files.extend(files_below(folder, &self.root)?);
        }
        Ok(files)
    }

    /// Where a link leads, if that is a file of the package.
    pub fn linked(&self, link: &Path) -> Option<PathBuf> {
        let real = link.canonicalize().ok()?;
        (real.is_file() && real.starts_with(&self.root)).then_some(real)
    }

    /// A text with values in place of `{{name}}`; none where there is nothing to replace.
    pub fn replaced(&self, text: &[u8]) -> Option<Vec<u8>> {
        let mut done = Vec::new();
        let mut rest = text;
        let mut is_changed = false;
        while let Some(start) = rest.find("{{") {
            let inner = &rest[start + 2..];
            let value = inner.find("}}").and_then(|end| {
                let name = inner[..end].to_str().ok()?;
                Some((self.constants.get(name)?, end))
            });
            let Some((value, end)) = value else {
                done.extend_from_slice(&rest[..start + 1]);
                rest = &rest[start + 1..];
                continue;
            };
            done.extend_from_slice(&rest[..start]);
            done.extend_from_slice(value.as_bytes());
            rest = &inner[end + 2..];
            is_changed = true;
        }
        done.extend_from_slice(rest);
        is_changed.then_some(done)
    }
}

/// The files below a folder: where each belongs in it, and where it is. Links are followed as far
/// as they stay in the package.
///
/// # Errors
/// When they cannot be listed, or a link leads elsewhere.
pub(crate) fn files_below(folder: &Path, root: &Path) -> io::Result<Vec<(PathBuf, PathBuf)>> {
    let mut files = Vec::new();
    let all = WalkDir::new(folder).follow_links(true).sort_by_file_name();
    for entry in all
        .into_iter()
        .filter_entry(|it| it.depth() == 0 || !is_ignored(it.path()))
    {
        let entry = entry?;
        let real = fs::canonicalize(entry.path())?;
        if !real.starts_with(root) {
            let path = entry.path().display();
            let text = format!("{path}: it leads out of the package");
            return Err(io::Error::other(text));
        }
        if real.is_file() {
            let inner = entry.path().strip_prefix(folder).unwrap_or(entry.path());
            files.push((inner.to_owned(), real));
        }
    }
    Ok(files)
}

/// The values of constants, as `problem.yaml` has them.
fn values(constants: &yaml_serde::Value) -> Result<BTreeMap<String, String>, String> {
    let expected = || "found other constants, expected names with numbers or texts".to_owned();
    let plain = |value: &yaml_serde::Value| match value {
        yaml_serde::Value::String(text) => Ok(text.clone()),
        yaml_serde::Value::Number(number) => Ok(number.to_string()),
        _ => Err(expected()),
    };
    let mut all = BTreeMap::new();
    for (name, value) in constants.as_mapping().ok_or_else(expected)? {
        let name = name.as_str().ok_or_else(expected)?;
        let Some(variants) = value.as_mapping() else {
            all.insert(name.to_owned(), plain(value)?);
            continue;
        };
        for (variant, value) in variants {
            let variant = variant.as_str().ok_or_else(expected)?;
            let value = plain(value)?;
            if variant == "value" {
                all.insert(name.to_owned(), value.clone());
            }
            all.insert(format!("{name}.{variant}"), value);
        }
        if !all.contains_key(name) {
            return Err(format!("found constant '{name}' without a value"));
        }
    }
    let scalars = all.iter().filter(|(name, _)| !name.contains('.'));
    let more = scalars.map(|(name, value)| (format!("{name}.value"), value.clone()));
    all.extend(more.collect::<Vec<_>>());
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::Additions;
    use crate::files::folder_of;

    #[test]
    fn constants_have_values_and_variants() {
        let folder = tempfile::tempdir().unwrap();
        let text = "{k: {value: 5000, tex: '5,000'}, x: 1.5, word: yes it is}";
        let constants: yaml_serde::Value = yaml_serde::from_str(text).unwrap();
        let additions = Additions::new(folder.path(), Some(&constants)).unwrap();
        let replaced = |text: &str| {
            let text = additions.replaced(text.as_bytes());
            text.map(|text| String::from_utf8(text).unwrap())
        };
        assert_eq!(
            replaced("{{k}} {{{k.tex}}} {{x.value}}{{word}}").as_deref(),
            Some("5000 {5,000} 1.5yes it is")
        );
        assert_eq!(replaced("{{unknown}} {{k {{ }}"), None);
        for wrong in ["[1]", "{k: [1]}", "{k: {tex: 1}}"] {
            let wrong: yaml_serde::Value = yaml_serde::from_str(wrong).unwrap();
            assert!(Additions::new(folder.path(), Some(&wrong)).is_err());
        }
    }

    #[test]
    fn files_of_a_language_take_the_place_of_those_for_all() {
        let folder = folder_of(&[
            ("include/default/a.txt", ""),
            ("include/default/b.txt", ""),
            ("include/c/b.txt", ""),
            ("include/c/.hidden", ""),
        ]);
        let additions = Additions::new(folder.path(), None).unwrap();
        let files = |code: &str| {
            let files = additions.files(code).unwrap();
            let names = files
                .into_iter()
                .map(|(name, _)| name.display().to_string());
            names.collect::<Vec<_>>()
        };
        assert_eq!(files("python3"), ["a.txt", "b.txt"]);
        assert_eq!(files("c"), ["a.txt", "b.txt", "b.txt"]);
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("/etc/passwd", folder.path().join("include/c/p")).unwrap();
            assert!(additions.files("c").is_err());
        }
    }
}
