//! Columns of every shape, and what is said of those that are no columns of text. The cases of `testdata/` are run
//! through SQL and through Python, whose functions are made of this crate.
#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

use std::sync::Arc;

use arrow_array::types::{Int16Type, Int32Type};
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Int16Array, Int32Array, LargeStringArray, StringArray, StringViewArray,
};
use arrow_schema::DataType;
use oneiri::{Normalization, Rung};
use oneiri_arrow::{Error, Errors, Grammar, Hash, Options, Plan, Rules, Task};
use oneiri_operations::Operation;

const LINKS: &str = include_str!("../../../examples/links.txt");

/// Links, respelled, refused and missing ones; some of them twice.
fn rows() -> Vec<Option<&'static str>> {
    let lines: Vec<_> = LINKS.lines().collect();
    let rows = lines.iter().chain(&lines[..100]).enumerate();
    rows.map(|(row, line)| (row % 7 != 3).then_some(*line)).collect()
}

fn tasks() -> Vec<(Task, Grammar)> {
    let rungs = Rung::ALL.into_iter().flat_map(|rung| {
        let prints = [Hash::Xxh3, Hash::Blake3].map(|hash| Task::Fingerprint(rung, hash));
        [Task::Normalize(rung)].into_iter().chain(prints)
    });
    let base = Some("http://a/b/c/d;p?q".to_owned());
    let steps = Normalization::ESCAPE;
    let others = [Task::Parse, Task::IsValid, Task::WhyNot, Task::Steps(steps), Task::ToUri];
    let mut tasks: Vec<_> = rungs.chain(others).collect();
    tasks.extend([Task::Resolve(base), Task::Resolve(Some("no base".to_owned())), Task::ToIri]);
    tasks.extend([Task::ParseLenient, Task::Apply(Operation::Redact)]);
    let grammar = |task: &Task| Grammar::default().with_ascii(*task == Task::ToIri);
    tasks.into_iter().map(|task| (task.clone(), grammar(&task))).collect()
}

/// What comes out, without its type: that of text is the one that went in.
fn shown(array: &ArrayRef) -> String {
    let shown = format!("{array:?}");
    ["LargeString", "StringView"].iter().fold(shown, |shown, name| shown.replace(name, "String"))
}

#[test]
fn columns_of_every_shape_agree() {
    let rows = rows();
    let strings: ArrayRef = Arc::new(StringArray::from(rows.clone()));
    let dictionary: DictionaryArray<Int32Type> = rows.iter().copied().collect();
    // One that has fewer rows than texts, since it is a piece of another.
    let piece: ArrayRef = Arc::new(dictionary.slice(3, 40));
    let shapes: [ArrayRef; 3] = [
        Arc::new(LargeStringArray::from(rows.clone())),
        Arc::new(StringViewArray::from(rows.clone())),
        Arc::new(dictionary),
    ];
    for (task, grammar) in tasks() {
        for errors in [Errors::Null, Errors::Keep] {
            let Ok(plan) = Plan::new(task.clone(), grammar, errors) else { continue };
            let expected = plan.run(&strings, None).unwrap();
            let found = plan.run(&shapes[2], None).unwrap();
            assert_eq!(found.data_type(), expected.data_type());
            assert!(*found == *expected, "{task:?}");
            let found = plan.run(&piece, None).unwrap();
            assert!(*found == *expected.slice(3, 40), "{task:?}");
            if task != Task::Parse {
                for shape in &shapes[..2] {
                    let found = plan.run(shape, None).unwrap();
                    assert_eq!(shown(&found), shown(&expected), "{task:?}");
                }
            }
            for shape in shapes.iter().chain([&strings]) {
                let found = plan.run(shape, None).unwrap();
                found.to_data().validate_full().unwrap();
                assert_eq!(*found.data_type(), plan.output(shape.data_type()).unwrap());
            }
        }
    }
}

#[test]
fn a_row_does_not_depend_on_its_neighbors() {
    // After the links comes a long run of rows without an error, whose nulls are written together.
    let rows = rows().into_iter().chain([Some("x:a"); 200]).chain([Some("["), None, Some("x:b")]);
    let column: ArrayRef = Arc::new(rows.collect::<StringArray>());
    for (task, grammar) in tasks() {
        let plan = Plan::new(task.clone(), grammar, Errors::Null).unwrap();
        let all = plan.run(&column, None).unwrap();
        for row in 0..column.len() {
            let one = plan.run(&column.slice(row, 1), None).unwrap();
            assert!(*one == *all.slice(row, 1), "{task:?}, row {row}");
        }
    }
}

