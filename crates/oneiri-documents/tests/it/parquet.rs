//! Columns of Parquet as records, and copies of rows.

use std::fs::File;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use oneiri_documents::Format;
use oneiri_documents::parquet::{CopyError, Rows};
use parquet::basic::Compression;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FixedLenByteArray, FixedLenByteArrayType, FloatType,
    Int32Type, Int64Type, Int96, Int96Type,
};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

/// A column of each physical type, and a list of groups.
const ALL: &str = "message all {
    required binary url (STRING);
    optional boolean a;
    required int32 b;
    optional int64 c;
    optional int96 d;
    required float e;
    optional double f;
    optional binary g;
    required fixed_len_byte_array(3) h;
    optional group i (LIST) { repeated group list { optional group element { required int32 x; optional binary y; } } }
}";

/// Rows with nulls in the column that is read.
fn with_nulls() -> String {
    ALL.replace("required binary url", "optional binary url")
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The text of a row. Every fifth is a null where the column takes nulls.
fn url(row: usize, takes_null: bool) -> Option<String> {
    (!takes_null || row % 5 != 4).then(|| format!("u\t\"{row}\n"))
}

/// A file with these rows, in row groups of five. The values of a row follow from its number.
fn file(name: &str, rows: std::ops::Range<usize>, schema: &str) -> PathBuf {
    let (path, takes_null) = (path(name), schema.contains("optional binary url"));
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_key_value_metadata(Some(vec![KeyValue::new("made by".into(), "hand".to_owned())]))
        .build();
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let mut file = SerializedFileWriter::new(File::create(&path).unwrap(), schema, Arc::new(properties)).unwrap();
    let rows: Vec<usize> = rows.collect();
    for rows in rows.chunks(5) {
        let mut whole = file.next_row_group().unwrap();
        let group = &mut whole;
        let bytes = |text: String| ByteArray::from(text.into_bytes());
        let urls: Vec<Option<ByteArray>> = rows.iter().map(|&row| url(row, takes_null).map(bytes)).collect();
        flat::<ByteArrayType>(group, &urls, takes_null);
        let few = |row: usize| row % 3 != 1;
        optional::<BoolType>(group, rows, few, |row| row % 2 == 0);
        required::<Int32Type>(group, rows, |row| row as i32 - 7);
        optional::<Int64Type>(group, rows, few, |row| row as i64 * 1_000_000_007);
        optional::<Int96Type>(group, rows, few, |row| Int96::from(vec![row as u32, 17, 2_440_588]));
        required::<FloatType>(group, rows, |row| row as f32 / 3.0);
        optional::<DoubleType>(group, rows, few, |row| row as f64 / 7.0);
        // These bytes are not UTF-8.
        optional::<ByteArrayType>(group, rows, few, |row| vec![0xFF, row as u8].into());
        required::<FixedLenByteArrayType>(group, rows, |row| FixedLenByteArray::from(vec![row as u8; 3]));
        let (mut x, mut x_defs, mut y, mut y_defs, mut reps) = (vec![], vec![], vec![], vec![], vec![]);
        for &row in rows {
            // The list is null, or empty.
            let none = (row % 4 == 0).then(|| (i16::from(row % 8 == 0), i16::from(row % 8 == 0)));
            // Of its groups, one is null, in one a value is null, and in the others none is.
            let some = (0..row % 4).map(|nth| [(2, 2), (3, 3), (3, 4)][nth.min(2)]);
            for (nth, (of_x, of_y)) in none.into_iter().chain(some).enumerate() {
                x.extend((of_x == 3).then_some(row as i32));
                y.extend((of_y == 4).then(|| bytes(format!("y{row}"))));
                x_defs.push(of_x);
                y_defs.push(of_y);
                reps.push(i16::from(nth > 0));
            }
        }
        put::<Int32Type>(group, &x, Some(&x_defs), Some(&reps));
        put::<ByteArrayType>(group, &y, Some(&y_defs), Some(&reps));
        assert!(group.next_column().unwrap().is_none(), "a column has no values");
        whole.close().unwrap();
    }
    file.close().unwrap();
    path
}

fn required<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    rows: &[usize],
    value: impl Fn(usize) -> T::T,
) {
    let values: Vec<Option<T::T>> = rows.iter().map(|&row| Some(value(row))).collect();
    flat::<T>(group, &values, false);
}

fn optional<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    rows: &[usize],
    is_there: impl Fn(usize) -> bool,
    value: impl Fn(usize) -> T::T,
) {
    let values: Vec<Option<T::T>> = rows.iter().map(|&row| is_there(row).then(|| value(row))).collect();
    flat::<T>(group, &values, true);
}

