//! Segments.

use alloc::string::String;

use super::{Code, Fix, Look};
use crate::syntax::error::Component;

impl Look<'_> {
    /// `clean` is the path without its dot segments.
    pub(super) fn at_path(&mut self, clean: &str) {
        let (path, start) = self.part(Component::Path).unwrap_or_default();
        let named = self.source.host().is_some_and(|host| !host.is_empty());
        if path.is_empty() && named && self.rules.is_some_and(|rules| rules.empty_path_is_root) {
            let fix = Fix { range: start..start, text: String::from("/") };
            self.find_fixable(Code::EmptyPath, Component::Path, start..start, "", fix);
        }
        if !self.has_segments() {
            return;
        }
        let (mut dots, mut disguised) = (None, false);
        let (mut at, count) = (start, path.split('/').count());
        for (index, segment) in path.split('/').enumerate() {
            let range = at..at + segment.len();
            at = range.end + 1;
            if segment.is_empty() && index > 0 && index + 1 < count {
                let slash = range.start..range.end + 1;
                self.find(Code::EmptySegment, Component::Path, slash, "");
            } else if is_dots(segment) {
                let first = dots.map_or(range.start, |(first, _)| first);
                dots = Some((first, range.end));
            } else if let Some(decoded) = disguised_dots(segment) {
                disguised = true;
                let fix = Fix { range: range.clone(), text: decoded.into() };
                let code = Code::EncodedDotSegment;
                self.find_fixable(code, Component::Path, range, "", fix);
            }
        }
        if let Some((first, end)) = dots.filter(|_| clean != path) {
            let code = Code::DotSegments;
            if disguised {
                // These come first: what a ".." takes along is not known before.
                self.find(code, Component::Path, first..end, "");
            } else {
                let fix = Fix { range: start..start + path.len(), text: clean.into() };
                self.find_fixable(code, Component::Path, first..end, "", fix);
            }
        }
    }
}

fn is_dots(segment: &str) -> bool {
    matches!(segment, "." | "..")
}

/// The dots that a segment with escapes stands for.
pub(super) fn disguised_dots(segment: &str) -> Option<&'static str> {
    if !segment.contains('%') || segment.len() > 6 {
        return None;
    }
    match segment.replace("%2e", ".").replace("%2E", ".").as_str() {
        "." => Some("."),
        ".." => Some(".."),
        _ => None,
    }
}
