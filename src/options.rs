//! Named options: how a record of rules is declared, listed and set.
//!
//! A game's rules are one plain record whose fields each have a name, a default and a list
//! of values. The record is the single source for play, search, `--rule`, the `rules` page
//! and the catalogue of mistakes; the doc comments of fields and values are their meanings.

use std::borrow::Cow;
use std::fmt;

/// One option of a record, as shown to people and set by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Name used in `--rule NAME=VALUE`.
    pub name: &'static str,
    /// What the option decides, one line.
    pub meaning: &'static str,
    /// The values it takes.
    pub values: Values,
    /// The default's name.
    pub default: String,
    /// Plausible wrong values, as `--rule` takes them (every other value of a choice, a
    /// chosen few of a number).
    pub mistakes: Vec<ValueInfo>,
    /// Values that are other readings of what the assignment leaves open, and no mistakes.
    pub readings: &'static [&'static str],
    /// Values that few programs have and that take an input of their own to show: a suite is not
    /// measured by them, a program is diagnosed with them.
    pub rare: &'static [&'static str],
}

impl OptionInfo {
    /// Whether a value is one reading of several: one that is listed, or the default of such
    /// an option.
    pub fn is_reading(&self, value: &str) -> bool {
        let is_default = !self.readings.is_empty() && value == self.default;
        is_default || self.readings.contains(&value)
    }
}

/// The values an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// One of a few named values.
    Choice(&'static [ValueInfo]),
    /// A whole number in an inclusive range.
    Number {
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
}

/// A value with its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueInfo {
    /// Name used in `--rule NAME=VALUE`.
    pub name: Cow<'static, str>,
    /// What happens under this value, one line.
    pub meaning: Cow<'static, str>,
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Values::Choice(all) => {
                let names: Vec<&str> = all.iter().map(|value| &*value.name).collect();
                f.write_str(&names.join(", "))
            }
            Values::Number { min, max } => write!(f, "a whole number from {min} to {max}"),
        }
    }
}

/// Why a `NAME=VALUE` was not accepted; the message lists what would be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("rule '{name}': {problem}")]
pub struct OptionError {
    name: String,
    problem: String,
}

impl OptionError {
    /// The option exists, the value does not.
    pub fn value(name: &str, value: &str, expected: &str) -> Self {
        Self {
            name: name.to_owned(),
            problem: format!("found value '{value}', expected {expected}"),
        }
    }

    /// The option exists, and these are its values.
    fn value_of(name: &str, value: &str, values: &Values) -> Self {
        let expected = match values {
            Values::Choice(_) => format!("one of: {values}"),
            Values::Number { .. } => values.to_string(),
        };
        Self::value(name, value, &expected)
    }

    /// None of `options` has that name.
    pub fn name(name: &str, options: &[OptionInfo]) -> Self {
        let names: Vec<&str> = options.iter().map(|option| option.name).collect();
        Self {
            name: name.to_owned(),
            problem: format!("no such rule, expected one of: {}", names.join(", ")),
        }
    }
}

/// The type of one field: a choice or a bounded number.
pub trait Setting: Copy + PartialEq {
    /// All values.
    fn values() -> Values;
    /// The value of that name.
    fn parse(text: &str) -> Option<Self>;
    /// The value's name.
    fn name(self) -> String;

    /// The names of rare values, see [`OptionInfo::rare`], where a field names none itself.
    fn rare() -> &'static [&'static str] {
        &[]
    }
}

/// A record of named options.
pub trait Record: Clone + Default {
    /// What [`Default::default`] gives.
    const DEFAULT: Self;

    /// Every option in the order of declaration.
    fn options() -> Vec<OptionInfo>;

    /// Sets one option; `None` when the record has no option of that name.
    fn try_set(&mut self, name: &str, value: &str) -> Option<Result<(), OptionError>>;

    /// The value of one option; `None` when the record has no option of that name.
    fn get(&self, name: &str) -> Option<String>;

    /// Sets one option by name.
    fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        self.try_set(name, value)
            .unwrap_or_else(|| Err(OptionError::name(name, &Self::options())))
    }
}

/// A whole number from `MIN` to `MAX`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number<const MIN: i64, const MAX: i64>(i64);

impl<const MIN: i64, const MAX: i64> Number<MIN, MAX> {
    /// The number; a value outside the range is a programming error.
    pub const fn new(value: i64) -> Self {
        assert!(MIN <= value && value <= MAX, "number out of range");
        Self(value)
    }

    /// The plain number.
    pub const fn get(self) -> i64 {
        self.0
    }
}

impl<const MIN: i64, const MAX: i64> Setting for Number<MIN, MAX> {
    fn values() -> Values {
        Values::Number { min: MIN, max: MAX }
    }

    fn parse(text: &str) -> Option<Self> {
        let value = text.parse().ok()?;
        (MIN..=MAX).contains(&value).then_some(Self(value))
    }

    fn name(self) -> String {
        self.0.to_string()
    }
}

