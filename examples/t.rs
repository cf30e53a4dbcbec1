use plyjudge::games::ewn::{Rules, State, fast};
use plyjudge::options::Record;
fn main() {
    let depth = std::env::args().nth(1).unwrap();
    let bits: u32 = std::env::args().nth(2).unwrap().parse().unwrap();
    let n: u32 = std::env::args().nth(3).unwrap().parse().unwrap();
    let mut r = Rules::default();
    r.set("depth", &depth).unwrap();
    r.set("cache", &std::env::args().nth(4).unwrap_or("none".into()))
        .unwrap();

    let s = State {
        die: Some(1),
        ..State::initial()
    };
    let mut best = std::time::Duration::MAX;
    for _ in 0..n {
        let t = std::time::Instant::now();
        let v = if bits >= 9 {
            fast::Engine::new(r, bits as usize - 8, 256).contenders(&s)
        } else {
            fast::Engine::new(r, bits as usize, 256).scores(&s)
        };
        if t.elapsed() < best {
            best = t.elapsed();
            println!("{:?} {:?}", t.elapsed(), v);
        }
    }
}
