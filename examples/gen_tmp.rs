use plyjudge::mistakes::{catalogue::Catalogue, generate::*};
use plyjudge::protocol::{self, Resources, Settings};
use std::sync::Mutex;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let p = protocol::find(&args[1]).unwrap();
    let mut s = Settings::default();
    s.resources = Resources {
        threads: 1,
        hash_mib: 0,
    };
    let cat = Catalogue::new(p, s);
    let t = Mutex::new(Instant::now());
    let start = Instant::now();
    let stage = |n: &str, k: u64| {
        let mut t = t.lock().unwrap();
        eprintln!("{:?} -> {n} ({k})", t.elapsed());
        *t = Instant::now();
    };
    let m = Monitor::new(None, &stage, &|| ());
    let r = Request {
        catalogue: &cat,
        seed: args[2].parse().unwrap(),
        count: args[3].parse().unwrap(),
        present: vec![],
    };
    let o = generate(&r, &m).unwrap();
    for c in &o.cases {
        let t = String::from_utf8_lossy(&c.input);
        let v: Vec<_> = t.lines().collect();
        println!(
            "{:50} {:3} lines: ... {}",
            c.name,
            v.len(),
            v[v.len().saturating_sub(3)..].join(" ")
        );
    }
    let man = Manifest::new(&r, &o);
    println!(
        "{} singles {}/{} {:?} pairs {}/{} {:?} in {:?}",
        args[1],
        man.singles.caught,
        man.singles.all,
        man.singles.missed,
        man.pairs.caught,
        man.pairs.all,
        man.pairs.missed,
        start.elapsed()
    );
    if let Some(dir) = args.get(4) {
        std::fs::create_dir_all(dir).unwrap();
        for c in &o.cases {
            std::fs::write(format!("{dir}/{}.txt", c.name), &c.input).unwrap();
            std::fs::write(format!("{dir}/{}.out", c.name), &c.answer).unwrap();
        }
        std::fs::write(format!("{dir}/manifest.json"), man.to_json()).unwrap();
    }
}
