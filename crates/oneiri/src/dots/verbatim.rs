//! The routine of RFC 3986 to the letter, also for rootless paths.

use alloc::borrow::Cow;
use alloc::string::String;

use super::forward::{Move, forward, has_dots};
use super::segment::Escapes;

/// The routine of RFC 3986 section 5.2.4, to the letter.
///
/// Use it only to match the text of the RFC exactly. It differs from
/// [`Normalization::PATH`](crate::Normalization::PATH) and [`resolve`](crate::Ri::resolve) in two ways:
///
/// * In a rootless path, a `..` that removes the first segment leaves a root: `a/../b` becomes `/b`.
/// * The result may begin with `//`. After a scheme, such a result is read as an authority.
///
/// ```
/// use oneiri::component::remove_dot_segments_rfc3986;
///
/// assert_eq!(remove_dot_segments_rfc3986("/a/b/c/./../../g"), "/a/g");
/// assert_eq!(remove_dot_segments_rfc3986("a/../b"), "/b");
/// assert_eq!(remove_dot_segments_rfc3986("/a/..//b"), "//b");
/// ```
pub fn remove_dot_segments_rfc3986(path: &str) -> Cow<'_, str> {
    if !has_dots(path, Escapes::AsTheyStand) {
        return Cow::Borrowed(path);
    }
    // Dot segments at the start of a rootless path are removed with their slash, before there is any output.
    let mut input = path;
    while let Some(rest) = input.strip_prefix("../").or_else(|| input.strip_prefix("./")) {
        input = rest;
    }
    let mut out = String::with_capacity(input.len());
    if input == "." || input == ".." {
        return Cow::Owned(out);
    }
    // A unit of the RFC is a slash and the segment after it. So the first segment of a rootless path is not a unit:
    // it is before the root, and is removed by the first `..` that finds no other unit.
    let root = input.find('/').unwrap_or(input.len());
    let (first, rooted) = input.split_at(root);
    out.push_str(first);
    let Some(units) = rooted.strip_prefix('/') else { return Cow::Owned(out) };
    let mut root = root;
    out.push('/');
    forward(units, Escapes::AsTheyStand, |next| {
        match next {
            Move::Keep(kept) => out.push_str(&units[kept]),
            Move::Up if out.len() > root + 1 => {
                let before = &out[..out.len() - 1];
                out.truncate(before.rfind('/').map_or(0, |slash| slash + 1));
            }
            Move::Up => {
                out.replace_range(..root, "");
                root = 0;
            }
        }
        Some(())
    });
    Cow::Owned(out)
}
