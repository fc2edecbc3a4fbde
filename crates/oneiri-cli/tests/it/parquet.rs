//! `dedupe --format parquet`: the column of a table, and whole rows of it.

use std::fs::File;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{ArrayRef, DictionaryArray, Int64Array, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::Compression;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;

use crate::run::{Outcome, oneiri, path};

/// Rows of a number, an identifier and a label, in three row groups.
fn table(name: &str, first: i64, urls: &[Option<&str>]) -> String {
    let numbers = Int64Array::from_iter_values(first..first + urls.len() as i64);
    let labels: DictionaryArray<Int32Type> =
        urls.iter().map(|url| url.map(|url| if url.len() > 9 { "long" } else { "short" })).collect();
    let columns: [(&str, ArrayRef); 3] =
        [("id", Arc::new(numbers)), ("url", Arc::new(StringArray::from(urls.to_vec()))), ("label", Arc::new(labels))];
    let batch = RecordBatch::try_from_iter_with_nullable(columns.map(|(name, column)| (name, column, true))).unwrap();
    let path = path(name);
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_max_row_group_row_count(Some(urls.len().div_ceil(3)))
        .set_key_value_metadata(Some(vec![KeyValue::new("made by".into(), "hand".to_owned())]))
        .build();
    let file = File::create(&path).unwrap();
    let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    path.to_str().unwrap().to_owned()
}

/// The numbers of a file's rows; the file is as those above.
fn numbers(file: &str) -> Vec<i64> {
    let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(file).unwrap()).unwrap();
    let pairs = builder.metadata().file_metadata().key_value_metadata().unwrap();
    assert!(pairs.iter().any(|pair| pair.key == "made by"), "{pairs:?}");
    if let Some(group) = builder.metadata().row_groups().first() {
        assert_eq!(group.column(0).compression(), Compression::SNAPPY);
    }
    assert!(builder.schema().field(2).data_type().to_string().starts_with("Dictionary"));
    let mut numbers = Vec::new();
    for batch in builder.build().unwrap() {
        let batch = batch.unwrap();
        let labels = batch.column(2).as_dictionary::<Int32Type>();
        let labels = labels.downcast_dict::<StringArray>().unwrap();
        for (label, url) in labels.into_iter().zip(batch.column(1).as_string::<i32>()) {
            assert_eq!(label.is_some_and(|label| label == "long"), url.is_some_and(|u| u.len() > 9));
        }
        numbers.extend(batch.column(0).as_primitive::<Int64Type>().values());
    }
    numbers
}

fn dedupe(column: &str, files: &[&str], more: &[&str]) -> Outcome {
    let start = ["dedupe", "--format", "parquet", "--column", column];
    oneiri(&[&start, more, files].concat())
}

#[test]
fn whole_rows_are_kept() {
    let urls = [
        Some("http://h/%7ea"),
        Some("http://h/a b"),
        None,
        Some("HTTP://h/~a"),
        Some("x\ny\t\""),
        Some("http://h/é"),
        Some(""),
    ];
    let one = table("rows-one.parquet", 0, &urls);
    let two = table("rows-two.parquet", 100, &[Some("http://h/%c3%a9"), Some("http://h/2")]);
    let (out, rejects, map) = ("rows-out.parquet", "rows-rejects.parquet", "rows-map.tsv");
    let [out, rejects, map] = [out, rejects, map].map(|it| path(it).to_str().unwrap().to_owned());
    let outcome = dedupe("url", &[&one, &two], &["-o", &out]);
    assert_eq!((outcome.code, outcome.stdout()), (1, ""));
    let told: Vec<&str> = outcome.stderr.lines().collect();
    assert!(told[0].starts_with(&format!("{one}:2:10-11: E001 path: ")), "{told:?}");
    assert!(told[1].starts_with(&format!("{one}:5:1-2: E001 path: ")), "{told:?}");
    assert_eq!(told[2], "oneiri: 9 records: 5 unique, 2 duplicates, 2 invalid");
    assert_eq!(numbers(&out), [0, 2, 5, 6, 101], "a null has no URL, so its row passes through");
    for (invalid, second) in [("keep", Some("http://h/a b")), ("null", Some(""))] {
        let outcome = dedupe("url", &[&one, &two], &["-q", "--invalid", invalid, "-o", &out]);
        let urls = texts(&out, "url").0;
        assert_eq!((outcome.code, urls.len(), urls[1].as_deref()), (0, 7, second), "{invalid}");
    }
    let outcome = dedupe("url", &[&one, &two], &["-o", &out, "--rejects", &rejects, "--map", &map]);
    assert_eq!(outcome.stderr, "oneiri: 9 records: 5 unique, 2 duplicates, 2 invalid\n");
    assert_eq!(numbers(&out), [0, 2, 5, 6, 101]);
    assert_eq!(numbers(&rejects), [1, 4]);
    assert_eq!(
        std::fs::read_to_string(map).unwrap(),
        "http://h/%7ea\tHTTP://h/~a\tescape\tletter-case,unreserved\n\
         http://h/é\thttp://h/%c3%a9\tescape\tucschar\n"
    );
    // Its own output is what it gives back, and it may be written over.
    let outcome = dedupe("url", &[&out], &["-o", &out]);
    assert_eq!((outcome.code, numbers(&out)), (0, vec![0, 2, 5, 6, 101]));
}

