//! Archives of submissions: what is in them is written to an empty folder, within limits.
//!
//! Nothing but folders and plain files is taken, no right but that of being run, and no name
//! that leads anywhere else. Whatever is wrong with an archive is the fault of who made it.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Cursor, Read, Write};
use std::path::{Path, PathBuf};

use bstr::ByteSlice;
use flate2::read::MultiGzDecoder;
use zip::ZipArchive;

use super::{DEEPEST, LONGEST, MOST_BYTES, MOST_ENTRIES, Unfit, set_mode, too_many};
use crate::suite::case::printable;

/// Most bytes of an archive; it is held in memory while it is unpacked.
const MOST_PACKED: u64 = 64 << 20;

/// How many times larger than the archive its content may be, if it is large at all.
const MOST_RATIO: u64 = 200;

/// So much may come out of any archive.
const ALWAYS: u64 = 16 << 20;

/// What a tar file may have besides the content of its files.
const HEADERS: u64 = 24 << 20;

/// The kinds of archives that are unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Zip,
    Tar,
    TarGz,
}

/// Other archives that people send.
const FOREIGN: [&str; 9] = ["rar", "7z", "gz", "bz2", "xz", "zst", "lzma", "z", "lha"];

fn form(path: &Path) -> Option<Form> {
    let name = path.file_name()?.as_encoded_bytes().to_ascii_lowercase();
    let forms = [
        (&b".zip"[..], Form::Zip),
        (b".tar", Form::Tar),
        (b".tar.gz", Form::TarGz),
        (b".tgz", Form::TarGz),
    ];
    let mut forms = forms.into_iter();
    let found = forms.find(|(ending, _)| name.len() > ending.len() && name.ends_with(ending));
    found.map(|(_, form)| form)
}

/// Whether a file of that name is an archive that can be unpacked.
pub fn is_archive(path: &Path) -> bool {
    form(path).is_some()
}

/// Whether a file of that name is an archive that cannot be unpacked here.
pub fn is_foreign(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str);
    let ending = ending.map(str::to_ascii_lowercase);
    !is_archive(path) && ending.is_some_and(|ending| FOREIGN.contains(&&*ending))
}

/// Unpacks a file of that name into an empty folder.
///
/// # Errors
/// What is wrong with it; that it cannot be read or written, which is ours.
pub(in crate::build) fn unpack(file: &File, name: &Path, to: &Path) -> Result<(), Unfit> {
    let ours = |error: io::Error| Unfit::Ours(format!("{}: {error}", printable(name)));
    let mut bytes = Vec::new();
    let read = file.take(MOST_PACKED + 1).read_to_end(&mut bytes);
    read.map_err(ours)?;
    let packed = bytes.len() as u64;
    if packed > MOST_PACKED {
        let limit = MOST_PACKED >> 20;
        let name = printable(name);
        return Err(Unfit::Theirs(format!("{name} is larger than {limit} MiB")));
    }
    let allowed = (packed * MOST_RATIO).clamp(ALWAYS, MOST_BYTES);
    let mut unpacking = Unpacking {
        to,
        name,
        count: 0,
        allowed,
        left: allowed,
    };
    match form(name) {
        Some(Form::Zip) => unpacking.zip(&bytes),
        Some(Form::TarGz) => {
            let stream = MultiGzDecoder::new(&bytes[..]).take(allowed + HEADERS);
            let mut archive = tar::Archive::new(stream);
            let unpacked = unpacking.tar(&mut archive);
            match archive.into_inner().limit() {
                0 => Err(unpacking.too_large()),
                _ => unpacked,
            }
        }
        Some(Form::Tar) => unpacking.tar(&mut tar::Archive::new(&bytes[..])),
        None => Err(unpacking.wrong("it is no archive")),
    }
}

struct Unpacking<'a> {
    to: &'a Path,
    name: &'a Path,
    /// How many files and folders are there already.
    count: usize,
    /// Bytes that may come out.
    allowed: u64,
    /// Bytes that may still come out.
    left: u64,
}

