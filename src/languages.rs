//! The languages of pages and feedback: a file for each but English, which is what everything is
//! said in before it is translated.

use crate::judge::language::{ENGLISH, Language};

/// Tags of all languages, as `--lang` takes them.
pub const TAGS: [&str; 2] = ["en", "zh-TW"];

/// The language of a tag.
///
/// # Panics
/// When the file of a language is not as it should be, which the tests rule out.
pub fn find(tag: &str) -> Option<Language> {
    match tag {
        "en" => Some(ENGLISH.clone()),
        "zh-TW" => {
            let file = include_str!("languages/zh-TW.toml");
            Some(Language::read("zh-TW", file).expect("a file of a language"))
        }
        _ => None,
    }
}
