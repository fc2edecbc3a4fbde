//! RDF/XML by its grammar: what each production takes, and what it refuses.

use crate::read;

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/// The errors of what is in `rdf:RDF`.
fn errors(inner: &str) -> Vec<String> {
    let document = format!(
        "<rdf:RDF xmlns:rdf='{RDF}' xmlns:e='http://e/' xmlns:its='http://www.w3.org/2005/11/its'>{inner}</rdf:RDF>"
    );
    read("rdfxml", &document).1
}

#[test]
fn what_the_grammar_has_is_read() {
    for inner in [
        "",
        " <!-- x --> <?y z?> ",
        "<rdf:Description/><e:Node/><Plain/>",
        "<e:N rdf:about='a' e:p='q' rdf:type='T' rdf:value='5' rdf:_1='x' xml:lang='en'/>",
        "<e:N rdf:ID='a'/><e:N rdf:ID='b'/><e:N xml:base='http://b/' rdf:ID='a'/>",
        "<e:N rdf:nodeID='a'/><e:N rdf:nodeID='a'/>",
        // 6.1.4: without a namespace.
        "<e:N about='a'><e:p resource='b'/><e:q ID='i'>x</e:q><e:r parseType='Resource'/></e:N>",
        // Attributes whose names begin with xml are no properties.
        "<e:N xml:x='1' xmlfoo='2' XmL='3'/>",
        "<e:N><e:p/><e:p></e:p><e:p>x</e:p><e:p> <e:M/> </e:p><e:p> </e:p><e:p rdf:ID='i'>x</e:p></e:N>",
        "<e:N><e:p>a<!-- x -->b<?x y?>c&amp;<![CDATA[<]]></e:p></e:N>",
        "<e:N><e:p rdf:datatype='http://t/'>1</e:p><e:p rdf:datatype='t'/><e:p xml:lang='en'>x</e:p></e:N>",
        "<e:N><e:p rdf:resource='a'/><e:p rdf:resource='a' e:q='b'/><e:p e:q='b'/><e:p rdf:nodeID='n'/></e:N>",
        "<e:N><e:p rdf:resource='a'>\n</e:p><rdf:li>1</rdf:li><rdf:_2>x</rdf:_2><rdf:type rdf:resource='t'/></e:N>",
        "<e:N><e:p rdf:parseType='Literal'><a about='b c'>x<b/></a>y</e:p></e:N>",
        "<e:N><e:p rdf:parseType='whatever'><a/>x</e:p></e:N>",
        "<e:N><e:p rdf:parseType='Resource'> <e:q>x</e:q> <e:r/> </e:p></e:N>",
        "<e:N><e:p rdf:parseType='Collection'> <e:A/> <rdf:Description rdf:about='b'/> </e:p></e:N>",
        "<e:N><rdf:value>x</rdf:value><rdf:Seq/></e:N>",
        // RDF 1.2
        "<e:N rdf:version='1.2' its:dir='rtl' its:version='2.0'><e:p its:dir='ltr'>x</e:p></e:N>",
        "<e:N><e:p rdf:parseType='Triple'><rdf:Description rdf:about='a'><e:q>x</e:q></rdf:Description></e:p></e:N>",
        "<e:N><e:p rdf:parseType='Triple'><e:A/></e:p><e:q>x</e:q></e:N>",
        "<e:N><e:p rdf:annotation='r'>x</e:p><e:p rdf:annotationNodeID='r' rdf:resource='y'/></e:N>",
    ] {
        assert_eq!(errors(inner), [""; 0], "{inner}");
    }
    let one = format!("<rdf:Description xmlns:rdf='{RDF}' rdf:about='x'/>");
    assert_eq!(read("rdfxml", &one).1, [""; 0]);
}