fn flat<T: DataType>(group: &mut SerializedRowGroupWriter<'_, File>, values: &[Option<T::T>], takes_null: bool) {
    let defs: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let values: Vec<T::T> = values.iter().flatten().cloned().collect();
    put::<T>(group, &values, takes_null.then_some(&defs), None);
}

fn put<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    values: &[T::T],
    defs: Option<&[i16]>,
    reps: Option<&[i16]>,
) {
    let mut column = group.next_column().unwrap().unwrap();
    column.typed::<T>().write_batch(values, defs, reps).unwrap();
    column.close().unwrap();
}

/// A value with its levels. `None` stands for a null.
type Cell = (i16, i16, Option<String>);

/// The values of each row, by column.
fn cells(path: &Path) -> Vec<Vec<Vec<Cell>>> {
    fn read<T: DataType>(mut column: ColumnReaderImpl<T>, depth: i16, rows: &mut Vec<Vec<Cell>>) {
        let (mut values, mut defs, mut reps) = (Vec::new(), Vec::new(), Vec::new());
        let (_, _, levels) = column.read_records(usize::MAX, Some(&mut defs), Some(&mut reps), &mut values).unwrap();
        let mut values = values.into_iter();
        for nth in 0..levels {
            let (def, rep) = (defs.get(nth).copied().unwrap_or(0), reps.get(nth).copied().unwrap_or(0));
            if rep == 0 {
                rows.push(Vec::new());
            }
            let value = if def == depth { values.next().map(|it| format!("{it:?}")) } else { None };
            rows.last_mut().unwrap().push((def, rep, value));
        }
    }
    let file = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let schema = file.metadata().file_metadata().schema_descr();
    let mut columns = vec![Vec::new(); schema.num_columns()];
    for nth in 0..file.num_row_groups() {
        let group = file.get_row_group(nth).unwrap();
        for (at, rows) in columns.iter_mut().enumerate() {
            let depth = schema.column(at).max_def_level();
            match group.get_column_reader(at).unwrap() {
                ColumnReader::BoolColumnReader(it) => read(it, depth, rows),
                ColumnReader::Int32ColumnReader(it) => read(it, depth, rows),
                ColumnReader::Int64ColumnReader(it) => read(it, depth, rows),
                ColumnReader::Int96ColumnReader(it) => read(it, depth, rows),
                ColumnReader::FloatColumnReader(it) => read(it, depth, rows),
                ColumnReader::DoubleColumnReader(it) => read(it, depth, rows),
                ColumnReader::ByteArrayColumnReader(it) => read(it, depth, rows),
                ColumnReader::FixedLenByteArrayColumnReader(it) => read(it, depth, rows),
            }
        }
    }
    columns
}

/// The rows of the column that is read, with what else the copy has.
fn texts(column: &[Vec<Cell>]) -> Vec<Option<String>> {
    column.iter().map(|row| row[0].2.clone()).collect()
}

/// What [`cells`] has for a text.
fn shown(text: Option<&str>) -> Option<String> {
    text.map(|text| format!("{:?}", ByteArray::from(text)))
}

/// The records of some files.
fn records(rows: &Rows, paths: &[PathBuf]) -> Vec<String> {
    let mut text = String::new();
    for (nth, path) in paths.iter().enumerate() {
        rows.open(File::open(path).unwrap(), nth, |_| ()).unwrap().read_to_string(&mut text).unwrap();
    }
    text.split_inclusive('\n').map(str::to_owned).collect()
}

fn copy(rows: &Rows, records: &str, paths: &[PathBuf], answers: bool, name: &str) -> Result<PathBuf, CopyError> {
    let (mut bytes, copy) = (Vec::new(), path(name));
    rows.copy(Cursor::new(records), |nth| File::open(&paths[nth]), answers, &mut bytes)?;
    File::create(&copy).unwrap().write_all(&bytes).unwrap();
    Ok(copy)
}

#[test]
fn a_record_is_the_name_of_a_row_and_its_text() {
    let paths = [file("records-one.parquet", 0..6, &with_nulls()), file("records-two.parquet", 6..8, &with_nulls())];
    let rows = Rows::new("url".to_owned(), None);
    let records = records(&rows, &paths);
    assert_eq!(records[0], "0 0\t\"u\\t\\\"0\\n\"\n");
    assert_eq!(records[4], "0 4\tnull\n");
    assert_eq!(records[7], "1 1\t\"u\\t\\\"7\\n\"\n");
    assert_eq!(records.len(), 8);
    for (row, record) in records.iter().enumerate() {
        let record = record.trim_end();
        let (range, text) = rows.find(record.as_bytes()).unwrap();
        assert_eq!(text, url(row, true).unwrap_or_default().as_bytes(), "{record}");
        assert_eq!(range.end, record.len());
        // A text that is written where it was read, or added, gives the same record.
        let mut again = record.as_bytes()[..range.start].to_vec();
        rows.spell(&text, true, &mut again);
        let mut added = Vec::new();
        rows.add(record.as_bytes(), "into", &text, &mut added);
        assert_eq!((again, added), (record.as_bytes().to_vec(), record.as_bytes().to_vec()));
    }
}

