use plyjudge::judge::run::*;
fn main() {
    enter_sandbox();
    println!("{:#?}", plyjudge::judge::layers::layers());
    let t = std::time::Instant::now();
    let r = match Runner::new(Containment::Sandbox) {
        Ok(r) => r,
        Err(e) => {
            println!("{e}");
            return;
        }
    };
    println!("first {:?}", t.elapsed());
    for _ in 0..3 {
        let mut j = Job::new([
            "sh",
            "-c",
            "id; ls -la / /box /dev /etc; cat /proc/self/mountinfo; ls /proc | head -3; ls -la /proc/self/fd; env; cat /proc/self/status | grep -E 'Cap|Sec|NoNew|Groups'; hostname; pwd",
        ]);
        j.stdin = Input::Bytes((*b"hello").into());
        let t = std::time::Instant::now();
        match r.run(&j) {
            Ok(o) => {
                println!("{:?} {:?} {:?}", o.ended, o.usage, t.elapsed());
                println!(
                    "{}{}",
                    String::from_utf8_lossy(&o.stdout),
                    String::from_utf8_lossy(&o.stderr)
                );
            }
            Err(e) => println!("ERR {e}"),
        }
    }
    let t = std::time::Instant::now();
    drop(r);
    println!("drop {:?}", t.elapsed());
}
