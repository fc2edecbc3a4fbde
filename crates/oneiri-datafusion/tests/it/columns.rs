//! Tables of many rows: keys that many rows share, groups, partitions.

use std::collections::BTreeMap;
use std::sync::Arc;

use datafusion::arrow::array::{DictionaryArray, RecordBatch, StringArray, UInt16Array};
use datafusion::arrow::datatypes::{DataType, UInt16Type};
use datafusion::prelude::SessionContext;
use oneiri::{IriRef, Rung};

use crate::ask::{Column, context, rows};

const LINKS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/links.txt");

fn links() -> Column {
    let text = std::fs::read_to_string(LINKS).unwrap();
    text.lines().map(|line| Some(line.to_owned())).collect()
}

#[tokio::test]
async fn groups_are_the_classes_of_the_library() {
    let links = links();
    for rung in Rung::ALL {
        let mut classes: BTreeMap<String, (usize, &str)> = BTreeMap::new();
        for link in links.iter().flatten() {
            if let Ok(iri) = IriRef::parse(link.as_str()) {
                let normal = iri.normalize_at(rung).into_string();
                classes.entry(normal).or_insert((0, link)).0 += 1;
            }
        }
        let expected: Vec<Vec<Option<String>>> = classes
            .into_iter()
            .map(|(normal, (count, first))| [normal, count.to_string(), first.to_owned()].map(Some).to_vec())
            .collect();
        assert!(expected.len() > 100);
        let query = format!(
            "SELECT oneiri_normalize(a, '{0}') AS normal, count(*), first_value(a ORDER BY id) FROM t \
             WHERE oneiri_is_valid(a) GROUP BY normal ORDER BY normal",
            rung.name()
        );
        let found = rows(&context(&DataType::Utf8View, &[&links]), &query).await.unwrap();
        assert_eq!(found, expected, "{rung:?}");
    }
}

#[tokio::test]
async fn many_statements_at_once_agree() {
    let links: Column = std::iter::repeat_with(links).take(20).flatten().collect();
    let context = context(&DataType::Utf8, &[&links]);
    let query = "SELECT count(DISTINCT oneiri_normalize(a)), count(DISTINCT oneiri_fingerprint(a)), \
                 count(oneiri_why_not(a)), count(*) FROM t";
    let alone = rows(&context, query).await.unwrap();
    let many = (0..8).map(|_| {
        let context: SessionContext = context.clone();
        tokio::spawn(async move { rows(&context, query).await.unwrap() })
    });
    for one in many.collect::<Vec<_>>() {
        assert_eq!(one.await.unwrap(), alone);
    }
    let [normal, prints, refused, all] = &alone[0][..] else { panic!("{alone:?}") };
    assert_eq!(normal, prints);
    assert_eq!([refused, all], [&Some("460".to_owned()), &Some("5260".to_owned())]);
}

/// A text that no row has is no reason to stop, and one that a row lacks is null.
#[tokio::test]
async fn dictionaries_may_hold_what_no_row_has() {
    let values = StringArray::from(vec![Some("a b"), Some("X:a"), None]);
    for keys in [vec![Some(1), None, Some(2)], vec![Some(1), None, Some(2), Some(1), Some(1)]] {
        let count = keys.len();
        let dictionary = DictionaryArray::<UInt16Type>::new(UInt16Array::from(keys), Arc::new(values.clone()));
        let context = SessionContext::new();
        oneiri_datafusion::register(&context);
        let batch = RecordBatch::try_from_iter([("a", Arc::new(dictionary) as _)]).unwrap();
        context.register_batch("t", batch).unwrap();
        let query = "SELECT oneiri_normalize(a, NULL, NULL, 'raise'), oneiri_is_valid(a) FROM t";
        let found = rows(&context, query).await.unwrap();
        let there = vec![Some("x:a".to_owned()), Some("true".to_owned())];
        assert_eq!(found.len(), count);
        assert_eq!(found[..3], [there, vec![None, None], vec![None, None]]);
    }
}
