//! XML: namespaces, entities, and what is not well-formed.

use crate::read;

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/// The texts that RDF/XML finds, but for the namespace of RDF, and the errors.
fn rdf(document: &str) -> (Vec<String>, Vec<String>) {
    let (mut texts, errors) = read("rdfxml", &document.replace("RDF#", RDF));
    texts.retain(|text| text != RDF);
    (texts, errors)
}

/// A prefix represents its namespace in the element that declares it, and nowhere else.
#[test]
fn a_prefix_holds_within_its_element() {
    let (texts, errors) = rdf("<r:Y xmlns:r=\"RDF#\" r:about=\"http://h/ 1\"><q xmlns:r=\"http://other/\"/>\
         <r:z r:resource=\"http://h/ 2\"/></r:Y>");
    assert_eq!(texts, ["http://h/ 1", "http://other/", "http://h/ 2"]);
    assert_eq!(errors, [""; 0]);
    let (texts, errors) =
        rdf("<rdf:RDF xmlns:rdf='RDF#'><T rdf:about='a:1'><p xmlns:rdf='http://other/' rdf:about='x'/></T>\
         <T rdf:about='a:2'/><U xmlns:s='RDF#'/><V s:about='y'/></rdf:RDF>");
    assert_eq!(texts, ["a:1", "http://other/", "a:2"]);
    assert_eq!(errors, ["1: expected a prefix that is declared, found 's:'"]);
}

#[test]
fn entities_are_read_or_refused_by_name() {
    let about = |declared: &str, value: &str| {
        rdf(&format!("<!DOCTYPE r [{declared}]><r xmlns:rdf='RDF#' rdf:about='{value}'/>"))
    };
    for (declared, value, text) in [
        ("<!ENTITY a '&b;'><!ENTITY b 'x y'>", "&a;", "x y"),
        ("<!ENTITY a \"'\"><!-- <!ENTITY b 'no'> --><!ENTITY b '>'>", "&a;&b;", "'>"),
        ("<!ENTITY a '&#38;#60;'>", "&a;&#x41;&lt;&amp;", "<A<&"),
        ("<!ENTITY a '1'><!ENTITY a '2'>", "&a;", "1"),
        ("<!ELEMENT r ANY><?x <!ENTITY a '2'> ?><!ENTITY a '1'>", "&a;", "1"),
    ] {
        assert_eq!(about(declared, value), (vec![text.to_owned()], vec![]), "{declared}");
    }
    for (declared, value, expected) in [
        ("", "&undef;", "an entity that is declared, found '&undef;'"),
        ("<!ENTITY a '&a;'>", "&a;", "an entity that does not stand for itself, found '&a;'"),
        ("<!ENTITY a '&b;'><!ENTITY b 'x&a;'>", "&a;", "an entity that does not stand for itself, found '&a;'"),
        ("<!ENTITY a SYSTEM 'a.txt'>", "&a;", "an entity whose text stands in the document, found '&a;'"),
        ("<!ENTITY a '<b/>'>", "&a;", "an entity that holds no elements, found '&a;'"),
        ("", "a&b", "a \";\" after \"&\" and a name"),
    ] {
        assert_eq!(about(declared, value).1, [format!("1: expected {expected}")], "{declared}");
    }
    let (_, errors) = about("<!ENTITY % p SYSTEM 'x'> %p;", "x:");
    assert_eq!(errors, ["1: expected no parameter entity, found '%p;'"]);
    // In text as well.
    let (_, errors) = rdf("<r><p>&undef;</p></r>");
    assert_eq!(errors, ["1: expected an entity that is declared, found '&undef;'"]);
}

/// A short text that represents a very long one is refused, and soon.
#[test]
fn entities_are_bounded() {
    for first in ["ha", ""] {
        let lines: String =
            (0..40).map(|it| format!("<!ENTITY e{} \"{}\">", it + 1, format!("&e{it};").repeat(99))).collect();
        let (texts, errors) =
            rdf(&format!("<!DOCTYPE r [<!ENTITY e0 '{first}'>{lines}]><r xmlns:rdf='RDF#' rdf:about='&e40;&e9;'/>"));
        assert_eq!(texts.len(), 1);
        assert!(errors[0].contains("stand for less text"), "{errors:?}");
    }
}

