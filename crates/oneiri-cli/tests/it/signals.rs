//! Signals: which end a run that writes files of its own, and what is left then.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::run::{path, set_defaults};

/// A run of `dedupe -o` that waits for more lines, started by a shell that ignores some signals.
fn waiting(folder: &Path, ignored: &str) -> Child {
    set_defaults();
    let line = format!("trap '' {ignored}; exec \"$0\" dedupe -o out.txt");
    let mut child = Command::new("sh")
        .args(["-c", &line, env!("CARGO_BIN_EXE_oneiri")])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.as_mut().unwrap().write_all(b"a:\n").unwrap();
    until(|| part(folder));
    child
}

fn until(holds: impl Fn() -> bool) {
    for _ in 0..600 {
        if holds() {
            return;
        }
        sleep(Duration::from_millis(50));
    }
    panic!("it does not happen");
}

/// Whether a temporary file is there. When it is, the handlers are.
fn part(folder: &Path) -> bool {
    let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
    fs::read_dir(folder).unwrap().any(|entry| name(entry.unwrap()).ends_with(".oneiri-part"))
}

fn folder(name: &str) -> PathBuf {
    let folder = path(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn send(signal: &str, child: &Child) {
    let process = child.id().to_string();
    assert!(Command::new("kill").args([signal, &process]).status().unwrap().success());
}

#[test]
fn an_ignored_signal_stays_ignored() {
    for (ignored, signals) in [("HUP", &["-HUP"][..]), ("INT", &["-INT"]), ("HUP INT TERM", &["-TERM", "-HUP", "-INT"])]
    {
        let folder = folder("signals-ignored");
        let mut child = waiting(&folder, ignored);
        signals.iter().for_each(|signal| send(signal, &child));
        sleep(Duration::from_millis(200));
        assert_eq!(child.try_wait().unwrap(), None, "{ignored}");
        child.stdin.as_mut().unwrap().write_all(b"b:\n").unwrap();
        let outcome = child.wait_with_output().unwrap();
        assert_eq!(outcome.status.code(), Some(0), "{ignored}");
        assert_eq!(fs::read_to_string(folder.join("out.txt")).unwrap(), "a:\nb:\n", "{ignored}");
    }
}

/// Under `nohup` a run can still be ended by those who mean it.
#[test]
#[cfg(target_os = "linux")]
fn the_other_signals_end_it_and_it_cleans_up() {
    for (ignored, signal) in [("HUP", "-TERM"), ("HUP", "-INT"), ("INT", "-HUP"), ("INT", "-QUIT")] {
        let folder = folder("signals-others");
        let child = waiting(&folder, ignored);
        send(signal, &child);
        until(|| !part(&folder));
        let outcome = child.wait_with_output().unwrap();
        assert_eq!(outcome.status.code(), Some(130), "{ignored} {signal}");
        assert!(!folder.join("out.txt").exists());
    }
}

#[test]
fn on_a_terminal_nohup_does_what_it_says() {
    let folder = folder("signals-terminal");
    let wait = "until ls -A | grep -q oneiri-part; do sleep 0.1; done";
    let line = format!(
        "{{ echo a:; {wait}; kill -HUP $(cat pid); sleep 0.2; echo b:; }} |
         sh -c 'echo $$ > pid; exec nohup oneiri dedupe -o out.txt'"
    );
    let (shown, code) = crate::pty::on_terminal(&line, folder.to_str().unwrap());
    assert_eq!(code, 0, "{shown}");
    assert_eq!(fs::read_to_string(folder.join("out.txt")).unwrap(), "a:\nb:\n");
}