/// Declares a choice: an enum whose values have names; doc comments are the meanings. For one that
/// several fields have; that of a single field is declared with it, see [`record!`](crate::record).
#[macro_export]
macro_rules! choice {
    // A field of another type.
    ($(#[doc = $doc:literal])+) => {};
    (
        $(#[doc = $enum_doc:literal])+
        pub enum $Name:ident {
            $( $(#[doc = $doc:literal])+ $Value:ident = $name:literal, )+
        }
    ) => {
        $(#[doc = $enum_doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $Name {
            $( $(#[doc = $doc])+ $Value, )+
        }

        impl $crate::options::Setting for $Name {
            fn values() -> $crate::options::Values {
                const ALL: &[$crate::options::ValueInfo] = &[
                    $( $crate::options::ValueInfo {
                        name: std::borrow::Cow::Borrowed($name),
                        meaning: std::borrow::Cow::Borrowed(
                            $crate::options::one_line(concat!($($doc),+)),
                        ),
                    }, )+
                ];
                $crate::options::Values::Choice(ALL)
            }

            fn parse(text: &str) -> Option<Self> {
                match text {
                    $( $name => Some(Self::$Value), )+
                    _ => None,
                }
            }

            fn name(self) -> String {
                match self {
                    $( Self::$Value => $name.to_owned(), )+
                }
            }
        }
    };
}

/// Declares a record of named options; doc comments are the meanings. Each field is
/// `field: enum Choice, "name" { … }` with its values, the default first, or
/// `field: Type = default, "name";`. After the name come the plausible `wrong` values of a number,
/// `reading` with the values that are no mistakes but other readings of the assignment, and `rare`
/// with those that few programs have, see [`OptionInfo::rare`](crate::options::OptionInfo::rare).
#[macro_export]
macro_rules! record {
    (
        $(#[doc = $record_doc:literal])+
        pub struct $Name:ident {
            $(
                $(#[doc = $doc:literal])+
                $field:ident: $(enum $Choice:ident)? $($Type:ty = $default:expr)?, $name:literal
                    $(, wrong [$($wrong:literal),+])? $(, reading [$($reading:literal),+])?
                    $(, rare [$($rare:literal),+])? $(;)?
                    $({ $( $(#[doc = $value_doc:literal])+ $Value:ident = $value:literal, )+ })?
            )+
        }
    ) => {
        $( $crate::choice! {
            $(#[doc = $doc])+
            $(pub enum $Choice { $( $(#[doc = $value_doc])+ $Value = $value, )+ })?
        } )+

        $(#[doc = $record_doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $Name {
            $( $(#[doc = $doc])+ pub $field: $($Choice)? $($Type)?, )+
        }

        impl Default for $Name {
            fn default() -> Self {
                <Self as $crate::options::Record>::DEFAULT
            }
        }

        impl $crate::options::Record for $Name {
            const DEFAULT: Self = Self {
                $( $field: $([$($Choice::$Value),+][0])? $($default)?, )+
            };

            fn options() -> Vec<$crate::options::OptionInfo> {
                let default = Self::default();
                vec![
                    $( $crate::options::describe(
                        $name,
                        $crate::options::one_line(concat!($($doc),+)),
                        default.$field,
                        &[$($($wrong),+)?],
                        &[$($($reading),+)?],
                        &[$($($rare),+)?],
                    ), )+
                ]
            }

            fn try_set(
                &mut self,
                name: &str,
                value: &str,
            ) -> Option<Result<(), $crate::options::OptionError>> {
                match name {
                    $( $name => Some($crate::options::assign(&mut self.$field, name, value)), )+
                    _ => None,
                }
            }

            fn get(&self, name: &str) -> Option<String> {
                match name {
                    $( $name => Some($crate::options::Setting::name(self.$field)), )+
                    _ => None,
                }
            }
        }
    };
}

/// Gives these fields of a record their defaults; or those of each line whose condition holds by then.
macro_rules! reset {
    ($record:expr; $($condition:expr => $($field:ident)+,)+) => {{
        let default = $crate::options::default_of(&$record);
        $( if $condition { $( $record.$field = default.$field; )+ } )+
    }};
    ($record:expr; $($field:ident)+) => {{
        let default = $crate::options::default_of(&$record);
        $( $record.$field = default.$field; )+
    }};
}
pub(crate) use reset;

/// Used by the macros: the default of a record's type.
pub(crate) fn default_of<R: Record>(_record: &R) -> R {
    R::DEFAULT
}

/// Used by the macros: a doc comment without its leading blank and final full stop.
pub const fn one_line(doc: &'static str) -> &'static str {
    let doc = doc.trim_ascii();
    match doc.as_bytes() {
        [.., b'.'] => doc.split_at(doc.len() - 1).0,
        _ => doc,
    }
}

/// Used by the macros: the description of one field.
pub fn describe<T: Setting>(
    name: &'static str,
    meaning: &'static str,
    default: T,
    wrong: &[i64],
    readings: &'static [&'static str],
    rare: &'static [&'static str],
) -> OptionInfo {
    let option = OptionInfo {
        name,
        meaning,
        values: T::values(),
        default: default.name(),
        mistakes: Vec::new(),
        readings,
        rare: if rare.is_empty() { T::rare() } else { rare },
    };
    with_mistakes(option, wrong)
}

/// The option with its plausible wrong values. Apart from [`describe`], which is compiled anew for
/// the type of each of some hundred fields.
fn with_mistakes(mut option: OptionInfo, wrong: &[i64]) -> OptionInfo {
    let OptionInfo {
        meaning, default, ..
    } = &option;
    let number = |value: &i64| ValueInfo {
        name: value.to_string().into(),
        meaning: format!("{meaning}: {value} instead of {default}").into(),
    };
    option.mistakes = match &option.values {
        Values::Choice(all) => {
            let wrong = all.iter().filter(|value| value.name != *default);
            wrong.cloned().collect()
        }
        Values::Number { .. } => wrong.iter().map(number).collect(),
    };
    option
}

/// Used by the macros: sets one field from text.
pub fn assign<T: Setting>(field: &mut T, name: &str, value: &str) -> Result<(), OptionError> {
    *field = T::parse(value).ok_or_else(|| OptionError::value_of(name, value, &T::values()))?;
    Ok(())
}