#[test]
fn progress_ends_at_the_size_of_the_file() {
    let path = file("progress.parquet", 0..5000, ALL);
    let seen = Arc::new(AtomicU64::new(0));
    let sum = Arc::clone(&seen);
    let rows = Rows::new("url".to_owned(), None);
    let count = move |bytes| {
        sum.fetch_add(bytes, Ordering::Relaxed);
    };
    std::io::copy(&mut rows.open(File::open(&path).unwrap(), 0, count).unwrap(), &mut std::io::sink()).unwrap();
    let (seen, size) = (seen.load(Ordering::Relaxed), path.metadata().unwrap().len());
    // Each batch of rows may lose a part of a byte.
    assert!(seen <= size && seen > size - 10, "{seen} of {size}");
}

/// A law: a copy has the rows that the records name, and their values in all columns.
#[test]
fn a_copy_has_the_rows_of_its_records() {
    for (nth, schema) in [ALL.to_owned(), with_nulls()].into_iter().enumerate() {
        let paths = [
            file(&format!("law-{nth}-one.parquet"), 0..13, &schema),
            file(&format!("law-{nth}-two.parquet"), 13..20, &schema),
        ];
        let rows = Rows::new("url".to_owned(), None);
        let all = records(&rows, &paths);
        let two = paths.each_ref().map(|path| cells(path));
        let before: Vec<Vec<Vec<Cell>>> =
            two[0].iter().zip(&two[1]).map(|(one, two)| [&one[..], &two[..]].concat()).collect();
        let mut mask: u32 = 0;
        for step in 0..40 {
            let kept: Vec<usize> = (0..20).filter(|row| mask >> row & 1 == 1).collect();
            let named: String = kept.iter().map(|&row| all[row].as_str()).collect();
            let after = cells(&copy(&rows, &named, &paths, false, "law-out.parquet").unwrap());
            let expected: Vec<Vec<Vec<Cell>>> =
                before.iter().map(|column| kept.iter().map(|&row| column[row].clone()).collect()).collect();
            assert_eq!(after, expected, "{kept:?}");
            // No row, all rows, then any rows.
            mask = if step == 0 { !0 } else { mask.wrapping_mul(1_664_525).wrapping_add(1_013_904_223).rotate_left(7) };
        }
    }
}

#[test]
fn answers_replace_a_column_or_are_one_more() {
    let paths = [file("answers-one.parquet", 0..6, &with_nulls()), file("answers-two.parquet", 6..8, &with_nulls())];
    let named = "0 1\t\"a\"\n0 4\t\"b\"\n0 5\tnull\n1 0\t\"\u{e9}\"\n";
    let answers = [Some("a"), Some("b"), None, Some("\u{e9}")].map(shown);
    for into in [None, Some("normal")] {
        let rows = Rows::new("url".to_owned(), into.map(str::to_owned));
        records(&rows, &paths);
        let out = copy(&rows, named, &paths, true, "answers-out.parquet").unwrap();
        let after = cells(&out);
        let file = SerializedFileReader::new(File::open(&out).unwrap()).unwrap();
        let metadata = file.metadata().file_metadata();
        let mut names: Vec<&str> = metadata.schema().get_fields().iter().map(|it| it.name()).collect();
        assert_eq!(metadata.key_value_metadata().unwrap()[0].key, "made by");
        assert_eq!(file.metadata().row_group(0).column(0).compression(), Compression::SNAPPY);
        let old = [1, 4, 5, 6].map(|row| shown(url(row, true).as_deref()));
        if into.is_some() {
            assert_eq!((texts(&after[0]), texts(after.last().unwrap())), (old.to_vec(), answers.to_vec()));
            assert_eq!(names.pop(), into);
        } else {
            assert_eq!(texts(&after[0]), answers);
        }
        assert_eq!(names, ["url", "a", "b", "c", "d", "e", "f", "g", "h", "i"]);
    }
}

