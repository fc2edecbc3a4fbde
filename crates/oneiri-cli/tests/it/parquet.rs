//! `dedupe --format parquet`: the column of a table, and whole rows of it.

use std::fs::File;
use std::sync::Arc;

// The crates by which the files are read, so the command itself needs no second way to them.
use oneiri_documents::parquet::{arrow_array, parquet};

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{ArrayRef, DictionaryArray, Int64Array, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::Compression;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, FixedLenByteArray, FixedLenByteArrayType};
use parquet::data_type::{Int32Type as Physical32, Int64Type as Physical64, Int96, Int96Type};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use crate::run::{Outcome, oneiri, path};

/// Columns that Arrow reads as another type, or not at all, and legacy lists.
const TYPES: &str = "message events {
    required binary url (STRING);
    optional int96 seen = 7;
    optional fixed_len_byte_array(12) span (INTERVAL);
    required fixed_len_byte_array(16) id (UUID);
    optional binary json (JSON);
    optional binary bson (BSON);
    required binary kind (ENUM);
    optional int64 utc (TIME(MICROS,true));
    optional int64 wall (TIMESTAMP(MILLIS,false));
    required int32 price (DECIMAL(9,2));
    optional group tags (LIST) { repeated group bag { optional int96 array_element; } }
    repeated group old { optional binary name (UTF8); repeated int32 n (INT_8); }
}";

