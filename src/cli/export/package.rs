//! `plyjudge export package`: a suite of a game as a problem package.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::super::generate::with_bar;
use super::super::reference::GuessedRightArgs;
use super::super::rules::values;
use super::super::settings::{RuleArgs, a_game};
use crate::games;
use crate::judge::files;
use crate::judge::fingerprint::Printer;
use crate::judge::grade::setup::{Order, Setup, Subject};
use crate::judge::suite::plan::{Case as Planned, Plan};
use crate::mistakes::catalogue::{Catalogue, Set};
use crate::mistakes::generate::{Request, cases};
use crate::mistakes::suite::{Case, Suite};
use crate::protocol::Protocol;

/// How many mistakes a package has a program for at most.
const MISTAKES: usize = 8;

/// Cases of a package that is made of a game.
const CASES: u16 = 12;

/// What a program's source may have where a package says nothing, in KiB; one that knows long answers
/// has more.
const USUAL_CODE: usize = 128;

/// Families of inputs that they are chosen from: few, since they show what a package is like and need
/// not be the best there are.
const FAMILIES: u64 = 8;

/// Write a problem package: statement, cases, validators and programs to try it with.
///
/// Cases that suite.toml hides are secret, the others samples; where all are of one kind the first
/// is the sample. Outputs are compared exactly. The accepted program and one for each of some mistakes
/// of the catalogue know the answers of the package's inputs only, and say so. `plyjudge
/// verify` tries the package.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  plyjudge export package cases --out kalah")]
pub(in super::super) struct Args {
    /// Folder with cases of a game, or a game that cases are made for.
    #[arg(value_name = "GAME|SUITE")]
    subject: PathBuf,
    /// The folder to write, new or empty.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The format: 2025-09, or legacy for DOMjudge.
    #[arg(long, value_name = "FORMAT", default_value = "2025-09")]
    format: Format,
    /// What the problem is called [default: the game].
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// The statement, in Markdown, for the legacy format in LaTeX [default: the rules as plyjudge lists them].
    #[arg(long, value_name = "FILE")]
    statement: Option<PathBuf>,
    /// Another program that is right.
    #[arg(long, value_name = "FILE")]
    accepted: Option<PathBuf>,
    /// The protocol, instead of recognising it from the first case.
    #[arg(long, value_name = "GAME", value_parser = a_game())]
    game: Option<&'static dyn Protocol>,
    #[command(flatten)]
    rules: RuleArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    #[value(name = "2025-09")]
    Of2025,
    Legacy,
}

/// Writes the package.
pub(in super::super) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    check(&args.out)?;
    let right = GuessedRightArgs::of(args.game, args.rules.clone());
    let made;
    let suite = match args.subject.to_str().and_then(games::find) {
        Some(protocol) if !args.subject.exists() => {
            made = tempfile::tempdir().context("cannot make a folder for the cases")?;
            let path = made.path().join("cases");
            let catalogue = right.right.catalogue(protocol)?;
            make(&catalogue, &path)?;
            path
        }
        _ => args.subject.clone(),
    };
    let this = std::env::current_exe().context("cannot find this program's file")?;
    let subject = Subject::Command(vec![this.display().to_string()]);
    let plan = Setup::new(&Order::new(subject, &suite))?.grading.plan;
    let catalogue = right.catalogue(&plan)?;
    let package = Package::new(args, &plan, &catalogue)?;
    for (name, content) in &package.files {
        let path = args.out.join(name);
        let folder = path.parent().unwrap_or(&args.out);
        files::create_folder(folder)?;
        files::write(&path, content)?;
    }
    println!(
        "{}: {} cases, {} programs with a mistake",
        args.out.display(),
        plan.cases.len(),
        package.mistakes
    );
    Ok(ExitCode::SUCCESS)
}

/// Checks that the folder is new or empty, and called as the format has it.
fn check(folder: &Path) -> anyhow::Result<()> {
    let is_empty = match std::fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none(),
        Err(_) => true,
    };
    if !is_empty {
        let out = folder.display();
        bail!("{out}: found files, expected an empty or a new folder");
    }
    let whole = std::path::absolute(folder).context("cannot tell the name of the folder")?;
    let name = whole.file_name().unwrap_or_default();
    let is_plain = |byte: &u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9');
    if name.is_empty() || !name.as_encoded_bytes().iter().all(is_plain) {
        bail!(
            "{}: found a name with other characters, expected one of small letters and digits, as \
             problem packages have it; --name says what the problem is called",
            folder.display()
        );
    }
    Ok(())
}

