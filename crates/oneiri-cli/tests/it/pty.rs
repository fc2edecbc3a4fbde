//! Runs a command line as a shell would: on a pseudo-terminal of 80 columns, or in pipes.

use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Stdio};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// What is shown on a terminal, escape sequences included, and the exit code.
pub(crate) fn on_terminal(line: &str, folder: &str) -> (String, i32) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    tcsetwinsize(&master, Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    let name = ptsname(&master, Vec::new()).unwrap();
    let path = Path::new(std::ffi::OsStr::from_bytes(name.as_bytes()));
    let terminal = File::options().read(true).write(true).open(path).unwrap();
    let mut command = shell(line, folder);
    command.stdin(Stdio::null());
    command.stdout(terminal.try_clone().unwrap()).stderr(terminal);
    let mut child = command.spawn().unwrap();
    // The terminal ends when nobody has it open, this process included.
    drop(command);
    let (mut master, mut shown, mut some) = (File::from(master), Vec::new(), [0; 4096]);
    // Linux calls that end an error.
    while let Ok(count @ 1..) = master.read(&mut some) {
        shown.extend_from_slice(&some[..count]);
    }
    let code = child.wait().unwrap().code().expect("no signal");
    (String::from_utf8(shown).unwrap().replace("\r\n", "\n"), code)
}

/// Standard output, standard error, and the exit code.
pub(crate) fn in_pipes(line: &str, folder: &str) -> (String, String, i32) {
    let output = shell(line, folder).stdin(Stdio::null()).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
    (out, err, output.status.code().expect("no signal"))
}

fn shell(line: &str, folder: &str) -> Command {
    let binary = Path::new(env!("CARGO_BIN_EXE_oneiri"));
    let mut command = Command::new("sh");
    command
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", format!("{}:{}", binary.parent().unwrap().display(), env!("PATH")))
        .env("TERM", "xterm-256color");
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
        command.env_remove(name);
    }
    command
}
