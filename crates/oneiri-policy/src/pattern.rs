//! The patterns of paths: literal segments, `{name}` for one segment, `**` for any number of segments, and `*` at the
//! end for any rest.
//!
//! What a pattern matches is a promise to those who wrote policies (`docs/policy-file.md`). Rules and targets are
//! compared in `normal_form`, so a change of it changes both sides at once. `index.rs` looks up the literal segments
//! before the first other one, so `literals` and `matches` must agree. `covers` may only be true if it is certain.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use oneiri::percent::unescape;

/// A pattern of paths.
///
/// A path matches if its segments do. Literal segments are compared in their [normal form](normal_form), so
/// `/%40admin` is `/@admin`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Pattern {
    /// What the path consists of between slashes. That of a path with a slash at its start begins with an empty one.
    pub(crate) segments: Vec<Segment>,
    /// Whether `/*` comes at the end: nothing, or a slash and anything.
    pub(crate) rest: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Segment {
    Literal(Box<str>),
    /// One segment that is not empty.
    Any,
    /// Any number of segments, perhaps none.
    Many,
}

impl Pattern {
    /// Reads a pattern. The error says what to write instead.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let given = text;
        if text.contains(['?', '#']) {
            return Err(if text.contains("{?") || text.contains("{&") {
                format!("'{text}' has a query: write the path alone, and list the names in the key query")
            } else {
                format!("'{text}' is not a path alone: the key query has the names of a query")
            });
        }
        if let Some(control) = text.chars().find(|c| c.is_control()) {
            return Err(format!("a path has no control character such as U+{:04X}", u32::from(control)));
        }
        if text.contains('\\') {
            return Err(format!("'{text}' has a backslash: write /"));
        }
        let (text, rest) = match text.strip_suffix("/*") {
            Some(text) => (text, true),
            None => (text, false),
        };
        let mut segments = Vec::new();
        let count = text.split('/').count();
        for (nth, segment) in text.split('/').enumerate() {
            segments.push(Segment::parse(segment, given)?);
            let is_last = nth + 1 == count;
            if segment == "**" && is_last {
                return Err(format!("'{given}' ends with **: write {}/* for any rest", text.trim_end_matches("/**")));
            }
        }
        Ok(Self { segments, rest })
    }

    pub(crate) fn is_rooted(&self) -> bool {
        let starts = matches!(self.segments.first(), Some(Segment::Literal(first)) if first.is_empty());
        starts && (self.segments.len() > 1 || self.rest)
    }

    /// The literal segments before the first that is not.
    pub(crate) fn literals(&self) -> impl Iterator<Item = &str> {
        self.segments.iter().map_while(Segment::literal)
    }

    pub(crate) fn is_literal(&self) -> bool {
        self.segments.iter().all(|segment| segment.literal().is_some())
    }

    /// Whether the segments of a path match. A `**` takes as few segments as the rest of the pattern leaves to it, so
    /// the time is the product of both lengths at most.
    pub(crate) fn matches(&self, path: &str) -> bool {
        let path: Vec<&str> = path.split('/').collect();
        let (mut pattern, mut at) = (0, 0);
        // Where the last `**` is, and the segment after those that it takes.
        let mut retry: Option<(usize, usize)> = None;
        loop {
            let matched = match (self.segments.get(pattern), path.get(at)) {
                (None, None) => return true,
                (None, Some(_)) if self.rest => return true,
                (Some(Segment::Many), _) => {
                    retry = Some((pattern, at));
                    pattern += 1;
                    continue;
                }
                (Some(Segment::Literal(literal)), Some(segment)) => **literal == **segment,
                (Some(Segment::Any), Some(segment)) => !segment.is_empty(),
                _ => false,
            };
            if matched {
                pattern += 1;
                at += 1;
                continue;
            }
            match &mut retry {
                Some((many, taken)) if *taken < path.len() => {
                    *taken += 1;
                    (pattern, at) = (*many + 1, *taken);
                }
                _ => return false,
            }
        }
    }

    /// Whether this pattern surely matches all that another one matches.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        if self == other {
            return true;
        }
        let fits = |(own, other): (&Segment, &Segment)| match (own, other) {
            (Segment::Any, Segment::Literal(literal)) => !literal.is_empty(),
            (own, other) => own == other && *own != Segment::Many,
        };
        let (own, all) = (self.segments.len(), other.segments.len());
        let enough = if self.rest { own <= all } else { own == all && !other.rest };
        enough && self.segments.iter().zip(&other.segments).all(fits)
    }

    pub(crate) fn witness(&self) -> String {
        let segments = self.segments.iter().filter_map(|segment| match segment {
            Segment::Literal(literal) => Some(escaped(literal)),
            Segment::Any => Some(Cow::Borrowed("x")),
            Segment::Many => None,
        });
        let path = segments.collect::<Vec<_>>().join("/");
        if self.rest { path + "/any" } else { path }
    }

    /// The pattern without an empty segment at its end, which many servers ignore, and without `/*` after it.
    pub(crate) fn without_slash(&self) -> Self {
        let mut pattern = self.clone();
        while matches!(&*pattern.segments, [_, _, .., Segment::Literal(last)] if last.is_empty()) {
            pattern.segments.pop();
        }
        pattern
    }

    /// The pattern with each literal changed.
    pub(crate) fn map(&self, change: impl Fn(&str) -> String) -> Self {
        let segments = self.segments.iter().map(|segment| match segment {
            Segment::Literal(literal) => Segment::Literal(change(literal).into()),
            other => other.clone(),
        });
        Self { segments: segments.collect(), rest: self.rest }
    }
}

