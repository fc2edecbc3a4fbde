//! The one function for operations that write a text.

use core::ffi::c_char;

use oneiri::percent;
use oneiri::{
    Alphabet, Ascii, Edit, Error, HasScheme, MaybeScheme, Normalization, Policy, Ri,
    SchemePresence, Unicode,
};

use crate::boundary::{Output, bytes, optional};
use crate::error::{Fault, oneiri_error};
use crate::numbers::*;
use crate::report;
use crate::status::{Failure, guard};

/// Parses `text`. The result is empty; for an invalid text it is the sentence that says why.
pub const ONEIRI_CHECK: i32 = 0;
/// The normal form of `text`. `option` is the rung: `ONEIRI_RUNG_SYNTAX` for syntax-based normalization, or another.
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

/// The step of case (RFC 3986 section 6.2.2.1).
pub const ONEIRI_STEP_CASE: i32 = 1;
/// The step of escapes (section 6.2.2.2).
pub const ONEIRI_STEP_ESCAPE: i32 = 2;
/// The step of dot segments (section 6.2.2.3).
pub const ONEIRI_STEP_PATH: i32 = 4;

/// Added to the component of `ONEIRI_SET`: makes a value fit instead of rejecting it.
pub const ONEIRI_REPAIR: i32 = 256;

/// Applies an operation to a text and writes the result into a buffer.
///
/// `operation` is one of `ONEIRI_CHECK` to `ONEIRI_WHATWG_HREF`, which say what `other` and `option` are. Where an
/// operation has no second text, `other` is null and its length zero; where it has no option, `option` is zero.
/// `grammar` is the grammar of both texts, and of the result unless the operation says otherwise. Both texts are UTF-8,
/// but `ONEIRI_ENCODE` takes any bytes.
///
/// `result_length` is written for `ONEIRI_OK`, `ONEIRI_SHORT` and `ONEIRI_INVALID`. For `ONEIRI_SHORT` the buffer is
/// unchanged: call again with a buffer of at least that length. A buffer of no bytes may be null. For
/// `ONEIRI_INVALID`, `error` is written, and the result is a sentence for people that says what is wrong; if the
/// buffer is too short for the sentence, it is unchanged. The buffer may overlap the texts. `result_length` and
/// `error` may be null.
///
/// # Safety
///
/// `text` points to `length` bytes, and `other` to `other_length` bytes; `capacity` bytes can be written to `buffer`;
/// `result_length` and `error` are null, or point to memory that can be written.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "a text of C is a pointer and a length")]
pub unsafe extern "C" fn oneiri_apply(
    operation: i32,
    grammar: i32,
    option: i32,
    text: *const c_char,
    length: usize,
    other: *const c_char,
    other_length: usize,
    buffer: *mut c_char,
    capacity: usize,
    result_length: *mut usize,
    error: *mut oneiri_error,
) -> i32 {
    guard(|| {
        // SAFETY: the caller makes the same promises.
        let (first, other, output) = unsafe {
            (
                bytes(text, length)?,
                optional(other, other_length)?,
                Output::new(buffer, capacity, result_length, error)?,
            )
        };
        let (first, other) = (output.apart(first), other.map(|other| output.apart(other)));
        let (first, other) = (&*first, other.as_deref());
        if operation == ONEIRI_ENCODE {
            let encoded = percent::encode_bytes(first, other.unwrap_or_default());
            return output.write(encoded.as_bytes());
        }
        let text = output.text(first, 0)?;
        if operation == ONEIRI_DECODE {
            return output.write(&percent::decode(text));
        }
        if operation == ONEIRI_DECODE_TEXT {
            let decoded = percent::decode_text(text);
            let decoded = decoded.map_err(|error| output.refuse(Fault::first(error)))?;
            return output.write(decoded.as_bytes());
        }
        let other = other.map(|other| output.text(other, 1)).transpose()?;
        #[cfg(feature = "whatwg")]
        if operation == ONEIRI_WHATWG_HREF {
            let url = href(text, other).map_err(|fault| output.refuse(fault))?;
            return output.write(url.href().as_bytes());
        }
        let call = Call { operation, option, text, other, output: &output };
        let done = match grammar {
            ONEIRI_URI => call.run::<Ascii, HasScheme>(),
            ONEIRI_URI_REFERENCE => call.run::<Ascii, MaybeScheme>(),
            ONEIRI_IRI => call.run::<Unicode, HasScheme>(),
            ONEIRI_IRI_REFERENCE => call.run::<Unicode, MaybeScheme>(),
            _ => return Err(Failure::Misuse),
        };
        done.map_err(|stop| match stop {
            Stop::Invalid(fault) => output.refuse(fault),
            Stop::Failed(failure) => failure,
        })
    })
}

