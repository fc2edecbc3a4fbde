use super::*;

#[test]
fn the_examples_of_rfc_3986_section_1_1_2_are_uris() {
    for text in [
        "ftp://ftp.is.co.za/rfc/rfc1808.txt",
        "http://www.ietf.org/rfc/rfc2396.txt",
        "ldap://[2001:db8::7]/c=GB?objectClass?one",
        "mailto:John.Doe@example.com",
        "news:comp.infosystems.www.servers.unix",
        "tel:+1-816-555-1212",
        "telnet://192.0.2.16:80/",
        "urn:oasis:names:specification:docbook:dtd:xml:4.1.2",
    ] {
        assert!(matches_uri(text) && matches_uri_reference(text), "{text}");
        assert!(matches_iri(text) && matches_iri_reference(text), "{text}");
    }
}

#[test]
fn a_form_or_an_alphabet_can_be_what_refuses() {
    assert!(!matches_uri("//h/a") && matches_uri_reference("//h/a"));
    assert!(!matches_uri("http://h/é") && matches_iri("http://h/é"));
    assert!(!matches_uri_reference("é") && matches_iri_reference("é"));
    assert!(matches_iri("a:?\u{E000}") && !matches_iri("a:#\u{E000}") && !matches_iri("a:\u{E000}"));
    assert!(matches(Alphabet::Uri, Rule::AbsoluteUri, "a:b?c"));
    assert!(!matches(Alphabet::Uri, Rule::AbsoluteUri, "a:b?c#d"));
}

#[test]
fn ip_literals_of_every_alternative() {
    for text in [
        "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:1.2.3.4]", "[::2:3:4:5:6:7:8]", "[1::3:4:5:6:7:8]", "[::3:4:5:6:7:8]",
        "[1:2::4:5:6:7:8]", "[1:2:3::5:6:7:8]", "[1:2:3:4::6:7:8]", "[1:2:3:4:5::7:8]", "[1:2:3:4:5:6::8]",
        "[1:2:3:4:5:6:7::]", "[::]", "[::1]", "[1::]", "[::255.249.199.0]", "[abcd:EF01::0000]", "[v1.a]",
        "[VfF.:!$~]",
    ] {
        assert!(matches(Alphabet::Iri, Rule::IpLiteral, text), "{text}");
    }
    for text in [
        "[]", "[1:2:3:4:5:6:7:8", "1::", "[1:2:3:4:5:6:7:8:9]", "[1:2:3:4:5:6:7]", "[1::2::3]", "[12345::]", "[g::]",
        "[1.2.3.4]", "[::1.2.3.256]", "[::01.2.3.4]", "[1:2:3:4:5:6:7::8]", "[:1]", "[1:]", "[:::]", "[v.a]", "[v1.]",
        "[vG.a]", "[v1.é]", "[v1.%41]", "[fe80::1%25en0]",
    ] {
        assert!(!matches(Alphabet::Iri, Rule::IpLiteral, text), "{text}");
    }
}

#[test]
fn what_the_decisions_call_traps() {
    for text in ["a:", "example.org:80", "http::@c:29", "a/b:c", "./a:b", "//:@", "///", "foo:////", ""] {
        assert!(matches_uri_reference(text), "{text}");
    }
    for text in [
        ":", "::", "://", ":a", "1a:b", "a%41:b", "é:x", "http://h/[x]", "http://h/?[", "a#b#c", "http://a@b@c/",
        "http://h/%zz", "http://h/%", "http://h/%4", "http://a:b:c/", "//h:+80", "//h: 8",
    ] {
        assert!(!matches_iri_reference(text), "{text}");
    }
}
