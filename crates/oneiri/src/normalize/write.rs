//! Writes the normal form of an identifier: one pass over its components, led by the hints.

use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

use super::out::{FixedBuffer, Output};
use super::rewrite::Rewrite;
use super::writer::Writer;
use super::{Plan, Shape, significant};
use crate::dots::Escapes;
use crate::syntax::error::Component;
use crate::syntax::scan::{StopAt, Stops, first_stops};
use crate::syntax::spans::{Hints, Spans, Untyped};

/// The length of the longest text whose normal form is never written to the heap to hash or order it.
const ON_STACK: usize = 4096;
/// The length up to which less of the stack is used, because clearing it costs more than most texts.
const SHORT: usize = 256;
/// A guard, a root and the slashes of an authority may be added to a text.
const SPARE: usize = 8;

impl Plan {
    /// Whether the plan may change the text. `false` is certain, and takes no look at the text.
    #[inline]
    pub(crate) fn may_change(&self, source: Untyped<'_, '_>) -> bool {
        source.spans.hints.has(self.seen) || source.has_port() || self.is_ruled()
    }

    /// Writes the normal form to `out`, which is empty, and returns its spans. If the text is its normal form, writes
    /// nothing and returns `None`.
    #[inline]
    pub(crate) fn write(&self, source: Untyped<'_, '_>, out: &mut impl Output) -> Option<Spans> {
        let mut new = Spans::default();
        (self.may_change(source) && self.write_to(source.text, source.spans, out, &mut new)).then_some(new)
    }

    /// The text of the normal form.
    pub(crate) fn text_of<'a>(&self, source: Untyped<'a, '_>) -> Cow<'a, str> {
        let mut text = String::new();
        match self.write(source, &mut text) {
            Some(_) => Cow::Owned(text),
            None => Cow::Borrowed(source.text),
        }
    }

    /// Passes the bytes of the normal form to `take`. They are the text itself, or are on the stack, or on the heap if
    /// they are more than [`ON_STACK`].
    #[inline]
    pub(crate) fn with_bytes<R>(&self, source: Untyped<'_, '_>, take: impl FnOnce(&[u8]) -> R) -> R {
        if !self.may_change(source) {
            take(source.text.as_bytes())
        } else if source.text.len() <= SHORT {
            self.on_stack::<{ SHORT + SPARE }, R>(source, take)
        } else if source.text.len() <= ON_STACK {
            self.on_stack::<{ ON_STACK + SPARE }, R>(source, take)
        } else {
            take(self.text_of(source).as_bytes())
        }
    }

    #[inline(never)]
    fn on_stack<const N: usize, R>(&self, source: Untyped<'_, '_>, take: impl FnOnce(&[u8]) -> R) -> R {
        let room = &mut [0; N];
        let mut out = FixedBuffer::new(room);
        match (self.write(source, &mut out), out.bytes()) {
            (None, _) => take(source.text.as_bytes()),
            (Some(_), Some(bytes)) => take(bytes),
            // Direction controls take three times their length as escapes.
            (Some(_), None) => take(self.text_of(source).as_bytes()),
        }
    }

    /// Like [`write`](Self::write), for a text that the plan may change. Stores the spans in `new`, and returns whether
    /// the text changed; if it did not, `new` holds nothing of use. Text and spans come one by one, because a value of
    /// both would be passed in memory, where the processor waits for it.
    #[inline(never)]
    pub(crate) fn write_to(&self, text: &str, spans: &Spans, out: &mut impl Output, new: &mut Spans) -> bool {
        let source = Untyped { text, spans };
        let mut pass = Pass {
            plan: self,
            source: &source,
            writer: Writer::new(text, out),
            fold: spans.hints.has(Hints::CASE) && self.steps.case,
            has_escapes: spans.hints.has(self.seen.and(Hints::ESCAPES.or(Hints::BIDI))),
        };
        // What is decoded may be anything, and so may what a rule changes. The other changes add nothing.
        let hints = if self.is_ruled() || pass.has_escapes { Hints::ALL } else { spans.hints };
        if self.is_ruled() {
            pass.by_components(new)
        } else {
            pass.plain(new)
        }
        let changed = pass.writer.finish();
        if changed {
            new.hints = hints;
        }
        changed
    }
}

/// One pass over the components of an identifier.
struct Pass<'p, 't, 's, 'o, O> {
    plan: &'p Plan,
    source: &'p Untyped<'t, 's>,
    writer: Writer<'t, 'o, O>,
    /// Whether there may be letters to fold in scheme and host.
    fold: bool,
    /// Whether there may be escapes or direction controls to rewrite.
    has_escapes: bool,
}