#[test]
fn two_columns_may_be_of_two_shapes() {
    let (rows, mut others) = (rows(), rows());
    others.rotate_left(1);
    let column = |rows: Vec<Option<&'static str>>| -> ArrayRef { Arc::new(StringArray::from(rows)) };
    let dictionary: DictionaryArray<Int32Type> = others.iter().copied().collect();
    let dictionary: ArrayRef = Arc::new(dictionary);
    for task in [Task::Rung, Task::Resolve(None)] {
        let plan = Plan::new(task, Grammar::IriReference, Errors::Null).unwrap();
        let expected = plan.run(&column(rows.clone()), Some(&column(others.clone()))).unwrap();
        assert_eq!(*expected.data_type(), plan.output(&DataType::Utf8).unwrap());
        let found = plan.run(&column(rows.clone()), Some(&dictionary)).unwrap();
        assert!(*found == *expected && expected.null_count() < expected.len());
        let backwards = plan.run(&column(others.clone()), Some(&column(rows.clone()))).unwrap();
        let found = plan.run(&dictionary, Some(&column(rows.clone()))).unwrap();
        assert!(*found == *backwards);
    }
}

#[test]
fn the_row_that_is_refused_is_named() {
    let plan = Plan::new(Task::Normalize(Rung::Path), Grammar::Iri, Errors::Raise).unwrap();
    let texts = StringArray::from(vec!["no scheme", "x:a"]);
    let keys = Int16Array::from(vec![Some(1), None, Some(1), Some(0), Some(0)]);
    let column: ArrayRef = Arc::new(DictionaryArray::<Int16Type>::new(keys, Arc::new(texts)));
    let Err(Error::Refused(refusal)) = plan.run(&column, None) else { panic!("nothing was") };
    assert_eq!((refusal.row, refusal.text.as_str()), (3, "no scheme"));
    // What no row has is not looked at.
    assert_eq!(plan.run(&column.slice(0, 3), None).unwrap().null_count(), 1);
}

#[test]
fn a_fault_of_the_second_column_is_said_to_be_one_and_null_is_none() {
    let column = |row: Option<&str>| -> ArrayRef { Arc::new(StringArray::from(vec![row])) };
    for task in [Task::Rung, Task::Resolve(None)] {
        let plan = Plan::new(task, Grammar::Iri, Errors::Raise).unwrap();
        let message = |a, b| plan.run(&column(Some(a)), Some(&column(Some(b)))).unwrap_err().to_string();
        assert!(message("[", "x:").starts_with("row 0: invalid IRI"));
        assert!(message("x:", "/x").starts_with("row 0: other column: invalid IRI: scheme, byte 0: "));
        for (a, b) in [(Some("["), None), (None, Some("[")), (None, None)] {
            assert_eq!(plan.run(&column(a), Some(&column(b))).unwrap().null_count(), 1);
        }
    }
}

#[test]
fn a_reference_may_lack_a_scheme_whatever_the_grammar() {
    let references: ArrayRef = Arc::new(StringArray::from(vec!["../g", "é", "x:y"]));
    let base = Task::Resolve(Some("http://a/b/c".to_owned()));
    for (grammar, nulls) in [(Grammar::Uri, 1), (Grammar::Iri, 0)] {
        let plan = Plan::new(base.clone(), grammar, Errors::Null).unwrap();
        assert_eq!(plan.run(&references, None).unwrap().null_count(), nulls);
    }
}

#[test]
fn what_is_no_column_of_text_is_refused() {
    let plan = Plan::new(Task::Rung, Grammar::Iri, Errors::Null).unwrap();
    let numbers: ArrayRef = Arc::new(Int32Array::from(vec![1]));
    let text: ArrayRef = Arc::new(StringArray::from(vec!["x:"]));
    let message = |array: &ArrayRef, second: Option<&ArrayRef>| plan.run(array, second).unwrap_err().to_string();
    let expected = "expected a column of strings, large strings or string views, found Int32";
    assert_eq!(message(&numbers, Some(&text)), expected);
    assert_eq!(message(&text, Some(&numbers)), expected);
    assert_eq!(message(&text, None), "expected a second column, found none");
    let none = text.slice(0, 0);
    assert_eq!(message(&text, Some(&none)), "expected columns of one length, found 1 and 0 rows");
    let keys = Int32Array::from(vec![0]);
    let coded: ArrayRef = Arc::new(DictionaryArray::<Int32Type>::new(keys, numbers));
    assert!(message(&coded, Some(&text)).ends_with("found Dictionary(Int32, Int32)"));
    assert!(plan.output(&DataType::Binary).is_err());
}

