//! The memory that `oneiri dedupe` needs, beside `sort -u`: what `tools/dedupe-at-size` measured.

use std::path::Path;

use crate::bars::{Bar, Chart, Group};

/// Each line of the file: lines of the list, program, seconds, KiB at the peak.
pub fn chart(path: &Path) -> Result<String, String> {
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut groups: Vec<Group> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields = line.split('\t').collect::<Vec<_>>();
        let [lines, program, _, peak] = fields[..] else {
            return Err(format!("{}: {line}", path.display()));
        };
        let peak: f64 =
            peak.parse().map_err(|error| format!("{}: {line}: {error}", path.display()))?;
        let name = format!("{lines} lines");
        let bar = Bar {
            name: program.to_owned(),
            value: peak / 1024.0,
            ours: program.starts_with("oneiri"),
        };
        match groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.bars.push(bar),
            None => groups.push(Group { name, bars: vec![bar] }),
        }
    }
    let title = "Memory of dedupe".to_owned();
    let unit = "MiB at the peak, with --memory 256M: a shorter bar is less memory".to_owned();
    Ok(Chart { title, unit, groups }.svg())
}