#[test]
fn a_file_that_cannot_be_read_says_why() {
    let one = file("wrong-one.parquet", 0..3, ALL);
    let twice = "message m { required binary url (STRING); required binary url (STRING); }";
    for (column, into, told) in [
        ("nowhere", None, "expected a column 'nowhere', found 'url', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'"),
        ("a\u{1B}", None, "expected a column 'a\\u{1B}', found "),
        ("1", None, "(columns of Parquet have no numbers)"),
        ("b", None, "expected strings in 'b', found Int32"),
        ("g", None, "expected strings in 'g', found Binary"),
        ("i", None, "(a column within another one, or in a list, cannot be read)"),
        ("i[]", None, "'i' (a column within another one, or in a list, cannot be read; columns of strings: 'url')"),
        ("i.list.element.y", None, "; columns of strings: 'url')"),
        ("url", Some("c"), "expected no column 'c', which --into adds"),
    ] {
        let rows = Rows::new(column.to_owned(), into.map(str::to_owned));
        let error = rows.open(File::open(&one).unwrap(), 0, |_| ()).err().unwrap().to_string();
        assert!(error.contains(told), "{column}: {error}");
    }
    let path = path("wrong-twice.parquet");
    let schema = Arc::new(parse_message_type(twice).unwrap());
    SerializedFileWriter::new(File::create(&path).unwrap(), schema, Arc::default()).unwrap().close().unwrap();
    let rows = Rows::new("url".to_owned(), None);
    let error = rows.open(File::open(&path).unwrap(), 0, |_| ()).err().unwrap();
    assert_eq!(error.to_string(), "expected one column 'url', found several");
    let rows = Rows::new("url".to_owned(), None);
    rows.open(File::open(&one).unwrap(), 0, |_| ()).unwrap();
    for (old, new) in [("double f", "float f"), ("int32 b", "int32 bb"), ("required float", "optional float")] {
        let schema = Arc::new(parse_message_type(&ALL.replace(old, new)).unwrap());
        SerializedFileWriter::new(File::create(&path).unwrap(), schema, Arc::default()).unwrap().close().unwrap();
        let error = rows.open(File::open(&path).unwrap(), 1, |_| ()).err().unwrap();
        assert_eq!(error.to_string(), "expected the columns of the first file, found others", "{new}");
    }
}

#[test]
fn a_copy_that_cannot_be_made_says_why() {
    let paths = [file("broken-one.parquet", 0..6, ALL), file("broken-two.parquet", 6..8, ALL)];
    let none = Rows::new("url".to_owned(), None);
    let error = copy(&none, "", &paths, false, "broken-out.parquet").unwrap_err();
    assert_eq!((error.file, &*error.message), (None, "not written, because no file with columns was read"));
    let rows = Rows::new("url".to_owned(), None);
    records(&rows, &paths);
    for (records, file, told) in [
        ("0 3\t\"\"\n0 2\t\"\"\n", None, "expected the records in the order of the rows, found another order"),
        ("0 3\t\"\"\n0 3\t\"\"\n", None, "expected the records in the order of the rows, found another order"),
        ("1 0\t\"\"\n0 2\t\"\"\n", None, "expected the records in the order of the rows, found another order"),
        ("0 x\t\"\"\n", None, "expected a record that begins with the numbers of a file and a row, found another"),
        ("\n", None, "expected a record that begins with the numbers of a file and a row, found another"),
        ("0 6\t\"\"\n", Some(0), "expected the rows that were read before, found fewer"),
        ("1 2\t\"\"\n", Some(1), "expected the rows that were read before, found fewer"),
        ("0 1\tnull\n", None, "'url' takes no null, so add --invalid keep or drop"),
        ("0 1\tx\n", None, "expected value"),
        ("0 1\t\n", None, "EOF while parsing a value"),
        ("0 1\n", None, "expected a record that begins with the numbers of a file and a row, found another"),
    ] {
        let error = copy(&rows, records, &paths, true, "broken-out.parquet").unwrap_err();
        assert!(error.file == file && error.to_string().starts_with(told), "{records:?}: {error:?}");
    }
    let broken = path("broken-three.parquet");
    std::fs::write(&broken, b"PAR1 this is none PAR1").unwrap();
    let error = copy(&rows, "0 1\t\"\"\n", &[broken], false, "broken-out.parquet").unwrap_err();
    assert_eq!(error.file, Some(0));
    let error = copy(&rows, "0 1\t\"\"\n", &[path("broken-there-is-none")], false, "broken-out.parquet").unwrap_err();
    assert_eq!(error.file, Some(0));
    let other = [file("broken-four.parquet", 0..6, &with_nulls())];
    let error = copy(&rows, "0 1\t\"\"\n", &other, false, "broken-out.parquet").unwrap_err();
    assert_eq!((error.file, &*error.message), (Some(0), "expected the columns of the first file, found others"));
    // A writer that is full is no fault of a file.
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let error = rows.copy(Cursor::new("0 1\t\"\"\n"), |nth| File::open(&paths[nth]), false, &mut Full).unwrap_err();
    assert_eq!(error.file, None);
}
