//! `oneiri/readers`: how other programs read a text. Nothing is kept.

use oneiri::Component;

use super::{Call, Kept, Stop};
use crate::answer::{Answer, Counter};

// The operations, as in `bindings/js/src/readers.js`.
const NAMES: u32 = 0;
const READ: u32 = 1;

/// Values of this type are kept.
pub type Value = ();

/// Does an operation.
///
/// # Errors
///
/// A number or the name of a reader means nothing. A reader that refuses the text is an answer.
pub fn call(call: &Call<'_>, _: &mut Kept<Value>) -> Result<Answer, Stop> {
    let mut answer = Answer::default();
    match call.operation {
        NAMES => {
            answer.number(oneiri_readers::ALL.len());
            for reader in oneiri_readers::ALL {
                answer.text(reader.name());
            }
        }
        READ => {
            let (text, base) = (call.text(1), call.optional(2));
            let reader = oneiri_readers::by_name(call.text(0)).ok_or(Stop::Misuse)?;
            let read = match base {
                Some(base) => reader.read_with_base(text, base),
                None => reader.read(text),
            };
            answer.number(read.is_ok().into());
            let mut text = Counter::new(text);
            match read {
                Ok(reading) => {
                    for component in Component::ALL {
                        let value = reading.get(component);
                        answer.number(value.is_some().into());
                        answer.text(value.unwrap_or_default());
                        let range = reading.range(component);
                        answer.number(range.is_some().into());
                        answer.range(&mut text, range.unwrap_or_default());
                    }
                }
                Err(refusal) => {
                    answer.text(refusal.reason());
                    answer.range(&mut text, refusal.range());
                }
            }
        }
        _ => return Err(Stop::Misuse),
    }
    Ok(answer)
}
