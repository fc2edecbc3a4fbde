//! Conversions from and to the types of other crates: what they keep, and what they refuse.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

#[cfg(feature = "http")]
mod http_uri {
    use crate::laws::{generate, run};
    use crate::oracle::alphabet::Alphabet;
    use oneiri::{Edit, ErrorKind, IriBuf, IriRefBuf, OnInvalid, UriBuf, UriRef, UriRefBuf};
    use proptest::prelude::*;

    fn to_http(text: &str) -> Result<http::Uri, String> {
        http::Uri::try_from(&UriRef::parse(text).unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn the_four_forms_of_a_request_target() {
        for (target, reference) in [
            ("/where?q=now", "/where?q=now"),
            ("http://www.example.org/pub/x?", "http://www.example.org/pub/x?"),
            ("www.example.com:80", "//www.example.com:80"),
            ("[::1]:80", "//[::1]:80"),
            ("*", "*"),
        ] {
            let http: http::Uri = target.parse().unwrap();
            assert_eq!(UriRefBuf::try_from(&http).unwrap(), reference);
            assert_eq!(IriRefBuf::try_from(http.clone()).unwrap(), reference);
            assert_eq!(http::Uri::try_from(&UriRef::parse(reference).unwrap()).unwrap(), http);
        }
    }

    #[test]
    fn an_authority_is_never_read_as_a_scheme() {
        let connect: http::Uri = "example.com:80".parse().unwrap();
        let error = UriBuf::try_from(&connect).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::SchemeMissing);
        assert!(IriBuf::try_from(connect).is_err());
    }

    #[test]
    fn what_http_accepts_and_the_grammar_does_not_is_an_error() {
        for (target, kind) in [
            ("//host/p", ErrorKind::PathDoubleSlash),
            ("/a|b", ErrorKind::Character),
            ("/a%zz", ErrorKind::Escape),
            ("http://h/?{", ErrorKind::Character),
            ("http://a@b@c/", ErrorKind::Character),
            ("http://[x]/", ErrorKind::Ipv6),
        ] {
            let http: http::Uri = target.parse().unwrap();
            assert_eq!(UriRefBuf::try_from(&http).unwrap_err().kind(), kind, "{target}");
        }
    }

    #[test]
    fn what_http_cannot_hold_is_an_error() {
        for text in [
            "urn:isbn:0", "file:///x", "http:/x", "//h/p", "//h?q", "a/b", "", "?q", "./x", "#f", "http://ex%41mple/",
            "foo://h", "foo://h?q", "http://u@/",
        ] {
            assert!(to_http(text).is_err(), "{text}");
        }
        assert!(to_http(&format!("http://h/{}", "a".repeat(1 << 16))).is_err());
    }

    #[test]
    fn the_fragment_goes_and_known_schemes_and_empty_paths_are_spelled_by_their_rules() {
        assert_eq!(to_http("HTTP://Example.org?q#f").unwrap().to_string(), "http://Example.org/?q");
        assert_eq!(to_http("HTTP://h").unwrap().scheme(), Some(&http::uri::Scheme::HTTP));
        assert_eq!(to_http("ws://h").unwrap().to_string(), "ws://h/");
        assert_eq!(to_http("FTP://h/x").unwrap().to_string(), "FTP://h/x");
    }

    /// Whatever converts reads back to the same components, without the fragment.
    fn reads_back(text: &str) -> run::Outcome {
        let Ok(uri) = UriRef::parse(text) else { return Ok(false) };
        let Ok(target) = http::Uri::try_from(&uri) else { return Ok(false) };
        let mut expected = UriRefBuf::from(uri);
        expected.set_fragment(None).unwrap();
        if let Some(scheme) = uri.scheme() {
            if ["http", "https"].contains(&scheme.to_ascii_lowercase().as_str()) {
                expected.edit(Edit::Scheme(&scheme.to_ascii_lowercase()), OnInvalid::Refuse).unwrap();
            }
            if uri.path().is_empty() {
                expected.set_path("/").unwrap();
            }
        }
        prop_assert_eq!(UriRefBuf::try_from(&target).unwrap(), expected, "{}", text);
        Ok(true)
    }

    #[test]
    fn converted_to_http_it_reads_back() {
        let with_host = generate::valid(Alphabet::Uri, true).prop_map(|text| {
            let mut uri = UriBuf::parse(text).unwrap();
            uri.edit(Edit::Host(Some("h")), OnInvalid::Repair).unwrap();
            uri.into_string()
        });
        let values = prop_oneof![generate::valid(Alphabet::Uri, false), with_host];
        run::for_all("to http and back", values, |text| reads_back(text));
    }

    #[test]
    fn converted_from_http_it_is_the_same_text() {
        let targets = prop_oneof![
            generate::any_text(),
            generate::mutated(Alphabet::Uri).prop_map(|text| format!("/{text}")),
            "[a-z]{1,3}(:[0-9]{0,3})?",
        ];
        run::for_all("from http and back", targets, |text| {
            let Ok(target) = text.parse::<http::Uri>() else { return Ok(false) };
            let Ok(reference) = UriRefBuf::try_from(&target) else { return Ok(false) };
            let is_authority = target.scheme().is_none() && target.authority().is_some();
            let slashes = if is_authority { "//" } else { "" };
            prop_assert_eq!(reference.as_str(), format!("{slashes}{target}"));
            prop_assert_eq!(http::Uri::try_from(&reference).unwrap(), target);
            Ok(true)
        });
    }
}

#[cfg(feature = "url")]
mod whatwg_url {
    use crate::laws::{generate, run};
    use oneiri::{IriRef, Rung, UriBuf, UriRefBuf};
    use proptest::prelude::*;
    use url::{ParseError, Url};

