//! Methods that change the segments of a path. The offsets of an error refer to the path that no longer fits, so
//! `path_by` makes the same change once more where every path fits. `test_pairs.py` has such errors.

use oneiri::{Edit, Error, Parts, Ri};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::any::{Any, each};
use crate::classes::Identifier;
use crate::error::raise;
use crate::given::Text;

#[pymethods]
impl Identifier {
    /// A copy with more segments at the end of the path. Each segment is data, so a "/" in it is encoded. If the
    /// last segment is empty, the first new segment replaces it.
    ///
    /// >>> Uri("http://h/docs/").join_segments("a/b", "c")
    /// Uri('http://h/docs/a%2Fb/c')
    #[pyo3(signature = (*segments))]
    fn join_segments(&self, py: Python<'_>, segments: &Bound<'_, PyTuple>) -> PyResult<Py<Self>> {
        let given: Vec<_> = segments.iter().collect();
        let segments = texts(&given)?;
        self.with_segments(py, &segments, |any| each!(any, it => it.path_mut().extend(&segments).map(|_| ())))
    }

    /// A copy with more segments at the end of the path, and without query and fragment. A "/" in a text divides it
    /// into segments, each of which is data. A text that begins with a slash is an error, and so are the segments "."
    /// and "..".
    ///
    /// >>> Uri("http://h/docs?q").joinpath("a b/c", "d/")
    /// Uri('http://h/docs/a%20b/c/d/')
    #[pyo3(signature = (*paths))]
    fn joinpath(&self, py: Python<'_>, paths: &Bound<'_, PyTuple>) -> PyResult<Py<Self>> {
        let given: Vec<_> = paths.iter().collect();
        let paths = texts(&given)?;
        if let Some(path) = paths.iter().find(|path| path.starts_with('/')) {
            let message = format!("expected paths without a slash in front, found {:?}", &**path);
            return Err(PyValueError::new_err(message));
        }
        let segments: Vec<_> = paths.iter().flat_map(|path| path.split('/')).collect();
        self.with_segments(py, &segments, |any| {
            without_query_and_fragment(any)?;
            each!(any, it => {
                let mut path = it.path_mut();
                for text in &paths {
                    let mut segments = text.split('/');
                    path.extend(segments.next())?;
                    for segment in segments {
                        let end = path.len();
                        path.insert(end, segment)?;
                    }
                }
                Ok(())
            })
        })
    }

    /// A copy with one more segment at the end of the path, and without query and fragment; `parent` removes the segment
    /// again. The segment is data, so a "/" in it is encoded. `join_segments` keeps the query.
    ///
    /// >>> Uri("http://h/docs/") / "a b" / "c/d"
    /// Uri('http://h/docs/a%20b/c%2Fd')
    /// >>> Uri("http://h/a?q#f") / "b", (Uri("http://h/a?q#f") / "b").parent
    /// (Uri('http://h/a/b'), Uri('http://h/a'))
    fn __truediv__<'py>(&self, py: Python<'py>, segment: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if !segment.is_instance_of::<PyString>() {
            return Ok(py.NotImplemented().into_bound(py));
        }
        let segment: Text<'_> = segment.extract()?;
        let joined = self.with_segments(py, &[&*segment], |any| {
            without_query_and_fragment(any)?;
            each!(any, it => it.path_mut().push(&segment).map(|_| ()))
        });
        Ok(joined?.into_bound(py).into_any())
    }

    /// A copy with another segment at this index. The segment is data, and a negative index counts from the end,
    /// like in a list.
    ///
    /// >>> Uri("http://h/a/b").with_segment(-1, "c/d")
    /// Uri('http://h/a/c%2Fd')
    fn with_segment(&self, py: Python<'_>, index: isize, segment: Text<'_>) -> PyResult<Py<Self>> {
        let count = self.any.view().path().segments().count();
        let from_start = if index < 0 { count.checked_add_signed(index) } else { index.try_into().ok() };
        let Some(from_start) = from_start.filter(|index| *index < count) else {
            let message = format!("no segment {index} in a path of {count}");
            return Err(PyIndexError::new_err(message));
        };
        self.with_segments(
            py,
            &[&*segment],
            |any| each!(any, it => it.path_mut().replace(from_start, &segment).map(|_| ())),
        )
    }

    /// A copy with another last segment, and without query and fragment. The name is data. An empty path gets it as its
    /// only segment. `with_segment(-1, name)` keeps query and fragment.
    ///
    /// >>> Uri("http://h/a/b?q").with_name("c d"), Uri("http://h").with_name("a")
    /// (Uri('http://h/a/c%20d'), Uri('http://h/a'))
    fn with_name(&self, py: Python<'_>, name: Text<'_>) -> PyResult<Py<Self>> {
        self.with_segments(py, &[&*name], |any| {
            without_query_and_fragment(any)?;
            each!(any, it => {
                let mut path = it.path_mut();
                match path.len().checked_sub(1) {
                    Some(last) => path.replace(last, &name).map(|_| ()),
                    None => path.push(&name).map(|_| ()),
                }
            })
        })
    }

    /// A copy with another suffix of `name`, or with one if there is none, and without query and fragment. The suffix is
    /// data and begins with a dot; "" removes it. The rest of the name keeps its spelling.
    ///
    /// >>> uri = Uri("http://h/%61.tar.gz?q")
    /// >>> uri.with_suffix(".zip"), uri.with_suffix(""), Uri("http://h/b").with_suffix(".txt")
    /// (Uri('http://h/%61.tar.zip'), Uri('http://h/%61.tar'), Uri('http://h/b.txt'))
    fn with_suffix(&self, py: Python<'_>, suffix: Text<'_>) -> PyResult<Py<Self>> {
        let is_suffix = suffix.starts_with('.') && !suffix.ends_with('.') && !suffix.contains('/');
        if !is_suffix && !suffix.is_empty() {
            let message = format!("expected a suffix such as \".txt\", found {:?}", &*suffix);
            return Err(PyValueError::new_err(message));
        }
        if self.raw_name().is_empty() {
            let message = format!("expected a path with a name, found {:?}", self.text());
            return Err(PyValueError::new_err(message));
        }
        let suffix = match &*suffix {
            "" => String::new(),
            data => encoded(data, self.any.is_ascii()).map_err(|error| raise(py, error, data))?,
        };
        let path = self.any.view().path().as_str();
        let stem = path.len() - self.raw_suffix().len();
        let path = [&path[..stem], &suffix].concat();
        let mut any = self.any.clone();
        without_query_and_fragment(&mut any).map_err(|error| raise(py, error, self.text()))?;
        Self { any }.edited(py, Edit::Path(&path), false)
    }
}

