//! Names of XML, and the namespaces that their prefixes represent.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use crate::rdf::label;

pub(crate) const XML: &str = "http://www.w3.org/XML/1998/namespace";
/// The namespace of `xmlns:x`.
pub(super) const XMLNS: &str = "http://www.w3.org/2000/xmlns/";

/// An attribute; declarations of namespaces are among them.
pub(crate) struct Attribute<'d> {
    /// The name as it is, its namespace, and the name without its prefix.
    pub(crate) name: &'d str,
    pub(crate) namespace: Option<Rc<str>>,
    pub(crate) local: &'d str,
    /// Where the name is.
    pub(crate) place: Range<usize>,
    /// The bytes between the quotes, and the text that they spell.
    pub(crate) range: Range<usize>,
    pub(crate) text: String,
    /// Whether a part of the text cannot be read, which is among what is wrong.
    pub(crate) refused: bool,
}

pub(super) struct Open<'d> {
    pub(super) name: &'d str,
    /// The prefixes that it declares.
    declares: Vec<&'d str>,
}

/// The prefixes that are declared where the reading is.
#[derive(Default)]
pub(super) struct Names<'d> {
    /// For each prefix, its namespaces from the outermost element inward.
    namespaces: HashMap<&'d str, Vec<Rc<str>>>,
    unknown: HashSet<&'d str>,
}

impl<'d> Names<'d> {
    /// Takes the declarations of an element, which hold until it is closed.
    pub(super) fn open(&mut self, name: &'d str, attributes: &[Attribute<'d>]) -> Open<'d> {
        let mut declares = Vec::new();
        for attribute in attributes {
            let is_default = attribute.name == "xmlns";
            let prefix = attribute.name.strip_prefix("xmlns:").or(is_default.then_some(""));
            if let Some(prefix) = prefix {
                self.namespaces.entry(prefix).or_default().push(attribute.text.as_str().into());
                declares.push(prefix);
            }
        }
        Open { name, declares }
    }

    pub(super) fn close(&mut self, open: Open<'d>) {
        for prefix in open.declares {
            self.namespaces.get_mut(prefix).and_then(Vec::pop);
        }
    }

    /// The namespace of elements without a prefix.
    pub(super) fn unprefixed(&self) -> Option<Rc<str>> {
        let declared = self.namespaces.get("").and_then(|all| all.last());
        declared.filter(|it| !it.is_empty()).cloned()
    }

    /// The namespace of a prefix. The error says whether it was not asked for before.
    pub(super) fn namespace(&mut self, prefix: &'d str) -> Result<Rc<str>, bool> {
        let declared = self.namespaces.get(prefix).and_then(|all| all.last());
        match (declared, prefix) {
            (Some(namespace), _) => Ok(Rc::clone(namespace)),
            (None, "xml") => Ok(XML.into()),
            (None, "xmlns") => Ok(XMLNS.into()),
            (None, _) => Err(self.unknown.insert(prefix)),
        }
    }
}

/// Whether it is a name with at most one colon, which is between two names.
pub(super) fn is_name(name: &str) -> bool {
    name.split_once(':').map_or_else(|| is_ncname(name), |(a, b)| is_ncname(a) && is_ncname(b))
}

pub(crate) fn is_ncname(name: &str) -> bool {
    let first = name.chars().next();
    first.is_some_and(|c| c == '_' || label::is_base(c)) && name.chars().all(|c| c == '.' || label::is_inner(c))
}
