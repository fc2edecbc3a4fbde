//! The corpus as libFuzzer wants it, a file for each input, and as it is kept, as many on a line as fit.

use std::fs;
use std::path::Path;

use crate::laws::targets::seeds;

/// What is kept of one law, at most: so much is read at a glance, and runs at every test.
const MOST: usize = 32 << 10;
/// Of a line.
const WIDTH: usize = 160;

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
            let mut inputs: Vec<String> = files.map(|file| seeds::escaped(&fs::read(file).unwrap())).collect();
            // The shortest say the most for their room.
            inputs.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
            inputs.dedup();
            let mut kept = 0;
            inputs.retain(|input| {
                kept += input.len() + 1;
                kept <= MOST
            });
            let (mut text, mut room) = (String::new(), 0);
            for (nth, input) in inputs.iter().enumerate() {
                let fits = input.len() < room;
                text += if nth == 0 {
                    ""
                } else if fits {
                    "\t"
                } else {
                    "\n"
                };
                text += input;
                room = if fits { room } else { WIDTH }.saturating_sub(input.len() + 1);
            }
            fs::write(root.join(format!("fuzz/corpus/{law}.txt")), text + "\n").unwrap();
            println!("{law}: {} inputs kept", inputs.len());
        }
        _ => panic!("CORPUS is laws, unpack LAW FOLDER, or pack LAW FOLDER, not {task:?}"),
    }
}
