//! Mutants: a source with one small change, as a slip of the one who wrote it would make.

use std::ops::Range;

use bstr::ByteSlice;

use super::tokens::{Family, Kind, Token, is_operand_end, tokens};
use crate::compare::{count_lines, line_start};

/// A small change of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The bytes that are replaced.
    pub place: Range<usize>,
    /// What stands there instead.
    pub with: String,
    /// The line that it begins in, from 1.
    pub line: usize,
    /// The byte of the line that it begins with, from 1.
    pub column: usize,
    /// What it is, in words: `<= in place of <`.
    pub what: String,
}

impl Change {
    /// The source with the change.
    pub fn apply(&self, source: &[u8]) -> Vec<u8> {
        let Range { start, end } = self.place;
        [&source[..start], self.with.as_bytes(), &source[end..]].concat()
    }

    /// The line that it begins in, as it is after the change.
    pub fn changed_line(&self, source: &[u8]) -> String {
        let changed = self.apply(source);
        let start = line_start(&changed[..self.place.start]);
        let line = changed[start..].lines().next().unwrap_or_default();
        String::from_utf8_lossy(line).trim().to_owned()
    }
}

/// All small changes of a source, in the order of their places. Some of them may not build, or
/// change nothing that the program does.
pub fn changes(source: &[u8], family: &Family) -> Vec<Change> {
    let tokens = tokens(source, family);
    let mut writer = Writer {
        source,
        family,
        partner: partners(&tokens),
        tokens,
        changes: Vec::new(),
    };
    for at in 0..writer.tokens.len() {
        let token = writer.tokens[at];
        match token.kind {
            Kind::Sign => writer.sign(at),
            Kind::Number => writer.number(at),
            Kind::Word => writer.word(at),
            Kind::Text => {}
        }
        writer.statement(at);
    }
    let mut changes = writer.changes;
    changes.sort_by_key(|change| change.place.start);
    changes
}

/// For each bracket that opens or closes, the one that goes with it.
fn partners(tokens: &[Token<'_>]) -> Vec<Option<usize>> {
    let mut partners = vec![None; tokens.len()];
    let mut open = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if token.kind != Kind::Sign {
            continue;
        }
        match token.text {
            b"(" | b"[" | b"{" => open.push(at),
            b")" | b"]" | b"}" => {
                if let Some(opening) = open.pop() {
                    partners[at] = Some(opening);
                    partners[opening] = Some(at);
                }
            }
            _ => {}
        }
    }
    partners
}

/// Signs between two operands, each with those that may stand in its place.
const BETWEEN: &[(&str, &[&str])] = &[
    ("<", &["<=", ">="]),
    ("<=", &["<", ">"]),
    (">", &[">=", "<="]),
    (">=", &[">", "<"]),
    ("==", &["!="]),
    ("!=", &["=="]),
    ("===", &["!=="]),
    ("!==", &["==="]),
    ("+", &["-"]),
    ("-", &["+"]),
    ("*", &["/"]),
    ("/", &["*"]),
    ("//", &["*"]),
    ("**", &["*"]),
    ("%", &["/"]),
    ("&", &["|"]),
    ("|", &["&"]),
    ("^", &["&"]),
    ("<<", &[">>"]),
    (">>", &["<<"]),
    ("&&", &["||"]),
    ("||", &["&&"]),
    ("+=", &["-="]),
    ("-=", &["+="]),
    ("*=", &["/="]),
    ("/=", &["*="]),
    ("%=", &["/="]),
    ("&=", &["|="]),
    ("|=", &["&="]),
    ("<<=", &[">>="]),
    (">>=", &["<<="]),
];

/// Words, each with the one that may stand in its place.
const WORDS: &[(&str, &str)] = &[
    ("and", "or"),
    ("or", "and"),
    ("true", "false"),
    ("false", "true"),
    ("True", "False"),
    ("False", "True"),
    ("break", "continue"),
    ("continue", "break"),
];

/// Signs that compare.
const COMPARING: [&str; 8] = ["<", "<=", ">", ">=", "==", "!=", "===", "!=="];

/// Words that begin what is no plain statement, or cannot be left out.
const NO_STATEMENTS: &[&str] = &[
    "if",
    "else",
    "elif",
    "for",
    "while",
    "do",
    "switch",
    "case",
    "default",
    "goto",
    "try",
    "catch",
    "except",
    "finally",
    "with",
    "match",
    "def",
    "class",
    "struct",
    "enum",
    "union",
    "function",
    "fn",
    "func",
    "import",
    "from",
    "package",
    "use",
    "using",
    "namespace",
    "pass",
    "global",
    "nonlocal",
    "let",
    "const",
    "var",
    "static",
    "return",
    "yield",
    "lambda",
    "public",
    "private",
    "protected",
    "typedef",
    "extern",
    "loop",
    "unsafe",
    "async",
    "select",
];

