//! The language of what people read on pages and in feedback.
//!
//! Whoever has something to say says it in English, and journals keep it so. A language is a table
//! from that to its own words: sentences as they are, or with holes for what changes. So what was
//! graded once can be read in any language, and nothing but reports knows that there are several.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

/// A language of pages and feedback.
#[derive(Clone, Debug)]
pub struct Language {
    tag: Cow<'static, str>,
    /// What is said without holes.
    fixed: BTreeMap<String, String>,
    /// What is said with holes, the one with the most words first.
    patterns: Vec<Pattern>,
}

/// English, in which everything is as it was said.
pub static ENGLISH: Language = Language {
    tag: Cow::Borrowed("en"),
    fixed: BTreeMap::new(),
    patterns: Vec::new(),
};

/// What is wrong with a language's file.
#[derive(Debug, thiserror::Error)]
pub enum LanguageError {
    /// It is no TOML of sections with strings.
    #[error("{0}")]
    Malformed(#[from] toml::de::Error),
    /// A translation leaves out what stands in a hole, or has one that is not there.
    #[error("\"{0}\" = \"{1}\": found other holes, expected the same on both sides")]
    Holes(String, String),
    /// Two sections translate the same.
    #[error("\"{0}\": found twice, expected once")]
    Twice(String),
}

/// A sentence with holes, and how it is said.
#[derive(Clone, Debug)]
struct Pattern {
    english: Vec<Part>,
    own: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Text(String),
    Hole(char),
}

impl Language {
    /// A language, by its tag (BCP 47) and its file: sections of `"English" = "its own words"`. In
    /// both, `{n}`, `{m}` and `{k}` stand for numbers, `{a}` to `{d}` for anything, which is kept,
    /// and `{u}` to `{z}` for what is said in that language again. A line may stand for several
    /// sentences: what is in `[ ]` may be missing, and of `<this|that>` there is one.
    ///
    /// # Errors
    /// When the file is not like that.
    pub fn read(tag: &'static str, text: &str) -> Result<Self, LanguageError> {
        let sections: BTreeMap<String, BTreeMap<String, String>> = toml::from_str(text)?;
        let mut language = Self {
            tag: tag.into(),
            ..ENGLISH.clone()
        };
        let lines = sections.values().map(|lines| {
            let lines = lines.iter();
            let mut all: Vec<_> = lines
                .flat_map(|(english, own)| sentences(english, own))
                .collect();
            all.sort();
            all
        });
        for (english, own) in lines.flatten() {
            let pattern = Pattern {
                english: parts(&english),
                own: parts(&own),
            };
            if holes(&pattern.english) != holes(&pattern.own) {
                return Err(LanguageError::Holes(english, own));
            }
            if !holes(&pattern.english).is_empty() {
                language.patterns.push(pattern);
            } else if language.fixed.insert(english.clone(), own).is_some() {
                return Err(LanguageError::Twice(english));
            }
        }
        let words = |it: &Pattern| {
            let lengths = it.english.iter().map(|part| match part {
                Part::Text(text) => text.len(),
                Part::Hole(_) => 0,
            });
            std::cmp::Reverse(lengths.sum::<usize>())
        };
        language.patterns.sort_by_key(words);
        Ok(language)
    }

