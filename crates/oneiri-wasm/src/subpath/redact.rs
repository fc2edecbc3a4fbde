//! `oneiri/redact`: hides the secrets of a log. Nothing is kept. `oneiri-redact` decides what a secret is, for all
//! bindings alike.

use super::{Call, Kept, Stop};
use crate::answer::Answer;

// The operation, as in `bindings/js/src/redact.js`.
const REDACT: u32 = 0;

/// No value is kept, but `boundary.rs` needs a type for the values of each module.
pub type Value = ();

/// Does an operation.
///
/// # Errors
///
/// A number that means nothing.
pub fn call(call: &Call<'_>, _: &mut Kept<Value>) -> Result<Answer, Stop> {
    if call.operation != REDACT {
        return Err(Stop::Misuse);
    }
    let mut answer = Answer::default();
    answer.text(&oneiri_redact::redact(call.text(0)));
    Ok(answer)
}
