//! Paths by the segment. A segment is data: what is given is what decoding it gives back.

use alloc::string::String;

use super::{Draft, Edit, Policy};
use crate::percent::push_escaped;
use crate::syntax::error::{Component, Error, ErrorKind};
use crate::syntax::grammar::PCHAR;
use crate::syntax::grammar::unicode::Repertoire;

impl Draft<'_> {
    /// Puts a segment behind the last one, or in its place if that is empty: a path that ends with
    /// a slash waits for one.
    pub(crate) fn push_segments<'s>(
        &mut self,
        segments: impl IntoIterator<Item = &'s str>,
    ) -> Result<(), Error> {
        let mut path = String::from(self.untyped().path());
        for segment in segments {
            if !path.is_empty() && !path.ends_with('/')
                || path.is_empty() && self.spans.has_authority()
            {
                path.push('/');
            }
            self.push_encoded(segment, &mut path)?;
        }
        self.apply(Edit::Path(&path), Policy::Refuse)
    }

    /// Takes the last segment away, and the slash before it; but a path stays rooted if it was.
    pub(crate) fn pop_segment(&mut self) -> bool {
        let path = self.untyped().path();
        let length = match path.rfind('/') {
            _ if path.is_empty() || path == "/" => return false,
            Some(0) => 1,
            Some(slash) => slash,
            None => 0,
        };
        let range = self.spans.path_start + length..self.spans.path_end;
        self.replace(super::PATH_END, range, &[]);
        true
    }

    /// Puts another segment in the place of the one at `index`; `false` if there is none.
    pub(crate) fn replace_segment(&mut self, index: usize, segment: &str) -> Result<bool, Error> {
        let path = self.untyped().path();
        if path.is_empty() {
            return Ok(false);
        }
        let mut start = usize::from(path.starts_with('/'));
        for _ in 0..index {
            match path[start..].find('/') {
                Some(length) => start += length + 1,
                None => return Ok(false),
            }
        }
        let end = path[start..].find('/').map_or(path.len(), |length| start + length);
        let mut replaced = String::from(&path[..start]);
        self.push_encoded(segment, &mut replaced)?;
        replaced.push_str(&path[end..]);
        self.apply(Edit::Path(&replaced), Policy::Refuse).map(|()| true)
    }

    /// Writes a segment behind a path so that it decodes to what is given. `.` and `..` cannot be
    /// written so: their escapes are the same dots. Neither can an empty segment without a slash
    /// before it: it would be none, and the slash behind it a root.
    fn push_encoded(&self, segment: &str, path: &mut String) -> Result<(), Error> {
        if segment == "." || segment == ".." {
            return Err(self.refuse(segment, ErrorKind::SegmentDots));
        }
        if segment.is_empty() && path.is_empty() {
            return Err(self.refuse(segment, ErrorKind::SegmentEmpty));
        }
        let repertoire = Repertoire::of(self.grammar.unicode);
        for character in segment.chars() {
            let plain = match u8::try_from(character) {
                Ok(byte) if byte < 0x80 => PCHAR.has(byte),
                _ => repertoire.has(character),
            };
            if plain {
                path.push(character);
            } else {
                push_escaped(character, path);
            }
        }
        Ok(())
    }

    fn refuse(&self, segment: &str, kind: ErrorKind) -> Error {
        let (end, grammar) = (segment.len(), Some(self.grammar));
        let found = segment.chars().next();
        Error { start: 0, end, kind, component: Component::Path, grammar, found }
    }
}