    /// Its tag, as the page says it: `zh-TW`.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// How something is said that was said in English: a few words, a sentence, or several. What
    /// the language does not know stays as it is.
    pub fn say<'a>(&self, english: &'a str) -> Cow<'a, str> {
        if self.fixed.is_empty() && self.patterns.is_empty() {
            return english.into();
        }
        let text = english.trim();
        let ends = text.match_indices(". ").map(|(at, _)| at + 1);
        for end in ends.chain([text.len()]) {
            if let Some(said) = self.translated(&text[..end]) {
                return (said + &self.say(&text[end..])).into();
            }
        }
        english.into()
    }

    /// Several lines, each said for itself.
    pub fn say_lines(&self, english: &str) -> String {
        let lines = english.split_inclusive('\n').map(|line| {
            let text = line.strip_suffix('\n').unwrap_or(line);
            self.say(text).into_owned() + &line[text.len()..]
        });
        lines.collect()
    }

    /// The whole of a text, if the language knows it.
    fn translated(&self, english: &str) -> Option<String> {
        if let Some(own) = self.fixed.get(english) {
            return Some(own.clone());
        }
        self.patterns.iter().find_map(|pattern| {
            let found = matched(&pattern.english, english)?;
            let told = pattern.own.iter().map(|part| match part {
                Part::Text(text) => text.clone(),
                Part::Hole(hole @ 'u'..='z') => self.say(found[hole]).into_owned(),
                Part::Hole(hole) => found[hole].to_owned(),
            });
            Some(told.collect())
        })
    }
}

/// The sentences that a line stands for, with how they are said: what the English has in `[ ]` may
/// be missing, and of `<this|that>` there is one. On the other side it is the one at the same place,
/// or there are none and all are said alike.
fn sentences(english: &str, own: &str) -> Vec<(String, String)> {
    let with = |(before, _, after): (&str, &str, &str), one: &str| format!("{before}{one}{after}");
    if let Some(optional) = bracketed(english, '[', ']') {
        let both = [optional.1, ""].map(|one| sentences(&with(optional, one), own));
        return both.concat();
    }
    let Some(choice) = bracketed(english, '<', '>') else {
        return vec![(english.to_owned(), own.to_owned())];
    };
    let ones = choice.1.split('|').map(|one| with(choice, one));
    match bracketed(own, '<', '>') {
        None => ones.flat_map(|one| sentences(&one, own)).collect(),
        Some(said) => ones
            .zip(said.1.split('|').map(|one| with(said, one)))
            .flat_map(|(one, own)| sentences(&one, &own))
            .collect(),
    }
}

/// What is before, in and after the first brackets.
fn bracketed(text: &str, open: char, close: char) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once(open)?;
    let (inside, after) = rest.split_once(close)?;
    Some((before, inside, after))
}

/// A text with `{x}` for each hole.
fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        let hole = rest[at + 1..].chars().next();
        let is_closed = rest.get(at + 2..).is_some_and(|rest| rest.starts_with('}'));
        let Some(hole) = hole.filter(|_| is_closed) else {
            break;
        };
        if at > 0 {
            parts.push(Part::Text(rest[..at].to_owned()));
        }
        parts.push(Part::Hole(hole));
        rest = &rest[at + 3..];
    }
    if !rest.is_empty() {
        parts.push(Part::Text(rest.to_owned()));
    }
    parts
}

fn holes(parts: &[Part]) -> Vec<&Part> {
    let holes = parts.iter().filter(|part| matches!(part, Part::Hole(_)));
    let mut holes: Vec<&Part> = holes.collect();
    holes.sort();
    holes
}

