//! Special schemes and domains in ASCII.

use super::normal::may_end_in_a_number;
use crate::parser::port;

/// The start of a text: a special scheme, `://`, a domain in ASCII that does not end in a number, and
/// perhaps a port. Letters may be upper-case.
pub(super) struct Authority<'t> {
    /// In lower case.
    pub(super) scheme: &'static str,
    pub(super) host: &'t str,
    /// `None` if it is the default port of the scheme.
    pub(super) port: Option<u16>,
    /// The offset of what stands behind: nothing, a slash, a backslash, `?` or `#`.
    pub(super) end: usize,
}

/// The special schemes but for `file`.
const SCHEMES: [&str; 5] = ["https", "http", "ws", "wss", "ftp"];

impl<'t> Authority<'t> {
    /// `None` if the text begins in another way.
    pub(super) fn new(text: &'t str) -> Option<Self> {
        let colon = text.bytes().take(6).position(|byte| byte == b':')?;
        let is_scheme = |scheme: &&str| text[..colon].eq_ignore_ascii_case(scheme);
        let scheme = SCHEMES.into_iter().find(is_scheme)?;
        let behind = text[colon..].strip_prefix("://")?;
        let length = behind.bytes().position(|byte| !DOMAIN[usize::from(byte)]);
        let (host, behind) = behind.split_at(length.unwrap_or(behind.len()));
        if host.is_empty() || may_end_in_a_number(host) {
            return None;
        }
        let (behind, port) = match behind.strip_prefix(':') {
            None => (behind, None),
            Some(digits) => {
                let length = digits.bytes().position(|byte| !byte.is_ascii_digit());
                let (digits, behind) = digits.split_at(length.unwrap_or(digits.len()));
                (behind, port(digits, scheme).ok()?)
            }
        };
        let ends = matches!(behind.as_bytes().first(), None | Some(b'/' | b'\\' | b'?' | b'#'));
        ends.then_some(Self { scheme, host, port, end: text.len() - behind.len() })
    }
}

/// The bytes that may stand in a domain and need no more than lower case.
const DOMAIN: [bool; 256] = {
    let mut domain = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let c = byte as u8;
        domain[byte] = c.is_ascii_alphanumeric() || matches!(c, b'-' | b'.' | b'_');
        byte += 1;
    }
    domain
};
