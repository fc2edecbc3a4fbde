//! Reference resolution (RFC 3986 section 5.2), as its pseudo-code reads.

use alloc::string::String;

use crate::compose::{Composer, verbatim};
use crate::dots::{Dots, remove_dot_segments_rfc3986};
use crate::spans::{Hints, Spans, Untyped};

/// How [`resolve_with`](crate::Ri::resolve_with) departs from
/// [`resolve`](crate::Ri::resolve). The default departs in nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Resolution {
    /// The loophole of RFC 2396: a reference that names the base's own scheme is taken for relative
    /// (`http:g` against `http://a/b` is `http://a/g`). RFC 3986 section 5.2.2 has it for backward
    /// compatibility alone.
    pub loophole: bool,
    /// Dot segments are removed by the routine of RFC 3986 section 5.2.4 to the letter, which on
    /// rootless paths makes a root, and guards no structure. What comes out then is what its text
    /// says when it is parsed (`foo:/a/b` and `..//c` make `foo://c`, which has a host), and may be
    /// no identifier at all.
    pub verbatim: bool,
}

/// Resolves a reference against a base that has a scheme, into `out`.
///
/// A fragment of the base plays no part (section 5.1). With [`Resolution::verbatim`] the spans may
/// not be those of the text: parse it.
pub(crate) fn resolve(
    base: Untyped<'_>,
    reference: Untyped<'_>,
    options: Resolution,
    out: &mut String,
) -> Spans {
    out.clear();
    out.reserve(base.text.len() + reference.text.len());
    // Without a segment that begins with a dot there is nothing to remove; and what is merged of
    // paths that were read as such needs no guard.
    let dots = base.spans.hints.or(reference.spans.hints).has(Hints::DOTS);
    let mut target = Target { composer: Composer::new(out), verbatim: options.verbatim, dots };
    let own_scheme = reference.scheme().filter(|scheme| {
        !(options.loophole && base.scheme().is_some_and(|ours| ours.eq_ignore_ascii_case(scheme)))
    });
    if let Some(scheme) = own_scheme.or(base.scheme()) {
        target.composer.scheme(verbatim(scheme));
    }
    let mut query = reference.query();
    if own_scheme.is_some() || reference.spans.has_authority() {
        target.composer.copy_authority(reference);
        target.path("", reference.path(), reference.spans.has_authority());
    } else {
        let has_authority = base.spans.has_authority();
        target.composer.copy_authority(base);
        if reference.path().is_empty() {
            target.composer.path(verbatim(base.path()));
            query = query.or(base.query());
        } else if reference.path().starts_with('/') {
            target.path("", reference.path(), has_authority);
        } else {
            target.path(directory(base), reference.path(), has_authority);
        }
    }
    if let Some(query) = query {
        target.composer.query(verbatim(query));
    }
    if let Some(fragment) = reference.fragment() {
        target.composer.fragment(verbatim(fragment));
    }
    target.composer.finish()
}

/// What a relative path is merged behind (section 5.2.3): the base's path up to its last slash, or
/// a root where the base has an authority and no path.
pub(crate) fn directory<'a>(base: Untyped<'a>) -> &'a str {
    let path = base.path();
    if path.is_empty() && base.spans.has_authority() {
        return "/";
    }
    &path[..path.rfind('/').map_or(0, |slash| slash + 1)]
}

struct Target<'o> {
    composer: Composer<'o>,
    verbatim: bool,
    dots: bool,
}

impl Target<'_> {
    /// Writes a directory (which ends with a slash, or is empty) and a path behind it, without
    /// their dot segments.
    fn path(&mut self, directory: &str, path: &str, has_authority: bool) {
        if self.verbatim {
            let merged = [directory, path].concat();
            return self.composer.path(verbatim(&remove_dot_segments_rfc3986(&merged)));
        }
        let (rooted, head, tail) = match (directory.strip_prefix('/'), path.strip_prefix('/')) {
            (Some(rest), _) => (true, rest, path),
            (None, Some(rest)) if directory.is_empty() => (true, "", rest),
            _ => (false, directory, path),
        };
        if !self.dots {
            return self.composer.path(|out| {
                out.push_str(directory);
                out.push_str(path);
            });
        }
        self.composer.path(|out| {
            let mut dots = Dots::new(out, rooted, has_authority);
            let copy = |segment: &str, out: &mut String| out.push_str(segment);
            dots.feed(head, copy);
            dots.feed(tail, copy);
            dots.finish();
        });
    }
}