#[test]
fn rows_that_do_not_fit_in_memory_are_the_same_rows() {
    let urls: Vec<String> = (0..120_000).map(|n| format!("http://h/{}", n * 7 % 50_021)).collect();
    let urls: Vec<Option<&str>> = urls.iter().map(|url| Some(url.as_str())).collect();
    let table = table("rows-many.parquet", 0, &urls);
    let out = path("rows-many-out.parquet").to_str().unwrap().to_owned();
    let outcome = dedupe("url", &[&table], &["--memory", "1M", "-o", &out]);
    assert_eq!(outcome.stderr, "oneiri: 120000 records: 50021 unique, 69979 duplicates, 0 invalid\n");
    assert_eq!(numbers(&out), (0..50_021).collect::<Vec<_>>());
}

#[test]
fn what_is_no_such_table_is_told_and_nothing_is_written() {
    let good = table("rows-good.parquet", 0, &[Some("a")]);
    let out = path("rows-bad-out.parquet");
    let to = ["-o", out.to_str().unwrap()];
    let none = path("rows-none.parquet");
    std::fs::write(&none, b"PAR1 this is none PAR1").unwrap();
    let cut = path("rows-cut.parquet");
    let bytes = std::fs::read(&good).unwrap();
    std::fs::write(&cut, &bytes[..bytes.len() - 5]).unwrap();
    for (column, file, told) in [
        ("nowhere", good.as_str(), "expected a column 'nowhere', found 'id', 'url', 'label'"),
        ("id", &good, "expected strings in 'id', found Int64"),
        ("url", none.to_str().unwrap(), ""),
        ("url", cut.to_str().unwrap(), ""),
    ] {
        let outcome = dedupe(column, &[file], &to);
        assert_eq!((outcome.code, outcome.stdout(), out.exists()), (2, "", false), "{file}");
        let first = outcome.stderr.lines().next().unwrap();
        assert!(first.starts_with(&format!("oneiri: {file}: {told}")), "{}", outcome.stderr);
    }
    for more in [&[][..], &["-o", to[1], "--any-order"], &["-o", to[1], "--column", "x"]] {
        assert_eq!(dedupe("url", &[&good], more).code, 2);
    }
    assert_eq!(dedupe("url", &[], &to).code, 2);
    let absent = dedupe("url", &["rows-there-is-none.parquet"], &to);
    assert_eq!((absent.code, absent.stdout(), out.exists()), (2, "", false));
    let told = "error: rows-there-is-none.parquet: no such file";
    assert!(absent.stderr.starts_with(told), "{}", absent.stderr);
}

