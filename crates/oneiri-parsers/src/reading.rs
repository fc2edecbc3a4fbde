//! What a parser finds, and why it refuses a text.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use core::fmt;
use core::ops::Range;

use oneiri::{Component, Parts};

use crate::agreement::default_port;

/// The components that a program finds in a text.
///
/// Each component has a value, as the program uses it, and a range, if it stands in the text. The value may
/// differ from the text at the range: a browser writes the host in lower case. A component that comes
/// from a base has no range.
///
/// ```
/// use oneiri::Component;
/// use oneiri_parsers::by_name;
///
/// let text = "HTTP://EXAMPLE.com:443/a/../b";
/// let reading = by_name("whatwg").unwrap().read(text)?;
/// assert_eq!((reading.host(), reading.path()), (Some("example.com"), Some("/b")));
/// assert_eq!(&text[reading.range(Component::Path).unwrap()], "/a/../b");
/// assert_eq!(reading.port_or_known_default(), Some(443));
/// # Ok::<(), oneiri_parsers::Refusal>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading<'t> {
    /// In the order of [`Component::ALL`].
    parts: [Option<Part<'t>>; 7],
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Part<'t> {
    value: Cow<'t, str>,
    range: Option<Range<usize>>,
}

impl<'t> Reading<'t> {
    /// The reading of a text whose components are `parts`. They must be slices of `text`: a part that is
    /// not has no range.
    #[must_use]
    pub fn of_parts(text: &'t str, parts: Parts<'t>) -> Self {
        let Parts { scheme, userinfo, host, port, path, query, fragment } = parts;
        let parts = [scheme, userinfo, host, port, Some(path), query, fragment];
        let part = |value: &'t str| Part { value: Cow::Borrowed(value), range: range(text, value) };
        Self { parts: parts.map(|value| value.map(part)) }
    }

