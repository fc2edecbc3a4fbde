//! Without `std`: all but `main` needs `core` and `alloc` alone, as on a microcontroller or in a kernel.
//!
//! The attribute below takes the prelude of `std` away, so a function that used it would not compile. The script `.ci/run`
//! compiles the library itself against a folder of libraries in which `std` is missing.
//!
//! ```text
//! 2001:db8::7 port 5683: /sensors/temperature
//! 2001:db8::7 port 5683: /config
//! no address: coap://gateway/x
//! invalid port, byte 16: expected a port of at most 65535, found a larger number (RFC 3986 section 3.2.3)
//! ```
// The tests include this file as a module, and a module cannot have the attribute.
#![cfg_attr(not(test), no_std)]

extern crate alloc;

use alloc::string::String;
use core::fmt::Write;
use core::net::IpAddr;

use oneiri::{Error, Uri, UriRef};

/// The address to call for a command, written into a buffer that is used again. If its capacity suffices, nothing is
/// allocated.
fn address<'b>(base: &Uri<'_>, command: &UriRef<'_>, buffer: &'b mut String) -> Uri<'b> {
    base.resolve_into(command, buffer)
}

/// Where to connect to, if the host is an address: a device without DNS knows no names.
fn endpoint(uri: &Uri<'_>) -> Result<Option<(IpAddr, u16)>, Error> {
    let port = uri.port_or_known_default()?;
    Ok(uri.host().and_then(|host| host.ip()).zip(port))
}

/// A report without heap: `core::fmt::Write` is all that it asks for.
fn report(uri: &Uri<'_>, out: &mut impl Write) -> core::fmt::Result {
    match endpoint(uri) {
        Ok(Some((ip, port))) => writeln!(out, "{ip} port {port}: {}", uri.path()),
        Ok(None) => writeln!(out, "no address: {uri}"),
        Err(error) => writeln!(out, "{error}"),
    }
}

pub(crate) fn main() -> Result<(), Error> {
    #[allow(unused_extern_crates, reason = "the tests, which include this file, have `std` already")]
    extern crate std;
    let base = Uri::parse("coap://[2001:db8::7]/sensors/")?;
    let (mut buffer, mut shown) = (String::with_capacity(64), String::new());
    for command in ["temperature?unit=C", "../config", "coap://gateway/x", "//10.0.0.9:99999/"] {
        let uri = address(&base, &UriRef::parse(command)?, &mut buffer);
        assert!(report(&uri, &mut shown).is_ok());
    }
    assert_eq!(buffer.capacity(), 64);
    std::print!("{shown}");
    Ok(())
}
