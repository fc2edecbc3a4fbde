//! Forms: reads and writes `application/x-www-form-urlencoded`, in which `+` is a space.
//!
//! ```text
//! as a form   q="black + white"
//! as a query  q="black+++white"
//! tags        ["a", "b"]
//! field       name: Ada Lovelace
//! field       motto: 1+1=2&more
//! next        https://example.org/search?q=50%25+off+%26+more&exact&page=2
//! ```

use oneiri::component::FormUrlencoded;
use oneiri::{Error, Uri, UriBuf};

pub(crate) fn main() -> Result<(), Error> {
    // A browser sends a form with the method GET as a query.
    let uri = Uri::parse("https://example.org/search?q=black+%2B+white&tag=a&tag=b&exact")?;
    let query = uri.query().unwrap_or_default();
    println!("as a form   q={:?}", query.form().get("q").unwrap_or_default());
    println!("as a query  q={:?}", query.get("q").unwrap_or_default());
    println!("tags        {:?}", query.form().get_all("tag").collect::<Vec<_>>());
    // A key without `=` has an empty value; a key that is not there has none.
    assert_eq!(query.form().get("exact").as_deref(), Some(""));
    assert_eq!(query.form().get("page"), None);

    // A form with the method POST is a body, which need not be a query of any URI.
    let body = FormUrlencoded::from("name=Ada+Lovelace&motto=1%2B1%3D2%26more");
    for (key, value) in body.pairs() {
        println!("field       {key}: {value}");
    }

    // Writing encodes every character that would end a value or a key.
    let pairs = [("name", "Ada Lovelace"), ("motto", "1+1=2&more")];
    assert_eq!(FormUrlencoded::encode(pairs), body);
    let mut next = UriBuf::from(uri);
    next.query_mut().form().set("q", "50% off & more").remove("tag").append("page", "2");
    println!("next        {next}");
    assert_eq!(next.query().unwrap_or_default().form().get("q").as_deref(), Some("50% off & more"));
    Ok(())
}
