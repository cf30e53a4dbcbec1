//! `plyjudge` behind a match driver that knows nothing but the ECUI page: it writes requests
//! that end in CRLF, splits replies at single spaces, and takes every token for an integer.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// An engine that is spoken to.
struct Engine {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plyjudge"))
            .env("PLYJUDGE_PROGRESS", "off")
            .args(["--depth", "1"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("plyjudge runs");
        let stdin = child.stdin.take().expect("is piped");
        let stdout = BufReader::new(child.stdout.take().expect("is piped"));
        Self {
            child,
            stdin,
            stdout,
        }
    }

    /// The integers of the reply to a request.
    fn ask(&mut self, request: &str) -> Vec<usize> {
        write!(self.stdin, "{request}\r\n").expect("it listens");
        let mut reply = String::new();
        self.stdout.read_line(&mut reply).expect("it replies");
        let reply = reply.strip_suffix('\n').expect("a whole line");
        let integer = |token: &str| token.parse().unwrap_or_else(|_| panic!("token '{token}'"));
        reply.split(' ').map(integer).collect()
    }

    /// Ends it; nothing more may come.
    fn exit(mut self) {
        write!(self.stdin, "exit\r\n").expect("it listens");
        let mut rest = String::new();
        self.stdout.read_line(&mut rest).expect("its output ends");
        assert_eq!(rest, "");
        assert!(self.child.wait().expect("it ends").success());
    }
}

/// A stream of pseudo-random numbers (xorshift).
struct Luck(u64);

impl Luck {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }
}

/// The cells of Blue's stones and of Red's, 0 for a removed one.
type Board = [[usize; 6]; 2];

/// The legal steps by the page: the stone that the die names, or the nearest ones; one cell
/// up, up-left, left for Blue (side 0), the other way round for Red.
fn steps(board: &Board, side: usize, die: usize) -> Vec<(usize, usize)> {
    let own = board[side];
    let stones: Vec<usize> = if own[die - 1] > 0 {
        vec![die - 1]
    } else {
        let above = (die..6).find(|&stone| own[stone] > 0);
        let below = (0..die - 1).rfind(|&stone| own[stone] > 0);
        above.into_iter().chain(below).collect()
    };
    let mut steps = Vec::new();
    for from in stones.into_iter().map(|stone| own[stone]) {
        let (row, column) = ((from - 1) / 5, (from - 1) % 5);
        let (may_go_vertically, may_go_sideways) = match side {
            0 => (row > 0, column > 0),
            _ => (row < 4, column < 4),
        };
        let to = |distance: usize| {
            if side == 0 {
                from - distance
            } else {
                from + distance
            }
        };
        if may_go_vertically {
            steps.push((from, to(5)));
        }
        if may_go_vertically && may_go_sideways {
            steps.push((from, to(6)));
        }
        if may_go_sideways {
            steps.push((from, to(1)));
        }
    }
    steps
}

/// Plays a game of the engine as `side` against random steps; who wins.
fn game(engine: &mut Engine, side: usize, luck: &mut Luck) -> usize {
    let start: Board = [[25, 24, 23, 20, 19, 15], [1, 2, 3, 6, 7, 11]];
    let mut board = start;
    let set = engine.ask(["ini B", "ini R"][side]);
    let (mut sorted, mut expected) = (set.clone(), start[side].to_vec());
    sorted.sort_unstable();
    expected.sort_unstable();
    assert_eq!(sorted, expected);
    board[side].copy_from_slice(&set);
    let mut mover = 0;
    loop {
        let die = luck.below(6) + 1;
        let legal = steps(&board, mover, die);
        let (from, to) = if mover == side {
            let cells: Vec<String> = board.as_flattened().iter().map(usize::to_string).collect();
            let colour = ["B", "R"][side];
            let reply = engine.ask(&format!("get {colour} {die} {}", cells.join(" ")));
            assert_eq!(reply.len(), 2, "{reply:?}");
            (reply[0], reply[1])
        } else {
            legal[luck.below(legal.len())]
        };
        assert!(legal.contains(&(from, to)), "{from} {to} of {legal:?}");
        for cell in board
            .as_flattened_mut()
            .iter_mut()
            .filter(|cell| **cell == to)
        {
            *cell = 0;
        }
        for cell in board[mover].iter_mut().filter(|cell| **cell == from) {
            *cell = to;
        }
        let goal = [1, 25][mover];
        if board[mover].contains(&goal) || board[1 - mover] == [0; 6] {
            return mover;
        }
        mover = 1 - mover;
    }
}

#[test]
fn fifty_games_without_a_protocol_fault() {
    let mut luck = Luck(0x9E37_79B9_7F4A_7C15);
    let mut engine = Engine::start();
    let won = (0..50).filter(|game_number| {
        let side = game_number % 2;
        game(&mut engine, side, &mut luck) == side
    });
    // It is far stronger than chance: three games in four would be few.
    assert!(won.count() > 30);
    engine.exit();
}

/// Real programs hang or die at the end of input, and those that analyse are not those that play:
/// every input here ends with `exit`, and is for one of the two.
#[test]
fn inputs_are_for_one_program_and_end_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut inputs = 0;
    for folder in ["testdata/ewn", "tests/suites/ewn"] {
        for entry in fs::read_dir(root.join(folder)).expect("a folder") {
            let path = entry.expect("a file").path();
            if path.extension().is_none_or(|extension| extension != "txt") {
                continue;
            }
            let text = fs::read_to_string(&path).expect("an input");
            assert_eq!(text.lines().last(), Some("exit"), "{}", path.display());
            let starts = |is: fn(&str) -> bool| text.lines().any(is);
            let analyses = starts(|line| line.starts_with(['0', '1']));
            let asks = starts(|line| line.starts_with("get") || line.starts_with("ini"));
            assert!(!(analyses && asks), "{}", path.display());
            inputs += 1;
        }
    }
    assert!(inputs > 30);
}
