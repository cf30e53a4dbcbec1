//! Compiling runs strangers' code too: none of it gets out, none of it disturbs the others.

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::support::grade::{Grade, finished};
use crate::support::skipped;

const QUIET: &str = "int main(void) { return 0; }\n";

/// Compiles once the line has been run.
fn makefile(line: &str) -> String {
    format!("main:\n\t{line}\n\tcc -o main x.c\n")
}

/// Expands to 10^9 words.
fn macro_bomb() -> String {
    let mut text = "#define A0 x\n".to_owned();
    for level in 1..=9 {
        let inner = format!(" A{}", level - 1).repeat(10);
        text += &format!("#define A{level}{inner}\n");
    }
    text + "int main(void) { A9; }\n"
}

/// Has 2^40 instances.
const TEMPLATE_BOMB: &str = "\
template <int N, class T> struct X { X<N - 1, X<N, T> > one; X<N - 1, X<N, T*> > other; };
template <class T> struct X<0, T> { int x; };
int main() { X<40, int> x; return sizeof x; }
";

/// Makefiles in the way of a class with bad intentions, and what may become of each: `CE`,
/// `AC`, or either where all that matters is that the others are left alone.
fn makefiles(port: u16, unique: &str) -> Vec<(&'static str, String, &'static str)> {
    let connect = format!("! bash -c ': < /dev/tcp/127.0.0.1/{port}' 2> /dev/null");
    let linger = format!(
        "cp /bin/sleep {unique}; for i in 1 2 3; do setsid ./{unique} 1000 & done; sleep 0.1"
    );
    vec![
        ("connect", makefile(&connect), "AC"),
        (
            "deep",
            makefile("for i in `seq 5000`; do mkdir d; cd -P d; done"),
            "CE",
        ),
        (
            "delete",
            makefile("-rm -rf .. ../../* / /program /tmp"),
            "either",
        ),
        (
            "fifo",
            "main:\n\tmkfifo main a.out; chmod +x main a.out\n".into(),
            "CE",
        ),
        ("fill", makefile("-cat /dev/zero > big; rm big"), "either"),
        ("flood", "main:\n\tyes\n".into(), "CE"),
        ("flood-errors", "main:\n\tyes >&2\n".into(), "CE"),
        (
            "forks",
            "main:\n\tf() { f | f & }; f; sleep 100\n".into(),
            "CE",
        ),
        (
            "install",
            makefile("! cp x.c /usr/bin/cc 2> /dev/null"),
            "AC",
        ),
        ("kill", makefile("-kill -9 -1"), "either"),
        ("linger", makefile(&linger), "AC"),
        (
            "links",
            "main:\n\tln -s /bin/true main; ln -s /etc/shadow a.out\n".into(),
            "CE",
        ),
        (
            "look",
            makefile("! ls ../0 ../1 /root /home /tmp/plyjudge* > /dev/null 2>&1"),
            "AC",
        ),
        ("locked", makefile("mkdir d; touch d/x; chmod 0 d"), "AC"),
        (
            "odd",
            makefile("touch -- '-rf' \"`printf 'a\\nb'`\"; chmod u+s -- -rf"),
            "AC",
        ),
        ("wait", "main:\n\tsleep 100\n".into(), "CE"),
    ]
}

