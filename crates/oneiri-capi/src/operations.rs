//! The operations of `oneiri_apply`. Generated: cargo run -p oneiri-operations --example tables

/// Parses `text`. The result is empty; for an invalid text it is the sentence that says why.
pub const ONEIRI_CHECK: i32 = 0;
/// The normal form of `text`. `option` is the rung: `ONEIRI_RUNG_SCHEME`, or another.
pub const ONEIRI_NORMALIZE: i32 = 1;
/// Some steps of syntax-based normalization. `option` is a sum of `ONEIRI_STEP_...`.
pub const ONEIRI_NORMALIZE_STEPS: i32 = 2;
/// Resolves the reference `other` against the base `text` (RFC 3986 section 5). The base needs a scheme.
pub const ONEIRI_RESOLVE: i32 = 3;
/// The shortest reference that leads from the base `text` to the target `other`. Both need a scheme.
pub const ONEIRI_RELATIVIZE: i32 = 4;
/// Converts an IRI to a URI (RFC 3987 section 3.1). `grammar` is that of the IRI.
pub const ONEIRI_TO_URI: i32 = 5;
/// Converts a URI to an IRI (RFC 3987 section 3.2). `grammar` is that of the URI.
pub const ONEIRI_TO_IRI: i32 = 6;
/// Replaces one component of `text` by `other`, or removes it if `other` is a null pointer. `option` is the
/// component: `ONEIRI_SCHEME` to `ONEIRI_AUTHORITY`. If `ONEIRI_REPAIR` is added to it, characters that are not
/// allowed become escapes. A scheme cannot be removed, and a path without a value becomes empty.
pub const ONEIRI_SET: i32 = 7;
/// The identifier that an invalid text stands for: characters that are not allowed become escapes.
pub const ONEIRI_LENIENT: i32 = 8;
/// Percent-encodes all bytes but the unreserved ones and those of the set `other`. `grammar` is not used.
pub const ONEIRI_ENCODE: i32 = 9;
/// Decodes every escape and keeps a `%` that begins none. The result may be any bytes. `grammar` is not used.
pub const ONEIRI_DECODE: i32 = 10;
/// Decodes every escape; the result is UTF-8, or the call is `ONEIRI_INVALID`. `grammar` is not used.
pub const ONEIRI_DECODE_TEXT: i32 = 11;
/// Lines that tell why `text` and `other` are equal, or why they are not.
pub const ONEIRI_EXPLAIN: i32 = 12;
/// Lines that tell what is unwise about a valid text as a link, each `code TAB start TAB end TAB sentence`.
pub const ONEIRI_LINT: i32 = 13;
/// The URL that `text` is by the URL Standard, as its serializer writes it: what a browser would fetch. `other` is the
/// base, or a null pointer. `grammar` is not used.
pub const ONEIRI_WHATWG_HREF: i32 = 14;
/// The text with `***` in place of its password, for a log.
pub const ONEIRI_REDACT: i32 = 21;
/// A log or another text with `***` in place of the passwords and tokens of the URLs in it. `grammar` is not used.
pub const ONEIRI_REDACT_TEXT: i32 = 22;
/// The text that the `htu` of a DPoP proof is compared by: the normal form of `text` at the rung `scheme`, without query and fragment.
pub const ONEIRI_HTU: i32 = 23;
/// The text that `file` URLs of one drive are compared by: the normal form of `text` at the rung `scheme`, with the drive as `C:`. No standard says that `c%3A` is the same drive, so it is an assumption, `drive@1`.
pub const ONEIRI_DRIVE: i32 = 24;
