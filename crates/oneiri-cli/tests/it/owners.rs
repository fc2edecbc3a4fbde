//! A file that is replaced keeps its owner, its group and its mode, or it is not replaced.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::run::{command, path};

/// A folder that all may write to, with a list in it.
fn folder(name: &str) -> (PathBuf, PathBuf) {
    // Other users must be able to reach it, so it does not lie in the tests' own folder.
    let folder = std::env::temp_dir().join(format!("oneiri-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::set_permissions(&folder, Permissions::from_mode(0o777)).unwrap();
    let list = folder.join("list.txt");
    fs::write(&list, "HTTP://h/\nhttp://h/\n").unwrap();
    (folder, list)
}

/// All commands that replace a file.
fn commands(list: &Path) -> Vec<Vec<&str>> {
    let list = list.to_str().unwrap();
    vec![
        vec!["fix", "--lint", "--in-place", "-f", list],
        vec!["dedupe", list, "-o", list],
        vec!["dedupe", "/dev/null", "--rejects", list],
        vec!["dedupe", "/dev/null", "--map", list],
        vec!["report", "/dev/null", "-o", list],
    ]
}

fn owner(path: &Path) -> (u32, u32, u32) {
    let there = fs::metadata(path).unwrap();
    (there.uid(), there.gid(), there.mode() & 0o7777)
}

/// Whether this process may give files away. Others run the parts of the tests that need no such
/// right.
fn may_give_away(folder: &Path) -> bool {
    let file = folder.join("given");
    fs::write(&file, "").unwrap();
    chown(&file, Some(12_345), Some(23_456)).is_ok()
}

#[test]
fn owner_group_and_mode_are_kept() {
    let (folder, list) = folder("owners-kept");
    let gives = may_give_away(&folder);
    for mode in [0o600, 0o664, 0o444] {
        for nth in 0..commands(&list).len() {
            fs::write(&list, "HTTP://h/\nhttp://h/\n").unwrap();
            if gives {
                chown(&list, Some(12_345), Some(23_456)).unwrap();
            }
            fs::set_permissions(&list, Permissions::from_mode(mode)).unwrap();
            let before = owner(&list);
            let arguments = &commands(&list)[nth];
            let outcome = command(arguments).output().unwrap();
            let told = String::from_utf8_lossy(&outcome.stderr).into_owned();
            assert_eq!(outcome.status.code(), Some(0), "{arguments:?}: {told}");
            assert_eq!(owner(&list), before, "{arguments:?}");
            fs::set_permissions(&list, Permissions::from_mode(0o644)).unwrap();
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

/// Someone else's list in a folder that all may write to.
#[test]
fn without_the_right_to_keep_the_owner_nothing_is_replaced() {
    let (folder, list) = folder("owners-refused");
    if !may_give_away(&folder) {
        println!("only a user who may start processes of another user can see this");
        return;
    }
    // The binary lies where others may not come.
    let binary = folder.join("oneiri");
    fs::copy(env!("CARGO_BIN_EXE_oneiri"), &binary).unwrap();
    let (before, kept) = (owner(&list), fs::read(&list).unwrap());
    for arguments in commands(&list) {
        let run = || -> std::io::Result<Output> {
            let mut command = std::process::Command::new(&binary);
            command.args(&arguments).uid(54_321).gid(54_321).output()
        };
        let outcome = run().unwrap();
        let told = String::from_utf8_lossy(&outcome.stderr).into_owned();
        assert_eq!(outcome.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.contains(": its owner (0) and group (0) cannot be kept"), "{told}");
        assert_eq!((owner(&list), fs::read(&list).unwrap()), (before, kept.clone()));
    }
    let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert_eq!(left.len(), 3, "the list, the binary and the file given away: {left:?}");
    fs::remove_dir_all(folder).unwrap();
}

/// What a user sees of it on a terminal.
#[test]
fn a_group_that_is_kept_is_kept_on_a_terminal() {
    let folder = path("owners-terminal");
    fs::create_dir_all(&folder).unwrap();
    let list = folder.join("list.txt");
    fs::write(&list, "HTTP://h/\n").unwrap();
    fs::set_permissions(&list, Permissions::from_mode(0o640)).unwrap();
    let gives = chown(&list, Some(12_345), Some(23_456)).is_ok();
    let before = owner(&list);
    assert_eq!(before.0 == 12_345, gives);
    let line = "oneiri fix --lint --in-place --color never -f list.txt";
    let (shown, code) = crate::pty::on_terminal(line, folder.to_str().unwrap());
    assert_eq!((shown.as_str(), code), ("oneiri: 1 read, 0 invalid, 1 fixed, 0 errors, 0 warnings\n", 0));
    assert_eq!(owner(&list), before);
}
