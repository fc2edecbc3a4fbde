//! Turtle and TriG (W3C Recommendations of 25 February 2014, with what RDF 1.2 adds: triple terms, reified
//! triples, annotations, base directions and versions): a record is a statement, or the gap between
//! two.

pub(crate) mod cut;
mod divide;
mod document;
mod grammar;
mod graph;
pub(crate) mod lost;
mod name;
pub(crate) mod scope;
mod spans;
pub(crate) mod token;

use crate::divide::{Context, Divide, Passes, Records};
use crate::format::{Description, Format, Unit};
use crate::located::Located;
use crate::options::Options;

use document::Document;
use grammar::Syntax;
use scope::Scope;

pub(crate) static TURTLE: Description = Description {
    aliases: &["ttl"],
    base: true,
    rewrites: false,
    ..Description::new("turtle", "Turtle", &["ttl", "turtle"], Unit::Statement, |options| {
        Box::new(Turtle { syntax: Syntax::Turtle, scope: Scope::new(options) })
    })
};

pub(crate) static TRIG: Description = Description {
    id: "trig",
    aliases: &[],
    name: "TriG",
    endings: &["trig"],
    open: |options: Options| Box::new(Turtle { syntax: Syntax::Trig, scope: Scope::new(options) }),
    ..TURTLE
};

#[derive(Debug)]
struct Turtle {
    syntax: Syntax,
    scope: Scope,
}

impl Format for Turtle {
    fn description(&self) -> &'static Description {
        match self.syntax {
            Syntax::Turtle => &TURTLE,
            Syntax::Trig => &TRIG,
        }
    }

    fn divider(&self, column: usize) -> Box<dyn Divide> {
        let start = Context { column, scope: self.scope.clone(), ..Context::default() };
        Box::new(divide::Statements::new(self.syntax, start))
    }

    fn each(&self, records: Records<'_>, each: &mut dyn FnMut(&Located<'_>)) {
        Document { records, syntax: self.syntax }.each(each);
    }

    fn each_but(&self, records: Records<'_>, passes: Passes, each: &mut dyn FnMut(&Located<'_>)) -> u64 {
        Document { records, syntax: self.syntax }.each_but(passes, each)
    }

    fn has_blank_nodes(&self, records: &[u8]) -> bool {
        graph::has_label(records)
    }
}
