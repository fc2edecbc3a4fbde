//! Changing the segments of a path.

use alloc::string::String;
use core::fmt;
use core::mem;
use core::ops::Range;

use super::Path;
use super::cut::Cut;
use super::pieces::Pieces;
use super::segmented::{EMPTY, Segmented, push_encoded, refuse, refuse_dots};
use crate::edit::Draft;
use crate::syntax::error::{Error, ErrorKind};
use crate::syntax::parse::component::check_seams;

/// A guard that changes the segments of a path in place; see [`Ri::path_mut`](crate::Ri::path_mut).
///
/// A segment is data: the guard percent-encodes it, so that decoding returns the same data. For example, `/`
/// becomes `%2F`, and `%` becomes `%25`. A change that fails changes nothing.
///
/// Each change checks and writes only the new segment. Query and fragment move once, when the guard is dropped, and the
/// first change by index divides the path once. So n changes through one guard cost O(n) in all. The exception is a
/// vector's: [`insert`](Self::insert) and [`remove`](Self::remove) move the offsets of all segments after the index, 16
/// bytes each.
///
/// ```
/// use oneiri::UriBuf;
///
/// let mut uri = UriBuf::parse("http://h/a/?q")?;
/// uri.path_mut().push("b c")?.push("d/e")?;
/// assert_eq!(uri, "http://h/a/b%20c/d%2Fe?q");
/// uri.path_mut().replace(0, "x")?;
/// uri.path_mut().pop();
/// assert_eq!(uri, "http://h/x/b%20c?q");
/// # Ok::<(), oneiri::Error>(())
/// ```
pub struct PathMut<'u> {
    cut: Cut<'u>,
    /// The segments, from the first change on that selects a segment by its index. While this is `Some`, the text
    /// holds no path.
    pieces: Option<Segmented>,
}

impl<'u> PathMut<'u> {
    pub(crate) fn new(draft: Draft<'u>) -> Self {
        Self { cut: Cut::behind_path(draft), pieces: None }
    }

    /// Adds a segment at the end. If the path ends with a slash, its last segment is empty, and the new segment
    /// takes its place: `/a/` and `b` make `/a/b`.
    ///
    /// # Errors
    ///
    /// The data is `.` or `..`, which no segment can hold as data (RFC 3986 section 3.3). The segment is empty and
    /// would come first in a path without a leading slash. Or the segment has a colon and would come first in a
    /// path without scheme and authority (section 4.2).
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/a")?;
    /// uri.path_mut().push("b")?.push("")?;
    /// assert_eq!(uri, "http://h/a/b/");
    /// assert!(uri.path_mut().push("..").is_err());
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn push(&mut self, segment: &str) -> Result<&mut Self, Error> {
        self.extend([segment])
    }

