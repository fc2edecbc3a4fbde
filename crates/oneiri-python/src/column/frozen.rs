//! Copies of what decides which memory is read: another thread may write into the buffers of an input column, and an
//! offset that changes after its check would lead outside. The first buffer of an array holds its offsets, views or
//! keys, so only that one and the nulls are copied: a text itself is checked in a copy when it is read.
//! `test_malformed.py` writes into each of the three meanwhile.

#![allow(unsafe_code, reason = "an array that was not checked is put together again")]

use arrow_array::{Array as _, ArrayRef, make_array};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};
use arrow_data::ArrayData;

/// The same column of text, with offsets, views or keys of its own, and with nulls of its own. The texts themselves
/// are not copied.
pub(super) fn frozen(array: &ArrayRef) -> ArrayRef {
    make_array(copied(array.to_data()))
}

/// The same column, with null also in the rows that these nulls say.
pub(super) fn hidden(array: &ArrayRef, nulls: Option<&NullBuffer>) -> ArrayRef {
    if nulls.is_none() {
        return ArrayRef::clone(array);
    }
    let nulls = NullBuffer::union(nulls, array.nulls());
    let builder = array.to_data().into_builder().nulls(nulls);
    // SAFETY: nothing but the nulls changes, and there are as many as rows: a table has the rows of its column.
    make_array(unsafe { builder.build_unchecked() })
}

fn copied(data: ArrayData) -> ArrayData {
    let mut buffers = data.buffers().to_vec();
    if let Some(first) = buffers.first_mut() {
        *first = Buffer::from_slice_ref(first.as_slice());
    }
    let nulls = data.nulls().map(|nulls| {
        let (start, rows) = (nulls.offset(), nulls.len());
        let bytes = nulls.validity().get(start / 8..(start + rows).div_ceil(8)).unwrap_or_default();
        NullBuffer::new(BooleanBuffer::new(Buffer::from_slice_ref(bytes), start % 8, rows))
    });
    let children = data.child_data().iter().map(|values| copied(values.clone())).collect();
    let builder = data.into_builder().buffers(buffers).nulls(nulls).child_data(children);
    // SAFETY: type, length, offset and buffers are those of `data`, with the same bytes in copies of the same length.
    // Nobody has checked `data` either: the engine checks every offset, view and key before it follows one.
    unsafe { builder.build_unchecked() }
}