impl Unpacking<'_> {
    fn zip(&mut self, bytes: &[u8]) -> Result<(), Unfit> {
        // Each file has such a header: how many there are is known before all are read.
        if bytes.find_iter(b"PK\x01\x02").count() > MOST_ENTRIES {
            return Err(too_many());
        }
        let archive = ZipArchive::new(Cursor::new(bytes));
        let mut archive = archive.map_err(|error| self.damaged(&error))?;
        if archive.has_duplicate_names() {
            return Err(self.wrong("two files in it have one name"));
        }
        let overlap = archive.has_overlapping_entries();
        if overlap.map_err(|error| self.damaged(&error))? {
            return Err(self.wrong("two files in it share bytes"));
        }
        for index in 0..archive.len() {
            let file = archive.by_index(index);
            let mut file = file.map_err(|error| self.damaged(&error))?;
            let name = file.name_raw().to_owned();
            let mode = file.unix_mode().unwrap_or(0);
            match mode & 0o170_000 {
                0o040_000 => self.folder(&name)?,
                0 | 0o100_000 if file.is_dir() => self.folder(&name)?,
                0 | 0o100_000 => self.file(&name, mode & 0o111 != 0, &mut file)?,
                0o120_000 => return Err(self.refused(&name, "is a link")),
                _ => return Err(self.refused(&name, "is not a file")),
            }
        }
        Ok(())
    }

    fn tar<R: Read>(&mut self, archive: &mut tar::Archive<R>) -> Result<(), Unfit> {
        use tar::EntryType;

        for entry in archive.entries().map_err(|error| self.damaged(&error))? {
            let mut entry = entry.map_err(|error| self.damaged(&error))?;
            let name = entry.path_bytes().into_owned();
            match entry.header().entry_type() {
                EntryType::XGlobalHeader => {}
                EntryType::Directory => self.folder(&name)?,
                EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => {
                    let mode = entry.header().mode().unwrap_or(0);
                    self.file(&name, mode & 0o111 != 0, &mut entry)?;
                }
                EntryType::Symlink | EntryType::Link => {
                    return Err(self.refused(&name, "is a link"));
                }
                _ => return Err(self.refused(&name, "is not a file")),
            }
        }
        Ok(())
    }

    fn folder(&mut self, name: &[u8]) -> Result<(), Unfit> {
        let path = self.inner(name)?;
        self.make_folders(&path, name)
    }

    fn file(&mut self, name: &[u8], executable: bool, from: &mut dyn Read) -> Result<(), Unfit> {
        let path = self.inner(name)?;
        let Some(folder) = path.parent() else {
            return Err(self.refused(name, "has no name"));
        };
        self.make_folders(folder, name)?;
        self.count_one()?;
        let to = self.to.join(&path);
        let mut file = File::create_new(&to).map_err(|error| self.unmade(name, &error))?;
        let mut buffer = vec![0; 64 << 10];
        loop {
            let count = match from.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(self.damaged(&error)),
            };
            let left = self.left.checked_sub(count as u64);
            self.left = left.ok_or_else(|| self.too_large())?;
            let written = file.write_all(&buffer[..count]);
            written.map_err(|error| self.unmade(name, &error))?;
        }
        let mode = if executable { 0o755 } else { 0o644 };
        set_mode(&to, mode).map_err(|error| self.unmade(name, &error))
    }

    /// Makes a folder and those that it is in, unless it is there.
    fn make_folders(&mut self, path: &Path, name: &[u8]) -> Result<(), Unfit> {
        let to = self.to.join(path);
        if to.is_dir() {
            return Ok(());
        }
        self.make_folders(path.parent().unwrap_or(Path::new("")), name)?;
        self.count_one()?;
        fs::create_dir(to).map_err(|error| self.unmade(name, &error))
    }

    /// Counts what will be there.
    fn count_one(&mut self) -> Result<(), Unfit> {
        self.count += 1;
        match self.count > MOST_ENTRIES {
            true => Err(too_many()),
            false => Ok(()),
        }
    }

    /// The path that a name stands for.
    fn inner(&self, name: &[u8]) -> Result<PathBuf, Unfit> {
        if name.starts_with(b"/") {
            return Err(self.refused(name, "is an absolute name"));
        }
        if name.iter().any(u8::is_ascii_control) {
            return Err(self.refused(name, "has a control character in its name"));
        }
        let mut path = PathBuf::new();
        for part in name.split_str("/") {
            match part {
                b"" | b"." => {}
                b".." => return Err(self.refused(name, "leads out of it")),
                _ if part.len() > 255 => return Err(self.refused(name, "has too long a name")),
                _ => match part.to_path() {
                    Ok(part) => path.push(part),
                    Err(_) => return Err(self.refused(name, "is not UTF-8")),
                },
            }
        }
        if path.as_os_str().len() > LONGEST {
            return Err(self.refused(name, "has too long a name"));
        }
        if path.iter().count() > DEEPEST {
            let what = format!("is more than {DEEPEST} folders deep");
            return Err(self.refused(name, &what));
        }
        Ok(path)
    }

    fn refused(&self, name: &[u8], what: &str) -> Unfit {
        let inner: String = match name.to_path() {
            Ok(path) => printable(path).chars().take(200).collect(),
            Err(_) => name.escape_ascii().to_string(),
        };
        self.wrong(&format!("{inner} {what}"))
    }

    fn too_large(&self) -> Unfit {
        let limit = self.allowed >> 20;
        self.wrong(&format!("more than {limit} MiB are packed in it"))
    }

    fn damaged(&self, error: &dyn std::error::Error) -> Unfit {
        let text: String = error.to_string().chars().take(200).collect();
        let text = printable(Path::new(&text));
        self.wrong(&format!("it cannot be unpacked: {text}"))
    }

    fn wrong(&self, what: &str) -> Unfit {
        Unfit::Theirs(format!("{}: {what}", printable(self.name)))
    }

    /// Why something could not be written. Where names differ only for some systems, such as
    /// in case, two files may have one.
    fn unmade(&self, name: &[u8], error: &io::Error) -> Unfit {
        match error.kind() {
            io::ErrorKind::AlreadyExists => self.refused(name, "is in it twice"),
            _ => Unfit::Ours(format!(
                "{}: cannot unpack it: {error}",
                printable(self.name)
            )),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::io::Write;
    use std::path::Path;

    use flate2::write::{DeflateEncoder, GzEncoder};
    use flate2::{Compression, Crc};

    use super::{is_archive, is_foreign, unpack};
    use crate::build::submission::{Choice, Kind, Unfit, find};
    use crate::files::roomy_folder;

    /// A file of a zip archive.
    struct Packed {
        name: Vec<u8>,
        /// Unix mode with the kind of file.
        mode: u32,
        content: Vec<u8>,
        /// Where its bytes are; none for right here.
        place: Option<usize>,
    }

    fn packed(name: &str, content: &[u8]) -> Packed {
        Packed {
            name: name.as_bytes().to_vec(),
            mode: 0o100_644,
            content: content.to_vec(),
            place: None,
        }
    }

    /// A zip archive, written by hand: no library writes what these tests need.
    fn zip(files: &[Packed]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut directory = Vec::new();
        for file in files {
            let mut crc = Crc::new();
            crc.update(&file.content);
            let mut deflated = DeflateEncoder::new(Vec::new(), Compression::best());
            deflated.write_all(&file.content).unwrap();
            let deflated = deflated.finish().unwrap();
            let mut about = Vec::new();
            for number in [20_u16, 0, 8, 0, 0x21] {
                about.extend(number.to_le_bytes());
            }
            let sizes = [deflated.len(), file.content.len()];
            about.extend(crc.sum().to_le_bytes());
            about.extend(sizes.iter().flat_map(|size| (*size as u32).to_le_bytes()));
            about.extend((file.name.len() as u16).to_le_bytes());
            about.extend([0; 2]);
            let place = file.place.unwrap_or(bytes.len());
            directory.extend(b"PK\x01\x02\x14\x03");
            directory.extend(&about);
            directory.extend([0; 6]);
            directory.extend((file.mode << 16).to_le_bytes());
            directory.extend((place as u32).to_le_bytes());
            directory.extend(&file.name);
            if file.place.is_none() {
                bytes.extend(b"PK\x03\x04");
                bytes.extend(&about);
                bytes.extend(&file.name);
                bytes.extend(&deflated);
            }
        }
        let (start, length, count) = (bytes.len() as u32, directory.len() as u32, files.len());
        bytes.extend(directory);
        bytes.extend(b"PK\x05\x06\0\0\0\0");
        bytes.extend([count as u16; 2].iter().flat_map(|it| it.to_le_bytes()));
        bytes.extend(length.to_le_bytes());
        bytes.extend(start.to_le_bytes());
        bytes.extend([0; 2]);
        bytes
    }

    /// A tar archive of files of any kind.
    fn tar(files: &[(&[u8], tar::EntryType, &[u8])]) -> Vec<u8> {
        let mut archive = tar::Builder::new(Vec::new());
        for (name, kind, content) in files {
            let mut header = tar::Header::new_gnu();
            header.as_gnu_mut().unwrap().name[..name.len()].copy_from_slice(name);
            header.set_entry_type(*kind);
            header.set_mode(0o6755);
            header.set_size(content.len() as u64);
            if *kind != tar::EntryType::Regular {
                header.set_link_name("/etc/passwd").unwrap();
            }
            header.set_cksum();
            archive.append(&header, *content).unwrap();
        }
        archive.into_inner().unwrap()
    }

    fn gz(bytes: &[u8]) -> Vec<u8> {
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(bytes).unwrap();
        packed.finish().unwrap()
    }

    /// What is in an archive of that name, or what is wrong with it. A failure of ours is none
    /// of an archive.
    fn unpacked(name: &str, bytes: &[u8]) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), bytes).unwrap();
        let source = find(folder.path(), &Choice::default()).unwrap().remove(0);
        let source = source.packed_in(Path::new(name));
        let inventory = source.take_stock().map_err(|unfit| match unfit {
            Unfit::Theirs(text) => text,
            other => panic!("{other:?}"),
        })?;
        let to = folder.path().join("copy");
        inventory.copy_to(&to).unwrap();
        let entries = inventory.entries.iter().map(|entry| {
            let path = entry.path.display();
            match &entry.kind {
                Kind::Folder => format!("{path}/"),
                Kind::File { executable, .. } => {
                    use std::os::unix::fs::PermissionsExt;
                    let mode = to
                        .join(&entry.path)
                        .metadata()
                        .unwrap()
                        .permissions()
                        .mode();
                    assert_eq!(mode & 0o7777, if *executable { 0o755 } else { 0o644 });
                    let text = fs::read(to.join(&entry.path)).unwrap();
                    format!("{path}={}", String::from_utf8(text).unwrap())
                }
                Kind::Link(_) => panic!("a link: {path}"),
            }
        });
        Ok(entries.collect())
    }

    #[track_caller]
    fn refused(name: &str, bytes: &[u8], end: &str) {
        let text = unpacked(name, bytes).unwrap_err();
        assert!(text.ends_with(end), "{text}");
    }

    const FILE: tar::EntryType = tar::EntryType::Regular;

    #[test]
    fn what_is_packed_is_as_if_it_were_not() {
        let mut files = [
            packed("p/", b""),
            packed("p/a.c", b"int x;"),
            packed("__MACOSX/p/._a.c", b"x"),
        ];
        files[0].mode = 0o040_755;
        files[1].mode = 0o104_755;
        let expected = [
            "__MACOSX/",
            "__MACOSX/p/",
            "__MACOSX/p/._a.c=x",
            "p/",
            "p/a.c=int x;",
        ];
        assert_eq!(unpacked("me.ZIP", &zip(&files)).unwrap(), expected);
        let packed: [(&[u8], _, &[u8]); 2] = [(b"./p/a.c", FILE, b"int x;"), (b"b", FILE, b"")];
        for (name, bytes) in [
            ("me.tar", tar(&packed)),
            ("me.tar.gz", gz(&tar(&packed))),
            ("me.tgz", gz(&tar(&packed))),
        ] {
            let expected = ["b=", "p/", "p/a.c=int x;"];
            assert_eq!(unpacked(name, &bytes).unwrap(), expected, "{name}");
        }
    }

    #[test]
    fn names_that_lead_elsewhere_are_refused_by_name() {
        for (name, what) in [
            ("/etc/x", "/etc/x is an absolute name"),
            ("a/../../x", "a/../../x leads out of it"),
            ("..", ".. leads out of it"),
            ("a\0b", r"a\x00b has a control character in its name"),
            ("a\nb", r"a\x0ab has a control character in its name"),
        ] {
            refused("me.zip", &zip(&[packed(name, b"")]), what);
            if !name.contains('\0') {
                refused("me.tar", &tar(&[(name.as_bytes(), FILE, b"")]), what);
            }
        }
        let long = "d/".repeat(600);
        refused("me.zip", &zip(&[packed(&long, b"")]), "has too long a name");
        let deep = "d/".repeat(100) + "x";
        let what = "is more than 64 folders deep";
        refused("me.zip", &zip(&[packed(&deep, b"")]), what);
        // Bytes of another code page are a name like any other.
        let mut foreign = packed("", b"x");
        foreign.name = b"\xb4\xfa.c".to_vec();
        assert_eq!(unpacked("me.zip", &zip(&[foreign])).unwrap().len(), 1);
    }

    #[test]
    fn what_is_no_file_is_refused_by_name() {
        for (mode, what) in [
            (0o120_777, "x is a link"),
            (0o020_666, "x is not a file"),
            (0o010_666, "x is not a file"),
        ] {
            let mut file = packed("x", b"/etc/passwd");
            file.mode = mode;
            refused("me.zip", &zip(&[file]), what);
        }
        for (kind, what) in [
            (tar::EntryType::Symlink, "x is a link"),
            (tar::EntryType::Link, "x is a link"),
            (tar::EntryType::Block, "x is not a file"),
            (tar::EntryType::Char, "x is not a file"),
            (tar::EntryType::Fifo, "x is not a file"),
        ] {
            refused("me.tar", &tar(&[(b"x", kind, b"")]), what);
        }
    }

    #[test]
    fn what_is_in_it_twice_is_refused() {
        let twice = [packed("a.c", b"1"), packed("a.c", b"2")];
        refused("me.zip", &zip(&twice), "two files in it have one name");
        let twice = [packed("a.c", b"1"), packed("./a.c", b"2")];
        refused("me.zip", &zip(&twice), "./a.c is in it twice");
        let both = [packed("a", b"1"), packed("a/b", b"2")];
        refused("me.zip", &zip(&both), "a/b is in it twice");
        let twice: [(&[u8], _, &[u8]); 2] = [(b"a", FILE, b""), (b"a", FILE, b"")];
        refused("me.tar", &tar(&twice), "a is in it twice");
        // Names that differ in case are two names here.
        let case = [packed("A.c", b"1"), packed("a.c", b"2")];
        assert_eq!(unpacked("me.zip", &zip(&case)).unwrap(), ["A.c=1", "a.c=2"]);
        let mut shared = [packed("a", b"1234"), packed("b", b"1234")];
        shared[1].place = Some(0);
        refused("me.zip", &zip(&shared), "two files in it share bytes");
    }

    #[test]
    fn bombs_are_refused() {
        let zeros = vec![0; 17 << 20];
        let what = "more than 16 MiB are packed in it";
        refused("me.zip", &zip(&[packed("x", &zeros)]), what);
        // A file, and a header that is all name, of zeros that are packed again and again.
        let more = gz(&zeros[..1 << 20]);
        for kind in [FILE, tar::EntryType::GNULongName] {
            let mut header = tar::Header::new_gnu();
            header.set_entry_type(kind);
            header.set_size(1 << 30);
            header.set_path("x").unwrap();
            header.set_cksum();
            let bomb = [gz(header.as_bytes()), more.repeat(64)].concat();
            refused("me.tgz", &bomb, what);
        }
        let too_many = |name: &str, bytes: &[u8]| {
            let folder = roomy_folder();
            let packed = folder.path().join(name);
            fs::write(&packed, bytes).unwrap();
            let file = fs::File::open(&packed).unwrap();
            let to = folder.path().join("to");
            fs::create_dir(&to).unwrap();
            match unpack(&file, Path::new(name), &to).unwrap_err() {
                Unfit::Theirs(text) => assert!(text.ends_with("more than 20000 files"), "{text}"),
                other => panic!("{other:?}"),
            }
        };
        let many: Vec<Packed> = (0..20_001).map(|at| packed(&at.to_string(), b"")).collect();
        too_many("me.zip", &zip(&many));
        let names: Vec<String> = (0..20_001).map(|at| at.to_string()).collect();
        let many: Vec<_> = names
            .iter()
            .map(|it| (it.as_bytes(), FILE, &b""[..]))
            .collect();
        too_many("me.tgz", &gz(&tar(&many)));
    }

    #[test]
    fn what_is_damaged_is_their_fault_wherever_it_is() {
        let whole = [packed("p/a.c", b"int main(void) {}\n"), packed("p/b", b"b")];
        let files: [(&[u8], _, &[u8]); 2] = [(b"p/a.c", FILE, b"int x;"), (b"p/b", FILE, b"b")];
        for (name, bytes, step) in [
            ("me.zip", zip(&whole), 1),
            ("me.tgz", gz(&tar(&files)), 1),
            // Most of it is padding.
            ("me.tar", tar(&files)[..1100].to_vec(), 3),
        ] {
            let folder = roomy_folder();
            let packed = folder.path().join(name);
            for place in (0..bytes.len()).step_by(step) {
                let mut damaged = bytes.clone();
                damaged[place] ^= if place % 2 == 0 { 0x01 } else { 0x80 };
                for bytes in [&damaged, &bytes[..place]] {
                    fs::write(&packed, bytes).unwrap();
                    let file = fs::File::open(&packed).unwrap();
                    let to = folder.path().join("to");
                    fs::create_dir(&to).unwrap();
                    let unpacked = unpack(&file, Path::new(name), &to);
                    assert!(!matches!(unpacked, Err(Unfit::Ours(_))), "{unpacked:?}");
                    fs::remove_dir_all(&to).unwrap();
                }
            }
        }
        refused("me.zip", b"Rar!", "");
        refused("me.tgz", b"Rar!", "");
        refused("me.tar", &[b'x'; 600], "");
    }

    #[test]
    fn archives_are_known_by_their_names() {
        for name in ["a.zip", "a.b.TAR", "x/a.tar.gz", "a.tgz"] {
            assert!(
                is_archive(Path::new(name)) && !is_foreign(Path::new(name)),
                "{name}"
            );
        }
        for name in ["a.7z", "a.RAR", "a.c.gz", "a.tar.xz"] {
            assert!(
                !is_archive(Path::new(name)) && is_foreign(Path::new(name)),
                "{name}"
            );
        }
        for name in [".zip", "zip", "a.c", "tar.gz.c"] {
            assert!(
                !is_archive(Path::new(name)) && !is_foreign(Path::new(name)),
                "{name}"
            );
        }
    }
}
