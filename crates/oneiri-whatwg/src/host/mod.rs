//! The host parser and the host serializer (sections 3.3 to 3.7 of the Standard).

pub(crate) mod domain;
pub(crate) mod ipv4;
pub(crate) mod ipv6;

use alloc::string::String;
use core::net::{Ipv4Addr, Ipv6Addr};

use oneiri::percent::unescape;

use crate::error::{Error, ErrorKind};
use crate::parser::validation::{self, Placed, Sink};
use crate::percent::{self, PercentEncodeSet, percent_decode};
use crate::stays::is_normal_domain;

/// What a host is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Host<'a> {
    /// A domain, in ASCII and in lower case.
    Domain(&'a str),
    /// An IPv4 address.
    Ipv4(Ipv4Addr),
    /// An IPv6 address.
    Ipv6(Ipv6Addr),
    /// An opaque host: that of a URL whose scheme is not special.
    Opaque(&'a str),
    /// The empty host, as in `file:///x`.
    Empty,
}

/// A forbidden host code point.
pub(crate) fn is_forbidden_host(byte: u8) -> bool {
    matches!(
        byte,
        0 | b'\t'
            | b'\n'
            | b'\r'
            | b' '
            | b'#'
            | b'/'
            | b':'
            | b'<'
            | b'>'
            | b'?'
            | b'@'
            | b'['
            | b'\\'
            | b']'
            | b'^'
            | b'|'
    )
}

/// A forbidden domain code point.
pub(crate) fn is_forbidden_domain(byte: u8) -> bool {
    is_forbidden_host(byte) || byte <= 0x1F || byte == b'%' || byte == 0x7F
}

/// The host parser, followed by the host serializer, which appends to `out`. The places of errors are
/// offsets in the input.
pub(crate) fn parse<S: Sink>(out: &mut String, input: &str, is_opaque: bool, errors: &mut S) -> Result<(), Error> {
    let whole = |kind| Error::new(kind, 0..input.len());
    if let Some(bracketed) = input.strip_prefix('[') {
        let address = bracketed.strip_suffix(']').ok_or_else(|| whole(ErrorKind::Ipv6Unclosed))?;
        out.push('[');
        let mut errors = Placed(errors, |error: Error| error.moved(1));
        ipv6::serialize(out, ipv6::parse(address, &mut errors).map_err(|error| error.moved(1))?);
        out.push(']');
        return Ok(());
    }
    if is_opaque {
        return opaque(out, input, errors);
    }
    if !S::COLLECTS && is_normal_domain(input) {
        out.push_str(input);
        return Ok(());
    }
    let decoded = percent_decode(input);
    let domain = String::from_utf8_lossy(&decoded);
    let escape = |at: &usize| unescape(input.as_bytes(), *at).is_some();
    if let Some(at) = (0..input.len()).find(escape).filter(|_| S::COLLECTS) {
        errors.take(Error::new(ErrorKind::DomainPercentEncoded, at..at + 3));
    }
    // If the host is decoded or mapped, the places of its characters are lost.
    let place = |error: Error| if domain.is_ascii() && domain == input { error } else { whole(error.kind()) };
    let start = out.len();
    domain::to_ascii(out, &domain, false).map_err(place)?;
    // Domain to ASCII reports what is not strict, and goes on.
    let is_strict = || domain::domain_to_ascii(&domain, true).is_ok();
    if S::COLLECTS && cfg!(feature = "idna") && !is_strict() {
        errors.take(whole(ErrorKind::DomainToAscii));
    }
    if ends_in_a_number(&out[start..]) {
        if !domain.is_ascii() {
            errors.take(whole(ErrorKind::Ipv4NonAsciiInput));
        }
        let address = ipv4::parse(&out[start..], &mut Placed(errors, place)).map_err(place)?;
        out.truncate(start);
        ipv4::serialize(out, address);
    }
    Ok(())
}

/// The opaque-host parser.
fn opaque<S: Sink>(out: &mut String, input: &str, errors: &mut S) -> Result<(), Error> {
    if let Some(at) = input.bytes().position(is_forbidden_host) {
        return Err(Error::new(ErrorKind::HostInvalidCodePoint, at..at + 1));
    }
    validation::units(input, ErrorKind::InvalidUrlUnit, errors);
    percent::encode(out, input, PercentEncodeSet::C0_CONTROL);
    Ok(())
}

/// The ends-in-a-number checker.
pub(crate) fn ends_in_a_number(input: &str) -> bool {
    let input = input.strip_suffix('.').unwrap_or(input);
    let dot = input.bytes().rposition(|byte| byte == b'.');
    let last = &input[dot.map_or(0, |dot| dot + 1)..];
    if last.is_empty() {
        return false;
    }
    last.bytes().all(|byte| byte.is_ascii_digit()) || ipv4::number(last).is_some()
}
