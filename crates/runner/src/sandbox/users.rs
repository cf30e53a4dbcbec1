//! The users of boxes, as the machine knows them.
//!
//! Most of what the kernel limits it limits for each user, so programs of one user could use up
//! what others' need. Where there are users to give, each box has one of its own: root's have
//! those from [`FIRST`] on, an ordinary user's are of the ranges that `/etc/subuid` and
//! `/etc/subgid` have for that user, put in place by `newuidmap` and `newgidmap`. Elsewhere
//! programs run as the judge's own user.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use rustix::process::{getegid, geteuid};

use super::{BOX_ID, Done, During, Failure, Why, wait_at_most};

/// The first of the users that root's boxes have, one each, by the number of their keeper's
/// process: well above those of people, services and containers.
const FIRST: u32 = 1_900_000_000;

/// Where the system has the programs that map users.
const FOLDERS: [&str; 3] = ["/usr/bin", "/bin", "/run/wrappers/bin"];

/// How long such a program may take, which asks the machine for its users.
const PATIENCE: Duration = Duration::from_secs(5);

/// Where the users of boxes come from.
#[derive(Debug)]
pub(super) enum Users {
    /// Root gives what it likes.
    Root,
    /// An ordinary user has been given ranges.
    Ranges { uids: Range, gids: Range },
}

/// Some users, or groups, in a row; and the program that maps them.
#[derive(Debug)]
pub(super) struct Range {
    first: u32,
    count: u32,
    program: PathBuf,
}

/// Whether this is root with users to become. In a user namespace that has one user only, as
/// rootless containers may have, root can do no more than an ordinary user.
pub(super) fn is_root() -> bool {
    static HAS_USERS: OnceLock<bool> = OnceLock::new();
    geteuid().is_root() && *HAS_USERS.get_or_init(|| exists(BOX_ID))
}

/// Whether there are a user and a group of this number.
fn exists(id: u32) -> bool {
    let exists = |map| fs::read_to_string(map).is_ok_and(|map| has(&map, id));
    exists("/proc/self/uid_map") && exists("/proc/self/gid_map")
}

/// The user of the box that root has made with this keeper.
pub(super) fn of_root(users: Option<&Users>, keeper: u32) -> u32 {
    users.map_or(BOX_ID, |_| FIRST + keeper)
}

impl Users {
    /// What there is for this process's user, or why there is nothing.
    pub(super) fn find() -> Result<Self, String> {
        if is_root() {
            // In a container root may have few users.
            return match exists(FIRST + (1 << 22)) {
                true => Ok(Self::Root),
                false => Err(format!("root has no users from {FIRST} on here")),
            };
        }
        let (id, names) = (geteuid().as_raw(), read("/etc/passwd")?);
        let range = |file, program| Range::find(file, program, id, &names);
        Ok(Self::Ranges {
            uids: range("/etc/subuid", "newuidmap")?,
            gids: range("/etc/subgid", "newgidmap")?,
        })
    }

    /// What they are, in words. As part of what results depend on these do not tell who the
    /// user is.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Root => format!("from {FIRST} on"),
            Self::Ranges { uids, .. } => format!(
                "by newuidmap, from {} on; programs in files that others may not read run as the \
                 judge's user",
                uids.first
            ),
        }
    }
}

impl Range {
    fn find(file: &str, program: &str, id: u32, names: &str) -> Result<Self, String> {
        let found = FOLDERS.map(|folder| Path::new(folder).join(program));
        let program = found.into_iter().find(|path| path.is_file());
        let program = program.ok_or(format!("no newuidmap and newgidmap in {}", FOLDERS[0]))?;
        let (first, count) =
            given(&read(file)?, id, names).ok_or(format!("{file} has no range for this user"))?;
        Ok(Self {
            first,
            count,
            program,
        })
    }

    /// Calls the own user 0 in the namespace of this process, and one of the range [`BOX_ID`].
    fn map(&self, init: i32, own: u32, keeper: u32) -> Done<()> {
        let step = format!("run {}", self.program.display());
        let other = self.first + keeper % self.count;
        let words = [own, 1, BOX_ID, other, 1].map(|number| number.to_string());
        let mut child = Command::new(&self.program)
            .args([init.to_string(), "0".into()])
            .args(words)
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .during(&step)?;
        let why = match wait_at_most(&mut child, PATIENCE).during(&step)? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => format!("ended with {status}"),
            None => {
                // Whoever it runs as, it has been waited for long enough.
                let _ = child.kill();
                format!("did not end within {} s", PATIENCE.as_secs())
            }
        };
        let why = Why::Other(why);
        Err(Failure { step, why })
    }
}

