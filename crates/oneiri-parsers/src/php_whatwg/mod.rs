//! The class `Uri\WhatWg\Url` of PHP 8.5.

mod host;
mod path;

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use core::ops::Range;

use oneiri::Component;
use oneiri_whatwg::{Host, PercentEncodeSet, Url, percent_encode};

use crate::Parser;
use crate::cleaned::Cleaned;
use crate::reading::{Reading, Refusal};
use crate::whatwg::locate::{in_input, is_drive_letter, is_special, scheme_end};
use crate::whatwg::{parts, refusal};
use path::{Path, Scheme};

/// `Uri\WhatWg\Url` of PHP 8.5, with the getters `getAsciiHost` and `getPath`: [`Whatwg`](crate::Whatwg), except for the differences
/// that the README of this crate lists.
///
/// The text is rewritten so that the URL Standard reads in it what the program reads, with a path `/`. The program's path is put in
/// its place afterward.
#[derive(Clone, Copy, Debug)]
pub struct PhpWhatwg;

impl Parser for PhpWhatwg {
    fn name(&self) -> &'static str {
        "php-whatwg"
    }

    fn read<'t>(&self, text: &'t str) -> Result<Reading<'t>, Refusal> {
        Ok(Parsed::new(text, None)?.reading())
    }

    fn read_with_base<'t>(&self, text: &'t str, base: &str) -> Result<Reading<'t>, Refusal> {
        let base = Parsed::new(base, None).map_err(Refusal::of_base)?;
        Ok(Parsed::new(text, Some(&base))?.reading())
    }
}

/// A URL as the program has it.
struct Parsed {
    /// The URL, with a path `/` if it is not opaque.
    url: Url,
    /// The domain, if it has capitals.
    domain: Option<String>,
    path: String,
    /// In the order of [`Component::ALL`].
    ranges: [Option<Range<usize>>; 7],
}

impl Parsed {
    fn new(text: &str, base: Option<&Self>) -> Result<Self, Refusal> {
        let cleaned = Cleaned::at_both_ends(text);
        let input = &*cleaned.text;
        let base_scheme = base.map(|base| base.url.scheme());
        let own_scheme = scheme_end(input.as_bytes()).map(|end| input[..end].to_ascii_lowercase());
        let scheme = own_scheme.as_deref().or(base_scheme).unwrap_or_default();
        let mut ranges = in_input(input.as_bytes(), base_scheme, scheme);
        let place = |component: Component| ranges[component as usize].clone();

        let (mut head, mut copied, mut domain) = (String::new(), 0, None);
        if let Some(range) = place(Component::Userinfo) {
            head.extend([&input[..range.start], &userinfo(&input[range.clone()])]);
            copied = range.end;
        }
        let is_domain = |range: &Range<usize>| !range.is_empty() && !input[range.clone()].starts_with('[');
        if let Some(range) = place(Component::Host).filter(|range| is_special(scheme) && is_domain(range)) {
            let found = host::domain(&input[range.clone()]);
            let found = found.map_err(|why| Refusal::new(why, cleaned.range(range.clone())))?;
            head.extend([&input[copied..range.start], &found]);
            copied = range.end;
            domain = Some(found).filter(|found| found.contains(|c: char| c.is_ascii_uppercase()));
        }

        let relative = own_scheme.as_ref().map_or(0, |scheme| scheme.len() + 1);
        let start = place(Component::Path).map_or(relative, |range| range.start);
        head.push_str(&input[copied..start]);
        let is_relative = start == relative && (own_scheme.is_none() || is_special(scheme));
        let parent = base.filter(|base| is_relative && base.url.scheme() == scheme);
        let text_path = &input[start..];
        let (path, rest) = if text_path.is_empty() || text_path.starts_with(['?', '#']) {
            let empty = if is_special(scheme) { "/" } else { "" };
            (parent.map_or(empty, |base| &*base.path).to_owned(), text_path)
        } else if start == relative && !is_relative && !text_path.starts_with('/') {
            // Standard of today: a space at the end of an opaque path is escaped. The program keeps it, as an older Standard did.
            let (path, rest) = text_path.split_at(text_path.find(['?', '#']).unwrap_or(text_path.len()));
            (percent_encode(path, PercentEncodeSet::C0_CONTROL).into_owned(), rest)
        } else {
            head.push('/');
            hierarchical(text_path, scheme, parent.map(|base| &*base.path))
        };
        head.push_str(rest);

        let parsed = match base {
            None => Url::parse(&head),
            Some(base) => Url::parse_with_base(&head, &base.url),
        };
        let url = parsed.map_err(|error| {
            // The places of this error are those in the text that was rewritten.
            let given = match base {
                None => Url::parse(text),
                Some(base) => Url::parse_with_base(text, &base.url),
            };
            given.err().map_or_else(|| refusal(error).of_resolved(text), refusal)
        })?;
        let path_end = input.len() - rest.len();
        let query_end = rest.find('#').map_or(input.len(), |at| path_end + at);
        ranges[Component::Path as usize] = place(Component::Path).map(|range| range.start..path_end);
        ranges[Component::Query as usize] = rest.starts_with('?').then(|| path_end + 1..query_end);
        ranges[Component::Fragment as usize] = (query_end < input.len()).then(|| query_end + 1..input.len());
        let ranges = ranges.map(|range| range.map(|range| cleaned.range(range)));
        let domain =
            domain.or_else(|| parent?.domain.clone()).filter(|_| !matches!(url.host_kind(), Some(Host::Ipv4(_))));
        Ok(Self { url, domain, path, ranges })
    }