impl<'t, O: Output> Pass<'_, 't, '_, '_, O> {
    /// Writes what no rules of a scheme change.
    #[inline(always)]
    fn plain(&mut self, new: &mut Spans) {
        let (plan, source) = (self.plan, self.source);
        let Spans { scheme_end, host_start, host_end, path_start, path_end, .. } = *source.spans;
        let text = plan.rewrite(Component::Path);
        let dots = self.may_have_dots(&text);
        let mut stops = 0;
        if dots || self.has_escapes {
            let besides = if self.has_escapes { StopAt::Escapes } else { StopAt::Nothing };
            stops = first_stops(source.text.as_bytes(), path_start, besides);
            let in_head = stops & !(!0 << (path_start % 64)) != 0;
            if path_start >= 64
                || in_head
                || dots && !source.spans.has_authority()
                || source.spans.hints.has(Hints::BIDI)
            {
                return self.by_components(new);
            }
        }
        if self.fold && host_start <= source.spans.authority_start() {
            self.writer.fold(0..host_end.max(scheme_end));
        } else if self.fold {
            self.writer.fold(0..scheme_end);
            self.writer.fold(host_start..host_end);
        }
        (new.scheme_end, new.host_start, new.host_end) = (scheme_end, host_start, host_end);
        if source.has_port() {
            let port = source.port();
            let kept = if plan.port { port.and_then(significant) } else { port };
            self.port(kept, host_end..path_start);
        }
        new.path_start = self.writer.place(path_start);
        (new.path_end, new.query_end) = (path_end, source.query_end());
        if dots || self.has_escapes {
            let query = plan.rewrite(Component::Query);
            let end = if self.has_escapes { source.text.len() } else { path_end };
            self.writer.behind_head(&text, &query, path_start..end, dots, stops, new);
        } else {
            new.path_end = self.writer.place(path_end);
            new.query_end = self.writer.place(new.query_end);
        }
    }

    /// Writes one component after the other: what rules of a scheme may change, a text with escapes in its head, and one
    /// whose path may need a guard.
    #[inline(never)]
    fn by_components(&mut self, new: &mut Spans) {
        let shape = &self.plan.shape(*self.source);
        self.head(shape, new);
        let Spans { path_start, path_end, .. } = *self.source.spans;
        new.path_start = self.writer.place(path_start);
        self.path(shape, path_start..path_end);
        new.path_end = self.writer.place(path_end);
        let query_end = self.source.query_end();
        self.query(shape, path_end..query_end);
        new.query_end = self.writer.place(query_end);
        if query_end < self.source.text.len() {
            self.text(Component::Fragment, query_end + 1..self.source.text.len());
        }
    }

    /// The places where the text may change.
    #[inline(always)]
    fn stops(&self) -> Stops<'t> {
        let besides = match (self.has_escapes, self.source.spans.hints.has(Hints::BIDI)) {
            (false, _) => StopAt::Nothing,
            (true, false) => StopAt::Escapes,
            (true, true) => StopAt::EscapesAndBidi,
        };
        Stops::new(self.source.text.as_bytes(), self.source.spans.path_start, besides)
    }

    /// Whether the path may have dot segments that are to be removed.
    #[inline(always)]
    fn may_have_dots(&self, how: &Rewrite) -> bool {
        let spans = self.source.spans;
        self.plan.steps.path
            && spans.has_scheme()
            && (spans.hints.has(Hints::DOTS) || self.has_escapes && matches!(how.escaped_dots(), Escapes::Decoded))
    }

    /// Scheme and authority.
    #[inline(always)]
    fn head(&mut self, shape: &Shape<'_>, new: &mut Spans) {
        let spans = self.source.spans;
        let Spans { scheme_end, host_start, host_end, path_start, .. } = *spans;
        let replaced = shape.replaced_host(*self.source, self.plan);
        let bare = host_start <= spans.authority_start();
        if self.fold && bare && !self.has_escapes && replaced.is_none() {
            self.writer.fold(0..host_end.max(scheme_end));
        } else if self.fold {
            self.writer.fold(0..scheme_end);
        }
        new.scheme_end = self.writer.place(scheme_end);
        if !spans.has_authority() {
            if let Some(host) = &replaced {
                self.writer.replace(path_start..path_start, "//");
                new.host_start = self.writer.place(path_start);
                self.writer.replace(path_start..path_start, host);
                new.host_end = self.writer.place(path_start);
            }
            return;
        }
        if !bare {
            self.text(Component::Userinfo, spans.authority_start()..host_start - 1);
        }
        new.host_start = self.writer.place(host_start);
        if let Some(host) = &replaced {
            self.writer.replace(host_start..host_end, host);
        } else if self.has_escapes {
            self.text(Component::Host, host_start..host_end);
        } else if self.fold && !bare {
            self.writer.fold(host_start..host_end);
        }
        new.host_end = self.writer.place(host_end);
        if host_end < path_start {
            self.port(shape.parts.port, host_end..path_start);
        }
    }

    /// The port with its colon: what is kept of its digits.
    fn port(&mut self, kept: Option<&str>, range: Range<usize>) {
        let start = range.start + 1;
        match kept {
            None => self.writer.replace(range, ""),
            Some(kept) if kept.len() < range.end - start => {
                self.writer.replace(start..range.end - kept.len(), "");
            }
            Some(_) => {}
        }
    }

    fn path(&mut self, shape: &Shape<'_>, range: Range<usize>) {
        let (source, plan) = (self.source, self.plan);
        let how = plan.rewrite(Component::Path);
        if shape.path != source.path() {
            self.writer.replace(range, &plan.rewritable_path(shape).written());
        } else if shape.dots && self.may_have_dots(&how) {
            let has_authority = shape.parts.host.is_some();
            let mut stops = self.stops();
            self.writer.path(&how, range, &mut stops, has_authority);
        } else if self.has_escapes || !shape.dots {
            self.writer.pieces(plan.rewritable_path(shape), range.start);
        }
    }

    /// The query with its question mark.
    fn query(&mut self, shape: &Shape<'_>, range: Range<usize>) {
        let Some(query) = self.source.query() else { return };
        if shape.parts.query.is_none() {
            self.writer.replace(range, "");
        } else {
            let rewritable = self.plan.rewritable(query, Component::Query);
            self.writer.pieces(rewritable, range.start + 1);
        }
    }

    /// Rewrites a component, if there may be something to rewrite.
    fn text(&mut self, component: Component, range: Range<usize>) {
        if self.has_escapes {
            self.writer.text(&self.plan.rewrite(component), range);
        }
    }
}
