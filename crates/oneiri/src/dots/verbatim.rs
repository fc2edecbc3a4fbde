//! The routine of RFC 3986 to the letter, for rootless paths too.

use alloc::borrow::Cow;
use alloc::string::String;

use super::forward::{Move, forward, has_dots};
use super::segment::Escapes;

/// The routine of RFC 3986 section 5.2.4, to the letter.
///
/// It differs from what [`Steps::PATH`](crate::Steps::PATH) and
/// [`resolve`](crate::Ri::resolve) do on rootless paths only, where `..` takes the first segment
/// along (`a/../b` is `/b`), and it does not guard structure: what comes back may begin with `//`,
/// and then begins with an authority once it stands behind a scheme. For those who must match the
/// text of the RFC.
///
/// ```
/// use oneiri::remove_dot_segments_rfc3986;
///
/// assert_eq!(remove_dot_segments_rfc3986("/a/b/c/./../../g"), "/a/g");
/// assert_eq!(remove_dot_segments_rfc3986("a/../b"), "/b");
/// assert_eq!(remove_dot_segments_rfc3986("/a/..//b"), "//b");
/// ```
pub fn remove_dot_segments_rfc3986(path: &str) -> Cow<'_, str> {
    if !has_dots(path, Escapes::AsTheyStand) {
        return Cow::Borrowed(path);
    }
    // Before the first slash, and so before any output, dot segments vanish with their slash.
    let mut input = path;
    while let Some(rest) = input.strip_prefix("../").or_else(|| input.strip_prefix("./")) {
        input = rest;
    }
    let mut out = String::with_capacity(input.len());
    if input == "." || input == ".." {
        return Cow::Owned(out);
    }
    // The RFC's units are the other way round: a slash, and the segment behind it. So the first
    // segment of a rootless path lies below the root, and the first `..` too many takes it away.
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
