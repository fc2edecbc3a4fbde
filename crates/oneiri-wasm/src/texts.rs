//! The texts of a call, which JavaScript writes one after the other with a list of their lengths: `built` in
//! `engine.js` and `write` in `subpath.js` write that list. An absent text is not an empty one: a base that is `""` is
//! a base.

use alloc::vec::Vec;

/// The texts that stand in one, one after the other. `lengths` has the number of bytes of each, or nothing for an
/// absent one: `4,,1` for `http/`. `None` if the lengths are not those of the text.
pub fn split<'a>(text: &'a str, lengths: &str) -> Option<Vec<Option<&'a str>>> {
    let (mut texts, mut at) = (Vec::new(), 0_usize);
    let lengths = Some(lengths).filter(|lengths| !lengths.is_empty());
    for length in lengths.iter().flat_map(|lengths| lengths.split(',')) {
        texts.push(if length.is_empty() {
            None
        } else {
            let start = at;
            at = at.checked_add(length.parse().ok()?)?;
            Some(text.get(start..at)?)
        });
    }
    (at == text.len()).then_some(texts)
}