#[test]
fn what_the_grammar_does_not_have_is_refused() {
    for (inner, expected) in [
        ("x", "elements of nodes, and only white space between them, found a text"),
        ("<e:N>x</e:N>", "elements of properties, and only white space between them"),
        ("<rdf:RDF/>", "an element that may stand for a node, found rdf:RDF"),
        ("<rdf:ID/>", "an element that may stand for a node, found rdf:ID"),
        ("<rdf:about/>", "may stand for a node"),
        ("<rdf:parseType/>", "may stand for a node"),
        ("<rdf:resource/>", "may stand for a node"),
        ("<rdf:nodeID/>", "may stand for a node"),
        ("<rdf:datatype/>", "may stand for a node"),
        ("<rdf:li/>", "may stand for a node"),
        ("<rdf:bagID/>", "may stand for a node"),
        ("<rdf:annotation/>", "may stand for a node"),
        ("<e:N><rdf:version/></e:N>", "may stand for a property"),
        ("<e:N><rdf:annotationNodeID/></e:N>", "may stand for a property"),
        ("<e:N rdf:annotation='a'/>", "an attribute that a node may have, found 'rdf:annotation'"),
        ("<e:N its:dir='up'/>", "\"ltr\" or \"rtl\" as a base direction, found 'up'"),
        (
            "<e:N><e:p rdf:parseType='Triple'/></e:N>",
            "one triple, because of rdf:parseType=\"Triple\", found 0 triples",
        ),
        ("<e:N><e:p rdf:parseType='Triple'><e:A><e:q>x</e:q></e:A></e:p></e:N>", "found 2 triples"),
        (
            "<e:N><e:p rdf:parseType='Triple'><rdf:Description e:q='x'><e:q>x</e:q></rdf:Description></e:p></e:N>",
            "found 2 triples",
        ),
        ("<rdf:aboutEach/>", "may stand for a node"),
        ("<rdf:aboutEachPrefix/>", "may stand for a node"),
        ("<e:N><rdf:Description/></e:N>", "may stand for a property, found rdf:Description"),
        ("<e:N><rdf:RDF/></e:N>", "may stand for a property"),
        ("<e:N><rdf:bagID/></e:N>", "may stand for a property"),
        ("<e:N><rdf:nodeID/></e:N>", "may stand for a property"),
        ("<e:N rdf:ID='1a'/>", "a name without a colon"),
        ("<e:N rdf:ID='a:b'/>", "a name without a colon"),
        ("<e:N rdf:ID=''/>", "a name without a colon"),
        ("<e:N rdf:nodeID='a b'/>", "a name without a colon"),
        ("<e:N><e:p rdf:nodeID='.'/></e:N>", "a name without a colon"),
        ("<e:N rdf:ID='a'/><e:N rdf:ID='a'/>", "that no other element has, found 'a' again"),
        ("<e:N rdf:ID='a'><e:p rdf:ID='a'/></e:N>", "that no other element has"),
        ("<e:N ID='a'/><e:N rdf:ID='a'/>", "that no other element has"),
        ("<e:N rdf:ID='a' rdf:about='b'/>", "no other attribute next to 'rdf:ID', found 'rdf:about'"),
        ("<e:N rdf:ID='a' rdf:nodeID='b'/>", "no other attribute next to 'rdf:ID'"),
        ("<e:N rdf:about='a' rdf:nodeID='b'/>", "no other attribute next to 'rdf:about'"),
        ("<e:N rdf:resource='a'/>", "an attribute that a node may have, found 'rdf:resource'"),
        ("<e:N rdf:parseType='Literal'/>", "an attribute that a node may have"),
        ("<e:N rdf:datatype='a'/>", "an attribute that a node may have"),
        ("<e:N rdf:li='a'/>", "an attribute that RDF/XML has, found 'rdf:li'"),
        ("<e:N rdf:bagID='a'/>", "an attribute that RDF/XML has"),
        ("<e:N rdf:aboutEach='a'/>", "an attribute that RDF/XML has"),
        ("<e:N rdf:aboutEachPrefix='a'/>", "an attribute that RDF/XML has"),
        ("<e:N rdf:Description='a'/>", "an attribute that RDF/XML has"),
        ("<e:N rdf:RDF='a'/>", "an attribute that RDF/XML has"),
        ("<e:N><e:p rdf:bagID='a'/></e:N>", "an attribute that RDF/XML has"),
        ("<e:N nodeID='a'/>", "an attribute with a namespace, such as rdf:about, found 'nodeID'"),
        ("<e:N title='a'/>", "an attribute with a namespace"),
        ("<e:N><e:p rdf:about='a'/></e:N>", "an attribute that a property may have"),
        ("<e:N><e:p rdf:resource='a' rdf:nodeID='b'/></e:N>", "next to 'rdf:resource'"),
        ("<e:N><e:p rdf:datatype='a' rdf:resource='b'/></e:N>", "next to 'rdf:datatype'"),
        ("<e:N><e:p rdf:parseType='Literal' rdf:resource='a'/></e:N>", "with rdf:parseType may have"),
        ("<e:N><e:p rdf:parseType='Resource' e:q='a'/></e:N>", "with rdf:parseType may have"),
        ("<e:N><e:p rdf:parseType='Literal' rdf:datatype='a'/></e:N>", "with rdf:parseType may have"),
        ("<e:N><e:p rdf:resource='a'>x</e:p></e:N>", "no value, because an attribute"),
        ("<e:N><e:p rdf:resource='a'><e:M/></e:p></e:N>", "no value, because an attribute"),
        ("<e:N><e:p e:q='a'>x</e:p></e:N>", "no value, because an attribute"),
        ("<e:N><e:p rdf:datatype='a'><e:M/></e:p></e:N>", "a text alone"),
        ("<e:N><e:p><e:M/>x</e:p></e:N>", "a text or one element"),
        ("<e:N><e:p>x<e:M/></e:p></e:N>", "a text or one element"),
        ("<e:N><e:p><e:M/><e:M/></e:p></e:N>", "a text or one element"),
        ("<e:N><e:p rdf:parseType='Resource'>x</e:p></e:N>", "elements of properties"),
        ("<e:N><e:p rdf:parseType='Collection'>x</e:p></e:N>", "elements of nodes"),
        ("<e:N><e:p rdf:parseType='Triple'><e:A/><e:B/></e:p></e:N>", "one element of a node"),
        ("<e:N><e:p rdf:annotation='a' rdf:annotationNodeID='b'>x</e:p></e:N>", "no other attribute"),
    ] {
        let found = errors(inner);
        assert!(found.len() == 1 && found[0].contains(expected), "{inner}: {found:?}");
    }
    let root = format!("<rdf:RDF xmlns:rdf='{RDF}' rdf:about='a'/>");
    let found = read("rdfxml", &root).1;
    assert_eq!(found, ["1: expected an attribute that rdf:RDF may have, found 'rdf:about'"]);
}

