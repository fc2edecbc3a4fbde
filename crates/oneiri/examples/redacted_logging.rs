//! Logging without secrets: what is shown is still an identifier, with `***` in place of what is hidden.
//!
//! ```text
//! plain      https://ada:***@h.example/a?%74oken=s3cret&page=2#access_token=s3cret
//! chosen     https://ada:***@h.example/a?%74oken=***&page=2#***
//! more       https://***@h.example/a?***#***
//! rejected   invalid path, byte 30
//! ```

use oneiri::{Component, Error, Redacted, Redaction, Uri};

/// What this service hides: the password always, and the parameters that carry tokens.
fn shown<'u>(uri: &'u Uri<'_>) -> Redacted<'u, 'static> {
    uri.redacted_with(Redaction::new().parameters(&["token", "X-Amz-Signature"]).fragment(true))
}

pub(crate) fn main() -> Result<(), Error> {
    let uri = Uri::parse("https://ada:s3cret@h.example/a?%74oken=s3cret&page=2#access_token=s3cret")?;
    println!("plain      {}", uri.redacted());
    println!("chosen     {}", shown(&uri));
    println!("more       {}", uri.redacted_with(Redaction::new().userinfo(true).query(true).fragment(true)));
    // Keys are compared decoded, so `%74oken` is hidden too. `Debug` of what is hidden shows no more.
    assert!(!shown(&uri).to_string().contains("s3cret"));
    assert!(!format!("{:?}", shown(&uri)).contains("s3cret"));

    // An error holds no text of its input but one character, and a rejected text is not in its `Debug`.
    let text = "https://ada:s3cret@h.example/a b";
    if let Err(rejected) = oneiri::UriBuf::parse_owned(text.into()) {
        let error = rejected.error();
        println!("rejected   invalid {}, byte {}", error.component().map_or("text", Component::name), error.start());
        assert!(!format!("{rejected:?} {rejected}").contains("s3cret"));
    }
    Ok(())
}
