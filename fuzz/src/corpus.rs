//! The corpus as libFuzzer wants it, a file for each input, and as it is kept, a line for each.
//!
//! `corpus unpack LAW FOLDER` writes the seeds and what was kept; `corpus pack LAW FOLDER` keeps the folder's inputs;
//! `corpus laws` prints their names; `corpus replay LAW FILE...` runs a law on files, without libFuzzer.

use std::fs;
use std::path::Path;

use oneiri_fuzz::{begin, laws, line};

/// What is kept of one law, at most: so much is read at a glance, and runs at every test.
const MOST: usize = 32 << 10;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["laws"] => laws().for_each(|(name, _)| println!("{name}")),
        ["unpack", law, folder] => {
            for (nth, input) in begin(&root, law).into_iter().enumerate() {
                fs::write(Path::new(folder).join(format!("seed-{nth:05}")), input).unwrap();
            }
        }
        ["pack", law, folder] => {
            let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
            let mut lines: Vec<String> = files.map(|file| line(&fs::read(file).unwrap())).collect();
            // The shortest say the most for their room.
            lines.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
            lines.dedup();
            let mut kept = 0;
            lines.retain(|line| {
                kept += line.len() + 1;
                kept <= MOST
            });
            fs::write(root.join(format!("fuzz/corpus/{law}.txt")), lines.join("\n") + "\n")
                .unwrap();
            println!("{law}: {} inputs kept", lines.len());
        }
        ["replay", law, ref files @ ..] => {
            let (_, law) = laws().find(|(name, _)| *name == law).expect("the name of a law");
            files.iter().for_each(|file| law(&fs::read(file).unwrap()));
        }
        _ => panic!("corpus laws | unpack LAW FOLDER | pack LAW FOLDER | replay LAW FILE..."),
    }
}
