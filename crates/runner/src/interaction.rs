//! Two programs that speak with each other: what one prints, the other reads.
//!
//! Neither can make the other wait for us, nor us for it: what a program prints is taken at once,
//! as far as it may print at all, and handed on as fast as the other reads. Each run ends by its
//! own limits.

use std::io::PipeWriter;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::run::{CommandLine, Ended, FULL, Outcome, RunError, Sink, speak};

/// How long a leader that has closed its output may take to end before the follower learns of it:
/// that one is not to see the end of a leader that has stopped it, and go wrong because of that.
const GRACE: Duration = Duration::from_millis(300);

/// Runs a program on a line, see [`Runner::converse`](super::run::Runner::converse).
pub type Converse<'a> =
    dyn Fn(&CommandLine, &mut Sink<'_>) -> Result<Outcome, RunError> + Sync + 'a;

/// How a conversation went.
#[derive(Debug)]
pub struct Conversation {
    /// How the one who leads it ended.
    pub leader: Outcome,
    /// How the other ended; stopped where the leader ended it.
    pub follower: Outcome,
    /// How many bytes the other printed.
    pub printed: u64,
    /// Whether the leader had not read all of that when the other ended.
    pub unread: bool,
}

/// Has two programs speak with each other until both have ended. When the leader ends, the
/// follower is stopped, unless `goes_on` says of the leader's end that it may go on: then its
/// standard input is at its end. When the follower ends, so is the leader's standard input; that it
/// has closed its output before does not matter, as how it goes on and ends may be worse.
///
/// # Errors
/// Our own failures only.
pub fn connect(
    leader: &Converse<'_>,
    follower: &Converse<'_>,
    goes_on: fn(Ended) -> bool,
) -> Result<Conversation, RunError> {
    let new_line = || CommandLine::new().map_err(RunError::during("make a pipe"));
    let (leader_line, to_leader) = new_line()?;
    let (follower_line, to_follower) = new_line()?;
    let held_back = to_leader.stdin.try_clone();
    let held_back = held_back.map_err(RunError::during("share a pipe"))?;
    let (said_by_leader, said_by_follower) = (Words::default(), Words::default());
    let (leader_held, follower_held) = (
        Mutex::new(Some(to_leader.leash)),
        Mutex::new(Some(to_follower.leash)),
    );
    let mut printed = 0;
    let (led, followed, unread) = thread::scope(|scope| {
        let (said_by_leader, said_by_follower) = (&said_by_leader, &said_by_follower);
        let (leader_held, follower_held) = (&leader_held, &follower_held);
        scope.spawn(|| said_by_leader.hand_on(to_follower.stdin, said_by_follower, GRACE));
        scope.spawn(|| said_by_follower.hand_on(to_leader.stdin, said_by_leader, Duration::ZERO));
        let led = scope.spawn(move || {
            let led = leader(&leader_line, &mut |bytes| said_by_leader.add(bytes));
            let may_go_on = led.as_ref().is_ok_and(|outcome| goes_on(outcome.ended));
            if !may_go_on {
                drop(lock(follower_held).take());
            }
            drop(leader_line);
            said_by_leader.end(may_go_on);
            led
        });
        // A leader that never starts ends, which is an answer too.
        let _ = to_leader.started.recv();
        let followed = follower(&follower_line, &mut |bytes| {
            if bytes.is_empty() {
                return ControlFlow::Continue(());
            }
            printed += bytes.len() as u64;
            said_by_follower.add(bytes)
        });
        let is_said = lock(&said_by_follower.state).bytes.is_empty();
        let unread = !is_said || is_full(&held_back);
        // Or the leader would never see the end.
        drop(held_back);
        // Whom a limit has ended is not right, whatever the leader may make of all that it printed.
        let is_decided =
            |outcome: &Outcome| !matches!(outcome.ended, Ended::Exited(_) | Ended::Stopped);
        if followed.as_ref().map_or(true, is_decided) {
            drop(lock(leader_held).take());
        }
        drop(follower_line);
        said_by_follower.end(true);
        (led.join(), followed, unread)
    });
    let led = led.map_err(|_| RunError::Lost("its thread ended without a result".into()))?;
    Ok(Conversation {
        leader: led?,
        follower: followed?,
        printed,
        unread,
    })
}

/// Whether there is something in a pipe that was not read.
#[cfg(target_os = "linux")]
fn is_full(pipe: &PipeWriter) -> bool {
    rustix::io::ioctl_fionread(pipe).is_ok_and(|count| count > 0)
}

#[cfg(not(target_os = "linux"))]
fn is_full(_pipe: &PipeWriter) -> bool {
    false
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a program has printed and the other was not sent yet.
#[derive(Debug, Default)]
struct Words {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    bytes: Vec<u8>,
    /// Whether whoever prints them has closed its output: that one may read on.
    is_closed: bool,
    /// Whether whoever prints them has ended.
    is_over: bool,
    /// Whether whoever reads them is to learn that.
    tells_end: bool,
}

impl Words {
    fn add(&self, bytes: &[u8]) -> ControlFlow<()> {
        let mut state = lock(&self.state);
        state.bytes.extend_from_slice(bytes);
        state.is_closed |= bytes.is_empty();
        drop(state);
        self.changed.notify_all();
        ControlFlow::Continue(())
    }

    fn end(&self, tells: bool) {
        let mut state = lock(&self.state);
        (state.is_over, state.tells_end) = (true, tells);
        drop(state);
        self.changed.notify_all();
    }

    fn is_over(&self) -> bool {
        lock(&self.state).is_over
    }

    /// Waits until whoever prints has ended, but not for long.
    fn wait_for_end(&self, longest: Duration) {
        let state = lock(&self.state);
        let goes_on = |state: &mut State| !state.is_over;
        drop(self.changed.wait_timeout_while(state, longest, goes_on));
    }

    /// Writes what there is, until there will be no more or nobody reads it any more: `reader` is
    /// what that one prints.
    fn hand_on(&self, mut to: PipeWriter, reader: &Words, grace: Duration) {
        loop {
            let mut state = lock(&self.state);
            while state.bytes.is_empty() && !state.is_over && !state.is_closed {
                state = self
                    .changed
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner);
            }
            let bytes = std::mem::take(&mut state.bytes);
            let (is_end, is_closed) = (bytes.is_empty(), state.is_closed);
            drop(state);
            if is_end {
                if is_closed {
                    self.wait_for_end(grace);
                }
                let tells_end = is_closed && !self.is_over() || lock(&self.state).tells_end;
                // Who is stopped is not to see an end and go wrong because of that.
                while !tells_end && !reader.is_over() {
                    thread::sleep(FULL);
                }
                return;
            }
            if speak(&mut to, &bytes, || reader.is_over()).is_err() {
                // What else is printed is of no use to anybody.
                while !self.is_over() {
                    thread::sleep(FULL);
                    lock(&self.state).bytes = Vec::new();
                }
                return;
            }
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{Conversation, connect};
    use crate::run::{Containment, Ended, Job, Runner};
    use std::time::Duration;

    /// The second goes on after the first has exited with status 42.
    fn talk(leader: &str, follower: &str) -> Conversation {
        let runner = Runner::new(Containment::Off).unwrap();
        let job = |script: &str, wall| {
            let mut job = Job::new(["sh", "-c", script]);
            job.limits.wall = Duration::from_secs(wall);
            job
        };
        let (leader, follower) = (job(leader, 60), job(follower, 30));
        connect(
            &|line, sink| runner.converse(&leader, line, sink),
            &|line, sink| runner.converse(&follower, line, sink),
            |ended| ended == Ended::Exited(42),
        )
        .unwrap()
    }

    fn ends(conversation: &Conversation) -> (Ended, Ended) {
        (conversation.leader.ended, conversation.follower.ended)
    }

    #[test]
    fn each_reads_what_the_other_prints() {
        let talk = talk(
            "echo 1; read x; [ $x = 2 ] || exit 43; echo 3; read x; [ $x = 4 ] && exit 42",
            "while read x; do echo $((x + 1)); done",
        );
        assert_eq!(ends(&talk), (Ended::Exited(42), Ended::Exited(0)));
        assert_eq!(talk.printed, 4);
    }

    #[test]
    fn who_is_not_to_go_on_is_stopped_and_sees_no_end() {
        let talk = talk("read x; exit 43", "echo 1; read x; exit 7");
        assert_eq!(ends(&talk), (Ended::Exited(43), Ended::Stopped));
    }

    #[test]
    fn an_early_end_is_seen_by_the_leader() {
        let talk = talk("while read x; do :; done; exit 43", "exit 3");
        assert_eq!(ends(&talk), (Ended::Exited(43), Ended::Exited(3)));
    }

    /// Each reads to the end of what the other prints. The follower sees that the leader has closed
    /// its output, the leader sees no end before the follower has ended.
    #[test]
    fn closed_output_of_the_leader_is_seen_while_it_goes_on() {
        let follower =
            "sum=0; while read x; do sum=$((sum + x)); done; echo $sum; exec >&-; exit 3";
        let talk = talk(
            "echo 1; echo 2; exec >&-; [ \"$(cat)\" = 3 ] && exit 43; exit 1",
            follower,
        );
        assert_eq!(ends(&talk), (Ended::Exited(43), Ended::Exited(3)));
    }

    /// What closes its output and then goes wrong has gone wrong.
    #[test]
    fn closed_output_of_the_follower_is_no_end() {
        let talk = talk("cat >/dev/null; exit 43", "exec >&-; sleep 0.3; exit 7");
        assert_eq!(ends(&talk), (Ended::Exited(43), Ended::Exited(7)));
    }

    /// What a limit has ended needs no leader's word.
    #[test]
    fn a_leader_does_not_go_on_after_a_limit() {
        let talk = talk("sleep 50; exit 42", "cat /dev/zero");
        assert_eq!(ends(&talk), (Ended::Stopped, Ended::OutputLimit));
    }

    #[test]
    fn what_the_leader_has_not_read_is_known() {
        let deaf = talk("sleep 0.2; exit 43", "echo 1");
        assert!(deaf.unread);
        let heard = talk("read x; echo 1; read x; exit 43", "echo 1; read x; exit 0");
        assert!(!heard.unread);
    }

    /// Both print far more than a pipe takes and read nothing, or end while the other prints.
    #[test]
    fn nobody_is_waited_for_who_does_not_read() {
        let much = "head -c 3000000 /dev/zero";
        let both = talk(&format!("{much}; exit 42"), much);
        assert_eq!(ends(&both), (Ended::Exited(42), Ended::Exited(0)));
        assert_eq!(both.printed, 3_000_000);
        let early = talk(&format!("{much}; exit 42"), "exit 0");
        assert_eq!(ends(&early), (Ended::Exited(42), Ended::Exited(0)));
        let endless = talk("exit 42", "cat /dev/zero");
        assert_eq!(ends(&endless), (Ended::Exited(42), Ended::OutputLimit));
    }
}