/// What stands in the holes, if a text is of the pattern: in each as little as can be.
fn matched<'a>(pattern: &[Part], text: &'a str) -> Option<HashMap<char, &'a str>> {
    let mut found = HashMap::new();
    let mut rest = text;
    for (place, part) in pattern.iter().enumerate() {
        match (part, pattern.get(place + 1)) {
            (Part::Text(literal), _) => rest = rest.strip_prefix(literal.as_str())?,
            (Part::Hole(hole), next) => {
                let end = match next {
                    None => rest.len(),
                    Some(Part::Hole(_)) => return None,
                    // The last words are those that the text ends with.
                    Some(Part::Text(last)) if place + 2 == pattern.len() => {
                        rest.strip_suffix(last.as_str())?.len()
                    }
                    Some(Part::Text(literal)) => rest.find(literal.as_str())?,
                };
                let (inside, after) = rest.split_at(end);
                // A full stop behind a number is the sentence's.
                let is_number = !inside.is_empty()
                    && !inside.ends_with('.')
                    && inside.bytes().all(|byte| b"0123456789.+-".contains(&byte));
                if matches!(hole, 'k'..='n') && !is_number {
                    return None;
                }
                found.insert(*hole, inside);
                rest = after;
            }
        }
    }
    rest.is_empty().then_some(found)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{ENGLISH, Language, LanguageError};

    /// The language that reports are also written in; its file belongs to the commands.
    pub(crate) fn chinese() -> Language {
        const FILE: &str = include_str!("../../../src/languages/zh-TW.toml");
        Language::read("zh-TW", FILE).expect("a file of a language")
    }

    /// Words of ours that are still English, besides what is kept as it is: names, units, and what
    /// programs print.
    pub(crate) fn english_words(text: &str, kept: &[&str]) -> Vec<String> {
        let mut text = text.to_owned();
        for kept in kept.iter().chain(&["MiB", "KiB", "GiB"]) {
            text = text.replace(kept, " ");
        }
        let words = text.split(|c: char| !c.is_ascii_alphabetic());
        let is_word =
            |word: &&str| word.len() > 1 && word.bytes().any(|byte| byte.is_ascii_lowercase());
        words.filter(is_word).map(str::to_owned).collect()
    }

    fn sample() -> Language {
        let text = r#"
            [words]
            "the end" = "Ende"
            "a program" = "ein Programm"
            "All is well." = "Alles gut."
            [sentences]
            "{x} printed {a}, not {b}." = "{x} gab nicht {b} aus, sondern {a}."
            "{n} of {m} cases" = "{n} von {m} Fällen"
            "at {n}" = "bei {n}"
            "Before {x}: {a}" = "Vor {x}: {a}"
            "{n} word[s] <here|there|in {x}>" = "{n} Wort <hier|dort|in {x}>"
            "<It|it> ends< now|>" = "aus"
        "#;
        Language::read("de", text).unwrap()
    }

    #[test]
    fn english_is_as_it_was_said() {
        let text = " All is well. {x}  ";
        assert_eq!(ENGLISH.say(text), text);
        assert_eq!(ENGLISH.tag(), "en");
    }

    #[test]
    fn holes_are_kept_said_again_or_numbers() {
        let language = sample();
        let pairs = [
            ("the end", "Ende"),
            ("the END", "the END"),
            ("3 of 12 cases", "3 von 12 Fällen"),
            ("some of 12 cases", "some of 12 cases"),
            ("at 3", "bei 3"),
            ("at 3.", "at 3."),
            ("Before the end: the end", "Vor Ende: the end"),
            ("1 word here", "1 Wort hier"),
            ("2 words in the end", "2 Wort in Ende"),
            ("it ends", "aus"),
            ("It ends now", "aus"),
            (
                "a program printed the end, not 7.",
                "ein Programm gab nicht 7 aus, sondern the end.",
            ),
            (
                "a program printed a. b, not 7. All is well.",
                "ein Programm gab nicht 7 aus, sondern a. b.Alles gut.",
            ),
            ("All is well. Nobody knows.", "Alles gut. Nobody knows."),
        ];
        for (english, own) in pairs {
            assert_eq!(language.say(english), own);
        }
        assert_eq!(language.say_lines("the end\n\nx\n"), "Ende\n\nx\n");
    }

    #[test]
    fn holes_are_the_same_on_both_sides() {
        let read = |text: &str| Language::read("de", text).unwrap_err();
        let lost = read("[a]\n\"{n} of {m}\" = \"{n}\"");
        assert!(matches!(lost, LanguageError::Holes(..)), "{lost}");
        let twice = read("[a]\n\"x\" = \"y\"\n[b]\n\"x\" = \"z\"");
        assert!(matches!(twice, LanguageError::Twice(_)), "{twice}");
    }
}
