//! Fingerprints: what a result depends on, in a few bytes.

use std::fmt;
use std::io::{self, Read};
use std::str::FromStr;

use serde::de::{self, Deserializer};
use serde::{Deserialize, Serialize, Serializer};
use sha2::{Digest, Sha256};

/// The first half of a SHA-256: nobody finds two contents that share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint([u8; 16]);

impl Fingerprint {
    /// What stands for some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let mut printer = Printer::new();
        printer.bytes(bytes);
        printer.finish()
    }

    /// What stands for anything that can be written as JSON.
    pub fn of_value(value: &impl Serialize) -> Self {
        let mut printer = Printer::new();
        printer.value(value);
        printer.finish()
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for Fingerprint {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = u128::from_str_radix(text, 16).ok();
        let number = number.filter(|_| text.len() == 32 && !text.starts_with('+'));
        number
            .map(|number| Self(number.to_be_bytes()))
            .ok_or_else(|| format!("found '{text}', expected 32 hexadecimal digits"))
    }
}

impl Serialize for Fingerprint {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(from)?;
        text.parse().map_err(de::Error::custom)
    }
}

/// A fingerprint being taken, part by part. Parts cannot run into each other.
#[derive(Clone, Debug, Default)]
pub struct Printer(Sha256);

impl Printer {
    /// A printer that has seen nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    /// Takes bytes that belong to those taken so before them. Their number in all has to be taken
    /// after them.
    pub fn part(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// Takes anything that can be written as JSON.
    pub fn value(&mut self, value: &impl Serialize) {
        // Fails only for maps whose keys are no text, and there are none.
        self.bytes(&serde_json::to_vec(value).expect("plain data can be written"));
    }

    /// Takes all that can be read.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn reader(&mut self, from: &mut impl Read) -> io::Result<()> {
        let mut buffer = [0; 16 << 10];
        let mut length = 0_u64;
        loop {
            match from.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => {
                    self.0.update(&buffer[..count]);
                    length += count as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.0.update(length.to_le_bytes());
        Ok(())
    }

    /// The fingerprint of all that was taken.
    pub fn finish(self) -> Fingerprint {
        let mut half = [0; 16];
        half.copy_from_slice(&self.0.finalize()[..16]);
        Fingerprint(half)
    }
}

#[cfg(test)]
mod tests {
    use super::{Fingerprint, Printer};

    fn print(parts: &[&[u8]]) -> Fingerprint {
        let mut printer = Printer::new();
        parts.iter().for_each(|part| printer.bytes(part));
        printer.finish()
    }

    #[test]
    fn parts_do_not_run_into_each_other() {
        assert_ne!(print(&[b"ab", b"c"]), print(&[b"a", b"bc"]));
        assert_ne!(print(&[b"", b"a"]), print(&[b"a", b""]));
        assert_eq!(print(&[b"a", b"b"]), print(&[b"a", b"b"]));
    }

    #[test]
    fn fingerprints_survive_text() {
        let one = print(&[b"x"]);
        assert_eq!(one.to_string().parse(), Ok(one));
        for text in ["", "12", &format!("+{}", "0".repeat(31)), &"g".repeat(32)] {
            assert!(text.parse::<Fingerprint>().is_err(), "{text}");
        }
    }
}
