//! Reads one JSON value, as generously as the wanted type allows.

use std::cell::RefCell;

use primitives::whole_number;
use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, Error as _, IntoDeserializer, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde_json::{Number, Value};

use super::misfit::{Misfit, Step};

pub(super) type Unused = RefCell<Vec<Vec<Step>>>;

pub(super) struct Reader<'r> {
    pub value: Value,
    pub is_text: bool,
    pub unused: &'r Unused,
}

/// The largest whole number below which a decimal one is exact.
const EXACT: f64 = 9_007_199_254_740_992.0;

impl Reader<'_> {
    fn whole<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let number = match &self.value {
            Value::Number(number) => Some(number.clone()),
            Value::String(text) => whole_number(text).map(Number::from),
            _ => None,
        };
        let Some(number) = number else { return Err(self.misfit(&visitor)) };
        if let Some(whole) = number.as_i64() {
            return visitor.visit_i64(whole);
        }
        if let Some(whole) = number.as_u64() {
            return visitor.visit_u64(whole);
        }
        match number.as_f64() {
            #[expect(clippy::cast_possible_truncation, reason = "it is whole, and small enough to be exact")]
            Some(whole) if whole.fract() == 0.0 && whole.abs() < EXACT => visitor.visit_i64(whole as i64),
            _ => Err(self.misfit(&visitor)),
        }
    }

    fn decimal<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let number = match &self.value {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => decimal_number(text),
            _ => None,
        };
        match number {
            Some(number) => visitor.visit_f64(number),
            None => Err(self.misfit(&visitor)),
        }
    }

    fn flag(&self) -> Option<bool> {
        match &self.value {
            Value::Bool(flag) => Some(*flag),
            Value::Number(number) => match number.as_f64() {
                Some(0.0) => Some(false),
                Some(1.0) => Some(true),
                _ => None,
            },
            Value::String(text) => match text.as_str() {
                "0" | "false" => Some(false),
                "1" | "true" => Some(true),
                _ => None,
            },
            _ => None,
        }
    }

    fn misfit(&self, wanted: &dyn serde::de::Expected) -> Misfit {
        let found = if self.value.is_null() { Unexpected::Unit } else { Unexpected::Other("something else") };
        Misfit::invalid_type(found, wanted)
    }
}

macro_rules! numbers {
    ($($name:ident)+ => $read:ident) => {$(
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
            self.$read(visitor)
        }
    )+};
}

impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(flag),
            Value::Number(_) => self.whole_or_decimal(visitor),
            Value::String(text) => visitor.visit_string(text),
            Value::Array(_) => self.deserialize_seq(visitor),
            Value::Object(_) => self.deserialize_map(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.flag() {
            Some(flag) => visitor.visit_bool(flag),
            None => Err(self.misfit(&visitor)),
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 => whole
    }
    numbers! { deserialize_f32 deserialize_f64 => decimal }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let is_empty = self.is_text && self.value.as_str() == Some("");
        if self.value.is_null() || is_empty { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_newtype_struct(self)
    }

    /// Only the name of a variant: no form has variants with content.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match &self.value {
            Value::String(variant) => {
                let variant: StrDeserializer<'_, Misfit> = variant.as_str().into_deserializer();
                visitor.visit_enum(variant)
            }
            _ => Err(self.misfit(&visitor)),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.value {
            Value::Array(items) => visitor.visit_seq(Items {
                items: items.into_iter(),
                place: 0,
                is_text: self.is_text,
                unused: self.unused,
            }),
            _ => Err(self.misfit(&visitor)),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.value {
            Value::Object(fields) => visitor.visit_map(Fields {
                fields: fields.into_iter(),
                next: None,
                is_text: self.is_text,
                unused: self.unused,
            }),
            _ => Err(self.misfit(&visitor)),
        }
    }

    /// Only by names: a list is not a form.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        self.deserialize_map(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.unused.borrow_mut().push(Vec::new());
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        i128 u128 char str string bytes byte_buf unit unit_struct tuple tuple_struct identifier
    }
}

impl Reader<'_> {
    fn whole_or_decimal<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        let is_whole = self.value.as_f64().is_none_or(|number| number.fract() == 0.0 && number.abs() < EXACT);
        if self.value.is_f64() && !is_whole { self.decimal(visitor) } else { self.whole(visitor) }
    }
}

/// Records that the unused fields found below `step` lie there.
fn place_unused(unused: &Unused, before: usize, step: impl Fn() -> Step) {
    for steps in unused.borrow_mut().iter_mut().skip(before) {
        steps.push(step());
    }
}

struct Fields<'r> {
    fields: serde_json::map::IntoIter,
    next: Option<(String, Value)>,
    is_text: bool,
    unused: &'r Unused,
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = Misfit;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Misfit> {
        self.next = self.fields.next();
        let Some((name, _)) = &self.next else { return Ok(None) };
        let name: StrDeserializer<'_, Misfit> = name.as_str().into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Misfit> {
        let (name, value) = self.next.take().ok_or_else(|| Misfit::custom("a value without a name"))?;
        let before = self.unused.borrow().len();
        let read = seed.deserialize(Reader { value, is_text: self.is_text, unused: self.unused });
        place_unused(self.unused, before, || Step::Name(name.clone()));
        read.map_err(|misfit| misfit.within(Step::Name(name)))
    }
}

struct Items<'r> {
    items: std::vec::IntoIter<Value>,
    place: usize,
    is_text: bool,
    unused: &'r Unused,
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Misfit;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Misfit> {
        let Some(value) = self.items.next() else { return Ok(None) };
        let (place, before) = (self.place, self.unused.borrow().len());
        self.place += 1;
        let read = seed.deserialize(Reader { value, is_text: self.is_text, unused: self.unused });
        place_unused(self.unused, before, || Step::Place(place));
        read.map(Some).map_err(|misfit| misfit.within(Step::Place(place)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

/// A number as JSON spells it, with nothing around it.
fn decimal_number(text: &str) -> Option<f64> {
    let bare = text.bytes().all(|byte| byte.is_ascii_graphic());
    serde_json::from_str::<Number>(text).ok().filter(|_| bare)?.as_f64()
}
