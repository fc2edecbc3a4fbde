//! The segments of a path.

use alloc::string::String;
use core::iter::FusedIterator;
use core::str::Split;

use super::Url;
use crate::error::{Error, ErrorKind};
use crate::parser::dots;
use crate::percent::{self, PercentEncodeSet};
use crate::scheme::is_normalized_drive_letter;

/// The segments of a path, from both ends: [`Url::segments`].
#[derive(Clone, Debug)]
pub struct Segments<'a> {
    segments: Option<Split<'a, char>>,
}

impl<'a> Segments<'a> {
    pub(super) fn new(path: &'a str) -> Self {
        Self { segments: path.strip_prefix('/').map(|path| path.split('/')) }
    }
}

impl<'a> Iterator for Segments<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.segments.as_mut()?.next()
    }
}

impl DoubleEndedIterator for Segments<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.segments.as_mut()?.next_back()
    }
}

impl FusedIterator for Segments<'_> {}

impl Url {
    /// Appends segments to the path, which keeps its last segment if that is not empty. The segments are
    /// data: `/`, `?` and `%` are percent-encoded.
    ///
    /// ```
    /// use oneiri_whatwg::Url;
    ///
    /// let mut url = Url::parse("http://h/a/?q")?;
    /// url.append_segments(["b c", "100%"])?;
    /// assert_eq!(url.href(), "http://h/a/b%20c/100%25?q");
    /// # Ok::<(), oneiri_whatwg::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The path is opaque, or a segment is `.` or `..`, which no escape keeps from being removed. The URL
    /// does not change then. The range is that of the segment in itself.
    pub fn append_segments<I>(&mut self, segments: I) -> Result<(), Error>
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        if self.has_opaque_path() {
            return Err(Error::new(ErrorKind::OpaquePath, 0..0));
        }
        let path = self.pathname();
        let mut segments = segments.into_iter().peekable();
        if segments.peek().is_none() {
            return Ok(());
        }
        let mut path = String::from(path.strip_suffix('/').unwrap_or(path));
        for segment in segments {
            let segment = segment.as_ref();
            if dots(segment.as_bytes()) > 0 && !segment.contains('%') {
                return Err(Error::new(ErrorKind::DotSegment, 0..segment.len()));
            }
            path.push('/');
            percent::encode(&mut path, segment, PercentEncodeSet::SEGMENT);
        }
        self.rewrite_path(|out, _| out.push_str(&path));
        Ok(())
    }

    /// Removes the last segment of the path. Returns whether the path changed: `/` stays as it is, and so does the drive
    /// letter of a `file:` URL.
    ///
    /// ```
    /// use oneiri_whatwg::Url;
    ///
    /// let mut url = Url::parse("http://h/a/b?q")?;
    /// assert!(url.pop_segment()?);
    /// assert_eq!(url.href(), "http://h/a?q");
    /// assert!(url.pop_segment()? && !url.pop_segment()?);
    /// assert_eq!(url.href(), "http://h/?q");
    /// # Ok::<(), oneiri_whatwg::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The path is opaque.
    pub fn pop_segment(&mut self) -> Result<bool, Error> {
        if self.has_opaque_path() {
            return Err(Error::new(ErrorKind::OpaquePath, 0..0));
        }
        let path = self.pathname();
        let Some((kept, last)) = path.rsplit_once('/') else { return Ok(false) };
        let is_drive = self.is_file() && kept.is_empty() && is_normalized_drive_letter(last);
        if path == "/" || is_drive {
            return Ok(false);
        }
        let kept = String::from(if kept.is_empty() { "/" } else { kept });
        self.rewrite_path(|out, _| out.push_str(&kept));
        Ok(true)
    }
}