    /// Adds segments at the end, all of them or none.
    ///
    /// # Errors
    ///
    /// Like [`push`](Self::push), for the first segment that fails.
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h")?;
    /// uri.path_mut().extend(["a", "b", ""])?;
    /// assert_eq!(uri, "http://h/a/b/");
    /// assert!(uri.path_mut().extend(["c", ".."]).is_err());
    /// assert_eq!(uri, "http://h/a/b/");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn extend<S: AsRef<str>>(&mut self, segments: impl IntoIterator<Item = S>) -> Result<&mut Self, Error> {
        let length = match &self.pieces {
            Some(path) => path.segments.len(),
            None => self.cut.component().len(),
        };
        let was_open = self.pieces.as_ref().is_some_and(Segmented::ends_with_slash);
        for segment in segments {
            let pushed = match self.pieces {
                Some(_) => self.push_piece(segment.as_ref()),
                None => self.push_text(segment.as_ref()),
            };
            if let Err(error) = pushed {
                self.undo(length, was_open);
                return Err(error);
            }
        }
        Ok(self)
    }

    /// Removes the segments that were pushed onto a path of this length: bytes of the text, or segments.
    fn undo(&mut self, length: usize, was_open: bool) {
        let start = self.cut.start();
        match &mut self.pieces {
            Some(path) => {
                path.segments.places().truncate(length);
                if let (true, Some(last)) = (was_open, path.segments.places().last_mut()) {
                    *last = EMPTY;
                }
            }
            None => self.cut.change(|text| text.truncate(start + length)),
        }
    }

    /// Pushes a segment onto a path that is divided.
    fn push_piece(&mut self, segment: &str) -> Result<(), Error> {
        refuse_dots(self.cut.draft(), segment)?;
        let open = self.pieces.as_ref().is_some_and(Segmented::ends_with_slash);
        let place = self.add(segment);
        let places = self.divide().places();
        if open {
            places.pop();
        }
        places.push(place);
        if places.len() > 1 {
            return Ok(());
        }
        let checked = self.check_first(segment);
        if checked.is_err() {
            let places = self.divide().places();
            places.pop();
            places.extend(open.then_some(EMPTY));
        }
        checked
    }

    /// Pushes a segment onto a path that is in the text.
    fn push_text(&mut self, segment: &str) -> Result<(), Error> {
        let draft = self.cut.draft();
        let (grammar, has_scheme) = (draft.grammar, draft.spans.has_scheme());
        let has_authority = draft.spans.has_authority();
        refuse_dots(draft, segment)?;
        let path = self.cut.component();
        if segment.is_empty() && path.is_empty() && !has_authority {
            return Err(refuse(draft, segment, ErrorKind::SegmentEmpty));
        }
        let is_first = path.is_empty();
        let slash = if is_first { has_authority } else { !path.ends_with('/') };
        let start = self.cut.start();
        self.cut.change(|text| {
            if slash {
                text.push('/');
            }
            push_encoded(segment, grammar.unicode, text);
            if is_first {
                if let Err(error) = check_seams(has_scheme, has_authority, &text[start..], grammar) {
                    text.truncate(start);
                    return Err(error);
                }
            }
            Ok(())
        })
    }

    /// Removes the last segment and the slash before it. A path that begins with a slash keeps this slash. Returns
    /// whether the path changed: `""` and `/` stay as they are.
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/a/b")?;
    /// assert!(uri.path_mut().pop());
    /// assert_eq!(uri, "http://h/a");
    /// assert!(uri.path_mut().pop() && !uri.path_mut().pop());
    /// assert_eq!(uri, "http://h/");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn pop(&mut self) -> bool {
        if let Some(path) = &mut self.pieces {
            return path.pop();
        }
        let length = match Path::new(self.cut.component()).parent() {
            Some(parent) => parent.len(),
            None => return false,
        };
        let start = self.cut.start();
        self.cut.change(|text| text.truncate(start + length));
        true
    }

    /// Removes all segments. A path that begins with a slash keeps this slash: `/` is left, with its one empty
    /// segment, which [`push`](Self::push) fills.
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/a/b?q")?;
    /// uri.path_mut().clear().push("c")?;
    /// assert_eq!(uri, "http://h/c?q");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn clear(&mut self) -> &mut Self {
        if let Some(path) = &mut self.pieces {
            while path.pop() {}
            return self;
        }
        let length = usize::from(self.cut.component().starts_with('/'));
        let start = self.cut.start();
        self.cut.change(|text| text.truncate(start + length));
        self
    }

    /// Replaces the segment at `index`, counted like [`Path::segments`]. `Ok(false)` means that there is no segment at
    /// `index`, so nothing has changed.
    ///
    /// # Errors
    ///
    /// Like [`push`](Self::push). Also an empty first segment, if the path would then begin with `//` without an
    /// authority before it (RFC 3986 section 3.3).
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("urn:a/b/c")?;
    /// assert!(uri.path_mut().replace(1, "x?")?);
    /// assert_eq!(uri, "urn:a/x%3F/c");
    /// assert!(!uri.path_mut().replace(3, "y")?);
    /// assert!(uri.path_mut().replace(0, "").is_err());
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn replace(&mut self, index: usize, segment: &str) -> Result<bool, Error> {
        if index >= self.divide().len() {
            return Ok(false);
        }
        refuse_dots(self.cut.draft(), segment)?;
        let place = self.add(segment);
        let before = mem::replace(&mut self.divide().places()[index], place);
        let result = self.check_first(segment);
        if result.is_err() {
            self.divide().places()[index] = before;
        }
        result.map(|()| true)
    }

    /// Inserts a segment before the segment at `index`, or after the last one if `index` is the number of segments.
    /// `Ok(false)` means that `index` is larger than that number, so nothing has changed.
    ///
    /// Unlike [`push`](Self::push), it does not fill an empty segment: `/a/` has the segments `a` and an empty one, and
    /// with `b` inserted at 2 it is `/a//b`.
    ///
    /// # Errors
    ///
    /// Like [`replace`](Self::replace).
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/b")?;
    /// assert!(uri.path_mut().insert(0, "a")?);
    /// assert!(uri.path_mut().insert(2, "c")?);
    /// assert_eq!(uri, "http://h/a/b/c");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn insert(&mut self, index: usize, segment: &str) -> Result<bool, Error> {
        if index > self.divide().len() {
            return Ok(false);
        }
        refuse_dots(self.cut.draft(), segment)?;
        let place = self.add(segment);
        self.divide().places().insert(index, place);
        let result = self.check_first(segment);
        if result.is_err() {
            self.divide().places().remove(index);
        }
        result.map(|()| true)
    }

    /// Removes the segment at `index`. `Ok(false)` means that nothing has changed, because there is no segment at `index`,
    /// or because it is the empty segment of `/`: a path that begins with a slash keeps this slash, like with
    /// [`pop`](Self::pop).
    ///
    /// # Errors
    ///
    /// The segment after the first one would come first, where it is not allowed: an empty segment, with which the
    /// path would begin with `//` or with a slash that it did not have (RFC 3986 section 3.3); or one with a colon,
    /// where there is neither a scheme nor an authority (section 4.2).
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/a/b/c")?;
    /// assert!(uri.path_mut().remove(1)?);
    /// assert_eq!(uri, "http://h/a/c");
    /// let mut reference = oneiri::UriRefBuf::parse("a/b:c")?;
    /// assert!(reference.path_mut().remove(0).is_err());
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn remove(&mut self, index: usize) -> Result<bool, Error> {
        if index >= self.divide().len() {
            return Ok(false);
        }
        if self.divide().len() == 1 && self.pieces.as_ref().is_some_and(|path| path.rooted) {
            return Ok(self.pop());
        }
        let before = self.divide().places().remove(index);
        let first = String::from(self.divide().get(0));
        let result = self.check_first(&first);
        if result.is_err() {
            self.divide().places().insert(index, before);
        }
        result.map(|()| true)
    }

    /// Returns the segments. If the text still holds the path, takes the path out and divides it.
    fn divide(&mut self) -> &mut Pieces {
        let Self { cut, pieces } = self;
        let segmented = pieces.get_or_insert_with(|| {
            let start = cut.start();
            let path = cut.change(|text| text.split_off(start));
            Segmented::divide(path, cut.draft().spans.has_authority())
        });
        &mut segmented.segments
    }

    /// Puts the segments back into the text.
    fn join(&mut self) {
        if let Some(path) = self.pieces.take() {
            self.cut.change(|text| path.write(text));
        }
    }

    fn add(&mut self, segment: &str) -> Range<usize> {
        let unicode = self.cut.draft().grammar.unicode;
        self.divide().add(|text| push_encoded(segment, unicode, text))
    }

    /// Checks whether the first segments are valid at their positions. `segment` is the segment that the error
    /// reports.
    fn check_first(&self, segment: &str) -> Result<(), Error> {
        let draft = self.cut.draft();
        let Some(Segmented { rooted, segments }) = &self.pieces else { return Ok(()) };
        let has_authority = draft.spans.has_authority();
        if !rooted && segments.len() > 0 && segments.get(0).is_empty() {
            return Err(refuse(draft, segment, ErrorKind::SegmentEmpty));
        }
        // Two segments are enough: the rules concern only a leading `//` and the first segment.
        let (root, slash) = (if *rooted { "/" } else { "" }, if segments.len() > 1 { "/" } else { "" });
        let head = [root, segments.get(0), slash].concat();
        check_seams(draft.spans.has_scheme(), has_authority, &head, draft.grammar)
    }

    /// The number of segments, counted like [`Path::segments`]: `/` has one, which is empty.
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/a")?;
    /// assert_eq!(uri.path_mut().push("b")?.len(), 2);
    /// assert!(oneiri::UriBuf::parse("http://h")?.path_mut().is_empty());
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn len(&self) -> usize {
        match &self.pieces {
            Some(path) => path.segments.len(),
            None => Path::new(self.cut.component()).segments().count(),
        }
    }

    /// Whether there are no segments. The path `/` has one, which is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Drop for PathMut<'_> {
    fn drop(&mut self) {
        self.join();
    }
}

impl fmt::Debug for PathMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut path = String::from(self.cut.component());
        if let Some(segmented) = &self.pieces {
            segmented.write(&mut path);
        }
        f.debug_tuple("PathMut").field(&path).finish()
    }
}