#[test]
fn tables_of_other_columns_are_left_out() {
    let good = table("rows-first.parquet", 0, &[Some("a"), Some("./a")]);
    let batch = RecordBatch::try_from_iter([("url", Arc::new(StringArray::from(vec!["b"])) as ArrayRef)]);
    let other = path("rows-other.parquet");
    let batch = batch.unwrap();
    let mut writer = ArrowWriter::try_new(File::create(&other).unwrap(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    let other = other.to_str().unwrap();
    let out = path("rows-first-out.parquet").to_str().unwrap().to_owned();
    let outcome = dedupe("url", &[&good, other], &["-o", &out]);
    assert_eq!(outcome.code, 2);
    let told = format!("oneiri: {other}: expected the columns of the first file, found others\n");
    assert!(outcome.stderr.starts_with(&told), "{}", outcome.stderr);
    // Nothing is summed up that is not there.
    assert!(outcome.stderr.ends_with(&format!("oneiri: {out}: not written\n")), "{}", outcome.stderr);
}

/// A table of one row for each identifier, between other columns.
pub(crate) fn list(name: &str, urls: &[&str]) -> String {
    let urls: Vec<Option<&str>> = urls.iter().copied().map(Some).collect();
    table(&format!("{name}.parquet"), 0, &urls)
}

/// The texts of a column, and the names of all columns.
fn texts(file: &str, column: &str) -> (Vec<Option<String>>, Vec<String>) {
    let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(file).unwrap()).unwrap();
    let names = builder.schema().fields().iter().map(|field| field.name().clone()).collect();
    let mut texts = Vec::new();
    for batch in builder.build().unwrap() {
        let batch = batch.unwrap();
        let column = batch.column_by_name(column).unwrap().as_string::<i32>();
        texts.extend(column.iter().map(|text| text.map(str::to_owned)));
    }
    (texts, names)
}

#[test]
fn answers_replace_a_column_or_are_one_more() {
    let urls = [Some("HTTP://h/\"%7ea\"x"), Some("HTTP://h/~a\u{e9}"), None, Some("x y"), Some("B:")];
    let table = table("rows-answers.parquet", 0, &urls);
    let [out, rejects] =
        ["rows-answers-out.parquet", "rows-answers-rejects.parquet"].map(|it| path(it).to_str().unwrap().to_owned());
    let start = ["normalize", "--column", "url", "-f", &table, "-o", &out];
    let outcome = oneiri(&start);
    assert_eq!((outcome.code, outcome.stdout()), (1, ""));
    let told: Vec<&str> = outcome.stderr.lines().collect();
    assert_eq!(told[0], format!("oneiri: {table}: read as Parquet, by its name"));
    assert!(told[1].starts_with(&format!("{table}:1:9-10: E001 path: ")), "{told:?}");
    assert!(told[2].starts_with(&format!("{table}:4:1-2: E001 path: ")), "{told:?}");
    let some = |text: &str| Some(text.to_owned());
    let kept = [urls[0].and_then(some), some("http://h/~a\u{e9}"), None, some("x y"), some("b:")];
    assert_eq!((texts(&out, "url").0, numbers(&out)), (kept.to_vec(), vec![0, 1, 2, 3, 4]));
    let outcome = oneiri(&[&start[..], &["--into", "normal", "--rejects", &rejects]].concat());
    assert_eq!((outcome.code, outcome.stderr.lines().count()), (0, 1));
    assert_eq!(numbers(&rejects), [0, 3]);
    let (answers, names) = texts(&out, "normal");
    assert_eq!(answers, [some("http://h/~a\u{e9}"), some(""), some("b:")]);
    assert_eq!(names, ["id", "url", "label", "normal"]);
    assert_eq!(texts(&out, "url").0, [some("HTTP://h/~a\u{e9}"), None, some("B:")]);
    let outcome = oneiri(&["fix", "--lint", "--column", "url", "-f", &table, "-o", &out]);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    let fixed = [some("http://h/%22~a%22x"), some("http://h/~a\u{e9}"), None, some("x%20y"), some("b:")];
    assert_eq!((texts(&out, "url").0, numbers(&out)), (fixed.to_vec(), vec![0, 1, 2, 3, 4]));
    let outcome = oneiri(&["check", "--into", "why", "-q", "--column", "url", "-f", &table, "-o", &out]);
    assert_eq!((outcome.code, numbers(&out)), (1, vec![0, 1, 2, 3, 4]));
    assert!(texts(&out, "why").0[0].as_ref().is_some_and(|it| it.starts_with("E001 path: ")));
    assert_eq!(texts(&out, "why").0[1], some(""));
    for wrong in [&["normalize"][..], &["check", "--into", "id", "-o", &out]] {
        let outcome = oneiri(&[wrong, &["--column", "url", "-f", &table]].concat());
        assert_eq!((outcome.code, outcome.stdout()), (2, ""), "{}", outcome.stderr);
    }
    oneiri(&["check", "-q", "--column", "url", "-f", &out]).is(1, "", "");
}
