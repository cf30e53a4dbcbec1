//! Limits as people set them: some of them, in seconds and in sizes with a unit.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer};

use plyjudge_runner::run::Limits;

/// Least memory that can be allowed, in bytes: starting a program takes some.
const LEAST_MEMORY: u64 = 1 << 20;

/// Most bytes that anything can be limited to: more than machines have, and little enough for all
/// that is reckoned with it.
const MOST_BYTES: u64 = 1 << 50;

/// Most seconds that a run can be limited to.
const MOST_SECONDS: f64 = 1e6;

/// Most processes, and most open files, that can be allowed: no system has so many for one program.
const MOST_COUNT: u32 = 1_000_000;

/// Output that is always allowed where no limit is set, in bytes.
const OUTPUT: u64 = 8 << 20;

/// How many times the expected output is allowed where no limit is set.
const TIMES_EXPECTED: u64 = 10;

/// Limits that somebody set; the others are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SetLimits {
    /// Processor time.
    pub cpu: Option<Seconds>,
    /// Wall-clock time.
    pub wall: Option<Seconds>,
    /// Memory.
    pub memory: Option<Memory>,
    /// Standard output.
    pub output: Option<Size>,
    /// Processes and threads at one time.
    pub processes: Option<Count<1>>,
    /// Any one file.
    pub file_size: Option<Size>,
    /// All files together.
    pub disk: Option<Size>,
    /// Files open in one process.
    pub open_files: Option<Count<4>>,
}

impl SetLimits {
    /// These limits, and those of `weaker` where these are none.
    #[must_use]
    pub fn or(self, weaker: Self) -> Self {
        Self {
            cpu: self.cpu.or(weaker.cpu),
            wall: self.wall.or(weaker.wall),
            memory: self.memory.or(weaker.memory),
            output: self.output.or(weaker.output),
            processes: self.processes.or(weaker.processes),
            file_size: self.file_size.or(weaker.file_size),
            disk: self.disk.or(weaker.disk),
            open_files: self.open_files.or(weaker.open_files),
        }
    }

    /// All limits of a run that should print `expected` bytes.
    ///
    /// What is not set is as in [`Limits::default`], but the wall-clock time is at least
    /// three times the processor time, and the output ten times what is expected.
    pub fn resolve(self, expected: u64) -> Limits {
        let default = Limits::default();
        let cpu = self.cpu.map_or(default.cpu, |Seconds(cpu)| cpu);
        let size = |set: Option<Size>, default| set.map_or(default, |Size(bytes)| bytes);
        Limits {
            cpu,
            wall: self
                .wall
                .map_or(default.wall.max(cpu.saturating_mul(3)), |Seconds(wall)| {
                    wall
                }),
            memory: self.memory.map_or(default.memory, |Size(bytes)| bytes),
            output: size(
                self.output,
                OUTPUT.max(expected.saturating_mul(TIMES_EXPECTED)),
            ),
            stderr: default.stderr,
            processes: self.processes.map_or(default.processes, |Count(most)| most),
            file_size: size(self.file_size, default.file_size),
            disk: size(self.disk, default.disk),
            open_files: self
                .open_files
                .map_or(default.open_files, |Count(most)| most),
        }
    }
}

/// How an output validator is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manner {
    /// What it may use. Its disk is for feedback.
    pub limits: Limits,
    /// Whether it speaks with the program while that runs.
    pub is_interactive: bool,
}

impl Default for Manner {
    /// What a validator may use where nobody says more.
    fn default() -> Self {
        const MIB: u64 = 1 << 20;
        let limits = Limits {
            cpu: Duration::from_secs(60),
            wall: Duration::from_secs(180),
            memory: 2048 * MIB,
            output: 8 * MIB,
            disk: 8 * MIB,
            processes: 256,
            ..Limits::default()
        };
        Self {
            limits,
            is_interactive: false,
        }
    }
}

