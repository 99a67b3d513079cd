//! Lists of values in a statement. Only a few lengths are used, so that few statements are prepared.

use std::fmt::Display;

use db::{Value, placeholders};

/// The inside of an `IN (…)` whose first parameter is `$first`, and its values. The last value is repeated up to a
/// power of two, which changes nothing; an empty list matches nothing.
pub fn in_list<'v, T: Into<Value<'v>> + Copy>(first: usize, items: &[T]) -> (String, Vec<Value<'v>>) {
    let Some(last) = items.last() else { return ("NULL".to_owned(), Vec::new()) };
    let length = items.len().next_power_of_two();
    let padded = items.iter().chain(std::iter::repeat(last)).take(length).map(|item| (*item).into());
    (placeholders(first, length), padded.collect())
}

/// A list of any length as one value, which PostgreSQL reads by `string_to_array($1, ',')::BIGINT[]`.
pub fn comma_separated<T: Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(",")
}

/// Cuts `items` into batches of 256, 64, 16, 4 and 1, for statements that may not repeat a value.
pub fn batches<T>(mut items: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let length = [256, 64, 16, 4, 1].into_iter().find(|length| *length <= items.len())?;
        let (batch, rest) = items.split_at(length);
        items = rest;
        Some(batch)
    })
}

#[cfg(test)]
mod tests {
    use db::Value;

    use super::{batches, in_list};

    #[test]
    fn a_list_is_padded_with_its_last_value() {
        assert_eq!(
            in_list(2, &[7_i64, 8, 9]),
            ("$2, $3, $4, $5".into(), vec![7, 8, 9, 9].into_iter().map(Value::Int).collect())
        );
        assert_eq!(in_list::<i64>(1, &[]), ("NULL".into(), vec![]));
    }

    #[test]
    fn batches_cover_everything_in_few_lengths() {
        let items: Vec<_> = (0..1_367).collect();
        let lengths: Vec<_> = batches(&items).map(<[i32]>::len).collect();
        assert_eq!(lengths, [256, 256, 256, 256, 256, 64, 16, 4, 1, 1, 1]);
        assert_eq!(batches(&items).flatten().copied().collect::<Vec<_>>(), items);
    }
}
