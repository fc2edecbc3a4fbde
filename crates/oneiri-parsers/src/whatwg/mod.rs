//! The URL Standard, as the crate `oneiri-whatwg` reads it.

pub(crate) mod locate;

use alloc::format;

use oneiri::Parts;
use oneiri_whatwg::{Error, Url};

use crate::Parser;
use crate::reading::{Reading, Refusal, range};

/// The [URL Standard], which browsers, Node's `URL` and Deno follow.
///
/// The values are those of the URL that the parser makes of the text: the host in lower case, mapped by
/// UTS 46 and with addresses in their shortest form, the path without dot segments, everything
/// percent-encoded, and no default port. A text that the parser does not change is borrowed.
///
/// [URL Standard]: https://url.spec.whatwg.org/
#[derive(Clone, Copy, Debug)]
pub struct Whatwg;

impl Whatwg {
    /// The reading of a text that was parsed to `url`, for a program that keeps the URL. `base` is the
    /// base that the text was resolved against.
    ///
    /// ```
    /// use oneiri_parsers::Whatwg;
    /// use oneiri_whatwg::Url;
    ///
    /// let text = "http://EXAMPLE.com/";
    /// let url = Url::parse(text)?;
    /// assert_eq!(Whatwg::reading_of(text, None, &url).host(), Some("example.com"));
    /// # Ok::<(), oneiri_whatwg::Error>(())
    /// ```
    #[must_use]
    pub fn reading_of<'u>(text: &str, base: Option<&Url>, url: &'u Url) -> Reading<'u> {
        if url.href() == text {
            return Reading::of_parts(url.href(), parts(url));
        }
        let ranges = locate::locate(text, base, url);
        let mut reading = Reading::of_parts(url.href(), parts(url));
        reading.set_ranges(ranges);
        reading
    }
}

impl Parser for Whatwg {
    fn name(&self) -> &'static str {
        "whatwg"
    }

    fn read<'t>(&self, text: &'t str) -> Result<Reading<'t>, Refusal> {
        let url = Url::parse(text).map_err(refusal)?;
        Ok(own(text, None, &url))
    }

    fn read_with_base<'t>(&self, text: &'t str, base: &str) -> Result<Reading<'t>, Refusal> {
        let base = Url::parse(base).map_err(|error| refusal(error).of_base())?;
        let url = Url::parse_with_base(text, &base).map_err(refusal)?;
        Ok(own(text, Some(&base), &url))
    }
}

/// The reading of a text, without borrowing from the URL.
fn own<'t>(text: &'t str, base: Option<&Url>, url: &Url) -> Reading<'t> {
    if url.href() == text {
        let slice = |part| range(url.href(), part).and_then(|range| text.get(range));
        let Parts { scheme, userinfo, host, port, path, query, fragment } = parts(url);
        let [scheme, userinfo, host, port, query, fragment] =
            [scheme, userinfo, host, port, query, fragment].map(|part| part.and_then(slice));
        let path = slice(path).unwrap_or_default();
        let parts = Parts { scheme, userinfo, host, port, path, query, fragment };
        return Reading::of_parts(text, parts);
    }
    Whatwg::reading_of(text, base, url).into_owned()
}

/// The components of a URL. Username and password together are the userinfo.
pub(crate) fn parts(url: &Url) -> Parts<'_> {
    let start = url.scheme().len() + "://".len();
    let password = if url.password().is_empty() { 0 } else { 1 + url.password().len() };
    let length = url.username().len() + password;
    let present = |text| Some(text).filter(|text: &&str| !text.is_empty());
    Parts {
        scheme: Some(url.scheme()),
        userinfo: url.href().get(start..start + length).and_then(present),
        // A path without a host never begins with two slashes.
        host: url.href()[url.scheme().len()..].starts_with("://").then(|| url.hostname()),
        port: present(url.port()),
        path: url.pathname(),
        query: url.query(),
        fragment: url.fragment(),
    }
}

pub(crate) fn refusal(error: Error) -> Refusal {
    let kind = error.kind();
    Refusal::new(format!("{} ({})", kind.message(), kind.name()), error.range())
}
