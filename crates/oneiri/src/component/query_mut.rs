//! Changing the pairs of a query.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::mem;
use core::ops::Range;

use super::cut::Cut;
use super::keys::Keys;
use super::pairs::{Coding, split};
use super::pieces::Pieces;
use crate::edit::Draft;

/// A guard that changes the pairs of a query in place; see [`Ri::query_mut`](crate::Ri::query_mut).
///
/// Keys and values are data: the guard percent-encodes them, and compares keys decoded. Pairs with other keys keep
/// their spelling and their order. n changes through one guard cost at most O(n log n) in all: the fragment moves
/// once, and the second change that looks for a key makes an index of all keys.
///
/// ```
/// use oneiri::UriBuf;
///
/// let mut uri = UriBuf::parse("http://h/?a=1&utm_source=x&b=%32#f")?;
/// uri.query_mut().set("a", "x y").remove("utm_source").append("c", "1+1");
/// assert_eq!(uri, "http://h/?a=x%20y&b=%32&c=1%2B1#f");
/// uri.query_mut().clear().form().append("q", "a b");
/// assert_eq!(uri, "http://h/?q=a+b#f");
/// # Ok::<(), oneiri::Error>(())
/// ```
pub struct QueryMut<'u> {
    cut: Cut<'u>,
    coding: Coding,
    /// Whether a change has looked for a key already.
    searched: bool,
    /// The pairs, and the positions of each key, from the second search on. While this is `Some`, the text holds
    /// no query.
    index: Option<Index>,
}

/// The pieces between `&`, and for each decoded key the indices of its pairs. A removed piece has the place
/// [`REMOVED`].
struct Index {
    pieces: Pieces,
    keys: Keys,
    /// Of each piece the index of the next pair with its key, or [`NONE`].
    next: Vec<usize>,
}

/// No index.
const NONE: usize = usize::MAX;

/// The place of a piece that was removed: an empty place that no piece can have.
const REMOVED: Range<usize> = usize::MAX..usize::MAX;

impl<'u> QueryMut<'u> {
    pub(crate) fn new(draft: Draft<'u>) -> Self {
        let (coding, searched) = (Coding::Percent, false);
        Self { cut: Cut::behind_query(draft), coding, searched, index: None }
    }

    /// From this call on, reads and writes the query as `application/x-www-form-urlencoded`, in which `+` is a
    /// space.
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/?a+b=1")?;
    /// uri.query_mut().form().set("a b", "x y");
    /// assert_eq!(uri, "http://h/?a+b=x+y");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn form(&mut self) -> &mut Self {
        if self.coding != Coding::Form {
            // The index holds keys as the other coding decodes them, so it is no longer valid.
            self.join();
            self.coding = Coding::Form;
        }
        self
    }

    /// Adds a pair at the end.
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/?a=1")?;
    /// uri.query_mut().append("a", "2").append("b", "");
    /// assert_eq!(uri, "http://h/?a=1&a=2&b=");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn append(&mut self, key: &str, value: &str) -> &mut Self {
        let Self { cut, coding, index, .. } = self;
        if let Some(index) = index {
            index.append(key, value, *coding);
            return self;
        }
        let before = match cut.component() {
            "" => "?",
            "?" => "",
            query if query.ends_with('&') => "",
            _ => "&",
        };
        cut.change(|text| {
            text.push_str(before);
            coding.push_pair(key, value, text);
        });
        self
    }

    /// Adds pairs at the end.
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/")?;
    /// uri.query_mut().extend([("a", "1"), ("b", "2")]);
    /// assert_eq!(uri, "http://h/?a=1&b=2");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn extend<K: AsRef<str>, V: AsRef<str>>(&mut self, pairs: impl IntoIterator<Item = (K, V)>) -> &mut Self {
        for (key, value) in pairs {
            self.append(key.as_ref(), value.as_ref());
        }
        self
    }

    /// Sets the value of a key: replaces its first pair and removes the others. If there was none, adds a pair at
    /// the end.
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/?a=1&b&%61=2")?;
    /// uri.query_mut().set("a", "x&y").set("c", "3");
    /// assert_eq!(uri, "http://h/?a=x%26y&b&c=3");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn set(&mut self, key: &str, value: &str) -> &mut Self {
        self.change_key(key, Some(value))
    }

    /// Removes all pairs with this key. If no pair is left, removes the query too.
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/?a=1&b&%61=2")?;
    /// uri.query_mut().remove("a");
    /// assert_eq!(uri, "http://h/?b");
    /// uri.query_mut().remove("b");
    /// assert_eq!(uri, "http://h/");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn remove(&mut self, key: &str) -> &mut Self {
        self.change_key(key, None)
    }

    /// Removes the query.
    ///
    /// ```
    /// let mut uri = oneiri::UriBuf::parse("http://h/?a=1#f")?;
    /// uri.query_mut().clear();
    /// assert_eq!(uri, "http://h/#f");
    /// # Ok::<(), oneiri::Error>(())
    /// ```
    pub fn clear(&mut self) -> &mut Self {
        self.index = None;
        let start = self.cut.start();
        self.cut.change(|text| text.truncate(start));
        self
    }

    /// Replaces the first pair with this key by a pair with this value, and removes the others. Without a value,
    /// removes all pairs with this key.
    fn change_key(&mut self, key: &str, value: Option<&str>) -> &mut Self {
        if self.index.is_none() {
            // An empty query has no pairs. It stays present and empty unless the call adds a pair.
            if self.cut.component().len() <= 1 {
                return match value {
                    Some(value) => self.append(key, value),
                    None => self,
                };
            }
            if !self.searched {
                self.searched = true;
                return self.change_in_text(key, value);
            }
            let start = self.cut.start();
            let query = self.cut.change(|text| text.split_off(start));
            self.index = Some(Index::new(query, self.coding));
        }
        let Self { coding, index, .. } = self;
        if let Some(index) = index {
            index.change(key, value, *coding);
        }
        self
    }

    /// Makes the first search of a guard: reads the text once, and rewrites it from the first pair with this key
    /// on.
    fn change_in_text(&mut self, key: &str, value: Option<&str>) -> &mut Self {
        let Self { cut, coding, .. } = self;
        let mut first = 1;
        let found = cut.component()[1..].split('&').any(|piece| {
            let found = coding.has_key(piece, key);
            first += if found { 0 } else { piece.len() + 1 };
            found
        });
        if !found {
            return match value {
                Some(value) => self.append(key, value),
                None => self,
            };
        }
        let (start, coding) = (cut.start(), *coding);
        cut.change(|text| {
            let old = text.split_off(start + first);
            let mut value = value;
            let mut is_first = true;
            for piece in old.split('&') {
                let replaced = coding.has_key(piece, key);
                if replaced && value.is_none() {
                    continue;
                }
                if !is_first {
                    text.push('&');
                }
                is_first = false;
                match value.take_if(|_| replaced) {
                    Some(value) => coding.push_pair(key, value, text),
                    None => text.push_str(piece),
                }
            }
            // No pair is left after the delimiter before the first pair, which is a `&` or the `?` of the query.
            if is_first {
                text.pop();
            }
            // The query is removed with its last pair, even if an empty piece is left.
            if text.len() == start + 1 {
                text.pop();
            }
        });
        self
    }

    /// Puts the pairs back into the text.
    fn join(&mut self) {
        let Some(mut index) = self.index.take() else { return };
        index.pieces.places().retain(|place| *place != REMOVED);
        let only_empty = index.pieces.len() == 0 || index.pieces.len() == 1 && index.pieces.get(0).is_empty();
        if !only_empty {
            self.cut.change(|text| {
                text.push('?');
                index.pieces.write('&', text);
            });
        }
    }
}

