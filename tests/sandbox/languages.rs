//! Programs that are not written in C: interpreters and virtual machines start and work in
//! a box, with common limits.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::Duration;

use libtest_mimic::{Failed, Trial};
use plyjudge::judge::run::{Containment, Ended, Folder, Job, Runner};

use super::skip::skipped;
use super::world::World;

const JAVA: &str = "\
public class Hello {
    public static void main(String[] words) throws Exception {
        Thread[] threads = new Thread[8];
        for (int i = 0; i < threads.length; i++) (threads[i] = new Thread(() -> {})).start();
        for (Thread thread : threads) thread.join();
        System.out.println(\"hello\");
    }
}
";

pub fn trials(world: &'static World) -> Vec<Trial> {
    let scripts: [(&str, &str, &[&str], &str); 5] = [
        (
            "python3",
            "hello.py",
            &["/usr/bin/python3"],
            "import threading, subprocess\nprint('hello')\n",
        ),
        (
            "node",
            "hello.js",
            &["/usr/bin/node"],
            "setTimeout(() => console.log('hello'), 5)\n",
        ),
        ("java", "Hello.java", &["/usr/bin/java"], JAVA),
        (
            "perl",
            "hello.pl",
            &["/usr/bin/perl"],
            "print \"hello\\n\";\n",
        ),
        (
            "bash",
            "hello.sh",
            &["/bin/bash"],
            "cat <<< $(echo hello)\n",
        ),
    ];
    let mut trials = Vec::new();
    for (name, file, command, text) in scripts {
        if !Path::new(command[0]).exists() {
            skipped(format!("there is no {}", command[0]));
            continue;
        }
        trials.push(Trial::test(format!("language::{name}"), move || {
            script(world, file, command, text)
        }));
    }
    if Path::new("/usr/bin/make").exists() {
        trials.push(Trial::test("language::make", move || make(world)));
    } else {
        skipped("there is no /usr/bin/make");
    }
    trials
}

fn script(world: &World, file: &str, command: &[&str], text: &str) -> Result<(), Failed> {
    let runner = Runner::new(Containment::Sandbox)?;
    let path = world.path(file);
    fs::write(&path, text)?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644))?;
    let mut job = Job::new(command.iter().copied());
    job.argv.push(runner.seen(&path, &path).into());
    job.program = Some(path);
    job.limits.cpu = Duration::from_secs(20);
    job.limits.wall = Duration::from_secs(60);
    for _ in 0..2 {
        let outcome = runner.run(&job)?;
        let errors = String::from_utf8_lossy(&outcome.stderr);
        assert_eq!(
            String::from_utf8_lossy(&outcome.stdout),
            "hello\n",
            "{errors}"
        );
        assert_eq!((outcome.ended, &*errors), (Ended::Exited(0), ""));
    }
    Ok(())
}

fn make(world: &World) -> Result<(), Failed> {
    let runner = Runner::new(Containment::Sandbox)?;
    let folder = world.path("make");
    fs::create_dir(&folder)?;
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755))?;
    fs::write(
        folder.join("Makefile"),
        "hello: a.o b.o\n\t$(CC) -o $@ a.o b.o\n",
    )?;
    fs::write(
        folder.join("a.c"),
        "int b(void); int main(void) { return b(); }\n",
    )?;
    fs::write(folder.join("b.c"), "int b(void) { return 7; }\n")?;
    let mut job = Job::new(["make", "-j2"]);
    job.program = Some(folder.clone());
    job.folder = Folder::Program;
    job.limits.cpu = Duration::from_secs(20);
    job.limits.wall = Duration::from_secs(60);
    let outcome = runner.run(&job)?;
    assert_eq!(
        outcome.ended,
        Ended::Exited(0),
        "{}",
        String::from_utf8_lossy(&outcome.stderr)
    );
    let mut job = Job::new(["/program/hello"]);
    job.program = Some(folder);
    assert_eq!(runner.run(&job)?.ended, Ended::Exited(7));
    Ok(())
}