/// How many there may be of something, from `LEAST` to a million. A program needs one process, and
/// starts with three open files and one for what it is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count<const LEAST: u32>(pub u32);

impl<const LEAST: u32> FromStr for Count<LEAST> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let count = text.parse().ok();
        let count = count.filter(|count| (LEAST..=MOST_COUNT).contains(count));
        count.map(Self).ok_or_else(|| {
            format!("found '{text}', expected a number from {LEAST} to {MOST_COUNT}")
        })
    }
}

impl<'de, const LEAST: u32> Deserialize<'de> for Count<LEAST> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let count = i64::deserialize(from)?;
        count.to_string().parse().map_err(de::Error::custom)
    }
}

/// A number of seconds above 0 and up to a million, whole or not: `1`, `0.5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seconds(pub Duration);

impl FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let seconds = text.parse().ok();
        let seconds = seconds.filter(|seconds| *seconds > 0.0 && *seconds <= MOST_SECONDS);
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        // What is above 0 may still be nothing in nanoseconds.
        let time = time.filter(|time| !time.is_zero());
        time.map(Self).ok_or_else(|| {
            format!("found '{text}', expected a number of seconds above 0 and up to {MOST_SECONDS}")
        })
    }
}

impl<'de> Deserialize<'de> for Seconds {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let seconds = f64::deserialize(from)?;
        format!("{seconds:?}").parse().map_err(de::Error::custom)
    }
}

/// A number of bytes, from `LEAST` up to 2^50: `4096`, `64KiB`, `512MiB`, `1GiB`. `K`, `M`, `G` with or
/// without `B` mean the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size<const LEAST: u64 = 0>(pub u64);

/// A number of bytes of memory, at least 1 MiB.
pub type Memory = Size<LEAST_MEMORY>;

impl<const LEAST: u64> FromStr for Size<LEAST> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = text.split_at(digits);
        let shift = match unit.trim().to_ascii_lowercase().as_str() {
            "" | "b" => Some(0),
            "k" | "kb" | "kib" => Some(10),
            "m" | "mb" | "mib" => Some(20),
            "g" | "gb" | "gib" => Some(30),
            _ => None,
        };
        let bytes = shift.and_then(|shift| number.parse::<u64>().ok()?.checked_mul(1 << shift));
        let is_number = !number.is_empty() && shift.is_some();
        match bytes {
            Some(bytes) if bytes < LEAST => {
                let least = LEAST >> 20;
                Err(format!("found {bytes} bytes, expected at least {least}MiB"))
            }
            Some(bytes) if bytes <= MOST_BYTES => Ok(Self(bytes)),
            _ if is_number => Err(format!(
                "found '{text}', expected at most {}GiB",
                MOST_BYTES >> 30
            )),
            _ => Err(format!(
                "found '{text}', expected a number of bytes such as 4096, 64KiB or 512MiB"
            )),
        }
    }
}

