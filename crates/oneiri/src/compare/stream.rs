//! A normal form as a stream of bytes, to order or hash identifiers without storing the normal form.

use crate::dots::{Unit, Units, head};
use crate::normalize::{Changes, Coded, Plan, Rewrite, Rewritten, Shape};
use crate::syntax::compose::{Piece, Pieces};
use crate::syntax::error::Component;

/// The bytes of a normal form, from first to last.
pub(crate) struct Stream<'a> {
    plan: Plan,
    shape: &'a Shape<'a>,
    /// The pieces after the current one.
    pieces: Pieces<'a>,
    /// The rest of the current piece, or of the current unit of the path.
    text: Rewritten<'a, Changes<'a>>,
    /// The units of the path after the current one, and the next of them.
    units: Option<(Units<'a>, Option<Unit<'a>>)>,
}

impl<'a> Stream<'a> {
    pub(crate) fn new(plan: Plan, shape: &'a Shape<'a>) -> Self {
        let pieces = Pieces::new(shape.parts());
        Self { plan, shape, pieces, text: literal(""), units: None }
    }

    /// The whole path if it has no dot segments. Otherwise the text before its first unit; the units follow.
    fn path(&mut self) -> Rewritten<'a, Changes<'a>> {
        let path: &'a str = &self.shape.path;
        if !self.shape.may_have_dots() {
            return self.plan.coded_path(self.shape).rewritten();
        }
        let mut units = Units::new(path, self.plan.rewrite(Component::Path).escaped_dots());
        let first = units.next();
        let before = before_units(self.shape, first.as_ref());
        self.units = Some((units, first));
        literal(before)
    }
}

/// Passes the bytes of a normal form to `put`, piece by piece. This is faster than [`Stream`], which returns one byte at
/// a time.
pub(crate) fn pieces(plan: &Plan, shape: &Shape<'_>, put: &mut impl FnMut(&[u8])) {
    for piece in Pieces::new(shape.parts()) {
        match piece {
            Piece::Delimiter(text) | Piece::Component(Component::Port, text) => {
                put(text.as_bytes());
            }
            Piece::Component(Component::Path, _) if shape.may_have_dots() => {
                path_pieces(plan, shape, put);
            }
            Piece::Component(Component::Path, _) => plan.coded_path(shape).pieces(put),
            Piece::Component(component, text) => plan.coded(text, component).pieces(put),
        }
    }
}

fn path_pieces(plan: &Plan, shape: &Shape<'_>, put: &mut impl FnMut(&[u8])) {
    let how = plan.rewrite(Component::Path);
    let mut units = Units::new(&shape.path, how.escaped_dots()).peekable();
    put(before_units(shape, units.peek()).as_bytes());
    for Unit { segment, slash, .. } in units {
        Coded::plain(segment, how).pieces(put);
        if slash {
            put(b"/");
        }
    }
}

/// The text before the first unit of a path: its root, and the guard if the path needs one.
fn before_units(shape: &Shape<'_>, first: Option<&Unit<'_>>) -> &'static str {
    let slash_first = first.is_some_and(|unit| unit.segment.is_empty() && unit.slash);
    head(shape.path.starts_with('/'), slash_first, shape.parts().host.is_some())
}

fn literal(text: &str) -> Rewritten<'_, Changes<'_>> {
    Coded::plain(text, Rewrite::NOTHING).rewritten()
}

impl Iterator for Stream<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        loop {
            if let Some(byte) = self.text.next() {
                return Some(byte);
            }
            if let Some((units, unit)) = &mut self.units {
                match unit {
                    Some(Unit { segment: "", slash: true, .. }) => {
                        *unit = units.next();
                        return Some(b'/');
                    }
                    Some(Unit { segment, slash, .. }) => {
                        let how = self.plan.rewrite(Component::Path);
                        self.text = Coded::plain(segment, how).rewritten();
                        if *slash {
                            // Leaves an empty unit with a slash, which the arm above turns into the slash.
                            *segment = "";
                        } else {
                            *unit = units.next();
                        }
                        continue;
                    }
                    None => self.units = None,
                }
            }
            self.text = match self.pieces.next()? {
                Piece::Delimiter(text) | Piece::Component(Component::Port, text) => literal(text),
                Piece::Component(Component::Path, _) => self.path(),
                Piece::Component(component, text) => self.plan.coded(text, component).rewritten(),
            };
        }
    }
}