    fn reading(self) -> Reading<'static> {
        let mut reading = Reading::of_parts(self.url.href(), parts(&self.url)).into_owned();
        reading.set(Component::Path, self.path, None);
        if let Some(domain) = self.domain {
            reading.set(Component::Host, domain, None);
        }
        reading.set_ranges(self.ranges);
        reading
    }
}

/// The credentials. Standard: each `@` but the last is escaped. If a colon follows, the program drops the last `@` before it, and what is
/// between them.
fn userinfo(text: &str) -> Cow<'_, str> {
    let dropped = text.find(':').and_then(|colon| Some(text[..colon].rfind('@')?..colon));
    dropped.map_or(text.into(), |dropped| [&text[..dropped.start], &text[dropped.end..]].concat().into())
}

/// A path that is not opaque, and the query and fragment after it. `base` is the path of the base, if the text is relative to it.
fn hierarchical<'t>(text: &'t str, scheme: &str, base: Option<&str>) -> (String, &'t str) {
    let scheme = match scheme {
        "file" => Scheme::File,
        scheme if is_special(scheme) => Scheme::Special,
        _ => Scheme::Other,
    };
    let is_slash = |c| c == '/' || (c == '\\' && scheme != Scheme::Other);
    let after_slash = text.strip_prefix(is_slash);
    let has_drive = |text: &str| {
        let end = text.find(['/', '\\', '?', '#']).unwrap_or(text.len());
        scheme == Scheme::File && is_drive_letter(&text.as_bytes()[..end])
    };
    let base = base.filter(|_| !has_drive(after_slash.unwrap_or(text)));
    let path = match (base, after_slash) {
        (Some(base), None) if has_drive(&base[1.min(base.len())..]) && base.len() == 3 => {
            Path::in_directory(scheme, &[base, "/"].concat())
        }
        (Some(base), None) => Path::in_directory(scheme, base.rfind('/').map_or("/", |end| &base[..=end])),
        // Standard: an absolute path stays on the drive of the base, also if that has no slash after it, and `..` does not leave the drive.
        (Some(base), Some(_)) if base.len() > 3 && has_drive(&base[1..]) => Path::on_drive(&base[..4]),
        _ => Path::new(scheme),
    };
    path.read(after_slash.unwrap_or(text))
}