#[test]
fn what_is_not_well_formed_is_refused() {
    for (document, expected) in [
        ("<r a='1' a='2'/>", "one attribute 'a'"),
        ("<r xmlns:a='x:' xmlns:b='x:' a:c='1' b:c='2'/>", "one attribute 'b:c'"),
        ("<a:r/>", "a prefix that is declared, found 'a:'"),
        ("<r a:b=''/>", "a prefix that is declared, found 'a:'"),
        ("<r/><r/>", "one element as the root"),
        ("<r/>x", "the end after the element of the root"),
        ("x<r/>", "no text before the element of the root"),
        ("<r/>&amp;", "the end after the element of the root"),
        ("<r/><![CDATA[]]>", "the end after the element of the root"),
        ("<r>", "the end tag of this element"),
        ("<r></s>", "the end tag of 'r'"),
        ("</r>", "the end, found an end tag"),
        ("", "the element of the root"),
        ("<!-- -->", "the element of the root"),
        ("<r a='<'/>", "a value without \"<\""),
        ("<r a=b/>", "an attribute with its value in quotes"),
        ("<r a/>", "an attribute with its value in quotes"),
        ("<1/>", "a name of XML"),
        ("<r a:b:c=''/>", "a name of XML"),
        ("<r>\u{1}</r>", "a character of XML, found U+0001"),
        ("<r/><!DOCTYPE r>", "one document type"),
        (" <?xml version='1.0'?><r/>", "the declaration of XML at the beginning"),
        ("<r><!-- -- --></r>", "XML: "),
        ("<r>&</r>", "an entity or &amp;, found '&' alone"),
        ("<r", "the \">\" of a tag"),
    ] {
        for format in ["rdfxml", "sitemap", "feed"] {
            let (_, errors) = read(format, document);
            let found = errors.iter().any(|it| it.contains(&format!("expected {expected}")));
            assert!(found, "{format}: {document}: {errors:?}");
        }
    }
    for good in
        ["<?xml version='1.0'?>\n<!DOCTYPE r>\n<!-- - -->\n<r xmlns:a='a:' a:a='>'><p>]]</p></r>\n<?x?>", "<é.-1/>"]
    {
        assert_eq!(read("rdfxml", good).1, [""; 0], "{good}");
    }
}

/// Cut anywhere, a document is refused, and what is before the cut is read.
#[test]
fn a_cut_document_is_refused() {
    let whole = "<r xmlns:rdf='RDF#' rdf:about='a:1'><!-- x --><p rdf:resource='b:2'/>\
                 <![CDATA[x]]>&amp;</r>"
        .replace("RDF#", RDF);
    for cut in 0..whole.len() {
        let (texts, errors) = read("rdfxml", &whole[..cut]);
        assert!(!errors.is_empty(), "{cut}");
        let read = |text: &str| texts.iter().any(|it| it == text);
        assert!(read("a:1") || cut <= whole.find("<!--").unwrap(), "{cut}");
        assert!(read("b:2") || cut <= whole.find("<![").unwrap(), "{cut}");
    }
}

#[test]
fn a_document_type_is_read_by_its_grammar() {
    for (document_type, expected) in [
        ("<!DOCTYPE r>", ""),
        ("<!DOCTYPE r SYSTEM 'a[b'>", ""),
        (
            "<!DOCTYPE r PUBLIC 'a' \"b\" [ <!ELEMENT r ANY>\n<!ATTLIST r a CDATA #IMPLIED> <!NOTATION n SYSTEM 'x'> ] >",
            "",
        ),
        ("<!DOCTYPE r [<!ENTITY e '<'><?p ]?><!-- ] -->]>", ""),
        ("<!DOCTYPE [<!ENTITY e 'x'>]>", "expected the name of the root"),
        ("<!DOCTYPE r x>", "expected the name of the root"),
        ("<!DOCTYPEr>", "expected white space after \"<!DOCTYPE\""),
        ("<!DOCTYPE r [<!ENTTY e 'x'>]>", "expected a declaration, such as"),
        ("<!DOCTYPE r [<!ELEMENTr ANY>]>", "expected a declaration, such as"),
        ("<!DOCTYPE r [x <!ENTITY e 'x'>]>", "expected a declaration, such as"),
        ("<!DOCTYPE r [<r/>]>", "expected a declaration, such as"),
        ("<!DOCTYPE r [<?xml a?>]>", "expected a name other than \"xml\""),
        ("<?/a?>", "expected a name other than \"xml\""),
        ("<?a?><?b-1 c?>", ""),
        ("<!DOCTYPE r []x>", "expected \">\" after the declarations"),
    ] {
        let (_, errors) = rdf(&format!("{document_type}<r xmlns:rdf='RDF#'/>"));
        let is_expected = match &errors[..] {
            [] => expected.is_empty(),
            [error] => !expected.is_empty() && error.contains(expected),
            _ => false,
        };
        assert!(is_expected, "{document_type}: {errors:?}");
    }
}

/// XML section 3.3.3. A reference keeps the character that it represents.
#[test]
fn white_space_in_an_attribute_is_a_space() {
    let (texts, _) = rdf("<r xmlns:rdf='RDF#' rdf:about='a\r\nb\tc&#10;d'/>");
    assert_eq!(texts, ["a b c\nd"]);
    let (_, errors) = rdf("<!DOCTYPE r [<!ENTITY e ']]>'>]><r xmlns:rdf='RDF#' rdf:about='&e;'/>");
    assert_eq!(errors, [""; 0]);
    let (_, errors) = rdf("<!DOCTYPE r [<!ENTITY e ']]>'>]><r xmlns:rdf='RDF#'><rdf:p>&e;</rdf:p></r>");
    assert_eq!(errors, ["1: expected an entity without \"]]>\""]);
}