/// Makes a suite for a game.
fn make(catalogue: &Catalogue, path: &Path) -> anyhow::Result<()> {
    std::fs::create_dir(path).context("cannot make a folder for the cases")?;
    let request = Request {
        catalogue,
        count: CASES.into(),
        as_needed: false,
        is_fair: true,
        seed: 1,
        present: Vec::new(),
        families: Some(FAMILIES),
    };
    for case in with_bar(None, |monitor| cases(&request, monitor))? {
        files::write(&path.join(format!("{}.txt", case.name)), case.input)?;
        files::write(&path.join(format!("{}.out", case.name)), case.answer)?;
    }
    Ok(())
}

/// A package that is made.
struct Package {
    /// The content of each file.
    files: BTreeMap<String, Vec<u8>>,
    /// How many mistakes there are programs for.
    mistakes: usize,
}

impl Package {
    fn new(args: &Args, plan: &Plan, catalogue: &Catalogue) -> anyhow::Result<Self> {
        let mut package = Self {
            files: BTreeMap::new(),
            mistakes: 0,
        };
        let inputs = plan.cases.iter().map(|case| files::read(&case.input));
        let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
        let expected = plan.cases.iter().map(|case| files::read(&case.expected));
        let expected = expected.collect::<Result<Vec<_>, _>>()?;
        package.cases(plan, &inputs, &expected);
        package.programs(catalogue, plan, &inputs, &expected)?;
        if let Some(path) = &args.accepted {
            let name = path.file_name().and_then(|name| name.to_str());
            let name = name.context("the accepted program has a name that is not UTF-8")?;
            package.add(&format!("submissions/accepted/{name}"), files::read(path)?);
        }
        package.add("input_validators/text.c", validator(&inputs));
        let about = catalogue.protocol().about();
        let name = args.name.as_deref().unwrap_or(about.title);
        let statement = match &args.statement {
            Some(path) => files::read(path)?,
            None => statement(args.format, name, catalogue).into_bytes(),
        };
        let flags = "[case_sensitive, space_change_sensitive]";
        match args.format {
            Format::Of2025 => {
                package.add("statement/problem.en.md", statement);
                for group in ["sample", "secret"] {
                    let settings = format!("output_validator_args: {flags}\n");
                    package.add(&format!("data/{group}/test_group.yaml"), settings);
                }
                package.add("data/invalid_input/control.in", "\u{1}\n");
            }
            Format::Legacy => {
                package.add("problem_statement/problem.en.tex", statement);
                let seconds = seconds(plan);
                package.add("domjudge-problem.ini", format!("timelimit={seconds}\n"));
            }
        }
        let settings = package.settings(args.format, name, plan);
        package.add("problem.yaml", settings);
        Ok(package)
    }

    fn add(&mut self, name: &str, content: impl Into<Vec<u8>>) {
        self.files.insert(name.to_owned(), content.into());
    }

    fn cases(&mut self, plan: &Plan, inputs: &[Vec<u8>], expected: &[Vec<u8>]) {
        let is_open = |case: &Planned| case.visibility.is_open();
        let open = plan.cases.iter().filter(|case| is_open(case)).count();
        let is_mixed = open > 0 && open < plan.cases.len();
        for (index, case) in plan.cases.iter().enumerate() {
            let is_sample = if is_mixed { is_open(case) } else { index == 0 };
            let is_secret = !is_sample || plan.cases.len() == 1;
            let name = format!("{:03}-{}", index + 1, file_name(&case.name));
            for (group, is_there) in [("sample", is_sample), ("secret", is_secret)] {
                if is_there {
                    self.add(&format!("data/{group}/{name}.in"), &*inputs[index]);
                    self.add(&format!("data/{group}/{name}.ans"), &*expected[index]);
                }
            }
        }
    }

