//! The same work for oneiri and for every rival, measured in one run.
//!
//! From the ground up: [`corpus`] holds lines of text, [`generate`] makes some, and [`respell`] spells
//! them in other ways; [`urls`] makes lists for the URL Standard; [`derive`] turns
//! lines into what a task asks for (references, targets, two spellings). A [`sink`] takes what a
//! contender's work gives, and measures or records it. [`tasks`] has a file per group of tasks, and
//! in it a function per contender. [`measure`] runs the contenders of a task in turn, [`compare`]
//! says whether they mean the same, and [`report`] prints.

pub mod compare;
pub mod corpus;
pub mod derive;
pub mod generate;
pub mod machine;
pub mod measure;
pub mod report;
pub mod respell;
pub mod sink;
pub mod tasks;
pub mod urls;
