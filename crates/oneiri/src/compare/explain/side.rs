//! One side of a comparison, and how the normalization changes its components.

use alloc::vec::Vec;
use core::ops::Range;

use crate::dots::kept;
use crate::normalize::{Change, Plan, Replacement, Rewritable, Shape};
use crate::syntax::error::Component;
use crate::syntax::spans::Untyped;

/// One side of a comparison: a text, and its components in the shape that the plan gives them.
pub(in crate::compare) struct Side<'a> {
    pub(super) source: Untyped<'a, 'a>,
    pub(super) shape: Shape<'a>,
}

/// A text, and the changes that make it its normal form.
pub(super) struct Traced<'t> {
    pub(super) text: &'t str,
    pub(super) changes: Vec<Change>,
    /// Where the text begins in the identifier; `None` if the plan wrote the text.
    start: Option<usize>,
}

impl Traced<'_> {
    /// Two ranges, one of each text, as ranges of the two identifiers; `None` if the plan wrote a text.
    pub(super) fn places([a, b]: [&Self; 2], ranges: [Range<usize>; 2]) -> Option<[Range<usize>; 2]> {
        let [ours, theirs] = ranges;
        let shift = |range: Range<usize>, by: usize| range.start + by..range.end + by;
        Some([shift(ours, a.start?), shift(theirs, b.start?)])
    }

    /// Whether the text begins with a slash once its dot segments are removed.
    pub(super) fn begins_with_slash(&self) -> bool {
        let removed = self.changes.first().filter(|it| it.at == 0 && matches!(it.to, Replacement::Removed));
        self.text[removed.map_or(0, |it| it.length)..].starts_with('/')
    }
}

impl<'a> Side<'a> {
    pub(in crate::compare) fn new(source: Untyped<'a, 'a>, plan: &Plan) -> Self {
        Self { source, shape: plan.shape(source) }
    }

    /// A component, or the text that the plan gives it.
    pub(super) fn traced<'t>(&self, rewritable: Rewritable<'t>, component: Component) -> Traced<'t> {
        let (text, own) = (rewritable.text, self.source.text);
        let start = (text.as_ptr() as usize).wrapping_sub(own.as_ptr() as usize);
        // The plan may have added an empty host. The address of an empty text does not tell where it comes from.
        let placed = !text.is_empty() || component != Component::Host;
        let start = (placed && start <= own.len() && start + text.len() <= own.len()).then_some(start);
        Traced { text, changes: rewritable.changes().collect(), start }
    }

    /// The path of the identifier after its root. Its dot segments are removed.
    pub(super) fn units(&self, plan: &Plan) -> Traced<'a> {
        let (path, how) = (self.source.path(), plan.rewrite(Component::Path));
        let text = path.strip_prefix('/').unwrap_or(path);
        let (mut changes, mut at) = (Vec::new(), 0);
        for range in kept(text, how.escaped_dots()).into_iter().chain(core::iter::once(text.len()..text.len())) {
            if at < range.start {
                changes.push(Change { at, length: range.start - at, to: Replacement::Removed });
            }
            let within = Rewritable::plain(&text[range.clone()], how).changes();
            changes.extend(within.map(|change| Change { at: range.start + change.at, ..change }));
            at = range.end;
        }
        let start = self.source.range(Component::Path).end - text.len();
        Traced { text, changes, start: Some(start) }
    }

    /// The root of the path of the identifier.
    pub(super) fn root(&self) -> Traced<'a> {
        let path = self.source.path();
        let start = self.source.range(Component::Path).start;
        Traced { text: path.get(..1).unwrap_or(path), changes: Vec::new(), start: Some(start) }
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
