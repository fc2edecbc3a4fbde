//! The corpus as libFuzzer wants it, a file for each input, and as it is kept, a line for each.

use std::fs;
use std::path::Path;

use crate::laws::targets::seeds;

/// What is kept of one law, at most: so much is read at a glance, and runs at every test.
const MOST: usize = 32 << 10;

/// `laws` prints their names, `unpack LAW FOLDER` writes the seeds and what was kept, `pack LAW FOLDER` keeps what is in
/// the folder.
pub fn run(task: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    match task.split(' ').collect::<Vec<_>>()[..] {
        ["laws"] => crate::laws().for_each(|(name, _)| println!("{name}")),
        ["unpack", law, folder] => {
            let all = seeds::of_cases(&root).into_iter().chain(seeds::kept(&root, law));
            for (nth, input) in all.enumerate() {
                fs::write(Path::new(folder).join(format!("seed-{nth:05}")), input).unwrap();
            }
        }
        ["pack", law, folder] => {
            let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
            let mut lines: Vec<String> = files.map(|file| seeds::escaped(&fs::read(file).unwrap())).collect();
            // The shortest say the most for their room.
            lines.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
            lines.dedup();
            let mut kept = 0;
            lines.retain(|line| {
                kept += line.len() + 1;
                kept <= MOST
            });
            fs::write(root.join(format!("fuzz/corpus/{law}.txt")), lines.join("\n") + "\n").unwrap();
            println!("{law}: {} inputs kept", lines.len());
        }
        _ => panic!("CORPUS is laws, unpack LAW FOLDER, or pack LAW FOLDER, not {task:?}"),
    }
}