impl Segment {
    fn parse(text: &str, path: &str) -> Result<Self, String> {
        let name = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        if let Some(name) = name.filter(|name| !name.contains(['{', '}'])) {
            return match name.chars().next() {
                None => Err(format!("'{path}' has {{}} without a name: write {{name}}")),
                Some('+' | '/') | Some(_) if name.ends_with('*') || name.starts_with(['+', '/']) => Err(format!(
                    "'{path}' has '{text}': write {{name}} for one segment, ** for any number of segments, or /* \
                         at the end for any rest"
                )),
                Some(_) if name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.')) => Ok(Self::Any),
                Some(_) => Err(format!(
                    "'{path}' has '{text}': write {{name}}, with a name of letters, digits, '_', '-' and '.'"
                )),
            };
        }
        if text.contains(['{', '}']) {
            return Err(format!(
                "'{path}' has a brace in '{text}': {{name}} is a whole segment between slashes, and a brace itself is \
                 %7B or %7D"
            ));
        }
        match text {
            "**" => return Ok(Self::Many),
            "*" => {
                return Err(format!(
                    "'{path}' has * before its end: write {{name}} for one segment, or ** for any number of segments"
                ));
            }
            _ if text.contains('*') => {
                return Err(format!(
                    "'{path}' would match more than it shows, because * is a part of '{text}': write {{name}} for one \
                     segment, /* at the end for any rest, or %2A for the character itself"
                ));
            }
            _ => {}
        }
        if !text.match_indices('%').all(|(at, _)| unescape(text.as_bytes(), at).is_some()) {
            return Err(format!("'{path}' has a % that begins no escape: write %25"));
        }
        let literal = normal_form(text);
        if matches!(&*literal, "." | "..") {
            return Err(format!("'{path}' has the dot segment '{text}': write the path that it leads to"));
        }
        Ok(Self::Literal(literal.into()))
    }

    fn literal(&self) -> Option<&str> {
        match self {
            Self::Literal(literal) => Some(literal),
            Self::Any | Self::Many => None,
        }
    }
}

