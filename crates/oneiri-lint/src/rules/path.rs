//! The path and its segments.

use alloc::string::String;

use oneiri::Component;
use oneiri::component::Path;

use crate::code::Code;
use crate::inspection::Inspection;
use crate::lints::Fix;

impl Inspection<'_> {
    /// Empty paths, dot segments and empty segments. `clean` makes the path without its dot segments.
    pub(crate) fn at_path(&mut self, clean: &dyn Fn() -> String) {
        let (path, start) = self.path();
        let root = self.scheme.as_ref().is_some_and(|scheme| scheme.empty_path_is_root);
        if path.is_empty() && root && self.has_named_host() {
            let fix = Fix { range: start..start, text: String::from("/") };
            self.find_fixable(Code::EmptyPath, Component::Path, start..start, "", fix);
        }
        if !self.has_segments() {
            return self.at_rootless_path();
        }
        // The stretch from the first dot segment to the last one.
        let mut dots = None;
        let mut disguised = false;
        let mut at = start + usize::from(path.starts_with('/'));
        let mut segments = Path::from(path).segments().peekable();
        while let Some(segment) = segments.next() {
            let range = at..at + segment.len();
            at = range.end + 1;
            if segment.is_empty() && segments.peek().is_some() {
                let slash = range.start..range.end + 1;
                self.find(Code::EmptySegment, Component::Path, slash, "");
            } else if matches!(segment.as_str(), "." | "..") {
                let first = dots.map_or(range.start, |(first, _)| first);
                dots = Some((first, range.end));
            } else if let Some(decoded) = disguised_dots(&segment) {
                disguised = true;
                let fix = Fix { range: range.clone(), text: decoded.into() };
                let code = Code::EncodedDotSegment;
                self.find_fixable(code, Component::Path, range, "", fix);
            }
        }
        // A path such as "./a:b" needs its dot segment and stays as it is.
        let Some((first, end)) = dots else { return };
        let clean = clean();
        if clean == path {
            return;
        }
        let code = Code::DotSegments;
        if disguised {
            // The escaped dot segments are decoded first: until then a ".." may remove another segment than the
            // one that is before it.
            self.find(code, Component::Path, first..end, "");
        } else {
            let fix = Fix { range: start..start + path.len(), text: clean };
            self.find_fixable(code, Component::Path, first..end, "", fix);
        }
    }
}

impl Inspection<'_> {
    /// A path after a scheme that begins without a slash. Only the scheme knows what it means, but the generic
    /// syntax removes dot segments from it as well: `urn:example:a/../b` becomes `urn:b`.
    fn at_rootless_path(&mut self) {
        let (path, start) = self.path();
        let mut at = start;
        for segment in path.split('/') {
            let range = at..at + segment.len();
            at = range.end + 1;
            if matches!(segment, "." | "..") || disguised_dots(segment).is_some() {
                self.find(Code::RootlessDotSegments, Component::Path, range, "");
            }
        }
    }
}

/// The dot segment that a segment with escaped dots represents: `.%2e` is `..`.
pub(super) fn disguised_dots(segment: &str) -> Option<&'static str> {
    if !segment.contains('%') || segment.len() > "%2e%2e".len() {
        return None;
    }
    match segment.replace("%2e", ".").replace("%2E", ".").as_str() {
        "." => Some("."),
        ".." => Some(".."),
        _ => None,
    }
}
