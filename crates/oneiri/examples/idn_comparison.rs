//! Comparing internationalized domain names (feature `idna`): a name and its Punycode are the same host.
//!
//! ```text
//! https://bücher.example/é  https://xn--bcher-kva.example/%C3%A9: different, with IDNA same
//! https://BÜCHER.example/  https://bücher.example: different, with IDNA same
//! https://faß.example/  https://fass.example/: different, with IDNA different
//! https://bücher.example/  https://bucher.example/: different, with IDNA different
//! normal form: https://bücher.example/
//! ```

use oneiri::{Error, Iri, Ladder, Rung};

pub(crate) fn main() -> Result<(), Error> {
    // By default hosts are compared as RFC 3986 and RFC 3987 define it, without looking at domain names.
    let ladder = Ladder::new().idna(true);
    for (a, b) in [
        ("https://bücher.example/é", "https://xn--bcher-kva.example/%C3%A9"),
        ("https://BÜCHER.example/", "https://bücher.example"),
        ("https://faß.example/", "https://fass.example/"),
        ("https://bücher.example/", "https://bucher.example/"),
    ] {
        let (a, b) = (Iri::parse(a)?, Iri::parse(b)?);
        let same = |ladder: &Ladder<'_>| match ladder.equivalent(&a, &b, Rung::Scheme) {
            true => "same",
            false => "different",
        };
        println!("{a}  {b}: {}, with IDNA {}", same(&Ladder::default()), same(&ladder));
    }

    // The normal form is the name in Unicode, or in ASCII for a URI. A display decides for itself which one it shows.
    let iri = Iri::parse("https://xn--bcher-kva.example/")?;
    println!("normal form: {}", ladder.normalize(&iri, Rung::Scheme));
    Ok(())
}
