//! Sources as tokens, for languages of which little more is known than how they write comments
//! and text.

use std::path::Path;

/// Languages that are written alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Family {
    /// Endings of the names of its files.
    extensions: &'static [&'static str],
    /// What begins a comment that goes to the end of the line.
    comment: &'static str,
    /// Whether `/*` and `*/` enclose a comment.
    has_blocks: bool,
    /// What encloses text.
    quotes: &'static [u8],
    /// What encloses text that may have several lines.
    long_quotes: &'static [&'static str],
    /// Whether lines that begin with `#` are not the program's.
    pub(super) is_preprocessed: bool,
    /// Whether a line's end ends a statement.
    pub(super) ends_with_line: bool,
    /// Whether blocks are shown by how far they are indented.
    pub(super) is_indented: bool,
    /// Whether conditions stand in parentheses.
    pub(super) has_parentheses: bool,
    /// Whether `/` may begin a pattern.
    has_patterns: bool,
    /// Whether a name may follow `'`, and text may have several lines.
    has_lifetimes: bool,
}

const C: Family = Family {
    extensions: &["c", "cpp", "cc", "cxx", "c++"],
    comment: "//",
    has_blocks: true,
    quotes: b"\"'",
    long_quotes: &[],
    is_preprocessed: true,
    ends_with_line: false,
    is_indented: false,
    has_parentheses: true,
    has_patterns: false,
    has_lifetimes: false,
};

/// Each language that mutants can be made of.
const FAMILIES: &[Family] = &[
    C,
    Family {
        extensions: &["java", "kt", "cs"],
        long_quotes: &["\"\"\""],
        is_preprocessed: false,
        ..C
    },
    Family {
        extensions: &["js", "mjs", "cjs", "ts"],
        long_quotes: &["`"],
        is_preprocessed: false,
        has_patterns: true,
        ..C
    },
    Family {
        extensions: &["go"],
        long_quotes: &["`"],
        is_preprocessed: false,
        ends_with_line: true,
        has_parentheses: false,
        ..C
    },
    Family {
        extensions: &["rs"],
        is_preprocessed: false,
        has_parentheses: false,
        has_lifetimes: true,
        ..C
    },
    Family {
        extensions: &["py"],
        comment: "#",
        has_blocks: false,
        long_quotes: &["\"\"\"", "'''"],
        is_preprocessed: false,
        ends_with_line: true,
        is_indented: true,
        has_parentheses: false,
        ..C
    },
];

impl Family {
    /// The family of a source file; none where it is not known how such a file is written.
    pub fn of(file: &Path) -> Option<&'static Self> {
        let ending = file.extension()?.to_str()?;
        FAMILIES
            .iter()
            .find(|family| family.extensions.contains(&ending))
    }
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or a keyword.
    Word,
    /// A number.
    Number,
    /// Text in quotes, or a pattern.
    Text,
    /// Anything else; or the end of a line that ends a statement, which is empty.
    Sign,
}

/// A token: what it is, and where it begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub kind: Kind,
    pub text: &'a [u8],
    pub start: usize,
}

impl Token<'_> {
    pub(super) fn end(&self) -> usize {
        self.start + self.text.len()
    }

    pub(super) fn is(&self, text: &str) -> bool {
        self.kind != Kind::Text && self.text == text.as_bytes()
    }

    pub(super) fn is_any(&self, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.is(text))
    }

    /// Whether it is the end of a line.
    pub(super) fn is_line_end(&self) -> bool {
        self.text.is_empty()
    }
}

/// Signs of several characters, the longest first.
const SIGNS: &[&str] = &[
    ">>>=", "<<=", ">>=", ">>>", "**=", "//=", "===", "!==", "...", "..=", "<=>", "&&=", "||=",
    "??=", "->", "=>", "++", "--", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=", "<<", ">>", "::", "**", "//", "<-", ":=", "..", "&^", "?.", "??",
];

