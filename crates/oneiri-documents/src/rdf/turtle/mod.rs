//! Turtle and TriG (W3C Recommendations of 25 February 2014): a record is a statement, or the gap
//! between two.

mod cut;
mod divide;
mod document;
mod grammar;
pub(crate) mod scope;
mod token;

use crate::divide::{Context, Divide, Passes, Records};
use crate::format::{Description, Format, Options, Unit};
use crate::located::Located;

use document::Document;
use scope::Scope;

pub(crate) static TURTLE: Description = Description {
    aliases: &["ttl"],
    base: true,
    rewrites: false,
    ..Description::new("turtle", "Turtle", &["ttl"], Unit::Statement, |options| {
        Box::new(Turtle { trig: false, scope: Scope::new(options) })
    })
};

pub(crate) static TRIG: Description = Description {
    id: "trig",
    aliases: &[],
    name: "TriG",
    endings: &["trig"],
    open: |options: Options| Box::new(Turtle { trig: true, scope: Scope::new(options) }),
    ..TURTLE
};

#[derive(Debug)]
struct Turtle {
    trig: bool,
    scope: Scope,
}

impl Format for Turtle {
    fn description(&self) -> &'static Description {
        if self.trig { &TRIG } else { &TURTLE }
    }

    fn divider(&self, column: usize) -> Box<dyn Divide> {
        let start = Context { column, scope: self.scope.clone(), ends: Vec::new() };
        Box::new(divide::Statements::new(self.trig, start))
    }

    fn each(&self, records: Records<'_>, each: &mut dyn FnMut(&Located<'_>)) {
        Document { records, trig: self.trig }.each(each);
    }

    fn each_but(
        &self,
        records: Records<'_>,
        passes: Passes,
        each: &mut dyn FnMut(&Located<'_>),
    ) -> u64 {
        Document { records, trig: self.trig }.each_but(passes, each)
    }
}
