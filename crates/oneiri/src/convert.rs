//! The conversion of IRIs to URIs (RFC 3987 section 3.1). Its reverse (section 3.2) is the escape
//! step of normalization, for IRIs.

use alloc::string::String;

use crate::compose::recompose;
use crate::parts::Parts;
use crate::percent::push_escaped;
use crate::spans::{Spans, Untyped};

/// Writes the escapes of its UTF-8 for every character beyond ASCII, and changes nothing else.
pub(crate) fn write_uri(source: Untyped<'_>, out: &mut String) -> Spans {
    out.reserve(source.text.len() + source.text.len() / 2);
    recompose(&Parts::from(source), out, |_, text, out| {
        let mut rest = text;
        while let Some(at) = rest.bytes().position(|byte| !byte.is_ascii()) {
            let (plain, foreign) = rest.split_at(at);
            out.push_str(plain);
            let end = foreign.bytes().position(|byte| byte.is_ascii()).unwrap_or(foreign.len());
            foreign[..end].chars().for_each(|character| push_escaped(character, out));
            rest = &foreign[end..];
        }
        out.push_str(rest);
    })
}
