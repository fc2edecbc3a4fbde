//! The module of `oneiri/policy`: compiles a policy, and checks texts against it. A compiled policy is kept in the module, and
//! JavaScript names it by a number.
//!
//! `bindings/js/src/policy.js` is the other side. It has the same numbers of operations, and it reads numbers and texts in the
//! order in which `call` and `put` write them, so a change here needs the same change there.

use alloc::string::ToString;
use core::net::IpAddr;

use oneiri_policy::{Base, Decision, Denied, Policy, Preset};

use super::{Call, Kept, Stop};
use crate::answer::{Answer, Counter};

// The operations, as in `bindings/js/src/policy.js`.
const COMPILE: u32 = 0;
const PRESET: u32 = 1;
const CHECK: u32 = 2;
const ADMITS: u32 = 3;
const NEAREST: u32 = 4;

/// The type of the values that the module keeps between calls.
pub type Value = Policy;

/// Does an operation.
///
/// # Errors
///
/// A policy that does not compile, or a number or a name that means nothing.
pub fn call(call: &Call<'_>, kept: &mut Kept<Policy>) -> Result<Answer, Stop> {
    let mut answer = Answer::default();
    match call.operation {
        COMPILE => {
            let text = call.text(0);
            let policy = Policy::compile(text).map_err(|error| {
                let range = error.range().unwrap_or(0..text.len());
                let message = error.to_string();
                Stop::invalid(0, text, range, "policy", &alloc::format!("invalid policy: {message}"))
            })?;
            answer.number(kept.keep(policy));
        }
        PRESET => {
            let preset: Result<Preset, _> = call.text(0).parse();
            answer.number(preset.is_ok().into());
            answer.text(&preset.map_or_else(|error| error.to_string(), |preset| preset.text().to_string()));
        }
        CHECK => {
            let text = call.text(0);
            put(text, &check(kept, call)?, &mut answer);
        }
        NEAREST => {
            let policy = kept.get(call.value)?;
            let base = call.optional(1).map(Base::compile).transpose().ok();
            let nearest = base.and_then(|base| policy.inspect(call.text(0), base.as_ref()).nearest());
            answer.text(&nearest.map(|nearest| nearest.to_string()).unwrap_or_default());
        }
        ADMITS => {
            let address: Option<IpAddr> = call.text(1).parse().ok();
            let checked = kept.get(call.value)?.check(call.text(0)).allowed();
            let admitted = checked.zip(address).is_some_and(|(checked, address)| checked.admits(address));
            answer.number(admitted.into());
        }
        _ => return Err(Stop::Misuse),
    }
    Ok(answer)
}

fn check<'t>(kept: &mut Kept<Policy>, call: &Call<'t>) -> Result<Decision<'t>, Stop> {
    let policy = kept.get(call.value)?;
    Ok(match call.optional(1) {
        Some(base) => match Base::compile(base) {
            Ok(base) => policy.check_with_base(call.text(0), &base),
            Err(error) => Decision::Deny(Denied::from(error)),
        },
        None => policy.check(call.text(0)),
    })
}

/// Writes a decision: 1 and what is admitted, or 0 and the reasons.
fn put(text: &str, decision: &Decision<'_>, answer: &mut Answer) {
    let reasons = match decision {
        Decision::Allow(checked) => {
            answer.number(1);
            answer.text(checked.as_str());
            answer.text(checked.host().unwrap_or_default());
            answer.number(checked.port().map_or(usize::MAX, usize::from));
            answer.number(checked.rule().number);
            return;
        }
        Decision::Deny(denied) => denied.reasons(),
    };
    answer.number(0);
    answer.number(reasons.len());
    let mut text = Counter::new(text);
    for reason in reasons {
        answer.text(reason.code.as_str());
        answer.text(&reason.message);
        answer.range(&mut text, reason.range.clone());
        let shown = reason.shown();
        answer.number(shown.len());
        for (parser, saw) in &shown {
            answer.text(parser);
            answer.text(saw);
        }
    }
}