    /// The program that is right, and programs with a mistake that the cases catch, of as many
    /// rules as possible.
    fn programs(
        &mut self,
        catalogue: &Catalogue,
        plan: &Plan,
        inputs: &[Vec<u8>],
        expected: &[Vec<u8>],
    ) -> anyhow::Result<()> {
        let cases = plan.cases.iter().zip(inputs).map(|(case, input)| Case {
            name: case.name.clone(),
            input: input.clone(),
        });
        let suite = Suite::new(catalogue, cases.collect())?;
        let pairs = suite.right().iter().zip(expected);
        if let Some(wrong) = pairs
            .zip(&plan.cases)
            .find(|((one, other), _)| one != other)
        {
            bail!(
                "case '{}': found an expected output that is not plyjudge's answer; --rule says \
                 how the assignment reads the rules",
                wrong.1.name
            );
        }
        let hashes: Vec<u64> = inputs.iter().map(|input| hash(input)).collect();
        let mut distinct: BTreeMap<u64, &[u8]> = BTreeMap::new();
        for (hash, input) in hashes.iter().zip(inputs) {
            if *distinct.entry(*hash).or_insert(input) != &**input {
                bail!("found two inputs with the same hash, expected others");
            }
        }
        let right = program("The right answers", &hashes, expected);
        self.add("submissions/accepted/answers.c", right);
        let mut options: BTreeMap<&str, usize> = BTreeMap::new();
        let caught = catalogue.common().filter_map(|set| {
            let index = set.iter().next()?;
            suite.catches(&set).then_some((set, index))
        });
        let mut ranked: Vec<(usize, usize, Set)> = caught
            .map(|(set, index)| {
                let count = options
                    .entry(catalogue.mistakes()[index].option)
                    .or_default();
                *count += 1;
                (*count, index, set)
            })
            .collect();
        ranked.sort_by_key(|(count, index, _)| (*count, *index));
        for (_, index, set) in ranked.into_iter().take(MISTAKES) {
            let mistake = &catalogue.mistakes()[index];
            let name = file_name(&mistake.to_string().replace('=', "_"));
            let about = format!(
                "The answers of a program with a mistake, {mistake}:\n * {}\n * They are the answers",
                mistake.meaning.replace("*/", "* /")
            );
            let content = program(&about, &hashes, &suite.answers(&set));
            self.add(&format!("submissions/wrong_answer/{name}.c"), content);
            self.mistakes += 1;
        }
        Ok(())
    }

    fn settings(&self, format: Format, name: &str, plan: &Plan) -> String {
        let quoted = serde_json::Value::from(name).to_string();
        let mebibytes = |bytes: u64| (bytes >> 20).max(1);
        let most = |of: &dyn Fn(&Planned) -> u64| plan.cases.iter().map(of).max().unwrap_or(0);
        let memory = mebibytes(most(&|case| case.limits.memory));
        let output = mebibytes(most(&|case| case.limits.output));
        let programs = self.files.iter();
        let programs = programs.filter(|(name, _)| name.starts_with("submissions/"));
        let largest = programs.map(|(_, content)| content.len()).max();
        let code = match largest.unwrap_or(0).div_ceil(1024) {
            kibibytes if kibibytes > USUAL_CODE => format!("  code: {kibibytes}\n"),
            _ => String::new(),
        };
        let limits = format!("  memory: {memory}\n  output: {output}\n{code}");
        let uuid = self.uuid();
        match format {
            Format::Of2025 => {
                let seconds = seconds(plan);
                format!(
                    "problem_format_version: 2025-09\ntype: pass-fail\nname: {quoted}\n\
                     uuid: {uuid}\nlimits:\n  time_limit: {seconds}\n{limits}"
                )
            }
            Format::Legacy => format!(
                "problem_format_version: legacy\ntype: pass-fail\nname: {quoted}\n\
                 uuid: {uuid}\nvalidation: default\nvalidator_flags: case_sensitive space_change_sensitive\n\
                 limits:\n{limits}"
            ),
        }
    }

    /// What stands for the content: the same package has the same.
    fn uuid(&self) -> String {
        let mut printer = Printer::new();
        for (name, content) in &self.files {
            printer.bytes(name.as_bytes());
            printer.bytes(content);
        }
        let hex = printer.finish().to_string();
        // Version 8: made in a way of one's own.
        format!(
            "{}-{}-8{}-8{}-{}",
            &hex[..8],
            &hex[8..12],
            &hex[13..16],
            &hex[17..20],
            &hex[20..32]
        )
    }
}

/// The time limit: that of the slowest case.
fn seconds(plan: &Plan) -> f64 {
    let longest = plan.cases.iter().map(|case| case.limits.cpu).max();
    longest.map_or(1.0, |it| it.as_secs_f64())
}

/// A name as the format allows it.
fn file_name(name: &str) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let name = name.chars().map(|c| if allowed(c) { c } else { '-' });
    name.take(100).collect()
}

/// FNV-1a, which a C program has in two lines.
fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(1_099_511_628_211);
    bytes.iter().fold(14_695_981_039_346_656_037, step)
}