    fn to_url(text: &str) -> Result<String, ParseError> {
        Url::try_from(&IriRef::parse(text).unwrap()).map(String::from)
    }

    #[test]
    fn the_standard_normalizes() {
        for (text, url) in [
            ("HTTP://Example.ORG:80", "http://example.org/"),
            ("http://h/a/%2e%2E/b", "http://h/b"),
            ("http://bücher.example/é?é#é", "http://xn--bcher-kva.example/%C3%A9?%C3%A9#%C3%A9"),
            ("http://0x7f.1/", "http://127.0.0.1/"),
            ("http://u;=@h/?'", "http://u%3B%3D@h/?%27"),
            ("file:/x", "file:///x"),
            ("file://localhost/x", "file:///x"),
            ("foo:/a/..//b", "foo:/.//b"),
            ("urn:a/../b", "urn:a/../b"),
        ] {
            assert_eq!(to_url(text).as_deref(), Ok(url), "{text}");
        }
    }

    #[test]
    fn another_host_or_path_than_that_of_the_rfc_is_an_error() {
        for text in ["http:/x", "http:x", "http:///x", "HTTPS:////x", "ws:x", "ftp:/x/y"] {
            assert_eq!(to_url(text), Err(ParseError::EmptyHost), "{text}");
        }
        for text in ["file://c:/x", "file://h/c:/x"] {
            assert!(to_url(text).is_err(), "{text}");
        }
        for text in ["file:x", "file:", "file:?q", "file:///C:/../x", "http://h/c:/..", "/x", "//h/x"] {
            assert_eq!(to_url(text), Err(ParseError::RelativeUrlWithoutBase), "{text}");
        }
    }

    #[test]
    fn characters_that_only_the_standard_admits_are_an_error() {
        for text in ["http://h/a|b", "http://h/?{", "http://h/[x]", "http://h/%zz"] {
            assert!(UriBuf::try_from(&Url::parse(text).unwrap()).is_err(), "{text}");
        }
        let url = Url::parse("http://h/x?q#f").unwrap();
        assert_eq!(UriBuf::try_from(url).unwrap(), "http://h/x?q#f");
    }

    /// The components of a converted value are those of the normal form at the scheme rung.
    fn means_the_same(text: &str) -> run::Outcome {
        let Ok(iri) = IriRef::parse(text) else { return Ok(false) };
        let Ok(url) = Url::try_from(&iri) else { return Ok(false) };
        let back = UriRefBuf::try_from(&url).unwrap();
        prop_assert_eq!(url.query(), back.query().map(|it| it.as_str()), "{}", text);
        prop_assert_eq!(url.fragment(), back.fragment().map(|it| it.as_str()), "{}", text);
        let (uri, theirs) = (iri.to_uri(), back.normalize_at(Rung::Scheme));
        let ours = uri.normalize_at(Rung::Scheme);
        // `file://h` has an empty path, which the standard reads as the root.
        let is_root = url.scheme() == "file" && ours.path().is_empty();
        let path = if is_root { "/".into() } else { ours.path() };
        prop_assert_eq!(theirs.path(), path, "{}", text);
        let apostrophe = |query: &str| query.replace("%27", "'");
        prop_assert_eq!(theirs.query().map(|it| apostrophe(&it)), ours.query().map(|it| apostrophe(&it)), "{}", text);
        prop_assert_eq!(theirs.fragment(), ours.fragment(), "{}", text);
        // In these schemes the standard decodes the escapes of a host.
        let decoded = |host: oneiri::component::Host<'_>| {
            oneiri::component::Encoded::from(host.as_str()).decode_lossy().to_lowercase()
        };
        let host = |host: Option<oneiri::component::Host<'_>>| {
            let host = host.unwrap_or_default();
            let legacy = if url.has_host() { host.legacy_ipv4().map(Into::into) } else { None };
            (host.ip().or(legacy), decoded(host))
        };
        match (host(theirs.host()), host(ours.host())) {
            ((Some(theirs), _), (ours, _)) => prop_assert_eq!(Some(theirs), ours, "{}", text),
            // What IDNA maps is compared by the tests of `idna`.
            ((None, theirs), (None, ours)) if ours.is_ascii() => {
                prop_assert_eq!(theirs, ours, "{}", text);
            }
            ((None, _), (ours, _)) => prop_assert_eq!(ours, None, "{}", text),
        }
        Ok(true)
    }

    #[test]
    fn converted_to_a_url_it_means_the_same() {
        run::for_all("to url and back", generate::any_valid(), |text| means_the_same(text));
    }
}