/// However many errors there are, all IRIs are found.
#[test]
fn an_error_of_the_grammar_hides_no_iri() {
    let inner = "<rdf:li rdf:about='a b'>x<e:p rdf:about='c d' rdf:resource='e f'><e:M rdf:ID='1'/>\
                 <e:M rdf:about='g h'/></e:p></rdf:li>";
    let document = format!("<rdf:RDF xmlns:rdf='{RDF}' xmlns:e='http://e/'>{inner}</rdf:RDF>");
    let (texts, errors) = read("rdfxml", &document);
    assert_eq!(texts[2..], ["a b", "c d", "e f", "g h"]);
    assert_eq!(errors.len(), 6, "{errors:?}");
}

#[test]
fn malformed_xml_and_reserved_names_are_refused() {
    for (document, expected) in [
        ("<?xml version='1'?><r/>", "a declaration of XML"),
        ("<?xml version='1.0' standalone='perhaps'?><r/>", "a declaration of XML"),
        ("<!DOCTYPE r [<!ENTITY a b>]><r/>", "the declaration of an entity"),
        ("<!DOCTYPE r [<!ENTITY a>]><r/>", "the declaration of an entity"),
        ("<r xmlns:xml='http://h/'/>", "the namespace of XML, because"),
        ("<r xmlns:xmlns='http://h/'/>", "another prefix, because"),
        ("<r xmlns:a='http://www.w3.org/XML/1998/namespace'/>", "another namespace, because"),
        ("<r xmlns='http://www.w3.org/2000/xmlns/'/>", "another namespace, because"),
        ("<r xmlns:a=''/>", "a namespace, because a prefix cannot be undeclared"),
        ("<r xmlns:a='a:'xmlns:b='b:'/>", "white space before the attribute"),
        ("<r>]]></r>", "a text without \"]]>\""),
        ("<r>&#0;</r>", "an entity that is declared"),
        ("<r>&#+65;</r>", "an entity that is declared"),
        ("<r>\u{FFFF}</r>", "a character of XML"),
    ] {
        let (_, errors) = read("rdfxml", document);
        assert!(errors.iter().any(|it| it.contains(expected)), "{document}: {errors:?}");
    }
    let good = "<r xmlns:xml='http://www.w3.org/XML/1998/namespace' xmlns=''/>";
    assert_eq!(read("rdfxml", good).1, [""; 0]);
}
