//! What the grammar expects, in words.

use super::{Anon, At, Open};

pub(super) fn expected(at: At, open: Option<&Open>) -> &'static str {
    match (at, open) {
        (At::Start | At::Lost | At::End, _) => {
            "a statement, which begins with an IRI, a name, a blank node, \"@prefix\" or \"@base\""
        }
        (
            At::Subject { graph: false } | At::Verb | At::MaybeVerb | At::Properties | At::Semicolon | At::InnerVerb,
            _,
        ) => "an IRI, a name or \"a\" as the predicate",
        (At::Subject { graph: true }, _) => "an IRI, a name or \"a\" as the predicate, or the \"{\" of a graph",
        (At::GraphName, _) => "the name of a graph",
        (At::Anon(Anon::Graph), _) => "a \"]\", because a blank node that names a graph has no properties",
        (At::Anon(Anon::Reifier), _) => "a \"]\", because a blank node that is a reifier has no properties",
        (At::Anon(_), _) => "a \"]\", because a blank node in a triple has no properties",
        (At::GraphOpen, _) => "the \"{\" of a graph",
        (At::Object, _) => "an IRI, a name, a blank node or a literal as the object",
        (At::Item, _) => "an item of the list, or the \")\" that closes it",
        (At::InnerSubject, Some(Open::Term)) => "an IRI, a name or a blank node as the subject of the triple term",
        (At::InnerSubject, _) => "an IRI, a name, a blank node or another triple as the subject of the reified triple",
        (At::InnerObject, Some(Open::Term)) => {
            "an IRI, a name, a blank node, a literal or another triple term as the object"
        }
        (At::InnerObject, _) => "an IRI, a name, a blank node, a literal or another triple as the object",
        (At::InnerBehind | At::String, Some(Open::Term)) => "the \")>>\" that closes the triple term",
        (At::InnerBehind | At::String, Some(Open::Reified(_))) => {
            "a reifier, or the \">>\" that closes the reified triple"
        }
        (At::CloseReified, _) => "the \">>\" that closes the reified triple",
        (At::Reifier, _) => "the name of the reifier, or what may follow a \"~\"",
        (At::Datatype, _) => "the IRI or the name of a datatype",
        (At::Behind | At::String, Some(Open::Properties(_))) => {
            "a \",\", a \";\", or the \"]\" that closes the blank node"
        }
        (At::Behind | At::String, Some(Open::Annotation)) => {
            "a \",\", a \";\", or the \"|}\" that closes the annotation"
        }
        (At::String, Some(Open::List(_))) => "an item of the list, or the \")\" that closes it",
        (At::Behind | At::String | At::InnerBehind, _) => "a \",\", a \";\", or the \".\" after the statement",
        (At::Prefix(_), _) => "a prefix and its colon",
        (At::Namespace(_), _) => "the IRI of a namespace",
        (At::Base(_), _) => "the IRI of the base",
        (At::Version(_), _) => "a version between quotation marks",
        (At::Dot, _) => "the \".\" after the directive",
    }
}