impl<'de, const LEAST: u64> Deserialize<'de> for Size<LEAST> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct SizeVisitor<const LEAST: u64>;

        impl<const LEAST: u64> Visitor<'_> for SizeVisitor<LEAST> {
            type Value = Size<LEAST>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of bytes such as 4096 or \"512MiB\"")
            }

            fn visit_i64<E: de::Error>(self, bytes: i64) -> Result<Self::Value, E> {
                match bytes {
                    0.. => bytes.to_string().parse().map_err(E::custom),
                    _ => Err(E::invalid_value(de::Unexpected::Signed(bytes), &self)),
                }
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
                text.parse().map_err(E::custom)
            }
        }

        from.deserialize_any(SizeVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::{Count, Memory, Seconds, SetLimits, Size};
    use plyjudge_runner::run::Limits;
    use std::time::Duration;

    #[test]
    fn sizes() {
        for (text, bytes) in [
            ("0", 0),
            ("4096", 4096),
            ("64KiB", 64 << 10),
            ("512 MiB", 512 << 20),
            ("512m", 512 << 20),
            ("2GB", 2 << 30),
        ] {
            assert_eq!(text.parse(), Ok(Size::<0>(bytes)), "{text}");
        }
        for text in ["", "MiB", "-1", "1.5MiB", "1TiB"] {
            let message = text.parse::<Size>().unwrap_err();
            let expected = format!("found '{text}', expected a number of bytes");
            assert!(message.starts_with(&expected), "{message}");
        }
        assert_eq!("1048576GiB".parse(), Ok(Size::<0>(1 << 50)));
        for text in [
            "1048577GiB",
            "9223372036854775807",
            "9223372036854775808",
            "18446744073709551615",
            "99999999999999999999",
            "99999999999GiB",
        ] {
            let expected = format!("found '{text}', expected at most 1048576GiB");
            assert_eq!(text.parse::<Size>(), Err(expected));
        }
    }

    #[test]
    fn memory_is_enough_to_start_in() {
        assert_eq!("1MiB".parse(), Ok(Size::<{ 1 << 20 }>(1 << 20)));
        let message = "64KiB".parse::<Memory>().unwrap_err();
        assert_eq!(message, "found 65536 bytes, expected at least 1MiB");
    }

    #[test]
    fn seconds() {
        assert_eq!("0.25".parse(), Ok(Seconds(Duration::from_millis(250))));
        assert_eq!(
            "1000000".parse(),
            Ok(Seconds(Duration::from_secs(1_000_000)))
        );
        for text in [
            "0", "-1", "nan", "inf", "1s", "", "1e-300", "1e-10", "1000001", "1e300",
        ] {
            assert!(text.parse::<Seconds>().is_err(), "{text}");
        }
    }

    #[test]
    fn counts() {
        assert_eq!("1".parse(), Ok(Count::<1>(1)));
        for text in ["0", "-1", "1000001", "4294967296", "many", ""] {
            let expected = format!("found '{text}', expected a number from 1 to 1000000");
            assert_eq!(text.parse::<Count<1>>(), Err(expected));
        }
        assert!("3".parse::<Count<4>>().is_err());
    }

    #[test]
    fn limits_of_a_file() {
        let text = "cpu = 2\nwall = 7.5\nmemory = \"64MiB\"\noutput = 100\nopen-files = 9";
        let set: SetLimits = toml::from_str(text).unwrap();
        let limits = set.resolve(0);
        assert_eq!(limits.cpu, Duration::from_secs(2));
        assert_eq!(limits.wall, Duration::from_millis(7500));
        assert_eq!(limits.memory, 64 << 20);
        assert_eq!((limits.output, limits.open_files), (100, 9));
        assert_eq!(limits.processes, Limits::default().processes);
        for text in [
            "memory = -1",
            "memory = \"64KiB\"",
            "cpu = 0",
            "memory = \"many\"",
            "cpus = 1",
            "processes = 0",
            "processes = -1",
            "processes = 99999999999",
            "open-files = 3",
            "disk = 9223372036854775807",
            "output = \"9223372036854775808\"",
            "wall = 1e300",
            "wall = \"1\"",
        ] {
            assert!(toml::from_str::<SetLimits>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_not_set_follows_from_the_rest() {
        let cpu = |seconds| SetLimits {
            cpu: Some(Seconds(Duration::from_secs(seconds))),
            ..SetLimits::default()
        };
        assert_eq!(SetLimits::default().resolve(5), Limits::default());
        assert_eq!(cpu(1).resolve(0).wall, Duration::from_secs(5));
        assert_eq!(cpu(4).resolve(0).wall, Duration::from_secs(12));
        assert_eq!(cpu(1).resolve(1 << 20).output, 10 << 20);
        let weaker = SetLimits {
            processes: Some(Count(3)),
            ..cpu(9)
        };
        let set = cpu(2).or(weaker);
        assert_eq!(set.cpu, cpu(2).cpu);
        assert_eq!(set.processes, Some(Count(3)));
    }
}
