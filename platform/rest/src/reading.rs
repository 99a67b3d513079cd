//! Reads a client's values into a form, as generously as the meaning allows; errors name the field. A flag may be 0 or
//! 1, a number may be written 7.0 or as the text "7", and unknown fields are ignored.

mod misfit;
mod reader;

use std::cell::RefCell;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

pub(crate) use self::misfit::Misfit;
use self::misfit::{Step, written};
use self::reader::Reader;

/// The value, and the fields that it does not have.
pub(crate) struct Read<T> {
    pub form: T,
    pub unused: Vec<String>,
}

/// A form out of JSON.
pub(crate) fn json<T: DeserializeOwned>(value: Value) -> Result<Read<T>, Misfit> {
    read(value, false)
}

/// A form from parameters, which are all text; an empty optional one counts as missing.
pub(crate) fn parameters<T: DeserializeOwned>(pairs: Map<String, Value>) -> Result<Read<T>, Misfit> {
    read(Value::Object(pairs), true)
}

/// Parameters of a path, which are all text, in its order.
pub(crate) fn path<T: DeserializeOwned>(mut values: Vec<Value>) -> Result<T, Misfit> {
    let value = match values.as_mut_slice() {
        [only] => only.take(),
        _ => Value::Array(values),
    };
    Ok(read(value, true)?.form)
}

fn read<T: DeserializeOwned>(value: Value, is_text: bool) -> Result<Read<T>, Misfit> {
    let unused = RefCell::default();
    let form = T::deserialize(Reader { value, is_text, unused: &unused })?;
    let unused = unused.into_inner().iter().map(|steps: &Vec<Step>| written(steps)).collect();
    Ok(Read { form, unused })
}
