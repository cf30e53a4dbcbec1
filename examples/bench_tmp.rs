use plyjudge::mistakes::{audit::audit, catalogue::Catalogue, suite::*};
use plyjudge::protocol::{self, Resources, Settings};
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let cases = plyjudge::judge::case::find(std::path::Path::new(&args[2])).unwrap();
    let cases: Vec<Case> = cases
        .iter()
        .map(|c| Case {
            name: c.name.clone(),
            input: c.read_input().unwrap(),
        })
        .collect();
    let p = protocol::find(&args[1]).unwrap();
    let mut s = Settings::default();
    s.resources = Resources {
        threads: 1,
        hash_mib: 1,
    };
    let cat = Catalogue::new(p, s);
    let suite = Suite::new(&cat, cases).unwrap();
    let t = Instant::now();
    for _ in 0..100 {
        suite.answers(&Default::default());
    }
    println!("answer all {:?}", t.elapsed() / 100);
    let t = Instant::now();
    let a = audit(&suite, true, &|| ());
    println!(
        "{} singles {}/{} pairs {}/{} {:?}",
        args[1],
        a.singles.caught(),
        a.singles.sets.len(),
        a.pairs.as_ref().unwrap().caught(),
        a.pairs.as_ref().unwrap().sets.len(),
        t.elapsed()
    );
    for s in a.singles.survivors() {
        println!("  {}", cat.names(s).join("+"));
    }
}
