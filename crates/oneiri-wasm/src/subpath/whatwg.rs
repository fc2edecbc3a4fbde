//! `oneiri/whatwg`: the URL Standard. Nothing is kept: a URL is its text. `bindings/js/src/whatwg.js` repeats the
//! numbers of the setters (`SET`) and reads the parts in the order in which `put` writes them. `subpaths.test.js`
//! compares every attribute and setter with those of the URL of Node.

use oneiri::Unit;
use oneiri_whatwg::{Error, Url};

use super::{Call, Kept, Stop};
use crate::answer::{Answer, Counter};

// The operations, as in `bindings/js/src/whatwg.js`.
const PARSE: u32 = 0;
const VALIDATE: u32 = 1;
const CAN_PARSE: u32 = 2;
/// The number of the first setter; the others follow in the order of [`SETTERS`].
const SET: u32 = 3;

/// Values of this type are kept.
pub type Value = ();

type Setter = fn(&mut Url, &str) -> Result<(), Error>;

const SETTERS: [Setter; 9] = [
    Url::set_protocol,
    Url::set_username,
    Url::set_password,
    Url::set_host,
    Url::set_hostname,
    Url::set_port,
    Url::set_pathname,
    |url, value| {
        url.set_search(value);
        Ok(())
    },
    |url, value| {
        url.set_hash(value);
        Ok(())
    },
];

/// Does an operation.
///
/// # Errors
///
/// The text or the base is not a URL, or a number means nothing. A setter that refuses a value changes nothing, as in
/// the Standard.
pub fn call(call: &Call<'_>, _: &mut Kept<Value>) -> Result<Answer, Stop> {
    let (text, mut answer) = (call.text(0), Answer::default());
    match call.operation {
        PARSE => {
            let base = base(call.optional(1))?;
            let parsed = match &base {
                Some(base) => Url::parse_with_base(text, base),
                None => Url::parse(text),
            };
            put(&parsed.map_err(|error| stop(0, text, &error))?, &mut answer);
        }
        VALIDATE => {
            let base = base(call.optional(1))?;
            let (parsed, errors) = Url::parse_with_errors(text, base.as_ref());
            answer.number(parsed.is_ok().into());
            if let Ok(url) = parsed {
                answer.text(url.href());
            }
            answer.number(errors.len());
            let mut text = Counter::new(text);
            for error in &errors {
                answer.text(error.kind().name());
                answer.range(&mut text, error.range());
                answer.text(error.kind().message());
            }
        }
        CAN_PARSE => answer.number(Url::can_parse(text, call.optional(1)).into()),
        operation => {
            let number = usize::try_from(operation - SET).map_err(|_| Stop::Misuse)?;
            let setter = SETTERS.get(number).ok_or(Stop::Misuse)?;
            let mut url = Url::parse(text).map_err(|error| stop(0, text, &error))?;
            // The Standard's setters ignore a value that they refuse.
            let _refused = setter(&mut url, call.text(1));
            put(&url, &mut answer);
        }
    }
    Ok(answer)
}

fn base(text: Option<&str>) -> Result<Option<Url>, Stop> {
    let parse = |text| Url::parse(text).map_err(|error| stop(1, text, &error));
    text.map(parse).transpose()
}

fn put(url: &Url, answer: &mut Answer) {
    for text in [
        url.href(),
        &url.origin(),
        url.protocol(),
        url.username(),
        url.password(),
        url.host(),
        url.hostname(),
        url.port(),
        url.pathname(),
        url.search(),
        url.hash(),
    ] {
        answer.text(text);
    }
}

fn stop(number: usize, text: &str, error: &Error) -> Stop {
    let (name, range, message) = (error.kind().name(), error.range(), error.kind().message());
    let place = Unit::Utf16.place(text, range.start);
    let message = alloc::format!("invalid URL: {place}: {message} ({name})");
    Stop::invalid(number, text, range, name, &message)
}
