//! The attributes of an element of RDF/XML, by what they mean (sections 6.1.4 and 7.2).

use super::{RDF, Reading};
use crate::whole::{Base, Found};
use crate::xml::{Attribute, Element, is_ncname};

/// The namespace of `its:dir` and `its:version`, which RDF 1.2 uses.
const ITS: &str = "http://www.w3.org/2005/11/its";

/// At most one of each, because XML has no attribute twice.
#[derive(Default)]
pub(super) struct Attributes<'a, 'd> {
    pub(super) id: Option<&'a Attribute<'d>>,
    pub(super) about: Option<&'a Attribute<'d>>,
    pub(super) node_id: Option<&'a Attribute<'d>>,
    pub(super) resource: Option<&'a Attribute<'d>>,
    pub(super) datatype: Option<&'a Attribute<'d>>,
    pub(super) parse_type: Option<&'a Attribute<'d>>,
    pub(super) annotation: Option<&'a Attribute<'d>>,
    pub(super) annotation_node: Option<&'a Attribute<'d>>,
    /// The first one that states a property, and how many of them there are.
    pub(super) property: Option<&'a Attribute<'d>>,
    pub(super) properties: usize,
}

impl<'a, 'd> Attributes<'a, 'd> {
    /// Reads the attributes, finds their IRIs, and refuses those that no element may have.
    pub(super) fn of(reading: &mut Reading, element: &Element<'a, 'd>, base: &Base) -> Self {
        let mut all = Self::default();
        for it in element.attributes {
            match meaning(it) {
                Meaning::Nothing => {}
                Meaning::Property => {
                    all.property = all.property.or(Some(it));
                    all.properties += 1;
                }
                Meaning::Direction if matches!(it.text.as_str(), "ltr" | "rtl") => {}
                Meaning::Direction => {
                    let expected = "\"ltr\" or \"rtl\" as a base direction";
                    reading.wrong(it.range.clone(), expected, &format!("'{}'", it.text));
                }
                Meaning::Forbidden(expected) => {
                    reading.wrong(it.place.clone(), expected, &format!("'{}'", it.name));
                }
                Meaning::Syntax(local) => all.syntax(reading, it, local, base),
            }
        }
        all
    }

    fn syntax(&mut self, reading: &mut Reading, it: &'a Attribute<'d>, local: &str, base: &Base) {
        let place = match local {
            "ID" => &mut self.id,
            "about" => &mut self.about,
            "nodeID" => &mut self.node_id,
            "resource" => &mut self.resource,
            "datatype" => &mut self.datatype,
            "parseType" => &mut self.parse_type,
            "annotation" => &mut self.annotation,
            "annotationNodeID" => &mut self.annotation_node,
            _ => {
                self.properties += 1;
                &mut self.property
            }
        };
        *place = place.or(Some(it));
        match local {
            "about" | "resource" | "datatype" | "type" | "annotation" => {
                reading.found.push(Found::iri(it.range.clone(), it.text.clone(), base));
            }
            // rdf-id ::= a string that matches NCName
            "ID" | "nodeID" | "annotationNodeID" if !is_ncname(&it.text) => {
                let expected = "a name without a colon, which begins with a letter or \"_\"";
                reading.wrong(it.range.clone(), expected, &format!("'{}'", it.text));
            }
            "ID" => {
                let text = format!("#{}", it.text);
                reading.found.push(Found::iri(it.range.clone(), text, base));
            }
            _ => {}
        }
    }

    /// The first attribute that means anything.
    pub(super) fn first(&self) -> Option<&'a Attribute<'d>> {
        let all = [
            self.id, self.about, self.node_id, self.resource, self.datatype, self.parse_type, self.annotation,
            self.annotation_node, self.property,
        ];
        all.into_iter().flatten().min_by_key(|it| it.range.start)
    }
}

enum Meaning<'a> {
    /// A declaration, or an attribute of XML itself.
    Nothing,
    /// `its:dir`, the base direction of texts.
    Direction,
    Property,
    /// A name of the syntax, without its prefix.
    Syntax(&'a str),
    /// What was expected in its place.
    Forbidden(&'static str),
}

fn meaning<'a>(attribute: &Attribute<'a>) -> Meaning<'a> {
    // 6.1.2: names that begin with "xml", in any case, are left out.
    let is_of_xml = |name: &str| name.get(..3).is_some_and(|it| it.eq_ignore_ascii_case("xml"));
    if is_of_xml(attribute.name) {
        return Meaning::Nothing;
    }
    match (attribute.namespace.as_deref(), attribute.local) {
        (Some(ITS), "dir") => Meaning::Direction,
        (Some(ITS), "version") | (Some(RDF), "version") => Meaning::Nothing,
        // 7.2.7 propertyAttributeURIs
        (Some(RDF), "RDF" | "Description" | "li" | "aboutEach" | "aboutEachPrefix" | "bagID") => {
            Meaning::Forbidden("an attribute that RDF/XML has")
        }
        (Some(RDF), local) => match local {
            "ID" | "about" | "nodeID" | "resource" | "datatype" | "parseType" | "type" | "annotation"
            | "annotationNodeID" => Meaning::Syntax(local),
            _ => Meaning::Property,
        },
        (Some(_), _) => Meaning::Property,
        // Its prefix is not declared, which is named already.
        (None, _) if attribute.name.contains(':') => Meaning::Nothing,
        // 6.1.4: these are read as names of RDF, and others without a namespace are forbidden.
        (None, local @ ("ID" | "about" | "resource" | "parseType" | "type")) => Meaning::Syntax(local),
        (None, _) => Meaning::Forbidden("an attribute with a namespace, such as rdf:about"),
    }
}
