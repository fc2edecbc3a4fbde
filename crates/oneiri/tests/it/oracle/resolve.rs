//! Reference resolution: the pseudo-code of RFC 3986 section 5.2, and the two ways to remove dot segments.

use super::split::{five, recompose};

/// How to remove the dot segments of a path, depending on whether an authority is before it.
pub(crate) type DotRoutine = fn(path: &str, has_authority: bool) -> String;

/// RFC 3986 section 5.2.2, `strict` or not. The base has a scheme.
pub(crate) fn resolve(base: &str, reference: &str, strict: bool, remove_dot_segments: DotRoutine) -> String {
    // (R.scheme, R.authority, R.path, R.query, R.fragment) = parse(R);
    let base = five(base);
    let mut r = five(reference);

    // A non-strict parser may ignore a scheme in the reference if it is identical to the base URI's scheme.
    // (Schemes are case-insensitive: section 3.1.)
    if !strict && base.scheme.map(str::to_ascii_lowercase) == r.scheme.map(str::to_ascii_lowercase) {
        r.scheme = None;
    }

    let (scheme, authority, path, query);
    if r.scheme.is_some() {
        scheme = r.scheme;
        authority = r.authority;
        path = remove_dot_segments(r.path, authority.is_some());
        query = r.query;
    } else {
        if r.authority.is_some() {
            authority = r.authority;
            path = remove_dot_segments(r.path, true);
            query = r.query;
        } else {
            authority = base.authority;
            if r.path.is_empty() {
                path = base.path.to_string();
                query = if r.query.is_some() { r.query } else { base.query };
            } else {
                if r.path.starts_with('/') {
                    path = remove_dot_segments(r.path, authority.is_some());
                } else {
                    path = remove_dot_segments(&merge(base.authority, base.path, r.path), authority.is_some());
                }
                query = r.query;
            }
        }
        scheme = base.scheme;
    }
    recompose(scheme, authority, &path, query, r.fragment)
}

/// RFC 3986 section 5.2.3.
fn merge(base_authority: Option<&str>, base_path: &str, reference_path: &str) -> String {
    // If the base URI has a defined authority component and an empty path, then return a string consisting of
    // "/" concatenated with the reference's path; otherwise,
    if base_authority.is_some() && base_path.is_empty() {
        return format!("/{reference_path}");
    }
    // return a string consisting of the reference's path component appended to all but the last segment of the
    // base URI's path (excluding any characters after the right-most "/", or the entire path if there is none)
    match base_path.rsplit_once('/') {
        Some((before, _)) => format!("{before}/{reference_path}"),
        None => reference_path.to_string(),
    }
}

/// RFC 3986 section 5.2.4, with its input and output buffer and its steps 2A to 2E.
pub(crate) fn remove_dot_segments_rfc3986(path: &str) -> String {
    let mut input = path.to_string();
    let mut output = String::new();

    while !input.is_empty() {
        // A. If the input buffer begins with a prefix of "../" or "./", then remove that prefix
        if let Some(rest) = input.strip_prefix("../").or(input.strip_prefix("./")) {
            input = rest.to_string();
        }
        // B. if it begins with a prefix of "/./" or "/.", where "." is a complete path segment, then replace
        //    that prefix with "/"
        else if let Some(rest) = input.strip_prefix("/./") {
            input = format!("/{rest}");
        } else if input == "/." {
            input = "/".to_string();
        }
        // C. if it begins with a prefix of "/../" or "/..", where ".." is a complete path segment, then replace
        //    that prefix with "/" and remove the last segment and its preceding "/" (if any) from the output
        else if let Some(rest) = input.strip_prefix("/../") {
            input = format!("/{rest}");
            output.truncate(output.rfind('/').unwrap_or(0));
        } else if input == "/.." {
            input = "/".to_string();
            output.truncate(output.rfind('/').unwrap_or(0));
        }
        // D. if the input buffer consists only of "." or "..", then remove that
        else if input == "." || input == ".." {
            input.clear();
        }
        // E. move the first path segment to the end of the output buffer, including the initial "/" (if any),
        //    up to, but not including, the next "/" or the end
        else {
            let initial = usize::from(input.starts_with('/'));
            let end = input[initial..].find('/').map_or(input.len(), |slash| initial + slash);
            output.push_str(&input[..end]);
            input.drain(..end);
        }
    }
    output
}

/// The same as a [`DotRoutine`]: it does not ask about an authority.
pub(crate) fn verbatim(path: &str, _has_authority: bool) -> String {
    remove_dot_segments_rfc3986(path)
}

/// SRFI 275's routine with the guard of D-13 and D-14, which keeps the structure of the whole.
pub(crate) fn guarded(path: &str, has_authority: bool) -> String {
    let result = remove_dot_segments_srfi275(path);
    if has_authority {
        return result;
    }
    // path was absolute and result starts with `//`: prefix `/.`
    if path.starts_with('/') && result.starts_with("//") {
        return format!("/.{result}");
    }
    // path was rootless and result starts with `/`: prefix `./`
    if !path.starts_with('/') && result.starts_with('/') {
        return format!("./{result}");
    }
    result
}

/// What SRFI 275 takes a path to be a list of: "either a forward-slash character or a segment".
#[derive(Clone, Debug, PartialEq, Eq)]
enum Unit {
    Slash,
    Segment(String),
}

/// `(define (remove-dot-segments path) …)` of SRFI 275.
pub(crate) fn remove_dot_segments_srfi275(path: &str) -> String {
    let mut units = Vec::new();
    for (index, segment) in path.split('/').enumerate() {
        if index > 0 {
            units.push(Unit::Slash);
        }
        if !segment.is_empty() {
            units.push(Unit::Segment(segment.to_string()));
        }
    }
    match units.as_slice() {
        [] => String::new(),
        // [(cons #\/ seg*) (cons #\/ (remove-dot-segments/relative seg*))]
        [Unit::Slash, rest @ ..] => format!("/{}", remove_dot_segments_relative(rest)),
        // [_ (remove-dot-segments/relative path)]
        rest => remove_dot_segments_relative(rest),
    }
}

/// `(define (remove-dot-segments/relative path) …)`: the loop `elim-dots`, its buffer kept the right way round.
fn remove_dot_segments_relative(mut path: &[Unit]) -> String {
    let segment = |text: &str| Unit::Segment(text.to_string());
    let (dot, dots) = (segment("."), segment(".."));
    let mut buffer: Vec<String> = Vec::new();
    loop {
        match path {
            [] => return buffer.concat(),
            [it, Unit::Slash, next @ ..] if *it == dot => path = next,
            [it] if *it == dot => path = &[],
            [it, Unit::Slash, next @ ..] if *it == dots => {
                buffer.pop(); // drop~1
                path = next;
            }
            [it] if *it == dots => {
                buffer.pop();
                path = &[];
            }
            _ => {
                let (shift_this, next) = next_segment(path);
                buffer.push(shift_this);
                path = next;
            }
        }
    }
}

/// `(define (next-segment path) …)`: the units up to and including the next slash, and the rest.
fn next_segment(path: &[Unit]) -> (String, &[Unit]) {
    let mut shift = String::new();
    for (index, unit) in path.iter().enumerate() {
        match unit {
            Unit::Segment(text) => shift.push_str(text),
            Unit::Slash => return (shift + "/", &path[index + 1..]),
        }
    }
    (shift, &[])
}

#[cfg(test)]
mod tests;