/// The tokens of a source. Comments, and lines for a preprocessor, are none.
pub(super) fn tokens<'a>(source: &'a [u8], family: &Family) -> Vec<Token<'a>> {
    let mut lexer = Lexer {
        source,
        family,
        at: 0,
        open: Vec::new(),
        tokens: Vec::new(),
    };
    while lexer.at < source.len() {
        lexer.step();
    }
    lexer.end_line();
    lexer.tokens
}

struct Lexer<'a, 'f> {
    source: &'a [u8],
    family: &'f Family,
    at: usize,
    /// The brackets that are open.
    open: Vec<u8>,
    tokens: Vec<Token<'a>>,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

impl Lexer<'_, '_> {
    fn starts_with(&self, text: &str) -> bool {
        self.source[self.at..].starts_with(text.as_bytes())
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.source.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn push(&mut self, kind: Kind, start: usize) {
        self.at = self.at.min(self.source.len());
        let text = &self.source[start..self.at];
        self.tokens.push(Token { kind, text, start });
    }

    /// What comes next.
    fn step(&mut self) {
        let (start, byte) = (self.at, self.byte(0));
        let family = self.family;
        let long = family
            .long_quotes
            .iter()
            .find(|quote| self.starts_with(quote));
        if byte == b'\n' {
            self.end_line();
            self.at += 1;
        } else if byte.is_ascii_whitespace() {
            self.at += 1;
        } else if self.starts_with(family.comment) {
            self.skip_to_line_end(family.is_preprocessed, false);
        } else if family.is_preprocessed && self.is_order() {
            self.skip_to_line_end(true, true);
        } else if family.has_blocks && self.starts_with("/*") {
            self.at += 2;
            self.to("*/");
        } else if let Some(quote) = long {
            self.at += quote.len();
            self.to(quote);
            self.push(Kind::Text, start);
        } else if family.has_lifetimes && byte == b'\'' && !self.is_character() {
            self.at += 1;
            self.while_word();
            self.push(Kind::Word, start);
        } else if family.quotes.contains(&byte) {
            self.text(byte);
            self.push(Kind::Text, start);
        } else if byte.is_ascii_digit() || self.is_fraction() {
            self.number();
            self.push(Kind::Number, start);
        } else if is_word(byte) {
            self.while_word();
            match self.raw_end() {
                Some(end) => {
                    self.to(&end);
                    self.push(Kind::Text, start);
                }
                None => self.push(Kind::Word, start),
            }
        } else if family.has_patterns && byte == b'/' && !self.is_operand_before() {
            self.text(b'/');
            self.while_word();
            self.push(Kind::Text, start);
        } else {
            self.sign();
        }
    }

    /// Whether a line for the preprocessor begins.
    fn is_order(&self) -> bool {
        let line = self.source[..self.at].iter().rev();
        let mut before = line.take_while(|byte| **byte != b'\n');
        self.byte(0) == b'#' && before.all(u8::is_ascii_whitespace)
    }

    fn skip_to_line_end(&mut self, may_go_on: bool, may_have_comments: bool) {
        while self.at < self.source.len() && self.byte(0) != b'\n' {
            let goes_on = may_go_on && self.byte(0) == b'\\';
            let is_return = goes_on && self.byte(1) == b'\r';
            // A comment behind an order may go over several lines, and so does the order.
            if may_have_comments && self.starts_with("/*") {
                self.at += 2;
                self.to("*/");
                continue;
            }
            self.at += 1 + usize::from(goes_on) + usize::from(is_return);
        }
    }

    /// Goes behind the next such text.
    fn to(&mut self, end: &str) {
        while self.at < self.source.len() && !self.starts_with(end) {
            self.at += 1;
        }
        self.at = (self.at + end.len()).min(self.source.len());
    }

    fn while_word(&mut self) {
        while is_word(self.byte(0)) {
            self.at += 1;
        }
    }

    fn text(&mut self, quote: u8) {
        self.at += 1;
        let is_long = self.family.has_lifetimes;
        while self.at < self.source.len() {
            match self.byte(0) {
                b'\\' => self.at += 2,
                b'\n' if !is_long => return,
                byte => {
                    self.at += 1;
                    if byte == quote {
                        return;
                    }
                }
            }
        }
    }

    /// Whether `'` begins a character, and no lifetime.
    fn is_character(&self) -> bool {
        let rest = &self.source[self.at + 1..];
        let is_next = |byte: &u8| *byte < 0x80 || *byte >= 0xC0;
        match rest {
            [b'\\', ..] => true,
            [_, more @ ..] => {
                let length = more.iter().position(is_next);
                length.is_some_and(|length| more[length] == b'\'')
            }
            [] => false,
        }
    }

    /// Whether a number begins with a point; behind an operand it is a field's.
    fn is_fraction(&self) -> bool {
        self.byte(0) == b'.' && self.byte(1).is_ascii_digit() && !self.is_operand_before()
    }

    fn number(&mut self) {
        let is_hex = self.starts_with("0x") || self.starts_with("0X");
        loop {
            let (byte, next) = (self.byte(0), self.byte(1));
            let goes_on = match byte {
                b'e' | b'E' if !is_hex && (next == b'-' || next == b'+') => {
                    self.at += 1;
                    true
                }
                b'.' => next != b'.' && !(next.is_ascii_alphabetic() || next == b'_'),
                b'\'' => self.family.is_preprocessed && next.is_ascii_alphanumeric(),
                _ => is_word(byte),
            };
            if !goes_on {
                return;
            }
            self.at += 1;
        }
    }

    /// What ends the raw text that begins with the word just read, if it does.
    fn raw_end(&mut self) -> Option<String> {
        let before = &self.source[..self.at];
        let length = before.iter().rev().take_while(|byte| is_word(**byte));
        let word = &before[before.len() - length.count()..];
        let rest = &self.source[self.at..];
        if self.family.has_lifetimes && matches!(word, b"r" | b"br") {
            let hashes = rest.iter().take_while(|byte| **byte == b'#').count();
            if rest.get(hashes) == Some(&b'"') {
                self.at += hashes + 1;
                return Some(format!("\"{}", "#".repeat(hashes)));
            }
        }
        let is_raw = matches!(word, b"R" | b"LR" | b"uR" | b"UR" | b"u8R");
        if self.family.is_preprocessed && is_raw && rest.first() == Some(&b'"') {
            let length = rest.iter().position(|byte| *byte == b'(')?;
            let name = String::from_utf8_lossy(&rest[1..length]).into_owned();
            self.at += length + 1;
            return Some(format!("){name}\""));
        }
        None
    }

    /// Whether what was read last is something to reckon with.
    fn is_operand_before(&self) -> bool {
        self.tokens.last().is_some_and(is_operand_end)
    }

    fn sign(&mut self) {
        let start = self.at;
        let known = SIGNS.iter().find(|sign| {
            // No comment begins with it, so that it is one of this language's signs.
            self.starts_with(sign) && (**sign != "//" || self.family.is_indented)
        });
        self.at += known.map_or(1, |sign| sign.len());
        match self.source[start] {
            open @ (b'(' | b'[' | b'{') => self.open.push(open),
            b')' | b']' | b'}' => _ = self.open.pop(),
            _ => {}
        }
        self.push(Kind::Sign, start);
    }

    /// Notes that a line ends, if that ends a statement.
    fn end_line(&mut self) {
        let is_within = match self.family.is_indented {
            true => !self.open.is_empty(),
            false => self.open.last().is_some_and(|open| *open != b'{'),
        };
        let goes_on = self.source[..self.at].ends_with(b"\\");
        let Some(last) = self.tokens.last() else {
            return;
        };
        let is_end = match self.family.is_indented {
            true => !last.is_line_end(),
            false => is_operand_end(last) || last.is_any(&["}", "++", "--"]),
        };
        if self.family.ends_with_line && !is_within && !goes_on && is_end {
            let start = last.end();
            let text = &self.source[start..start];
            let kind = Kind::Sign;
            self.tokens.push(Token { kind, text, start });
        }
    }
}

/// Words that something to reckon with follows.
const BEFORE_OPERANDS: &[&str] = &[
    "return", "case", "in", "and", "or", "not", "if", "elif", "else", "while", "throw", "yield",
    "await", "typeof", "is", "match", "print", "assert", "lambda",
];

/// Whether something to reckon with may end in a token, so that a sign behind it takes two.
pub(super) fn is_operand_end(token: &Token<'_>) -> bool {
    match token.kind {
        Kind::Word => !token.is_any(BEFORE_OPERANDS),
        Kind::Number | Kind::Text => true,
        Kind::Sign => token.is_any(&[")", "]"]),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Family, tokens};

    /// The tokens, a space between them; `¶` ends a line.
    fn told(file: &str, source: &str) -> String {
        let family = Family::of(Path::new(file)).expect("a family");
        let tokens = tokens(source.as_bytes(), family);
        let text = tokens.iter().map(|token| match token.is_line_end() {
            true => "¶".to_owned(),
            false => String::from_utf8_lossy(token.text).into_owned(),
        });
        text.collect::<Vec<_>>().join(" ")
    }

    #[track_caller]
    fn check(rows: &[(&str, &str, &str)]) {
        for (file, source, tokens) in rows {
            assert_eq!(told(file, source), *tokens);
        }
    }

    #[test]
    fn comments_and_preprocessor_lines_are_no_tokens() {
        let source = "#include <a.h> // <\n  # define A(x) \\\n x<1\nint a/* < */=1; // b<c\n";
        check(&[
            ("a.c", source, "int a = 1 ;"),
            ("a.c", "#if 1 /* a\n b<c */\nx // /*\ny", "x y"),
            ("a.py", "a = 1 # b < c\n", "a = 1 ¶"),
            ("a.js", "a // '\nb", "a b"),
        ]);
    }

    #[test]
    fn text_is_one_token() {
        let js = "a = `x\n<` / b ; c = /['\"<]/g";
        let rust = "f :: < 'a > ( 'b' , '\\'' , r#\"<\"\"# , b 'x' , \"a\n<\" )";
        check(&[
            (
                "a.c",
                r#"x="a\"<";c='\'';y<2"#,
                r#"x = "a\"<" ; c = '\'' ; y < 2"#,
            ),
            ("a.cpp", "R\"x(a\" < )x\"<1'000", "R\"x(a\" < )x\" < 1'000"),
            ("a.py", "'''a\n<b''' + f'{x}'\n", "'''a\n<b''' + f '{x}' ¶"),
            ("a.js", "a = `x\n<` / b; c = /['\"<]/g", js),
            (
                "a.rs",
                "f::<'a>('b', '\\'', r#\"<\"\"#, b'x', \"a\n<\")",
                rust,
            ),
        ]);
    }

    #[test]
    fn numbers_and_signs() {
        let c = "a [ i ] <<= 1.5e-3 - 0x1E + 2u ; p -> x --";
        check(&[
            ("a.c", "a[i]<<=1.5e-3-0x1E+2u;p->x--", c),
            ("a.rs", "0..n; t.0.max(1)", "0 .. n ; t . 0 . max ( 1 )"),
            ("a.py", "a//b**2\n", "a // b ** 2 ¶"),
        ]);
    }

    #[test]
    fn ends_of_lines_that_end_statements() {
        let (go, py) = (
            "f ( a , b ) ¶ if x { g ( ) ¶ } ¶",
            "f ( a , b ) ¶ x = 1 + \\ 2 ¶",
        );
        check(&[
            ("a.go", "f(a,\n b)\nif x {\ng()\n}\n\n", go),
            ("a.py", "f(a,\n b)\n\nx = 1 + \\\n 2\n", py),
        ]);
    }

    #[test]
    fn nothing_is_lost_where_text_does_not_end() {
        for file in ["a.c", "a.py", "a.rs", "a.js", "a.go", "a.java"] {
            for source in [
                "\"", "'", "/*", "`", "'''", "R\"x(", "r#\"", "\\", "'\\", "0x", "é'",
            ] {
                told(file, source);
            }
        }
        assert!(Family::of(Path::new("a.hs")).is_none());
        assert!(Family::of(Path::new("a")).is_none());
    }
}
