//! Component recomposition: RFC 3986 section 5.3. Text and spans are written together, so the composed text need not
//! be parsed again.

use alloc::string::String;

use crate::syntax::error::Component;
use crate::syntax::parts::Parts;
use crate::syntax::spans::Spans;

/// A piece of an identifier.
#[derive(Clone, Copy)]
pub(crate) enum Piece<'a> {
    Delimiter(&'static str),
    /// A component, and its text.
    Component(Component, &'a str),
}

/// The pieces of an identifier in their order. There is an authority if there is a host.
pub(crate) struct Pieces<'a> {
    parts: Parts<'a>,
    /// The place of the next piece; the piece may be absent.
    place: usize,
}

impl<'a> Pieces<'a> {
    pub(crate) const fn new(parts: Parts<'a>) -> Self {
        Self { parts, place: 0 }
    }

    /// How many places there are.
    const PLACES: usize = 13;

    /// The piece at a place; `None` if the component is absent.
    #[inline(always)]
    fn at(&self, place: usize) -> Option<Piece<'a>> {
        let Parts { scheme, host, path, query, fragment, .. } = self.parts;
        let (userinfo, port) = (host.and(self.parts.userinfo), host.and(self.parts.port));
        let delimiter = |part: Option<&str>, text| part.map(|_| Piece::Delimiter(text));
        let component = |part: Option<&'a str>, which| part.map(|it| Piece::Component(which, it));
        match place {
            0 => component(scheme, Component::Scheme),
            1 => delimiter(scheme, ":"),
            2 => delimiter(host, "//"),
            3 => component(userinfo, Component::Userinfo),
            4 => delimiter(userinfo, "@"),
            5 => component(host, Component::Host),
            6 => delimiter(port, ":"),
            7 => component(port, Component::Port),
            8 => component(Some(path), Component::Path),
            9 => delimiter(query, "?"),
            10 => component(query, Component::Query),
            11 => delimiter(fragment, "#"),
            12 => component(fragment, Component::Fragment),
            _ => None,
        }
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    #[inline]
    fn next(&mut self) -> Option<Piece<'a>> {
        while self.place < Self::PLACES {
            let piece = self.at(self.place);
            self.place += 1;
            if piece.is_some() {
                return piece;
            }
        }
        None
    }
}

/// Clears `out` but keeps its capacity, then writes the parts there, in their order and with their delimiters. `write`
/// writes each component.
pub(crate) fn recompose(
    parts: &Parts<'_>,
    out: &mut String,
    mut write: impl FnMut(Component, &str, &mut String),
) -> Spans {
    out.clear();
    let mut spans = Spans::default();
    for piece in Pieces::new(*parts) {
        match piece {
            Piece::Delimiter(text) => out.push_str(text),
            Piece::Component(component, text) => {
                let start = out.len();
                write(component, text, out);
                let end = out.len();
                match component {
                    Component::Scheme => spans.scheme_end = end,
                    Component::Host => (spans.host_start, spans.host_end) = (start, end),
                    Component::Path => {
                        spans.path_start = start;
                        (spans.path_end, spans.query_end) = (end, end);
                    }
                    Component::Query => spans.query_end = end,
                    _ => {}
                }
            }
        }
    }
    spans
}
