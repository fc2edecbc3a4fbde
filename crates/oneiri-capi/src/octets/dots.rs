//! Removing dot segments from any octets, for `normalize` and `resolve` of this module. It shares no code with `dots`
//! of the library, and has to give the same path for every URI reference: `law.rs` compares both.

/// The path without its dot segments. As everywhere in the library, a rootless path stays rootless, and `./` stays or
/// is added where the result would otherwise begin with `//` without an authority.
pub(super) fn removed(path: &[u8], has_authority: bool) -> Vec<u8> {
    let (root, units): (&[u8], _) = match path.strip_prefix(b"/") {
        Some(units) => (b"/", units),
        None => (b"", path),
    };
    let mut kept: Vec<&[u8]> = Vec::new();
    for unit in units.split_inclusive(|&octet| octet == b'/') {
        match unit {
            b"." | b"./" => {}
            b".." | b"../" => drop(kept.pop()),
            _ => kept.push(unit),
        }
    }
    let guard: &[u8] = match kept.first().copied() {
        Some(b"/") if !has_authority => b"./",
        _ => b"",
    };
    [root, guard].into_iter().chain(kept).collect::<Vec<_>>().concat()
}
