//! The paths that servers may read a path as.
//!
//! Servers decode escapes, remove parameters, merge slashes, remove dot segments and map characters, each in an order
//! of its own. So the readings of a path are a set that is closed under all of these steps: whatever the order, the
//! path that a server reads is in it. `tests/it/servers.rs` has models of servers that share no code with the steps.

mod characters;
mod marks;
mod newer;
mod steps;

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

pub(crate) use self::characters::{folded, folded_octets, is_blank, is_ignored, nfkc};
use self::marks::marks;
use self::steps::STEPS;

/// The greatest number of readings. A path with more of them is denied where a rule looks at it.
const MOST: usize = 200;

/// Whether programs surely read a path as it is. It must be false for every path that a step can change, because a rule
/// that denies is then not asked about other readings. So what `marks.rs` looks for also belongs here, but a dot counts
/// only at the end of a segment.
pub(crate) fn is_plain(path: &str) -> bool {
    let bytes = path.as_bytes();
    let mut before = 0;
    for byte in bytes {
        let plain = match byte {
            b'%' | b'\\' | b';' | b'?' | b'#' => false,
            b'/' => !matches!(before, b'/' | b'.'),
            b'$' => before != b':',
            b'(' => !before.is_ascii_alphabetic(),
            byte => *byte > b' ' && *byte < 0x7F,
        };
        if !plain {
            return false;
        }
        before = *byte;
    }
    before != b'.' && (before != b'/' || bytes.len() == 1)
}

/// All readings of some paths, and these paths. `None` if there are more than [`MOST`].
pub(crate) fn readings<'a>(paths: impl Iterator<Item = &'a str>) -> Option<BTreeSet<String>> {
    let mut found: BTreeSet<String> = paths.map(ToOwned::to_owned).collect();
    let mut new: Vec<String> = found.iter().cloned().collect();
    while let Some(path) = new.pop() {
        let marks = marks(&path);
        for step in STEPS.iter().filter(|step| step.marks & marks != 0) {
            let Some(reading) = (step.change)(&path) else { continue };
            if !found.contains(&reading) {
                if found.len() >= MOST {
                    return None;
                }
                found.insert(reading.clone());
                new.push(reading);
            }
        }
    }
    Some(found)
}

/// Says that there are too many readings.
pub(crate) fn too_many() -> String {
    format!("servers may read the path in more than {MOST} ways, and a rule looks at it")
}