/// The form in which a path is compared: each escape is decoded, unless it hides a delimiter (`/`, `\`, `;`, `?`, `#`,
/// `%`), a control character, or what is not UTF-8.
pub(crate) fn normal_form(path: &str) -> Cow<'_, str> {
    let bytes = path.as_bytes();
    if !bytes.contains(&b'%') {
        return Cow::Borrowed(path);
    }
    // The first digit of an escape beyond ASCII.
    let is_beyond = |two: &[u8]| matches!(two, [b'%', b'8'..=b'9' | b'a'..=b'f' | b'A'..=b'F']);
    let is_utf8 = !bytes.windows(2).any(is_beyond) || core::str::from_utf8(&oneiri::percent::decode(path)).is_ok();
    let (mut form, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(byte) = bytes.get(at) {
        let Some(octet) = unescape(bytes, at) else {
            form.push(*byte);
            at += 1;
            continue;
        };
        let kept = matches!(octet, b'/' | b'\\' | b';' | b'?' | b'#' | b'%')
            || octet.is_ascii_control()
            || (!octet.is_ascii() && !is_utf8);
        if kept {
            form.push(b'%');
            form.extend(bytes[at + 1..at + 3].iter().map(u8::to_ascii_uppercase));
        } else {
            form.push(octet);
        }
        at += 3;
    }
    // Escapes are decoded only if all of them are UTF-8, so nothing is lost.
    let lossy = |form: &[u8]| String::from_utf8_lossy(form).into_owned();
    Cow::Owned(String::from_utf8(form).unwrap_or_else(|error| lossy(error.as_bytes())))
}

/// A literal in normal form as it is written in a URL.
fn escaped(literal: &str) -> Cow<'_, str> {
    oneiri::percent::encode(literal, const { &oneiri::percent::SafeSet::new("%!$&'()*+,;=:@/") })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "these are tests")]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, matched, others) in [
            ("/a", "/a", "/a/ /b / /a/b /A"),
            ("/a/*", "/a /a/ /a/b /a/b/c", "/ab /b/a /"),
            ("/*", "/ /a /a/b", "a"),
            ("/users/{id}", "/users/7 /users/me@x.com /users/a%2Fb", "/users /users/ /users/7/"),
            ("/users/{id}/admin/*", "/users/7/admin /users/7/admin/x", "/users//admin /users/7/x"),
            ("/**/secret", "/secret /a/secret /a/b/secret /secret/secret", "/secret/a /a/secrets"),
            ("/a/**/b/{x}/c/*", "/a/b/1/c /a/x/b/2/c/d /a/b/b/b/c", "/a/b/c /a/x/b/2/d"),
            ("/%40admin/%2a", "/@admin/*", "/admin/*"),
            ("/caf%C3%A9", "/café", "/cafe"),
            ("/a;b", "/a;b", "/a%3Bb /a"),
        ] {
            let compiled = Pattern::parse(pattern).unwrap();
            for path in matched.split(' ') {
                assert!(compiled.matches(path), "{pattern} {path}");
            }
            for path in others.split(' ') {
                assert!(!compiled.matches(path), "{pattern} {path}");
            }
        }
    }

    #[test]
    fn everything_else_is_an_error() {
        for text in [
            "/a*", "/*/b", "/a/**", "/{+x}", "/{x*}", "/{?q}", "/s{?q}", "/a{b}", "/{a}.json", "/{", "/}", "/{}",
            "/{a b}", "/a?b", "/a#b", "/%", "/%zz", "/a/../b", "/%2e", "/a\\b", "/a\tb", "/***",
        ] {
            assert!(Pattern::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn covering() {
        let covers = |one: &str, two: &str| Pattern::parse(one).unwrap().covers(&Pattern::parse(two).unwrap());
        for (one, two) in [("/*", "/a"), ("/*", "/{x}/*"), ("/a/*", "/a"), ("/a/*", "/a/b/*"), ("/{x}", "/a")] {
            assert!(covers(one, two), "{one} {two}");
        }
        for (one, two) in [("/a", "/a/*"), ("/a", "/{x}"), ("/a/*", "/*"), ("/**/a", "/b"), ("/{x}", "/")] {
            assert!(!covers(one, two), "{one} {two}");
        }
    }
}