fn read(file: &str) -> Result<String, String> {
    let text = fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The first range, its start and length, that a list such as `/etc/subuid` has for a user, who
/// is in it by number or by name.
fn given(ranges: &str, id: u32, names: &str) -> Option<(u32, u32)> {
    let number = id.to_string();
    let is_own = |line: &&str| line.split(':').nth(2) == Some(&number);
    let name = names
        .lines()
        .find(is_own)
        .and_then(|line| line.split(':').next());
    ranges.lines().find_map(|line| {
        let mut words = line.split(':').map(str::trim);
        let who = words.next()?;
        let (first, count) = (
            words.next()?.parse::<u32>().ok()?,
            words.next()?.parse().ok()?,
        );
        let fits = count > 0 && first > 0 && first.checked_add(count).is_some();
        (fits && (who == number || Some(who) == name)).then_some((first, count))
    })
}

/// Gives a new user namespace its users, for the box of this keeper. Root's boxes have all of
/// root's users, so that init can show any file, and run programs as one that owns nothing: that
/// of the box, which in there is called [`BOX_ID`], and the other way around. An ordinary user's
/// have the own one, which is called 0, and one of the box. Without `users` programs run as the
/// own one, called [`BOX_ID`], without any power over init.
pub(super) fn map(init: i32, users: Option<&Users>, keeper: u32) -> Done<()> {
    let write = |name: &str, text: String| {
        let path = format!("/proc/{init}/{name}");
        fs::write(&path, text).during(format_args!("write {path}"))
    };
    let (uid, gid) = (geteuid().as_raw(), getegid().as_raw());
    if is_root() {
        for name in ["uid_map", "gid_map"] {
            let own = format!("/proc/self/{name}");
            let own = fs::read_to_string(&own).during(own)?;
            write(name, exchanged(&own, BOX_ID, of_root(users, keeper)))?;
        }
        return Ok(());
    }
    if let Some(Users::Ranges { uids, gids }) = users {
        uids.map(init, uid, keeper)?;
        return gids.map(init, gid, keeper);
    }
    write("setgroups", "deny".into())?;
    write("uid_map", format!("{BOX_ID} {uid} 1\n"))?;
    write("gid_map", format!("{BOX_ID} {gid} 1\n"))
}

/// Of a map of users, the ranges that this user namespace has: first and count.
fn ranges(map: &str) -> impl Iterator<Item = (u64, u64)> {
    map.lines().filter_map(|line| {
        let mut numbers = line.split_whitespace().map(|word| word.parse().ok());
        let (first, _, count) = (numbers.next()??, numbers.next()??, numbers.next()??);
        Some((first, count))
    })
}

fn has(map: &str, user: u32) -> bool {
    ranges(map).any(|(first, count)| (first..first + count).contains(&user.into()))
}

/// A map of all users in `map` to themselves, but for two that are exchanged.
fn exchanged(map: &str, one: u32, other: u32) -> String {
    let [low, high] = [one.min(other), one.max(other)].map(u64::from);
    let mut text = String::new();
    for (first, count) in ranges(map) {
        let end = first + count;
        // Cut before and after each of the two.
        let mut cuts = vec![first, low, low + 1, high, high + 1, end];
        cuts.retain(|cut| (first..=end).contains(cut));
        cuts.sort_unstable();
        cuts.dedup();
        for part in cuts.windows(2) {
            let [from, to] = part else { continue };
            let outside = match *from {
                from if from == low => high,
                from if from == high => low,
                from => from,
            };
            text += &format!("{from} {outside} {}\n", to - from);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{exchanged, given, has};

    /// Of a container, and of the machine itself.
    const MAPS: [&str; 2] = [
        "         0       1000          1\n         1     100000      65536\n",
        "         0          0 4294967295\n",
    ];

    #[test]
    fn all_users_of_this_namespace_map_to_themselves() {
        assert_eq!(
            exchanged(MAPS[0], 65533, 65533),
            "0 0 1\n1 1 65532\n65533 65533 1\n65534 65534 3\n"
        );
    }

    #[test]
    fn two_users_change_places() {
        assert_eq!(
            exchanged("0 0 10\n", 3, 7),
            "0 0 3\n3 7 1\n4 4 3\n7 3 1\n8 8 2\n"
        );
        assert_eq!(exchanged("0 0 10\n", 9, 0), "0 9 1\n1 1 8\n9 0 1\n");
        assert_eq!(
            exchanged(MAPS[1], 65533, 1_900_000_007),
            "0 0 65533\n65533 1900000007 1\n65534 65534 1899934473\n\
             1900000007 65533 1\n1900000008 1900000008 2394967287\n"
        );
    }

    #[test]
    fn a_container_has_fewer_users() {
        assert!(has(MAPS[0], 65536) && !has(MAPS[0], 65537));
        assert!(has(MAPS[1], 1_904_194_303));
    }

    #[test]
    fn ranges_are_given_by_number_and_by_name() {
        let names = "root:x:0:0::/:/bin/sh\nann:x:1000:1000::/home/ann:/bin/sh\n";
        let ranges = "bob:7:9\n1001:200000:5\nann:100000:65536\nann:300000:1\n";
        assert_eq!(given(ranges, 1000, names), Some((100_000, 65_536)));
        assert_eq!(given(ranges, 1001, names), Some((200_000, 5)));
        assert_eq!(given(ranges, 1002, names), None);
        // Neither nothing nor root nor more than there is.
        let odd = "1:5:0\n1:0:9\n1:4294967295:2\n1:x:2\n1\n1:6:2\n";
        assert_eq!(given(odd, 1, names), Some((6, 2)));
    }
}
