//! The grammar of RDF/XML (section 7.2), read by another parser of XML: what it allows at nodes and properties.

use roxmltree::{Attribute, Document, Node, ParsingOptions};

const RDF: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const XML: &str = "http://www.w3.org/XML/1998/namespace";

fn parse(text: &str) -> Option<Document<'_>> {
    let options = ParsingOptions { allow_dtd: true, ..Default::default() };
    Document::parse_with_options(text, options).ok()
}

/// Whether an attribute or an element of the document is where the grammar has none.
pub fn breaks_grammar(text: &str) -> bool {
    parse(text).is_some_and(|document| {
        let mut nodes = document.root_element().children().filter(Node::is_element);
        nodes.any(node_breaks)
    })
}

/// The name of an attribute of RDF, also without a namespace (section 6.1.4). `None` for a property.
fn syntax_name<'n>(attribute: &Attribute<'n, '_>) -> Option<&'n str> {
    let is_plain = ["ID", "about", "resource", "parseType", "type"].contains(&attribute.name());
    match attribute.namespace() {
        Some(RDF) => Some(attribute.name()),
        Some(_) => None,
        None if is_plain => Some(attribute.name()),
        // Another attribute without a namespace is forbidden.
        None => Some("forbidden"),
    }
}

/// The attributes of an element: those of the syntax, and whether there are properties.
fn attributes<'n>(element: Node<'n, '_>) -> (Vec<&'n str>, bool) {
    let all = element.attributes().filter(|it| {
        it.namespace() != Some(XML) && !(it.namespace().is_none() && it.name().to_ascii_lowercase().starts_with("xml"))
    });
    let (mut syntax, mut has_properties) = (Vec::new(), false);
    let known = ["ID", "about", "nodeID", "resource", "datatype", "parseType"];
    let forbidden = [
        "forbidden", "li", "bagID", "aboutEach", "aboutEachPrefix", "RDF", "Description", "version", "annotation",
        "annotationNodeID",
    ];
    for name in all.map(|it| syntax_name(&it)) {
        match name {
            Some(name) if known.contains(&name) || forbidden.contains(&name) => syntax.push(name),
            _ => has_properties = true,
        }
    }
    (syntax, has_properties)
}

/// Section 7.2.11: one of three names, and properties.
fn node_breaks(element: Node<'_, '_>) -> bool {
    let (syntax, _) = attributes(element);
    let is_named = |name: &&str| ["ID", "about", "nodeID"].contains(name);
    syntax.len() > 1
        || !syntax.iter().all(|it| is_named(it))
        || element.children().filter(Node::is_element).any(property_breaks)
}

/// Sections 7.2.14 to 7.2.21.
fn property_breaks(element: Node<'_, '_>) -> bool {
    let (mut syntax, has_properties) = attributes(element);
    let children: Vec<_> = element.children().filter(Node::is_element).collect();
    let has_text = element.children().any(|it| it.is_text());
    let has_words = element.children().any(|it| it.is_text() && !it.text().unwrap_or_default().trim_ascii().is_empty());
    syntax.retain(|it| *it != "ID");
    match &syntax[..] {
        ["parseType"] if has_properties => true,
        ["parseType"] => {
            let mut all = element.attributes();
            match all.find(|it| it.name() == "parseType").map(|it| it.value()) {
                Some("Resource") => has_words || children.into_iter().any(property_breaks),
                Some("Collection") => has_words || children.into_iter().any(node_breaks),
                _ => false,
            }
        }
        // With content there are no properties, and a datatype has text alone.
        ["datatype"] => !children.is_empty() || has_text && has_properties,
        ["resource" | "nodeID"] => !children.is_empty() || has_text,
        [] if children.is_empty() => has_text && has_properties,
        [] => has_properties || children.len() > 1 || has_words || children.into_iter().any(node_breaks),
        _ => true,
    }
}

/// The names of the elements rdf:Description that have no property.
pub fn empty_descriptions(text: &str) -> Vec<String> {
    let Some(document) = parse(text) else { return Vec::new() };
    let is_empty = |element: &Node<'_, '_>| {
        element.has_tag_name((RDF, "Description"))
            && !element.children().any(|it| it.is_element())
            && !attributes(*element).1
    };
    let empty = document.descendants().filter(is_empty);
    let names = empty.flat_map(|it| {
        let about = it.attribute((RDF, "about")).map(str::to_owned);
        about.into_iter().chain(it.attribute((RDF, "ID")).map(|id| format!("#{id}")))
    });
    names.collect()
}

/// The document with rdf:parseType="Literal" for each other one that RDF does not have. `None` if there is none.
pub fn with_known_parse_types(text: &str) -> Option<String> {
    let known = ["Literal", "Resource", "Collection", "Triple"];
    let mut parts = text.split("rdf:parseType=");
    let mut out = parts.next()?.to_owned();
    for part in parts {
        out += "rdf:parseType=";
        let quote = part.chars().next().filter(|it| "'\"".contains(*it))?;
        let (value, rest) = part[1..].split_once(quote)?;
        let value = if known.contains(&value) { value } else { "Literal" };
        out += &format!("{quote}{value}{quote}{rest}");
    }
    (out != text).then_some(out)
}
