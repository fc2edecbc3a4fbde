//! What a path has in it, so that only some steps can change it. A step is left out where none of its marks is found,
//! so a mark that is missing lets a denied path through: `a_step_without_its_marks_changes_nothing` in `steps.rs` tries
//! this. What is looked for here also belongs in `is_plain` (`mod.rs`).

/// What a path has in it, as bits. Most steps have nothing to do in most paths, and one look at the path finds out which.
pub(super) type Marks = u16;

pub(super) const PERCENT: Marks = 1;
pub(super) const NULL: Marks = 1 << 1;
pub(super) const QUESTION: Marks = 1 << 2;
pub(super) const HASH: Marks = 1 << 3;
pub(super) const SEMICOLON: Marks = 1 << 4;
pub(super) const BACKSLASH: Marks = 1 << 5;
pub(super) const SLASHES: Marks = 1 << 6;
pub(super) const DOT: Marks = 1 << 7;
pub(super) const BLANK: Marks = 1 << 8;
pub(super) const BEYOND_ASCII: Marks = 1 << 9;
pub(super) const LAST_SLASH: Marks = 1 << 10;
pub(super) const STREAM: Marks = 1 << 11;
pub(super) const SESSION: Marks = 1 << 12;

/// What a path has in it.
pub(super) fn marks(path: &str) -> Marks {
    let (mut marks, mut before) = (0, 0);
    for byte in path.bytes() {
        marks |= match byte {
            b'/' if before == b'/' => SLASHES,
            b'%' => PERCENT,
            0 => NULL | BLANK,
            b'?' => QUESTION,
            b'#' => HASH,
            b';' => SEMICOLON,
            b'\\' => BACKSLASH,
            b'.' => DOT,
            b'$' if before == b':' => STREAM,
            b'(' if before.is_ascii_alphabetic() => SESSION,
            1..=b' ' | 0x7F => BLANK,
            0x80.. => BEYOND_ASCII,
            _ => 0,
        };
        before = byte;
    }
    if before == b'/' { marks | LAST_SLASH } else { marks }
}
