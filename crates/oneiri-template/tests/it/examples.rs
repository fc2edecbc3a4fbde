//! The data of uri-templates/uritemplate-test. `ONEIRI_TEMPLATES` names the folder that has it. The
//! project holds no copy.

use std::{env, fs};

use oneiri_template::{Template, Value, Values};
use serde_json::Value as Json;

/// The value that the JSON represents.
pub(crate) fn value(json: &Json) -> Value<'static> {
    let text = |json: &Json| json.as_str().map_or_else(|| json.to_string(), str::to_owned);
    match json {
        Json::Array(items) => Value::from(items.iter().map(text).collect::<Vec<_>>()),
        Json::Object(pairs) => Value::Map(pairs.iter().map(|(k, v)| (k.clone().into(), text(v).into())).collect()),
        Json::Null => Value::List(Vec::new()),
        json => Value::from(text(json)),
    }
}

#[derive(Default)]
struct Variables(Vec<(String, Value<'static>)>);

impl Values for Variables {
    fn value(&self, name: &str) -> Option<&Value<'_>> {
        self.0.value(name)
    }
}

#[test]
fn test_data() {
    let Some(folder) = env::var_os("ONEIRI_TEMPLATES") else {
        eprintln!("NOT CHECKED: ONEIRI_TEMPLATES names no folder with the data of uritemplate-test");
        return;
    };
    let mut count = 0;
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "json") {
            count += cases(&serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap());
        }
    }
    assert!(count >= 181, "{count} cases");
    println!("{count} cases");
}

/// Checks the cases of a file, and returns their number.
fn cases(file: &Json) -> usize {
    let mut count = 0;
    for (title, group) in file.as_object().unwrap() {
        let variables = group["variables"].as_object().unwrap();
        let variables = Variables(variables.iter().map(|(k, v)| (k.clone(), value(v))).collect());
        for case in group["testcases"].as_array().unwrap() {
            let (text, expected) = (case[0].as_str().unwrap(), &case[1]);
            let expansion = Template::parse(text)
                .map_err(|error| error.to_string())
                .and_then(|it| it.expand(&variables).map_err(|error| error.to_string()));
            let holds = match (&expansion, expected) {
                (Ok(text), Json::Array(all)) => all.iter().any(|one| one == text),
                (Ok(text), one) => one == text,
                (Err(_), one) => *one == Json::Bool(false),
            };
            assert!(holds, "{title}: {text} gave {expansion:?}, not {expected}");
            count += 1;
        }
    }
    count
}
