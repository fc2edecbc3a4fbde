//! One side of a comparison: where its components, and the units of its path, lie in its text.

use core::ops::Range;

use crate::dots::{Unit, Units};
use crate::normalize::{Plan, Rewrite, Shape};
use crate::syntax::error::Component;
use crate::syntax::spans::Untyped;

/// One side of a comparison: a text, and its components in the shape that the plan gives them.
pub(in crate::compare) struct Side<'a> {
    pub(super) source: Untyped<'a, 'a>,
    pub(super) shape: Shape<'a>,
}

impl<'a> Side<'a> {
    pub(in crate::compare) fn new(source: Untyped<'a, 'a>, plan: &Plan) -> Self {
        Self { source, shape: plan.shape(source) }
    }

    /// The range of a piece of a component in the text; `None` if the piece is not part of the text, because
    /// the plan added it.
    pub(super) fn find(&self, piece: &str, component: Component) -> Option<Range<usize>> {
        let text = self.source.text;
        let start = (piece.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
        // The plan may have added an empty host. The address of an empty text does not tell where it comes from.
        let placed = !piece.is_empty() || component != Component::Host;
        (placed && start <= text.len() && start + piece.len() <= text.len())
            .then_some(start..start + piece.len())
    }

    /// Like [`find`](Self::find), but returns the range of the whole component if the piece is not found.
    pub(super) fn range(&self, piece: &str, component: Component) -> Range<usize> {
        self.find(piece, component).unwrap_or_else(|| self.source.range(component))
    }

    /// Whether the path is empty, and the scheme's rules make it `/`.
    pub(super) fn is_root_by_scheme(&self) -> bool {
        self.source.path().is_empty() && self.shape.path == "/"
    }

    /// The range from the slashes of the authority to the end of the host.
    pub(super) fn host_with_slashes(&self) -> Range<usize> {
        let component = Component::Host;
        self.source.delimited_range(component).start..self.source.range(component).end
    }
}

/// Walks the units that are left of a path without its dot segments. With each unit it returns the range that was
/// removed before the unit.
pub(super) struct Cursor<'w, 'a> {
    side: &'w Side<'a>,
    units: Units<'a>,
    at: usize,
}

impl<'w, 'a> Cursor<'w, 'a> {
    pub(super) fn new(side: &'w Side<'a>, how: Rewrite) -> Self {
        let path = side.source.path();
        let start = side.source.range(Component::Path).start;
        let at = start + usize::from(path.starts_with('/'));
        Self { side, units: Units::new(path, how.escaped_dots()), at }
    }

    /// The cursors of two sides whose paths both have a root or have none. Units may be left out of a beginning that
    /// both paths share, so the first range that was removed means nothing.
    pub(super) fn of_both(sides: [&'w Side<'a>; 2], how: Rewrite) -> [Self; 2] {
        let [a, b] = sides.map(|side| side.source.path());
        let [ours, theirs] = Units::of_both(a, b, how.escaped_dots());
        let [one, other] = sides;
        [(one, ours), (other, theirs)].map(|(side, units)| Self { side, units, at: 0 })
    }

    pub(super) fn next(&mut self) -> (Option<Unit<'a>>, Range<usize>) {
        let from = self.at;
        match self.units.next() {
            Some(unit) => {
                let range = self.side.range(unit.segment, Component::Path);
                self.at = range.end + usize::from(unit.slash);
                (Some(unit), from..range.start)
            }
            None => (None, from..self.side.source.range(Component::Path).end),
        }
    }
}
