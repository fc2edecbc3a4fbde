//! `oneiri/parsers`: how other programs read a text. Nothing is kept. `bindings/js/src/parsers.js` reads an answer in
//! the order in which it is written here, with the components in the order of `Component::ALL`. It also lists the names
//! of the parsers, which `every_list_names_all_parsers` in `oneiri-parsers` compares.

use oneiri::Component;

use super::{Call, Kept, Stop};
use crate::answer::{Answer, Counter};

// The operation, as in `bindings/js/src/parsers.js`.
const READ: u32 = 0;

/// Values of this type are kept.
pub type Value = ();

/// Does an operation.
///
/// # Errors
///
/// A number or the name of a parser means nothing. A parser that refuses the text is an answer.
pub fn call(call: &Call<'_>, _: &mut Kept<Value>) -> Result<Answer, Stop> {
    let mut answer = Answer::default();
    match call.operation {
        READ => {
            let (text, base) = (call.text(1), call.optional(2));
            let parser = oneiri_parsers::by_name(call.text(0)).ok_or(Stop::Misuse)?;
            let read = match base {
                Some(base) => parser.read_with_base(text, base),
                None => parser.read(text),
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
