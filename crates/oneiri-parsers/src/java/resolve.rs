//! `URI.resolve`.

use alloc::string::String;
use alloc::vec::Vec;

use oneiri::Component;

use super::Uri;
use crate::reading::Reading;

/// The child resolved against the base (RFC 2396 section 5.2, as the class has it).
pub(super) fn resolve<'t>(base: &Uri<'_>, child: Uri<'t>) -> Reading<'t> {
    let is_opaque = |uri: &Uri<'_>| uri.reading.path().is_none();
    if is_opaque(base) || child.reading.scheme().is_some() {
        return child.reading;
    }
    let Uri { reading: mut found, has_authority } = child;
    if has_authority {
        found.take(&base.reading, Component::Scheme);
        return found;
    }
    let path = found.path().unwrap_or_default();
    let only_fragment = path.is_empty() && found.query().is_none() && found.fragment().is_some();
    let path = if path.starts_with('/') {
        None
    } else if only_fragment {
        found.take(&base.reading, Component::Query);
        Some(String::from(base.reading.path().unwrap_or_default()))
    } else {
        let directory = base.reading.path().unwrap_or_default();
        let end = directory.rfind('/').map_or(0, |slash| slash + 1);
        let root = if end == 0 && !path.is_empty() && base.reading.scheme().is_some() { "/" } else { "" };
        Some(normalize(&[root, &directory[..end], path].concat()))
    };
    if let Some(path) = path {
        let range = found.range(Component::Path).filter(|range| !range.is_empty());
        found.set(Component::Path, path, range);
    }
    for component in [Component::Scheme, Component::Userinfo, Component::Host, Component::Port] {
        found.take(&base.reading, component);
    }
    found
}

/// Removes dot segments and empty segments, if there are any. Dots that climb above the path stay.
fn normalize(path: &str) -> String {
    let inner = path.strip_prefix('/').unwrap_or(path);
    let is_dots = |segment: &str| matches!(segment, "." | "..");
    if !path.contains("//") && !inner.split('/').any(is_dots) {
        return String::from(path);
    }
    let mut kept: Vec<&str> = Vec::new();
    // Whether the last segment went, so that the slash before it is the last one.
    let mut gone = false;
    let segments = path.split('/').filter(|segment| !segment.is_empty());
    for segment in segments {
        gone = true;
        match segment {
            "." => {}
            ".." if kept.last().is_some_and(|last| *last != "..") => {
                kept.pop();
            }
            segment => {
                kept.push(segment);
                gone = false;
            }
        }
    }
    let mut found = String::new();
    if path.starts_with('/') {
        found.push('/');
    } else if kept.first().is_some_and(|first| first.contains(':')) {
        found.push_str("./");
    }
    found.push_str(&kept.join("/"));
    if (gone || path.ends_with('/')) && !kept.is_empty() {
        found.push('/');
    }
    found
}