/// A column is cleaned: what D-05 refuses in a value is repaired, and nothing else is.
#[test]
fn a_column_is_cleaned_and_other_faults_stay() {
    let cases = [
        (Some("http://h/a b"), Some("http://h/a%20b")),
        (Some(" http://h"), Some("http://h")),
        (Some("http://h/%zz"), Some("http://h/%25zz")),
        (Some("http://h/%"), Some("http://h/%25")),
        (Some("http://h/%4"), Some("http://h/%254")),
        (Some("http://h/%%41?%é#%"), Some("http://h/%25%41?%25é#%25")),
        (Some("http://%zz/"), Some("http://%25zz/")),
        (Some("\thttp://h/a b\n"), Some("http://h/a%20b")),
        (Some(" \r\nhttp://h/%41\t"), Some("http://h/%41")),
        (Some("\u{a0}"), Some("\u{a0}")),
        (None, None),
        (Some(""), Some("")),
        (Some("   "), Some("")),
        (Some("http://h/[x]"), None),
        (Some(" a#b#%"), None),
        (Some("http://[::1%é]/"), None),
    ];
    let texts: ArrayRef = Arc::new(StringArray::from(cases.map(|(text, _)| text).to_vec()));
    let run =
        |grammar, errors, column: &ArrayRef| Plan::new(Task::ParseLenient, grammar, errors).unwrap().run(column, None);
    let grammar = Grammar::IriReference;
    for errors in [Errors::Null, Errors::Keep] {
        let expected = cases.map(|(text, cleaned)| if errors == Errors::Keep { cleaned.or(text) } else { cleaned });
        let expected: ArrayRef = Arc::new(StringArray::from(expected.to_vec()));
        assert_eq!(&run(grammar, errors, &texts).unwrap(), &expected);
    }
    // Spaces alone are an empty reference, and no IRI.
    let iris = run(Grammar::Iri, Errors::Null, &texts).unwrap();
    assert!([9, 11, 12].into_iter().all(|row| iris.is_null(row)) && !iris.is_null(1));
    // A text that needs no repair stays unchanged.
    let clean = run(grammar, Errors::Null, &texts).unwrap();
    assert_eq!(&run(grammar, Errors::Raise, &clean).unwrap(), &clean);
    // An error has a place in the text that was cleaned.
    let Err(Error::Refused(refusal)) = run(Grammar::Iri, Errors::Raise, &texts.slice(14, 1)) else {
        panic!("no error")
    };
    assert_eq!((refusal.row, refusal.error.start(), refusal.text.as_str()), (0, 0, "a#b#%25"));
    let Err(Error::Refused(refusal)) = run(Grammar::Iri, Errors::Raise, &texts.slice(13, 1)) else {
        panic!("no error")
    };
    assert_eq!((refusal.row, refusal.error.start(), refusal.text.as_str()), (0, 9, "http://h/[x]"));
}

#[test]
fn a_fingerprint_by_a_ladder_is_that_of_its_normal_form() {
    let column: ArrayRef = Arc::new(StringArray::from(rows()));
    let rules = Rules { ignore_fragment: true, urn_names: true, ..Rules::default() };
    for (rung, hash) in [(Rung::Path, Hash::Xxh3), (Rung::Scheme, Hash::Blake3)] {
        let plan = |task| Plan::new(task, Grammar::IriReference, Errors::Null).unwrap();
        let print = plan(Task::Fingerprint(rung, hash));
        let normal = plan(Task::Normalize(rung)).with_rules(rules.clone()).run(&column, None).unwrap();
        let expected = plan(Task::Fingerprint(Rung::String, hash)).run(&normal, None).unwrap();
        let without = print.run(&column, None).unwrap();
        let by = print.with_rules(rules.clone()).run(&column, None).unwrap();
        assert!(by == expected && by != without);
    }
}

/// An operation of the table that has no loop of its own runs row by row, with the same choices for invalid texts.
#[test]
fn an_operation_of_the_table_runs_on_a_column() {
    let task = Task::of(Operation::Redact, &Options::default()).unwrap();
    let texts = vec![Some("ftp://me:secret@h/"), None, Some("http://h/"), Some("é b")];
    let column: ArrayRef = Arc::new(StringArray::from(texts));
    let run = |errors| {
        let plan = Plan::new(task.clone(), Grammar::default(), errors).unwrap();
        plan.run(&column, None)
    };
    let rows = |errors| {
        let done = run(errors).unwrap();
        let texts: &StringArray = done.as_any().downcast_ref().unwrap();
        texts.iter().map(|text| text.map(str::to_owned)).collect::<Vec<_>>()
    };
    let redacted = Some("ftp://me:***@h/".to_owned());
    let same = Some("http://h/".to_owned());
    assert_eq!(rows(Errors::Null), [redacted.clone(), None, same.clone(), None]);
    assert_eq!(rows(Errors::Keep), [redacted, None, same, Some("é b".to_owned())]);
    let error = run(Errors::Raise).unwrap_err().to_string();
    assert!(error.starts_with("row 3: invalid IRI reference: path, character 1: "), "{error}");
    assert_eq!(Task::of(Operation::Encode, &Options::default()), None);
}