/// The URL of a text, by the URL Standard.
#[cfg(feature = "whatwg")]
fn href(text: &str, base: Option<&str>) -> Result<oneiri_whatwg::Url, Fault> {
    use oneiri_whatwg::{Error, Url};
    let fault = |argument| {
        move |error: Error| Fault::other(argument, error.range(), None, error.to_string())
    };
    match base {
        None => Url::parse(text).map_err(fault(0)),
        Some(base) => {
            let base = Url::parse(base).map_err(fault(1))?;
            Url::parse_with_base(text, &base).map_err(fault(0))
        }
    }
}

/// Why an operation has no result.
enum Stop {
    Invalid(Fault),
    Failed(Failure),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Invalid(fault)
    }
}

/// The errors of the first text.
impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Invalid(Fault::first(error))
    }
}

/// The arguments of a call.
#[derive(Clone, Copy)]
struct Call<'a> {
    operation: i32,
    option: i32,
    text: &'a str,
    other: Option<&'a str>,
    output: &'a Output,
}

impl<'a> Call<'a> {
    fn run<A: Alphabet, F: SchemePresence>(self) -> Result<(), Stop> {
        let parse = || Ri::<&'a str, A, F>::parse(self.text);
        match self.operation {
            ONEIRI_CHECK => parse().map_err(Stop::from).and_then(|_| self.write("")),
            ONEIRI_NORMALIZE => {
                let rung = rung_of_number(self.option).ok_or(Failure::Misuse)?;
                self.write(parse()?.normalize_at(rung).as_str())
            }
            ONEIRI_NORMALIZE_STEPS => self.write(parse()?.normalize_steps(self.steps()?).as_str()),
            ONEIRI_RESOLVE => {
                let base = Ri::<&str, A, HasScheme>::parse(self.text)?;
                let reference = self.second(Ri::<&str, A, MaybeScheme>::parse)?;
                self.write(base.resolve(&reference).as_str())
            }
            ONEIRI_RELATIVIZE => {
                let base = Ri::<&str, A, HasScheme>::parse(self.text)?;
                let target = self.second(Ri::<&str, A, HasScheme>::parse)?;
                self.write(base.relativize(&target).as_str())
            }
            ONEIRI_TO_URI => {
                self.write(Ri::<&str, Unicode, F>::parse(self.text)?.to_uri().as_str())
            }
            ONEIRI_TO_IRI => self.write(Ri::<&str, Ascii, F>::parse(self.text)?.to_iri().as_str()),
            ONEIRI_SET => self.write(self.edited::<A, F>()?.as_str()),
            ONEIRI_LENIENT => self.write(Ri::<&str, A, F>::parse_lenient(self.text)?.as_str()),
            ONEIRI_EXPLAIN => {
                let (first, second) = (parse()?, self.second(Ri::<&str, A, F>::parse)?);
                self.write(&report::explain(&first.compare(&second)))
            }
            ONEIRI_LINT => self.write(&report::lint(&parse()?)),
            _ => Err(Failure::Misuse.into()),
        }
    }

    fn write(&self, result: &str) -> Result<(), Stop> {
        Ok(self.output.write(result.as_bytes())?)
    }

    /// Parses the second text.
    fn second<T>(&self, parse: impl FnOnce(&'a str) -> Result<T, Error>) -> Result<T, Stop> {
        let text = self.other.ok_or(Failure::Misuse)?;
        parse(text).map_err(|error| Stop::Invalid(Fault::second(error)))
    }

    fn steps(&self) -> Result<Normalization, Stop> {
        let all = ONEIRI_STEP_CASE | ONEIRI_STEP_ESCAPE | ONEIRI_STEP_PATH;
        if self.option & !all != 0 {
            return Err(Failure::Misuse.into());
        }
        let has = |step| self.option & step != 0;
        Ok(Normalization {
            case: has(ONEIRI_STEP_CASE),
            escape: has(ONEIRI_STEP_ESCAPE),
            path: has(ONEIRI_STEP_PATH),
        })
    }

    fn edited<A: Alphabet, F: SchemePresence>(&self) -> Result<Ri<String, A, F>, Stop> {
        let identifier = Ri::<&str, A, F>::parse(self.text)?;
        let repair = self.option & ONEIRI_REPAIR != 0;
        let policy = if repair { Policy::Repair } else { Policy::Refuse };
        let edit = match (self.option & !ONEIRI_REPAIR, self.other) {
            (ONEIRI_SCHEME, Some(scheme)) => Edit::Scheme(scheme),
            (ONEIRI_USERINFO, value) => Edit::Userinfo(value),
            (ONEIRI_HOST, value) => Edit::Host(value),
            (ONEIRI_PORT, value) => Edit::Port(value),
            (ONEIRI_PATH, value) => Edit::Path(value.unwrap_or_default()),
            (ONEIRI_QUERY, value) => Edit::Query(value),
            (ONEIRI_FRAGMENT, value) => Edit::Fragment(value),
            (ONEIRI_AUTHORITY, value) => Edit::Authority(value),
            _ => return Err(Failure::Misuse.into()),
        };
        Ok(identifier.edited(edit, policy).map_err(Fault::second)?)
    }
}
