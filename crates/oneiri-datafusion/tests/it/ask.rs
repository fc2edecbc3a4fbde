//! Tables of one or two columns of text in every shape, and what SQL says of them.

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, Int64Array, RecordBatch, StringArray};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::DataType;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::datasource::MemTable;
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};

/// Texts, as they are in a column.
pub(crate) type Column = Vec<Option<String>>;

/// What came out: for each row its values, printed; nothing for null.
pub(crate) type Rows = Vec<Vec<Option<String>>>;

pub(crate) fn column<S: AsRef<str>>(texts: &[S]) -> Column {
    texts.iter().map(|text| Some(text.as_ref().to_owned())).collect()
}

pub(crate) fn shapes() -> [DataType; 5] {
    let dictionary = |keys, values| DataType::Dictionary(Box::new(keys), Box::new(values));
    [
        DataType::Utf8,
        DataType::LargeUtf8,
        DataType::Utf8View,
        dictionary(DataType::Int32, DataType::Utf8),
        dictionary(DataType::UInt16, DataType::LargeUtf8),
    ]
}

/// A context with a table `t` of `id`, `a` and, if there is a second column, `b`: three partitions of
/// small batches.
pub(crate) fn context(shape: &DataType, columns: &[&Column]) -> SessionContext {
    let config = SessionConfig::new().with_target_partitions(3).with_batch_size(7);
    let context = SessionContext::new_with_config(config);
    oneiri_datafusion::register(&context);
    let rows = columns[0].len();
    let mut named: Vec<(&str, ArrayRef)> = vec![("id", Arc::new(Int64Array::from_iter_values(0..rows as i64)))];
    for (name, column) in ["a", "b"].into_iter().zip(columns) {
        let strings: ArrayRef = Arc::new(StringArray::from((*column).clone()));
        named.push((name, cast(&strings, shape).unwrap()));
    }
    let named = named.into_iter().map(|(name, array)| (name, array, true));
    let all = RecordBatch::try_from_iter_with_nullable(named).unwrap();
    let third = rows.div_ceil(3).max(1);
    let parts = (0..3).map(|part| {
        let (from, to) = ((part * third).min(rows), ((part + 1) * third).min(rows));
        let starts = (from..to).step_by(7);
        starts.map(|start| all.slice(start, (to - start).min(7))).collect()
    });
    let table = MemTable::try_new(all.schema(), parts.collect()).unwrap();
    context.register_table("t", Arc::new(table)).unwrap();
    context
}

pub(crate) async fn rows(context: &SessionContext, query: &str) -> Result<Rows> {
    let mut rows = Vec::new();
    for batch in context.sql(query).await?.collect().await? {
        let options = FormatOptions::new();
        for row in 0..batch.num_rows() {
            let value = |column: &ArrayRef| {
                let format = ArrayFormatter::try_new(column, &options).unwrap();
                (!column.is_null(row)).then(|| format.value(row).to_string())
            };
            rows.push(batch.columns().iter().map(value).collect());
        }
    }
    Ok(rows)
}

/// What a list of expressions says of each row: the same for columns of every shape, and for one with
/// nulls between its rows.
pub(crate) async fn ask(expressions: &str, columns: &[&Column]) -> Rows {
    let query = format!("SELECT {expressions} FROM t ORDER BY id");
    let mut answers = Vec::new();
    for shape in shapes() {
        answers.push(rows(&context(&shape, columns), &query).await.unwrap());
    }
    let answer = answers.pop().unwrap();
    assert_eq!(answer.len(), columns[0].len());
    for (shape, other) in shapes().iter().zip(answers) {
        assert_eq!(other, answer, "{expressions} of {shape}");
    }
    let spread: Vec<Column> =
        columns.iter().map(|column| column.iter().flat_map(|text| [text.clone(), None]).collect()).collect();
    let spread: Vec<&Column> = spread.iter().collect();
    let among = rows(&context(&DataType::Utf8, &spread), &query).await.unwrap();
    for (row, both) in answer.iter().zip(among.chunks(2)) {
        assert_eq!(*row, both[0], "{expressions}");
        assert!(both[1].iter().all(Option::is_none), "{expressions} of null");
    }
    answer
}

/// The same for one expression.
pub(crate) async fn one(expression: &str, columns: &[&Column]) -> Column {
    ask(expression, columns).await.into_iter().map(|mut row| row.pop().unwrap()).collect()
}