    /// The reading with values of its own, so that it may outlive the text.
    #[must_use]
    pub fn into_owned(self) -> Reading<'static> {
        let own = |part: Part<'_>| Part { value: part.value.into_owned().into(), range: part.range };
        Reading { parts: self.parts.map(|part| part.map(own)) }
    }

    pub(crate) fn set(&mut self, component: Component, value: impl Into<Cow<'t, str>>, range: Option<Range<usize>>) {
        self.parts[component as usize] = Some(Part { value: value.into(), range });
    }

    /// Sets a component that is a slice of the text.
    pub(crate) fn put(&mut self, text: &str, component: Component, value: &'t str) {
        self.set(component, value, range(text, value));
    }

    /// Removes a component.
    pub(crate) fn remove(&mut self, component: Component) {
        self.parts[component as usize] = None;
    }

    /// Takes a component from the reading of a base.
    pub(crate) fn take(&mut self, base: &Reading<'_>, component: Component) {
        let value = base.get(component).map(|value| Cow::Owned(value.to_owned()));
        self.parts[component as usize] = value.map(|value| Part { value, range: None });
    }

    /// The reading of a text that was resolved. `found` is the reading of the resolved text, and
    /// `given` that of the text. A component of the text keeps its range, except for an empty path, which
    /// stands for that of the base.
    pub(crate) fn resolved(found: &Reading<'_>, given: &Reading<'_>) -> Self {
        let mut reading = Self::default();
        for component in Component::ALL {
            let Some(value) = found.get(component) else { continue };
            let range = given
                .range(component)
                .filter(|range| component != Component::Path || !range.is_empty() || given.host().is_some());
            reading.set(component, value.to_owned(), range);
        }
        reading
    }

    /// Replaces the ranges, in the order of [`Component::ALL`]. Those of absent components are ignored.
    pub(crate) fn set_ranges(&mut self, ranges: [Option<Range<usize>>; 7]) {
        for (part, range) in self.parts.iter_mut().zip(ranges) {
            if let Some(part) = part {
                part.range = range;
            }
        }
    }

    /// The value of a component, as the program uses it. `None` if the program finds no such component,
    /// and `Some("")` if it finds an empty one.
    #[must_use]
    pub fn get(&self, component: Component) -> Option<&str> {
        self.parts[component as usize].as_ref().map(|part| &*part.value)
    }

    /// The bytes of the text in which the program finds a component, without its delimiters. `None` if
    /// there is no such component, or if it does not stand in the text.
    #[must_use]
    pub fn range(&self, component: Component) -> Option<Range<usize>> {
        self.parts[component as usize].as_ref()?.range.clone()
    }

    /// The scheme.
    #[must_use]
    pub fn scheme(&self) -> Option<&str> {
        self.get(Component::Scheme)
    }

    /// The userinfo.
    #[must_use]
    pub fn userinfo(&self) -> Option<&str> {
        self.get(Component::Userinfo)
    }

    /// The host. An IPv6 address has its brackets if the program keeps them.
    #[must_use]
    pub fn host(&self) -> Option<&str> {
        self.get(Component::Host)
    }

    /// The port, as the program writes it. `None` also if the program drops the default port.
    #[must_use]
    pub fn port(&self) -> Option<&str> {
        self.get(Component::Port)
    }

    /// The port that the program connects to: the port, or the default port of the scheme if the port is
    /// absent or empty. `None` if there is no host, the scheme has no known default port, or the port is
    /// not a number up to 65535.
    #[must_use]
    pub fn port_or_known_default(&self) -> Option<u16> {
        self.host()?;
        match self.port().unwrap_or_default() {
            "" => default_port(self.scheme()?),
            digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse().ok(),
            _ => None,
        }
    }

    /// The path. `None` if the program finds none, as Java in `mailto:a@b`.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        self.get(Component::Path)
    }

    /// The query, without its `?`.
    #[must_use]
    pub fn query(&self) -> Option<&str> {
        self.get(Component::Query)
    }

    /// The fragment, without its `#`.
    #[must_use]
    pub fn fragment(&self) -> Option<&str> {
        self.get(Component::Fragment)
    }

    /// The components put together (RFC 3986 section 5.3), exactly as the program found them. The userinfo is left
    /// out, because it may hold a password.
    ///
    /// The result is for people: it is not always a URL, because a program may find a component that no URL has.
    ///
    /// ```
    /// let text = "http://u:secret@EXAMPLE.com:80/a/../b";
    /// let [regex, browser] = ["regex", "browser"].map(|name| oneiri_parsers::by_name(name).unwrap());
    /// assert_eq!(regex.read(text)?.without_userinfo(), "http://EXAMPLE.com:80/a/../b");
    /// assert_eq!(browser.read(text)?.without_userinfo(), "http://example.com/b");
    /// # Ok::<(), oneiri_parsers::Refusal>(())
    /// ```
    #[must_use]
    pub fn without_userinfo(&self) -> String {
        let mut text = String::new();
        let components = [
            ("", self.scheme(), ":"),
            ("//", self.host(), ""),
            (":", self.port(), ""),
            ("", self.path(), ""),
            ("?", self.query(), ""),
            ("#", self.fragment(), ""),
        ];
        for (before, component, after) in components {
            if let Some(component) = component {
                text.extend([before, component, after]);
            }
        }
        text
    }
}

/// The range of `part` in `text`, of which it is a slice.
pub(crate) fn range(text: &str, part: &str) -> Option<Range<usize>> {
    let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    let range = start..start.checked_add(part.len())?;
    (range.end <= text.len()).then_some(range)
}

/// Why a program refuses a text, and where.
///
/// ```
/// let refusal = oneiri_parsers::by_name("whatwg").unwrap().read("http://h:99999/").unwrap_err();
/// assert_eq!(refusal.range(), 9..14);
/// assert_eq!(refusal.to_string(), "byte 9: the port is above 65535 (port-out-of-range)");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    reason: Cow<'static, str>,
    range: Range<usize>,
}

impl Refusal {
    pub(crate) fn new(reason: impl Into<Cow<'static, str>>, range: Range<usize>) -> Self {
        Self { reason: reason.into(), range }
    }

    /// The refusal of a base. Its range is empty, because the fault is not in the text.
    pub(crate) fn of_base(self) -> Self {
        let Self { reason, range } = self;
        Self::new(alloc::format!("the base, byte {}: {reason}", range.start), 0..0)
    }

    /// The refusal of the text that a reference was resolved to. Its range is all of the reference.
    pub(crate) fn of_resolved(self, text: &str) -> Self {
        Self { range: 0..text.len(), ..self }
    }

    /// The reason, without the place.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The bytes of the text that the program refuses. Empty if something is missing there, or if the base
    /// is refused.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.range.start, self.reason)
    }
}

impl core::error::Error for Refusal {}
