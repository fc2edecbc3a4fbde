//! Paths by the segment and queries by the pair, as collections that change in place.

use alloc::string::String;

use super::{Alphabet, Form, Ri};
use crate::edit::{Edit, Policy};
use crate::query::{self, Coding};
use crate::syntax::error::Error;

/// The path by its segments. A segment is data: it is percent-encoded on the way in, so that
/// decoding gives it back; `/` in it is `%2F`, and `%` is `%25`.
impl<A: Alphabet, F: Form> Ri<String, A, F> {
    /// Puts a segment at the end of the path. A path that ends with a slash has an empty last
    /// segment, and that one is filled: there is no trap in a trailing slash.
    ///
    /// # Errors
    ///
    /// `.` and `..`, which no path can hold as data (RFC 3986 section 3.3); an empty first segment
    /// of a path that has no root; one with a colon where there is neither scheme nor authority
    /// (section 4.2).
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/a/?q")?;
    /// uri.push_segment("b c")?;
    /// uri.push_segment("d/e")?;
    /// assert_eq!(uri, "http://h/a/b%20c/d%2Fe?q");
    /// uri.push_segment("")?;
    /// assert_eq!(uri.path(), "/a/b%20c/d%2Fe/");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn push_segment(&mut self, segment: &str) -> Result<(), Error> {
        self.extend_segments([segment])
    }

    /// Puts segments at the end of the path, all or none of them.
    ///
    /// # Errors
    ///
    /// As [`push_segment`](Self::push_segment).
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h")?;
    /// uri.extend_segments(["a", "b", ""])?;
    /// assert_eq!(uri, "http://h/a/b/");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn extend_segments<'s>(
        &mut self,
        segments: impl IntoIterator<Item = &'s str>,
    ) -> Result<(), Error> {
        self.draft().push_segments(segments)
    }

    /// Takes the last segment away and says whether there was one. A path that was rooted stays so.
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/a/b")?;
    /// assert!(uri.pop_segment());
    /// assert_eq!(uri, "http://h/a");
    /// assert!(uri.pop_segment() && !uri.pop_segment());
    /// assert_eq!(uri, "http://h/");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pop_segment(&mut self) -> bool {
        self.draft().pop_segment()
    }

    /// Puts another segment in the place of the one at `index`, counted as
    /// [`segments`](Ri::segments) does; says whether there is one.
    ///
    /// # Errors
    ///
    /// As [`push_segment`](Self::push_segment); and an empty first segment of a path that would
    /// then begin with `//` without an authority before it (RFC 3986 section 3.3).
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("urn:a/b/c")?;
    /// assert!(uri.replace_segment(1, "x?")?);
    /// assert_eq!(uri, "urn:a/x%3F/c");
    /// assert!(!uri.replace_segment(3, "y")?);
    /// assert!(uri.replace_segment(0, "").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replace_segment(&mut self, index: usize, segment: &str) -> Result<bool, Error> {
        self.draft().replace_segment(index, segment)
    }

    /// Sets one pair of the query, where the first of its key stood, and removes the others of its
    /// key; see [`query::set`].
    ///
    /// ```
    /// use oneiri::query::Coding;
    ///
    /// let mut uri = oneiri::UriBuf::parse("http://h/?a=1&b=%32#f")?;
    /// uri.set_query_pair("a", "x y", Coding::Percent);
    /// uri.append_query_pair("c", "3", Coding::Percent);
    /// assert_eq!(uri, "http://h/?a=x%20y&b=%32&c=3#f");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_query_pair(&mut self, key: &str, value: &str, coding: Coding) {
        self.rewrite_query(|query| query::set(query, key, value, coding));
    }

    /// Adds one pair at the end of the query; see [`query::append`].
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/?a=1")?;
    /// uri.append_query_pair("a", "2", oneiri::query::Coding::Percent);
    /// assert_eq!(uri, "http://h/?a=1&a=2");
    /// # Ok::<(), oneiri::Refused>(())
    /// ```
    pub fn append_query_pair(&mut self, key: &str, value: &str, coding: Coding) {
        self.rewrite_query(|query| query::append(query, key, value, coding));
    }

    /// Removes the pairs of one key, and the query with the last of them; see [`query::remove`].
    ///
    /// ```
    /// use oneiri::query::Coding;
    ///
    /// let mut uri = oneiri::UriBuf::parse("http://h/?a=1&%61=2")?;
    /// uri.remove_query_pair("a", Coding::Percent);
    /// assert_eq!(uri, "http://h/");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove_query_pair(&mut self, key: &str, coding: Coding) {
        if self.query().is_some_and(|query| !query.is_empty()) {
            self.rewrite_query(|query| query::remove(query, key, coding));
        }
    }

    fn rewrite_query(&mut self, change: impl FnOnce(&str) -> String) {
        let query = change(self.query().unwrap_or_default());
        let value = Some(query.as_str()).filter(|query| !query.is_empty());
        // Pairs are encoded with what a query may hold, so nothing is left to repair or refuse.
        let _ = self.edit(Edit::Query(value), Policy::Repair);
    }
}

impl<T: AsRef<str>, A: Alphabet, F: Form> Ri<T, A, F> {
    /// A new value with more segments: [`extend_segments`](Ri::extend_segments) on a copy.
    ///
    /// # Errors
    ///
    /// As [`push_segment`](Ri::push_segment).
    ///
    /// ```
    /// let uri = oneiri::Uri::parse("http://h/a/")?;
    /// assert_eq!(uri.join_segments(["b", "c"])?, "http://h/a/b/c");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn join_segments<'s>(
        &self,
        segments: impl IntoIterator<Item = &'s str>,
    ) -> Result<Ri<String, A, F>, Error> {
        let mut copy = self.as_borrowed().into_owned();
        copy.extend_segments(segments)?;
        Ok(copy)
    }
}