impl Identifier {
    /// The last segment as it is spelled.
    pub(crate) fn raw_name(&self) -> &str {
        self.any.view().path().segments().next_back().unwrap_or_default().as_str()
    }

    /// The part of the last segment from its last dot on, as it is spelled; "" if this dot is the first or the last
    /// character. A dot may be escaped.
    pub(crate) fn raw_suffix(&self) -> &str {
        let name = self.raw_name();
        let (plain, escaped) = (name.rfind('.'), name.to_ascii_lowercase().rfind("%2e"));
        let (dot, length) = if plain > escaped { (plain, 1) } else { (escaped, 3) };
        match dot {
            Some(dot) if dot > 0 && dot + length < name.len() => &name[dot..],
            _ => "",
        }
    }

    /// A copy with a change of its path. `segments` are what the change writes: the offsets of an error refer to the path
    /// that no longer fits, or to the segment that no path can have.
    fn with_segments<S: AsRef<str>>(
        &self,
        py: Python<'_>,
        segments: &[S],
        change: impl Fn(&mut Any) -> Result<(), Error>,
    ) -> PyResult<Py<Self>> {
        let mut any = self.any.clone();
        let Err(error) = change(&mut any) else { return any.wrap(py) };
        let whole = self.path_by(change);
        let segments = segments.iter().map(AsRef::as_ref);
        let segment = || segments.clone().find(|segment| ["", ".", ".."].contains(segment));
        let text = whole.as_deref().or_else(segment).or_else(|| segments.clone().next());
        Err(raise(py, error, text.unwrap_or_default()))
    }

    /// The path after a change of segments, which the offsets of an error refer to if this path does not fit.
    /// `None` if the segment itself is invalid. To compute the path, the change is made on an identifier with a
    /// scheme and, for a rooted path, a host, where every path fits.
    fn path_by(&self, change: impl FnOnce(&mut Any) -> Result<(), Error>) -> Option<String> {
        let path = self.any.view().path().as_str();
        let mut fits = roomy(path, self.any.is_ascii()).ok()?;
        change(&mut fits).ok()?;
        Some(fits.view().path().as_str().to_owned())
    }
}

/// A reference with this path, a scheme and, for a rooted path, a host, so that every path fits.
fn roomy(path: &str, is_ascii: bool) -> Result<Any, Error> {
    let host = path.starts_with('/').then_some("h");
    let parts = Parts { scheme: Some("x"), host, path, ..Parts::default() };
    if is_ascii { Ri::build(&parts).map(Any::UriRef) } else { Ri::build(&parts).map(Any::IriRef) }
}

/// Removes query and fragment, which never fails.
pub(crate) fn without_query_and_fragment(any: &mut Any) -> Result<(), Error> {
    each!(any, it => it.set_query(None).and_then(|()| it.set_fragment(None)))
}

fn texts<'a>(given: &'a [Bound<'_, PyAny>]) -> PyResult<Vec<Text<'a>>> {
    given.iter().map(|text| text.extract()).collect()
}

/// A segment as it is spelled in a URI, or in an IRI.
fn encoded(segment: &str, is_ascii: bool) -> Result<String, Error> {
    let mut any = roomy("", is_ascii)?;
    each!(&mut any, it => it.path_mut().push(segment).map(|_| ()))?;
    Ok(any.view().path().as_str().to_owned())
}
