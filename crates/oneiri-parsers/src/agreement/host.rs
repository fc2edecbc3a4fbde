//! A host after everything that a client does before it connects.

use alloc::string::{String, ToString};
use core::net::IpAddr;

use oneiri_whatwg::{Host as Kind, Url, domain_to_ascii};

/// A host in the form in which a client asks for it: a name in ASCII and in lower case without a dot at its end, or an
/// address as the URL Standard writes it, IPv6 with its brackets. It is empty for an authority without a host.
///
/// ```
/// # #[cfg(feature = "idna")] {
/// use oneiri_parsers::agreement::Host;
///
/// let host = Host::of("EXAMPLE。com.").unwrap();
/// assert_eq!((host.text(), host.address()), ("example.com", None));
/// let host = Host::of("0x7f.1").unwrap();
/// assert_eq!((host.text(), host.address()), ("127.0.0.1", Some([127, 0, 0, 1].into())));
/// assert!(Host::of("a..b").is_err());
/// # }
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Host {
    text: String,
    address: Option<IpAddr>,
}

/// The longest name and the longest label: RFC 1035 section 2.3.4, without the octets of their lengths.
const LONGEST_NAME: usize = 253;
const LONGEST_LABEL: usize = 63;
/// A host that takes more bytes than this is no name, even if each of its characters is escaped.
const LONGEST_SPELLING: usize = 253 * 12;

const NEITHER: &str = "the host is neither a name nor an address";
const NOT_A_NAME: &str = "the host is not a domain name";
const PLAIN_PUNYCODE: &str =
    "a label of the host begins with 'xn--' and encodes only ASCII, so some programs ask for another name";

impl Host {
    /// The form of a host as a parser found it.
    ///
    /// # Errors
    ///
    /// The text is neither a domain name nor an address. The message says why, as a clause. Without the feature
    /// `idna`, a name beyond ASCII is an error.
    pub fn of(value: &str) -> Result<Self, &'static str> {
        if value.is_empty() {
            return Ok(Self { text: String::new(), address: None });
        }
        if value.len() > LONGEST_SPELLING {
            return Err("the host is too long for a name");
        }
        // The URL Standard leaves a name in lower-case ASCII as it is, unless it ends in a number.
        let last = value.rsplit('.').next();
        let lettered = last.is_some_and(|label| label.starts_with(|c: char| c.is_ascii_lowercase()));
        if lettered && is_name(value.as_bytes()) {
            return Ok(Self { text: value.to_string(), address: None });
        }
        if !value.is_ascii() && !value.contains(is_syntax) {
            return Self::mapped(value);
        }
        let bracketed = value.starts_with('[');
        // Some programs take the brackets away.
        let bare = !bracketed && value.contains(':');
        let delimiter = |c: char| matches!(c, '/' | '\\' | '?' | '#' | '@') || c.is_control();
        if value.contains(delimiter) {
            return Err("the host has a delimiter in it");
        }
        let (open, close) = if bare { ("[", "]") } else { ("", "") };
        let url = ["https://", open, value, close, "/"].concat();
        let url = Url::parse(&url).map_err(|_| NEITHER)?;
        let address = match url.host_kind() {
            Some(Kind::Ipv4(address)) => Some(IpAddr::V4(address)),
            Some(Kind::Ipv6(address)) => Some(IpAddr::V6(address)),
            _ => None,
        };
        let text = url.hostname();
        let text = text.strip_suffix('.').unwrap_or(text);
        match address {
            Some(_) => Ok(Self { text: text.to_string(), address }),
            None => Self::named(text.to_string()),
        }
    }

    /// The form of a host that has neither escapes nor delimiters, but characters beyond ASCII: what the URL Standard does
    /// with it (section 3.5), without a URL around it.
    fn mapped(value: &str) -> Result<Self, &'static str> {
        let mut text = domain_to_ascii(value, false).map_err(|_| NEITHER)?;
        if text.ends_with('.') {
            text.pop();
        }
        let last = &text[text.rfind('.').map_or(0, |dot| dot + 1)..];
        if last.starts_with(|c: char| c.is_ascii_digit()) {
            // The last label of an address is a number.
            return Self::of(&text);
        }
        Self::named(text)
    }

    /// A host of which the URL Standard made a text that is no address.
    fn named(text: String) -> Result<Self, &'static str> {
        if is_name(text.as_bytes()) {
            Ok(Self { text, address: None })
        } else if text.split('.').any(|label| is_plain_punycode(label.as_bytes())) {
            Err(PLAIN_PUNYCODE)
        } else {
            Err(NOT_A_NAME)
        }
    }

    /// The empty host in place of `localhost`.
    pub(super) fn without_localhost(self) -> Self {
        if self.text == "localhost" { Self { text: String::new(), address: None } } else { self }
    }

    /// The name or the address, as a URL has it.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The address, if the host is one.
    #[must_use]
    pub fn address(&self) -> Option<IpAddr> {
        self.address
    }

    /// Whether the authority has no host.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

/// Whether a character begins an escape, delimits a host, or is a control character.
fn is_syntax(c: char) -> bool {
    matches!(c, '%' | ':' | '[' | ']' | '/' | '\\' | '?' | '#' | '@') || c.is_control()
}

/// Whether a label is Punycode of ASCII or of nothing. After the last hyphen of Punycode is what it encodes beyond ASCII (RFC 3492
/// section 6.3), so nothing may follow that hyphen. No valid name has such a label (RFC 5890 section 2.3.2.1): the URL Standard
/// leaves `xn--localhost-` as it is, and PHP asks for `localhost`.
fn is_plain_punycode(label: &[u8]) -> bool {
    label.last() == Some(&b'-') && label.starts_with(b"xn--")
}

/// Whether a text consists of labels of letters, digits, hyphens and underscores that have valid lengths, and that every program
/// takes for the same name.
fn is_name(text: &[u8]) -> bool {
    let is_letter = |byte: &u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_');
    let is_label = |label: &[u8]| {
        let is_valid = !label.is_empty() && label.len() <= LONGEST_LABEL && label.iter().all(is_letter);
        is_valid && !is_plain_punycode(label)
    };
    text.len() <= LONGEST_NAME && text.split(|byte| *byte == b'.').all(is_label)
}