/// How long a piece of source is in words.
const MOST_QUOTED: usize = 40;

struct Writer<'a, 'f> {
    source: &'a [u8],
    family: &'f Family,
    tokens: Vec<Token<'a>>,
    partner: Vec<Option<usize>>,
    changes: Vec<Change>,
}

impl Writer<'_, '_> {
    fn change(&mut self, place: Range<usize>, with: impl Into<String>, what: impl Into<String>) {
        let before = &self.source[..place.start];
        self.changes.push(Change {
            line: 1 + count_lines(before),
            column: 1 + before.len() - line_start(before),
            place,
            with: with.into(),
            what: what.into(),
        });
    }

    /// Puts something in place of a token.
    fn replace(&mut self, at: usize, with: &str) {
        let token = self.tokens[at];
        let what = format!("{with} in place of {}", String::from_utf8_lossy(token.text));
        self.change(token.start..token.end(), with, what);
    }

    fn text(&self, place: Range<usize>) -> String {
        String::from_utf8_lossy(&self.source[place]).into_owned()
    }

    /// Source in words: its first line, and not all of a long one.
    fn quoted(&self, place: Range<usize>) -> String {
        let text = self.text(place);
        let line = text.lines().next().unwrap_or_default();
        match line.char_indices().nth(MOST_QUOTED) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None if line.len() < text.len() => format!("{line}…"),
            None => line.to_owned(),
        }
    }

    fn is(&self, at: usize, text: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(text))
    }

    fn is_word(&self, at: usize) -> bool {
        let token = self.tokens.get(at);
        token.is_some_and(|token| token.kind == Kind::Word)
    }

    fn sign(&mut self, at: usize) {
        let token = self.tokens[at];
        if token.is("]") {
            self.index(at);
            return;
        }
        if token.is("++") || token.is("--") {
            self.replace(at, if token.is("++") { "--" } else { "++" });
            return;
        }
        let is_between = at > 0 && is_operand_end(&self.tokens[at - 1]);
        if (token.is("*") || token.is("&")) && !self.is_balanced(at) {
            return;
        }
        if is_between {
            let known = BETWEEN.iter().find(|(sign, _)| token.is(sign));
            for with in known.into_iter().flat_map(|(_, others)| *others) {
                self.replace(at, with);
            }
        } else if token.is("-") || token.is("!") {
            let what = format!("no {}", String::from_utf8_lossy(token.text));
            self.change(token.start..token.end(), "", what);
        }
    }

    /// Whether there is a space on both sides or on none: pointers are declared otherwise.
    fn is_balanced(&self, at: usize) -> bool {
        let token = self.tokens[at];
        let before = at.checked_sub(1).map_or(0, |at| self.tokens[at].end());
        let next = self.tokens.get(at + 1);
        let after = next.map_or(token.end(), |next| next.start);
        (before == token.start) == (after == token.end())
    }

    /// The index that ends with this bracket, one more and one less.
    fn index(&mut self, closing: usize) {
        let Some(open) = self.partner[closing] else {
            return;
        };
        let is_number = closing == open + 2 && self.tokens[open + 1].kind == Kind::Number;
        let is_index = open > 0 && is_operand_end(&self.tokens[open - 1]) && closing > open + 1;
        if !is_index || is_number || self.is_declared(open) {
            return;
        }
        let place = self.tokens[open + 1].start..self.tokens[closing - 1].end();
        let index = self.quoted(place.clone());
        for (with, other) in [(" + 1", "+ 1"), (" - 1", "- 1")] {
            let what = format!("[{index} {other}] in place of [{index}]");
            self.change(place.end..place.end, with, what);
        }
    }

    /// Whether a bracket says how large what is declared is.
    fn is_declared(&self, open: usize) -> bool {
        let Some(before) = open.checked_sub(1) else {
            return false;
        };
        if self.is(before, "]") {
            return self.partner[before].is_some_and(|outer| self.is_declared(outer));
        }
        let is_name = |at: usize| self.is_word(at) && is_operand_end(&self.tokens[at]);
        is_name(before) && before.checked_sub(1).is_some_and(is_name)
    }

    /// A whole number, one more and one less.
    fn number(&mut self, at: usize) {
        let token = self.tokens[at];
        if at > 0 && self.is(at - 1, "[") && self.is_declared(at - 1) {
            return;
        }
        let text = String::from_utf8_lossy(token.text).into_owned();
        let (base, digits) = match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
            Some(digits) => (16, digits),
            None => (10, &*text),
        };
        let end = digits.find(|c: char| !c.is_digit(base));
        let (digits, suffix) = digits.split_at(end.unwrap_or(digits.len()));
        let is_octal = base == 10 && digits.len() > 1 && digits.starts_with('0');
        let is_whole = suffix.chars().all(|c| "uUlLiszn0123468_".contains(c));
        let Ok(number) = i64::from_str_radix(digits, base) else {
            return;
        };
        if is_octal || !is_whole || number == i64::MAX {
            return;
        }
        let written = |number: i64| match (base, number) {
            (_, ..0) => format!("(-1{suffix})"),
            (16, _) => format!("0x{number:X}{suffix}"),
            _ => format!("{number}{suffix}"),
        };
        self.replace(at, &written(number + 1));
        self.replace(at, &written(number - 1));
    }

    fn word(&mut self, at: usize) {
        let token = self.tokens[at];
        let known = WORDS.iter().find(|(word, _)| token.is(word));
        if let Some((_, other)) = known {
            self.replace(at, other);
        }
        if token.is_any(&["if", "while", "elif"]) {
            self.condition(at);
        }
    }

    /// The condition behind a word, negated. One that a single sign decides has that changed.
    fn condition(&mut self, at: usize) {
        let first = at + 1;
        let last = match self.family.has_parentheses {
            true if self.is(first, "(") => self.partner[first].and_then(|end| end.checked_sub(1)),
            true => None,
            false => self.end_of_condition(first),
        };
        let first = first + usize::from(self.family.has_parentheses);
        let Some(last) = last.filter(|last| *last >= first) else {
            return;
        };
        let condition = &self.tokens[first..=last];
        let compared = condition.iter().filter(|token| token.is_any(&COMPARING));
        let mut joins = condition.iter();
        let is_joined = joins.any(|token| token.is_any(&["&&", "||", "and", "or"]));
        if condition[0].is_any(&["let", "!"]) || (compared.count() == 1 && !is_joined) {
            return;
        }
        let place = condition[0].start..condition[condition.len() - 1].end();
        let not = if self.family.is_indented { "not " } else { "!" };
        let with = format!("{not}({})", self.text(place.clone()));
        let what = format!("not in front of {}", self.quoted(place.clone()));
        self.change(place, with, what);
    }

    /// The last token of the condition that begins here and that a block follows.
    fn end_of_condition(&self, first: usize) -> Option<usize> {
        let end = if self.family.is_indented { ":" } else { "{" };
        let mut at = first;
        while at < self.tokens.len() && !self.is(at, end) {
            if self.tokens[at].is_line_end() || self.is(at, ";") {
                return None;
            }
            // Goes over whole brackets, but never back.
            at = self.partner[at].filter(|end| *end > at).unwrap_or(at) + 1;
        }
        at.checked_sub(1).filter(|_| at < self.tokens.len())
    }

    /// The statement that begins here, if one does that can be left out.
    fn statement(&mut self, first: usize) {
        if !self.begins_statement(first) {
            return;
        }
        let mut end = first;
        loop {
            let Some(token) = self.tokens.get(end) else {
                return;
            };
            if token.is_line_end() || (token.is(";") && !self.family.is_indented) {
                break;
            }
            if token.is("{") || token.is("}") && !self.family.is_indented {
                return;
            }
            end = self.partner[end].filter(|to| *to > end).unwrap_or(end) + 1;
        }
        if end == first {
            return;
        }
        let place = self.tokens[first].start..self.tokens[end - 1].end();
        let what = format!("without {}", self.quoted(place.clone()));
        let with = if self.family.is_indented { "pass" } else { "" };
        self.change(place, with, what);
    }

    fn begins_statement(&self, first: usize) -> bool {
        let token = self.tokens[first];
        let next = self.tokens.get(first + 1);
        let is_next =
            |signs: &[&str]| next.is_some_and(|next| next.is_line_end() || next.is_any(signs));
        // What ends with itself is a jump: `return;`.
        let is_jump = token.is_any(&["return", "break", "continue"]) && is_next(&[";"]);
        let is_plain = match token.kind {
            Kind::Word if is_jump => true,
            // A name behind a name, a type's `*` or `<` shows a declaration.
            Kind::Word => {
                let is_declaration = next.is_some_and(|next| next.kind == Kind::Word)
                    || is_next(&["*", "&", "<", ":", ";", ":="]);
                !token.is_any(NO_STATEMENTS) && !is_declaration
            }
            Kind::Sign => !self.family.is_indented && token.is_any(&["++", "--", "*", "("]),
            _ => false,
        };
        is_plain && self.is_place_of_statement(first)
    }

    /// Whether statements begin here.
    fn is_place_of_statement(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else {
            return self.family.is_indented;
        };
        let last = &self.tokens[before];
        let opening = self.opening(at);
        if opening.is_some_and(|open| !self.is(open, "{")) {
            return false;
        }
        if self.family.is_indented {
            return last.is_line_end() && opening.is_none();
        }
        // No function begins outside of one.
        if opening.is_none() {
            return false;
        }
        let is_header = |closing: usize| {
            let word = self.partner[closing].and_then(|open| open.checked_sub(1));
            word.is_some_and(|at| self.tokens[at].is_any(&["if", "for", "while"]))
        };
        last.is_line_end()
            || last.is_any(&[";", "{", "}", ":", "else", "do"])
            || (last.is(")") && is_header(before))
    }

    /// The bracket that is open here.
    fn opening(&self, at: usize) -> Option<usize> {
        let mut place = at.checked_sub(1)?;
        loop {
            match self.partner[place] {
                Some(open) if open < place => place = open,
                Some(_) => return Some(place),
                None => {}
            }
            place = place.checked_sub(1)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Family, changes};

    /// Each change, as the line it makes of the source's.
    fn lines(file: &str, source: &str) -> Vec<String> {
        let family = Family::of(Path::new(file)).expect("a family");
        let changes = changes(source.as_bytes(), family);
        let line = |change: &super::Change| change.changed_line(source.as_bytes());
        changes.iter().map(line).collect()
    }

    #[test]
    fn what_stands_between_operands() {
        assert_eq!(
            lines("a.c", "return a < b && -c;"),
            [
                "return a <= b && -c;",
                "return a >= b && -c;",
                "return a < b || -c;",
                "return a < b && c;"
            ]
        );
        assert_eq!(lines("a.py", "x = a // b\n"), ["pass", "x = a * b"]);
    }

    #[test]
    fn numbers_by_one() {
        assert_eq!(
            lines("a.c", "f(0, 9u, 0xF, 1.5, 017)"),
            [
                "f(1, 9u, 0xF, 1.5, 017)",
                "f((-1), 9u, 0xF, 1.5, 017)",
                "f(0, 10u, 0xF, 1.5, 017)",
                "f(0, 8u, 0xF, 1.5, 017)",
                "f(0, 9u, 0x10, 1.5, 017)",
                "f(0, 9u, 0xE, 1.5, 017)",
            ]
        );
    }

    #[test]
    fn indices_but_no_declarations() {
        assert_eq!(
            lines("a.c", "int a[10][N], b = a[i];"),
            ["int a[10][N], b = a[i + 1];", "int a[10][N], b = a[i - 1];"]
        );
    }

    #[test]
    fn conditions_that_no_sign_decides_are_negated() {
        assert_eq!(lines("a.c", "if (f(x)) y;"), ["if (!(f(x))) y;"]);
        assert_eq!(lines("a.c", "if (a == b) y;"), ["if (a != b) y;"]);
        assert_eq!(lines("a.go", "if f(x) {"), ["if !(f(x)) {"]);
        assert_eq!(lines("a.rs", "if let Some(x) = y {"), [""; 0]);
        assert_eq!(lines("a.py", "while f(x): y\n"), ["while not (f(x)): y"]);
    }

    #[test]
    fn statements_are_left_out_but_no_declarations() {
        let source =
            "void f(void) {\n int n;\n int *p = q;\n n = g();\n for (;; n++) *p = n;\n return;\n}";
        let expected = [";", "for (;; n--) *p = n;", "for (;; n++) ;", ";"];
        assert_eq!(lines("a.c", source), expected);
    }

    #[test]
    fn loops_are_left_and_gone_on_with() {
        let source = "for (;;) {\n if (f()) break;\n}";
        assert_eq!(
            lines("a.c", source),
            ["if (!(f())) break;", "if (f()) continue;", "if (f()) ;"]
        );
        let source = "while f():\n    continue\n";
        assert_eq!(lines("a.py", source), ["while not (f()):", "break", "pass"]);
    }

    #[test]
    fn a_change_says_what_and_where_it_is() {
        let source = b"int f(int a)\n{\n    return a < 2;\n}\n";
        let family = Family::of(Path::new("a.c")).expect("C");
        let change = &changes(source, family)[0];
        assert_eq!((change.line, &*change.what), (3, "<= in place of <"));
        let changed = "int f(int a)\n{\n    return a <= 2;\n}\n";
        assert_eq!(change.apply(source), changed.as_bytes());
    }
}
