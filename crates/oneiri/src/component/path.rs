//! The path and its segments (RFC 3986 section 3.3).

use core::iter::FusedIterator;

use super::{Encoded, kind};

/// A path: RFC 3986 section 3.3. Every identifier has a path, which may be empty.
///
/// Segments are compared and counted as they are spelled. Dot segments and escapes keep their meaning until the
/// identifier is normalized, so normalize before you decide by a prefix: `/a/../b` begins with the segment `a`.
///
/// ```
/// use oneiri::Uri;
///
/// let uri = Uri::parse("http://h/docs/guide/index.html")?;
/// let path = uri.path();
/// assert_eq!(path, "/docs/guide/index.html");
/// assert!(path.segments().eq(["docs", "guide", "index.html"]));
/// assert_eq!(path.file_name().as_deref(), Some("index.html"));
/// assert_eq!(path.parent().as_deref(), Some("/docs/guide"));
/// assert_eq!(path.strip_segments("/docs").as_deref(), Some("/guide/index.html"));
/// # Ok::<(), oneiri::Error>(())
/// ```
pub type Path<'a> = Encoded<'a, kind::Path>;

impl<'a> Path<'a> {
    /// The segments as they are spelled, from either end. The slash at the beginning of a path is before the
    /// first segment; an empty path has no segments.
    ///
    /// ```
    /// use oneiri::component::Path;
    ///
    /// assert!(Path::from("/a//b%2Fc/").segments().eq(["a", "", "b%2Fc", ""]));
    /// assert_eq!(Path::from("/").segments().count(), 1);
    /// assert_eq!(Path::from("").segments().count(), 0);
    /// ```
    pub fn segments(self) -> Segments<'a> {
        let path = self.as_str();
        Segments { rest: (!path.is_empty()).then(|| path.strip_prefix('/').unwrap_or(path)) }
    }

    /// The last segment; `None` if it is empty, `.` or `..`, which name directories.
    ///
    /// ```
    /// use oneiri::component::Path;
    ///
    /// assert_eq!(Path::from("/a/b.txt").file_name().as_deref(), Some("b.txt"));
    /// assert_eq!(Path::from("/a/").file_name(), None);
    /// assert_eq!(Path::from("/a/..").file_name(), None);
    /// ```
    pub fn file_name(self) -> Option<Encoded<'a>> {
        self.segments().next_back().filter(|last| !matches!(last.as_str(), "" | "." | ".."))
    }

    /// The text after the last dot of the file name; `None` if there is no dot, or only one at the beginning of
    /// the name.
    ///
    /// ```
    /// use oneiri::component::Path;
    ///
    /// assert_eq!(Path::from("/a.tar.gz").extension().as_deref(), Some("gz"));
    /// assert_eq!(Path::from("/.profile").extension(), None);
    /// ```
    pub fn extension(self) -> Option<Encoded<'a>> {
        let (stem, extension) = self.file_name()?.as_str().rsplit_once('.')?;
        (!stem.is_empty()).then(|| Encoded::new(extension))
    }

    /// The path without its last segment and the slash before it, like the path that
    /// [`PathMut::pop`](crate::component::PathMut::pop) leaves; `None` for `""` and `/`. A path that begins with a slash
    /// keeps this slash.
    ///
    /// ```
    /// use oneiri::component::Path;
    ///
    /// assert_eq!(Path::from("/a/b").parent().as_deref(), Some("/a"));
    /// assert_eq!(Path::from("/a").parent().as_deref(), Some("/"));
    /// assert_eq!(Path::from("/").parent(), None);
    /// ```
    pub fn parent(self) -> Option<Path<'a>> {
        let path = self.as_str();
        let length = match path.rfind('/') {
            _ if path.is_empty() || path == "/" => return None,
            Some(0) => 1,
            Some(slash) => slash,
            None => 0,
        };
        Some(Path::new(&path[..length]))
    }

    /// Whether the path begins with these whole segments: `/api` is a prefix of `/api/v1` and not of `/apis`. A
    /// prefix that ends with a slash requires one more segment, which may be empty: `/api/` is a prefix of `/api/`
    /// and not of `/api`.
    ///
    /// ```
    /// use oneiri::component::Path;
    ///
    /// assert!(Path::from("/api/v1").starts_with_segments("/api"));
    /// assert!(Path::from("/api").starts_with_segments("/api"));
    /// assert!(!Path::from("/apis").starts_with_segments("/api"));
    /// assert!(!Path::from("/api").starts_with_segments("/api/"));
    /// ```
    pub fn starts_with_segments(self, prefix: &str) -> bool {
        self.strip_segments(prefix).is_some()
    }

    /// The rest of the path after these whole segments; `None` if the path does not begin with them. See
    /// [`starts_with_segments`](Self::starts_with_segments).
    ///
    /// ```
    /// use oneiri::component::Path;
    ///
    /// assert_eq!(Path::from("/api/v1").strip_segments("/api").as_deref(), Some("/v1"));
    /// assert_eq!(Path::from("/api/v1").strip_segments("/api/").as_deref(), Some("v1"));
    /// assert_eq!(Path::from("/api").strip_segments("/api").as_deref(), Some(""));
    /// assert_eq!(Path::from("/apis").strip_segments("/api"), None);
    /// ```
    pub fn strip_segments(self, prefix: &str) -> Option<Path<'a>> {
        let rest = self.as_str().strip_prefix(prefix)?;
        let whole = rest.is_empty() || rest.starts_with('/') || prefix.is_empty() || prefix.ends_with('/');
        whole.then(|| Path::new(rest))
    }
}

/// The segments of a path; see [`Path::segments`].
#[derive(Clone, Debug)]
pub struct Segments<'a> {
    rest: Option<&'a str>,
}

impl<'a> Iterator for Segments<'a> {
    type Item = Encoded<'a>;

    fn next(&mut self) -> Option<Encoded<'a>> {
        let rest = self.rest?;
        let (segment, rest) = match rest.split_once('/') {
            Some((segment, rest)) => (segment, Some(rest)),
            None => (rest, None),
        };
        self.rest = rest;
        Some(Encoded::new(segment))
    }
}

impl DoubleEndedIterator for Segments<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let rest = self.rest?;
        let (rest, segment) = match rest.rsplit_once('/') {
            Some((rest, segment)) => (Some(rest), segment),
            None => (None, rest),
        };
        self.rest = rest;
        Some(Encoded::new(segment))
    }
}

impl FusedIterator for Segments<'_> {}