/// A C program that gives these answers to the inputs with these hashes.
fn program(about: &str, hashes: &[u64], answers: &[Vec<u8>]) -> String {
    let mut text = format!(
        "/* {about} to the inputs of this package, and to no others:\n\
         \x20* they are looked up by a hash of the input. Written by plyjudge to try the package\n\
         \x20* with; it is no solution of the problem. */\n\
         #include <stdio.h>\n\n\
         static const struct {{\n    unsigned long long hash;\n    size_t length;\n    \
         const char *text;\n}} answers[] = {{\n"
    );
    for (hash, answer) in hashes.iter().zip(answers) {
        _ = write!(text, "    {{{hash:#x}ULL, {},", answer.len());
        for line in answer.split_inclusive(|&byte| byte == b'\n') {
            for part in line.chunks(80) {
                _ = write!(text, "\n     \"{}\"", quoted(part));
            }
        }
        if answer.is_empty() {
            text.push_str(" \"\"");
        }
        text.push_str("},\n");
    }
    text.push_str(
        "};\n\n\
         int main(void) {\n    \
             unsigned long long hash = 14695981039346656037ULL;\n    \
             for (int c; (c = getchar()) != EOF;) hash = (hash ^ (unsigned char)c) * 1099511628211ULL;\n    \
             for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)\n        \
                 if (answers[i].hash == hash)\n            \
                     return fwrite(answers[i].text, 1, answers[i].length, stdout) != answers[i].length;\n    \
             return 1;\n\
         }\n",
    );
    text
}

/// Bytes within a string of C.
fn quoted(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            b'\n' => text.push_str("\\n"),
            b'"' | b'\\' => text.extend(['\\', char::from(byte)]),
            // Two of them would begin a trigraph.
            b' '..=b'~' if byte != b'?' => text.push(char::from(byte)),
            _ => _ = write!(text, "\\{byte:03o}"),
        }
    }
    text
}

/// A validator that takes text of the kind that the inputs are: lines of ASCII that can be seen,
/// and what else all of them may have.
fn validator(inputs: &[Vec<u8>]) -> String {
    let has = |wanted: fn(&u8) -> bool| inputs.iter().flatten().any(wanted);
    let others = has(|byte| !matches!(byte, b'\n' | b'\r' | b'\t' | b' '..=b'~'));
    let returns = has(|byte| *byte == b'\r');
    let tabs = has(|byte| *byte == b'\t');
    let empty = inputs.iter().any(Vec::is_empty);
    let mut ended = inputs.iter().filter(|input| !input.is_empty());
    let open = ended.any(|input| !input.ends_with(b"\n"));
    let longest = inputs.iter().map(Vec::len).max().unwrap_or(0);
    let most = (2 * longest).next_power_of_two().max(1 << 16);
    let flag = u8::from;
    format!(
        "/* Accepts text: lines of printable ASCII, each ended, {most} bytes at most. */\n\
         #include <stdio.h>\n\n\
         enum {{ MOST = {most}, OTHERS = {}, RETURNS = {}, TABS = {}, OPEN = {}, EMPTY = {} }};\n\n\
         int main(void) {{\n    \
             long count = 0;\n    \
             int last = '\\n';\n    \
             for (int c; (c = getchar()) != EOF; last = c) {{\n        \
                 int fits = c == '\\n' || (c >= ' ' && c <= '~') || (c == '\\r' && RETURNS) ||\n            \
                     (c == '\\t' && TABS) || OTHERS;\n        \
                 if (!fits || ++count > MOST) return 43;\n    \
             }}\n    \
             return (count > 0 || EMPTY) && (last == '\\n' || OPEN) ? 42 : 43;\n\
         }}\n",
        flag(others),
        flag(returns),
        flag(tabs),
        flag(open),
        flag(empty)
    )
}

/// What there is to say of any game.
const TASK: &str = "The program reads an input from standard input and prints the answer, which is \
                    compared byte for byte. The samples show the form of both.";

/// The rules as they are read, for want of other words.
fn statement(format: Format, name: &str, catalogue: &Catalogue) -> String {
    let right = &catalogue.right().rules;
    let rules = catalogue.protocol().options().into_iter().map(|option| {
        let set = right.iter().rev().find(|(name, _)| name == option.name);
        let value = set.map_or(&*option.default, |(_, value)| value);
        let known = values(&option);
        let known = known.iter().find(|known| known.name == value);
        let meaning = known.map_or(value, |known| &known.meaning);
        format!("{}: {meaning}", option.meaning)
    });
    match format {
        Format::Of2025 => {
            let rules: String = rules.map(|rule| format!("- {rule}\n")).collect();
            format!("# {name}\n\n{TASK}\n\n## Rules\n\n{rules}")
        }
        Format::Legacy => {
            let rules = rules.map(|rule| format!("\\item {}\n", latex(&rule)));
            let (name, rules) = (latex(name), rules.collect::<String>());
            format!(
                "\\problemname{{{name}}}\n\n{TASK}\n\n\\section*{{Rules}}\n\n\
                 \\begin{{itemize}}\n{rules}\\end{{itemize}}\n"
            )
        }
    }
}

/// Text that LaTeX prints as it is.
fn latex(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => escaped.extend(['\\', c]),
            c => escaped.push(c),
        }
    }
    escaped
}