/// Rows of a number, an identifier and a label, in three row groups.
pub(crate) fn table(name: &str, first: i64, urls: &[Option<&str>]) -> String {
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
    for (invalid, second) in [("keep", Some("http://h/a b")), ("null", None)] {
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
pub(crate) fn texts(file: &str, column: &str) -> (Vec<Option<String>>, Vec<String>) {
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

/// A row is no line, so the columns of a log of SARIF count in its value, also after a line end.
#[test]
fn places_of_a_log_count_in_the_value_of_a_row() {
    let table = list("rows-places", &["http://h/", "a\nb\n", "http://h/\n\u{e9}:80"]);
    let log = oneiri(&["lint", "--sarif", "--column", "url", "-f", &table]);
    let log: serde_json::Value = serde_json::from_str(log.stdout()).unwrap();
    let regions = log["runs"][0]["results"].as_array().unwrap().iter();
    let regions: Vec<_> = regions.map(|it| &it["locations"][0]["physicalLocation"]["region"]).collect();
    assert_eq!(regions.len(), 2, "{log}");
    for (region, (row, column)) in regions.iter().zip([(2, 2), (3, 10)]) {
        assert_eq!((&region["startLine"], &region["startColumn"]), (&row.into(), &column.into()), "{region}");
        assert_eq!((&region["endColumn"], region.get("endLine")), (&(column + 1).into(), None), "{region}");
    }
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
    assert_eq!(answers, [some("http://h/~a\u{e9}"), None, some("b:")]);
    assert_eq!(names, ["id", "url", "label", "normal"]);
    assert_eq!(texts(&out, "url").0, [some("HTTP://h/~a\u{e9}"), None, some("B:")]);
    let outcome = oneiri(&["fix", "--lint", "--column", "url", "-f", &table, "-o", &out]);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    let fixed = [some("http://h/%22~a%22x"), some("http://h/~a\u{e9}"), None, some("x%20y"), some("b:")];
    assert_eq!((texts(&out, "url").0, numbers(&out)), (fixed.to_vec(), vec![0, 1, 2, 3, 4]));
    let outcome = oneiri(&["check", "--into", "why", "-q", "--column", "url", "-f", &table, "-o", &out]);
    assert_eq!((outcome.code, numbers(&out)), (1, vec![0, 1, 2, 3, 4]));
    assert!(texts(&out, "why").0[0].as_ref().is_some_and(|it| it.starts_with("E001 path: ")));
    assert_eq!(texts(&out, "why").0[1], None);
    for wrong in [&["normalize"][..], &["check", "--into", "id", "-o", &out]] {
        let outcome = oneiri(&[wrong, &["--column", "url", "-f", &table]].concat());
        assert_eq!((outcome.code, outcome.stdout()), (2, ""), "{}", outcome.stderr);
    }
    oneiri(&["check", "-q", "--column", "url", "-f", &out]).is(1, "", "");
}

/// A file of these columns with one row for each URL, in several row groups, and another compression for one column.
fn events(name: &str, urls: &[&str], schema: &str) -> String {
    let path = path(name);
    let pairs = vec![KeyValue::new("made by".into(), "hand".to_owned())];
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_column_compression("kind".into(), Compression::UNCOMPRESSED)
        .set_key_value_metadata(Some(pairs))
        .build();
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let mut file = SerializedFileWriter::new(File::create(&path).unwrap(), schema, Arc::new(properties)).unwrap();
    let size = urls.len().div_ceil(3);
    for (nth, urls) in urls.chunks(size).enumerate() {
        let mut group = file.next_row_group().unwrap();
        let rows = size * nth..size * nth + urls.len();
        let bytes = |prefix: &str| rows.clone().map(|row| format!("{prefix}{row}").into_bytes()).collect::<Vec<_>>();
        // Every third value is null.
        let some: Vec<i16> = rows.clone().map(|row| i16::from(row % 3 != 1)).collect();
        let but = |row: &usize| row % 3 != 1;
        let texts = |prefix| bytes(prefix).into_iter().map(ByteArray::from).collect::<Vec<_>>();
        let few = |prefix: &str| -> Vec<ByteArray> {
            rows.clone().filter(but).map(|row| format!("{prefix}{row}").into_bytes().into()).collect()
        };
        let fixed = |size: usize| move |row: usize| FixedLenByteArray::from(vec![(row % 251) as u8; size]);
        // Julian days of the years -4713, 1970 and 9999.
        let old = |row: usize| {
            let mut date = Int96::new();
            date.set_data(row as u32, 17, [0, 2_440_588, 5_373_484][row % 3]);
            date
        };
        put::<ByteArrayType>(&mut group, &urls.iter().map(|url| ByteArray::from(*url)).collect::<Vec<_>>(), None, None);
        put::<Int96Type>(&mut group, &rows.clone().filter(but).map(old).collect::<Vec<_>>(), Some(&some), None);
        let spans: Vec<_> = rows.clone().filter(but).map(fixed(12)).collect();
        put::<FixedLenByteArrayType>(&mut group, &spans, Some(&some), None);
        put::<FixedLenByteArrayType>(&mut group, &rows.clone().map(fixed(16)).collect::<Vec<_>>(), None, None);
        put::<ByteArrayType>(&mut group, &few("{}"), Some(&some), None);
        // These bytes are not UTF-8.
        let bson: Vec<ByteArray> = rows.clone().filter(but).map(|row| vec![0xFF, row as u8].into()).collect();
        put::<ByteArrayType>(&mut group, &bson, Some(&some), None);
        put::<ByteArrayType>(&mut group, &texts("kind"), None, None);
        let longs: Vec<i64> = rows.clone().filter(but).map(|row| row as i64 * 1_000_000).collect();
        put::<Physical64>(&mut group, &longs, Some(&some), None);
        put::<Physical64>(&mut group, &longs, Some(&some), None);
        put::<Physical32>(&mut group, &rows.clone().map(|row| row as i32).collect::<Vec<_>>(), None, None);
        // No list, a list with two dates and a null, and an empty list.
        let (mut dates, mut defs, mut reps) = (Vec::new(), Vec::new(), Vec::new());
        for row in rows.clone() {
            match row % 3 {
                0 => (defs.push(0), reps.push(0)),
                1 => {
                    dates.extend([old(row), old(row + 1)]);
                    (defs.extend([3, 2, 3]), reps.extend([0, 1, 1]))
                }
                _ => (defs.push(1), reps.push(0)),
            };
        }
        put::<Int96Type>(&mut group, &dates, Some(&defs), Some(&reps));
        let (mut names, mut defs, mut reps) = (Vec::new(), Vec::new(), Vec::new());
        let (mut numbers, mut of_numbers, mut again) = (Vec::new(), Vec::new(), Vec::new());
        for row in rows.clone() {
            for nth in 0..row % 4 {
                names.push(ByteArray::from(format!("{row}.{nth}").into_bytes()));
                defs.push(2);
                reps.push(i16::from(nth > 0));
                numbers.extend([row as i32, -1]);
                of_numbers.extend([2, 2]);
                again.extend([i16::from(nth > 0), 2]);
            }
            if row % 4 == 0 {
                for levels in [&mut defs, &mut reps, &mut of_numbers, &mut again] {
                    levels.push(0);
                }
            }
        }
        put::<ByteArrayType>(&mut group, &names, Some(&defs), Some(&reps));
        put::<Physical32>(&mut group, &numbers, Some(&of_numbers), Some(&again));
        group.close().unwrap();
    }
    file.close().unwrap();
    path.to_str().unwrap().to_owned()
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
fn cells(file: &str) -> Vec<Vec<Vec<Cell>>> {
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
    let file = SerializedFileReader::new(File::open(file).unwrap()).unwrap();
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

/// The schema of a file, its metadata, and the compression of each column.
fn facts(file: &str) -> (String, Vec<KeyValue>, Vec<Compression>) {
    let file = SerializedFileReader::new(File::open(file).unwrap()).unwrap();
    let metadata = file.metadata();
    let schema = format!("{:?}", metadata.file_metadata().schema());
    let packed = metadata.row_group(0).columns().iter().map(|it| it.compression()).collect();
    (schema, metadata.file_metadata().key_value_metadata().cloned().unwrap_or_default(), packed)
}

#[test]
fn other_columns_keep_their_types_and_values() {
    let urls =
        ["HTTP://h/a", "http://h/b", "HTTP://h/c", "http://h/%41", "http://h/A", "http://h/b", "x y", "http://h/d"];
    let many: Vec<String> = (0..5000).map(|n| format!("HTTP://h/{}", n * n % 1009)).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    for (name, urls) in [("types", &urls[..]), ("types-many", &many)] {
        let table = events(&format!("{name}.parquet"), urls, TYPES);
        let out = path(&format!("{name}-out.parquet")).to_str().unwrap().to_owned();
        let (before, facts_before) = (cells(&table), facts(&table));
        for command in [&["normalize"][..], &["fix", "--lint"], &["key"], &["dedupe"], &["dedupe", "--keep", "last"]] {
            let outcome = oneiri(&[command, &["-q", "--column", "url", "-f", &table, "-o", &out]].concat());
            assert!(outcome.code < 2, "{command:?}: {}", outcome.stderr);
            let mut after = cells(&out);
            // A price is the number of its row.
            let rows: Vec<usize> = after[9].iter().map(|row| row[0].2.as_ref().unwrap().parse().unwrap()).collect();
            let is_dedupe = command[0] == "dedupe";
            assert_eq!(rows.len() < urls.len(), is_dedupe, "{command:?}");
            after[0].clear();
            let mut expected: Vec<Vec<_>> =
                before.iter().map(|column| rows.iter().map(|row| column[*row].clone()).collect()).collect();
            expected[0].clear();
            assert_eq!(after, expected, "{name}: {command:?}");
            assert_eq!(facts(&out), facts_before, "{name}: {command:?}");
        }
        let outcome =
            oneiri(&["parse", "--get", "host", "--into", "host", "-q", "--column", "url", "-f", &table, "-o", &out]);
        assert!(outcome.code < 2, "{}", outcome.stderr);
        let mut after = cells(&out);
        let hosts = after.pop().unwrap();
        assert_eq!((after, hosts.len()), (before, urls.len()), "{name}");
        assert_eq!(hosts[0], [(1, 0, Some(format!("{:?}", ByteArray::from("h"))))]);
        let (schema, pairs, packed) = facts(&out);
        let new = "optional binary host (STRING); }";
        let wanted = parse_message_type(&format!("{} {new}", TYPES.trim_end_matches('}'))).unwrap();
        assert_eq!((schema, pairs), (format!("{wanted:?}"), facts_before.1), "{name}");
        assert_eq!(packed[..packed.len() - 1], facts_before.2);
    }
}

#[test]
fn a_required_column_takes_no_null() {
    let table = events("required.parquet", &["http://h/a", "x y"], TYPES);
    let out = path("required-out.parquet").to_str().unwrap().to_owned();
    for command in ["normalize", "dedupe"] {
        let outcome = oneiri(&[command, "--invalid", "null", "-q", "--column", "url", "-f", &table, "-o", &out]);
        assert_eq!((outcome.code, std::path::Path::new(&out).exists()), (2, false));
        let told = format!("oneiri: {out}: 'url' takes no null");
        assert!(outcome.stderr.contains(&told), "{}", outcome.stderr);
        assert_eq!(oneiri(&[command, "--invalid", "drop", "-q", "--column", "url", "-f", &table, "-o", &out]).code, 0);
        std::fs::remove_file(&out).unwrap();
    }
}

#[test]
fn a_file_with_the_schema_of_arrow_keeps_it() {
    let table = table("arrow.parquet", 0, &[Some("HTTP://h/a"), None, Some("http://h/b")]);
    let out = path("arrow-out.parquet").to_str().unwrap().to_owned();
    let of_arrow = |file: &str| facts(file).1.into_iter().find(|it| it.key == "ARROW:schema").unwrap().value;
    assert_eq!(oneiri(&["normalize", "-q", "--column", "url", "-f", &table, "-o", &out]).code, 0);
    assert_eq!(of_arrow(&out), of_arrow(&table));
    assert_eq!(oneiri(&["key", "--into", "key", "-q", "--column", "url", "-f", &table, "-o", &out]).code, 0);
    assert_ne!(of_arrow(&out), of_arrow(&table));
    assert_eq!(numbers(&out), [0, 1, 2]);
    assert_eq!(texts(&out, "key").1, ["id", "url", "label", "key"]);
}

#[test]
fn tables_with_other_types_are_left_out() {
    let one = events("same-one.parquet", &["http://h/1"], TYPES);
    let out = path("same-out.parquet").to_str().unwrap().to_owned();
    for (nth, (old, new)) in
        [("(JSON)", "(ENUM)"), ("(UUID)", ""), ("MICROS,true", "MICROS,false"), ("(STRING)", "(UTF8)")]
            .into_iter()
            .enumerate()
    {
        let two = events(&format!("same-two-{nth}.parquet"), &["http://h/2"], &TYPES.replace(old, new));
        let outcome = dedupe("url", &[&one, &two], &["-o", &out]);
        let is_same = new == "(UTF8)";
        assert_eq!(outcome.code, if is_same { 0 } else { 2 }, "{new}: {}", outcome.stderr);
        let told = format!("oneiri: {two}: expected the columns of the first file, found others\n");
        assert_eq!(outcome.stderr.starts_with(&told), !is_same, "{}", outcome.stderr);
    }
}

#[test]
fn a_file_with_the_name_of_another_format_is_not_written() {
    let table = table("named.parquet", 0, &[Some("http://h/a"), Some("x y")]);
    let csv = path("named.csv").to_str().unwrap().to_owned();
    std::fs::write(&csv, "id,url\n1,http://h/a\n2,x y\n").unwrap();
    let (list, good) = (path("named").to_str().unwrap().to_owned(), path("named-good.parquet"));
    std::fs::write(&list, "http://h/a\nx y\n").unwrap();
    let column = ["--column", "url"];
    for (command, input, option, name, told) in [
        (&["normalize"][..], &table, "-o", "named-out.csv", "Parquet: name it .parquet"),
        (&["normalize"], &table, "-o", "named-out.csv.gz", "Parquet: name it .parquet"),
        (&["normalize"], &table, "--rejects", "named-bad.csv", "Parquet: name it .parquet"),
        (&["check"], &table, "--rejects", "named-bad.ttl", "Parquet: name it .parquet"),
        (&["dedupe"], &table, "-o", "named-out.tsv", "Parquet: name it .parquet"),
        (&["dedupe"], &table, "--rejects", "named-bad.ndjson", "Parquet: name it .parquet"),
        (&["comm", "-12", &table], &table, "-o", "named-out.csv", "Parquet: name it .parquet"),
        (&["normalize"], &csv, "-o", "named-out.parquet", "CSV: name it .csv"),
        (&["dedupe"], &csv, "-o", "named-out.parquet", "CSV: name it .csv"),
        (&["dedupe"], &csv, "--rejects", "named-bad.parquet", "CSV: name it .csv"),
        (&["comm", "-12", &csv], &csv, "-o", "named-out.parquet", "CSV: name it .csv"),
        (&["normalize"], &list, "-o", "named-out.parquet", "text: name it .txt"),
        (&["normalize", "--json"], &table, "-o", "named-out.parquet", "text: name it .txt"),
    ] {
        let out = path(name);
        let column = if *input == list { &[][..] } else { &column };
        let good = ["-o", good.to_str().unwrap()];
        let good = if option == "-o" || *input == csv { &[][..] } else { &good };
        // An argument of parse is a text.
        let file = if command[0] == "parse" { &["-f"][..] } else { &[] };
        let outcome = oneiri(&[command, column, file, &[input.as_str(), option, out.to_str().unwrap()], good].concat());
        let told = format!("oneiri: {} would hold {told}\n", out.display());
        assert!(outcome.stderr.contains(&told), "{command:?} {name}: {}", outcome.stderr);
        assert_eq!((outcome.code, outcome.stdout(), out.exists()), (2, "", false), "{command:?} {name}");
    }
    // Any ending that is not another format's will do, and so does the name of the file that is read.
    let out = path("named-out.rows").to_str().unwrap().to_owned();
    assert_eq!(oneiri(&["normalize", "--column", "url", "-q", &table, "-o", &out]).code, 1);
    assert_eq!(texts(&out, "url").0.len(), 2);
    let odd = path("named-odd.csv").to_str().unwrap().to_owned();
    std::fs::copy(&table, &odd).unwrap();
    assert_eq!(dedupe("url", &[&odd], &["-q", "-o", &odd]).code, 1);
    assert_eq!(texts(&odd, "url").0.len(), 1);
}

#[test]
fn parquet_that_is_read_as_text_is_recognized() {
    let table = table("text.parquet", 0, &[Some("http://h/a")]);
    let odd = path("text-odd").to_str().unwrap().to_owned();
    std::fs::copy(&table, &odd).unwrap();
    let told = "this is Parquet; name a file and add --format parquet --column NAME\n";
    for arguments in [&["check"][..], &["normalize"], &["dedupe"], &["links"]] {
        let outcome = oneiri(&[arguments, &[&odd]].concat());
        assert_eq!((outcome.code, outcome.stdout()), (2, ""), "{arguments:?}");
        assert!(outcome.stderr.starts_with(&format!("oneiri: {odd}: {told}")), "{}", outcome.stderr);
    }
    let outcome = crate::run::feed(&["check"], &std::fs::read(&table).unwrap());
    assert!(outcome.code == 2 && outcome.stderr.starts_with(&format!("oneiri: stdin: {told}")), "{}", outcome.stderr);
    // A text may begin with the same letters.
    let list = path("text-list").to_str().unwrap().to_owned();
    std::fs::write(&list, "PAR1\nPAR1/a\n").unwrap();
    assert_eq!(oneiri(&["check", &list]).code, 0);
    // Nobody is told to read its lines.
    let outcome = oneiri(&["check", &table]);
    assert!(outcome.code == 2 && !outcome.stderr.contains("--format text"), "{}", outcome.stderr);
}