impl Index {
    /// Divides a query after its `?`.
    fn new(query: String, coding: Coding) -> Self {
        let pieces = Pieces::divide(query, 1, '&');
        let mut next = Vec::from_iter((0..pieces.len()).map(|_| NONE));
        let mut keys = Keys::default();
        for at in 0..pieces.len() {
            let piece = pieces.get(at);
            if !piece.is_empty() {
                if let Some(before) = keys.note(coding.decode(split(piece).0), at) {
                    next[before] = at;
                }
            }
        }
        Self { pieces, keys, next }
    }

    fn append(&mut self, key: &str, value: &str, coding: Coding) {
        let place = self.pieces.add(|text| coding.push_pair(key, value, text));
        let places = self.pieces.places();
        // A query that ends with `&` ends with an empty piece. The new pair replaces it, as it does the only piece
        // of an empty query.
        while places.last() == Some(&REMOVED) {
            places.pop();
        }
        if places.last().is_some_and(Range::is_empty) {
            places.pop();
        }
        let at = places.len();
        places.push(place);
        self.next.truncate(at);
        self.next.push(NONE);
        if let Some(before) = self.keys.note(key.into(), at) {
            self.next[before] = at;
        }
    }

    fn change(&mut self, key: &str, value: Option<&str>, coding: Coding) {
        let Some(ends) = self.keys.get_mut(key) else {
            if let Some(value) = value {
                self.append(key, value, coding);
            }
            return;
        };
        let mut at = ends.first;
        match value {
            Some(value) => {
                ends.last = at;
                let place = self.pieces.add(|text| coding.push_pair(key, value, text));
                self.pieces.places()[at] = place;
                at = mem::replace(&mut self.next[at], NONE);
            }
            None => self.keys.remove(key),
        }
        while at != NONE {
            self.pieces.places()[at] = REMOVED;
            at = mem::replace(&mut self.next[at], NONE);
        }
    }
}

impl Drop for QueryMut<'_> {
    fn drop(&mut self) {
        self.join();
    }
}

impl fmt::Debug for QueryMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut tuple = f.debug_tuple("QueryMut");
        match &self.index {
            Some(index) => tuple.field(&index.pieces).finish(),
            None => tuple.field(&self.cut.component()).finish(),
        }
    }
}