#[test]
fn compiling_cannot_do_harm() {
    let grade = Grade::new().args(["--compile-cpu", "1", "--compile-memory", "256MiB"]);
    if !grade.is_contained() {
        return skipped("there is no sandbox");
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let unique = format!("ply{}", std::process::id());
    let expected = grade.path().join("cases/1.out");
    let mut fates = vec![
        ("aaa.c", "AC"),
        ("macro.c", "CE"),
        ("steal.c", "CE"),
        ("template.cpp", "CE"),
        ("zero.c", "CE"),
        ("zzz.c", "AC"),
    ];
    let mut grade = grade
        .submission("aaa.c", QUIET)
        .submission("macro.c", macro_bomb())
        .submission("steal.c", format!("#include \"{}\"\n", expected.display()))
        .submission("template.cpp", TEMPLATE_BOMB)
        .submission("zero.c", "#include \"/dev/zero\"\n")
        .submission("zzz.c", QUIET)
        .case("1", "", "");
    for (name, makefile, fate) in makefiles(port, &unique) {
        let folder = Path::new(name);
        grade = grade
            .submission(folder.join("Makefile"), makefile)
            .submission(folder.join("x.c"), QUIET);
        fates.push((name, fate));
    }
    fs::create_dir(grade.path().join("tmp")).unwrap();
    let temporary = grade.path().join("tmp");
    let before = listing(&grade.path().join("submissions"));
    // Most of the time they wait for a limit.
    let mut command = grade.command(["--jobs", "3"]);
    let graded = finished(command.env("TMPDIR", &temporary).output().unwrap());
    assert_eq!((graded.status, &*graded.stderr), (Some(0), ""));

    let told = grade.told();
    assert_eq!(told.lines().count(), fates.len());
    for line in told.lines() {
        let (name, rest) = line.split_once(':').unwrap();
        let (_, fate) = fates.iter().find(|(known, _)| *known == name).unwrap();
        let (ac, ce) = (rest.ends_with("AC"), rest.ends_with("CE, does not compile"));
        let is_right = match *fate {
            "AC" => ac,
            "CE" => ce,
            _ => ac || ce,
        };
        assert!(is_right, "{name} should be {fate}:\n{told}");
    }
    for reason in [
        "wait: (compiling took more than 2 s)",
        "flood: (make printed more than 8 MiB)",
    ] {
        assert!(told.contains(reason), "{told}");
    }
    let accepted = listener.accept().map(|_| ()).unwrap_err();
    assert_eq!(
        accepted.kind(),
        std::io::ErrorKind::WouldBlock,
        "somebody connected"
    );
    assert!(expected.exists());
    assert_eq!(listing(&grade.path().join("submissions")), before);
    assert_eq!(listing(&temporary), [""; 0], "left over");
    assert!(!runs(&unique), "still runs");
}

/// All paths below a folder.
fn listing(folder: &Path) -> Vec<String> {
    let entries = walkdir::WalkDir::new(folder)
        .min_depth(1)
        .sort_by_file_name();
    let paths = entries.into_iter().map(|entry| entry.unwrap().into_path());
    paths.map(|path| path.display().to_string()).collect()
}

/// Whether a program of this name runs, where that can be told.
fn runs(name: &str) -> bool {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let named = |path: std::path::PathBuf| fs::read_to_string(path.join("comm"));
    processes
        .filter_map(|entry| named(entry.path()).ok())
        .any(|found| found.trim_end() == name)
}

/// A program whose interpreter is said to be where the file has ended: the kernel cannot read it.
fn elf_beyond_its_end() -> Vec<u8> {
    let machine: u16 = if cfg!(target_arch = "aarch64") {
        183
    } else {
        62
    };
    let mut bytes = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0".to_vec();
    for half in [2_u16, machine, 1, 0] {
        bytes.extend(half.to_le_bytes());
    }
    for word in [0x0040_0000_u64, 64, 0] {
        bytes.extend(word.to_le_bytes());
    }
    for half in [0_u16, 0, 64, 56, 1, 0, 0, 0] {
        bytes.extend(half.to_le_bytes());
    }
    // PT_INTERP, readable, of 28 bytes.
    for half in [3_u16, 0, 4, 0] {
        bytes.extend(half.to_le_bytes());
    }
    for word in [1_u64 << 16, 0x0040_0000, 0, 28, 28, 1] {
        bytes.extend(word.to_le_bytes());
    }
    bytes
}

/// What no kernel starts is the submission's doing, however often it comes: the class is graded to
/// its end, and nothing of it is put down to the judge.
#[test]
fn what_cannot_be_started_is_a_verdict() {
    let many = "int x;\n";
    let long = "long_name_".repeat(20);
    let mut grade = Grade::new()
        .submission("a.c", QUIET)
        .submission("elf", elf_beyond_its_end())
        .submission("script/main", "#!/program/elf\n")
        .submission("script/elf", elf_beyond_its_end())
        .submission("loop/main", "#!/program/main\n")
        .submission(
            "word/Main.java",
            format!(
                "class {0} {{ static void main(String[] a) {{}} }}",
                "A".repeat(200_000)
            ),
        )
        .submission("z.c", QUIET);
    for source in 0..2_600 {
        grade.put(format!("submissions/many/{source}_{long}.c").as_ref(), many);
    }
    for case in 0..3 {
        grade = grade.case(&case.to_string(), "", "");
    }
    for name in ["elf", "script/main", "script/elf", "loop/main"] {
        let path = grade.path().join("submissions").join(name);
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let table = "[[language]]\nname = 'Java'\nextensions = ['java']\nrun = ['true', '{class}']\n";
    let grade = grade
        .file("more.toml", table)
        // So many sources are more than a compiler gets through in that time.
        .args(["--languages", "more.toml", "--compile-cpu", "0.4"]);
    let graded = grade.run_with([]);
    assert_eq!((graded.status, &*graded.stderr), (Some(0), ""));
    let told = grade.told();
    let expected = [
        ("a.c", " AC"),
        ("elf", " RTE, cannot be run: Input/output error"),
        ("loop", " RTE, cannot be run: "),
        ("many", " CE, "),
        ("script", " RTE, cannot be run: Input/output error"),
        ("word", " RTE, cannot be run: Argument list too long"),
        ("z.c", " AC"),
    ];
    assert_eq!(told.lines().count(), expected.len(), "{told}");
    for (line, (name, verdict)) in told.lines().zip(expected) {
        assert!(line.starts_with(&format!("{name}:")), "{line}");
        assert_eq!(line.matches(verdict).count(), 3, "{line}");
    }
    assert!(told.contains("many: (compiling took more than "), "{told}");
}

/// Asks as rustup does: the nearest `rust-toolchain.toml` says whose program is run in its place.
const PROXY: &str = r#"#!/bin/sh
folder=$PWD
until [ "$folder" = / ]; do
    if [ -f "$folder/rust-toolchain.toml" ]; then
        path=$(sed -n 's/^path = "\(.*\)"/\1/p' "$folder/rust-toolchain.toml")
        exec "$folder/$path/bin/plyup" "$@"
    fi
    folder=$(dirname "$folder")
done
echo "$KIT$HOME/kit"
"#;

/// A judge that works in the folder of the submissions runs nothing of theirs, whatever is said
/// there of toolchains and wherever the search path leads from there.
#[test]
fn no_tool_is_asked_where_submissions_are() {
    let mark = "touch \"${0%/*}/../../../ran\"";
    let evil = format!("#!/bin/sh\n{mark}\necho \"${{0%/bin/*}}\"\n");
    let table = "[[language]]\nname = 'Ply'\nextensions = ['ply']\n\
                 compile = ['plyc', '{sources}']\nrun = ['true']\nlocate = ['plyup', 'where']\n";
    let grade = Grade::new()
        .submission("a.ply", "")
        .submission("rust-toolchain.toml", "[toolchain]\npath = \"evil\"\n")
        .submission("evil/bin/plyup", &evil)
        .submission("evil/bin/plyc", &evil)
        .file("tools/plyup", PROXY)
        .file("kit/bin/plyc", "#!/bin/sh\nexit 0\n")
        .file("more.toml", table)
        .case("1", "", "");
    let submissions = grade.path().join("submissions");
    for name in [
        "submissions/evil/bin/plyup",
        "submissions/evil/bin/plyc",
        "tools/plyup",
    ] {
        let path = grade.path().join(name);
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let kit = grade.path().join("kit/bin/plyc");
    fs::set_permissions(kit, fs::Permissions::from_mode(0o755)).unwrap();
    let tools = grade.path().join("tools");
    let theirs = submissions.join("evil/bin");
    let path = format!(
        "evil/bin::.:{}:{}:/usr/bin:/bin",
        theirs.display(),
        tools.display()
    );
    let mut command = grade.plyjudge([
        "grade",
        ".",
        "--cases=../cases",
        "--languages=../more.toml",
        "--journal=../submissions.plyjudge.jsonl",
    ]);
    command.args(grade.options()).current_dir(&submissions);
    command
        .env("PATH", path)
        .env("HOME", grade.path())
        .env("KIT", "/evil");
    finished(command.output().unwrap());
    let told = grade.told();
    assert!(told.starts_with("a.ply: AC\n"), "{told}");
    assert!(!grade.path().join("ran").exists());
}
