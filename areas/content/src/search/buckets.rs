//! Which buckets of entries may have hits, on PostgreSQL: those that have the rarest n-grams of the words.

use std::collections::VecDeque;

use db::{Conn, Value, params};

/// The last n-grams of a long word are considered: the end of a name is usually its most specific part.
const LETTERS: usize = 10;
/// How many of the rarest n-grams are used.
const ENOUGH: usize = 3;
/// So many buckets are fetched, to be read some at a time.
const FETCHED: i64 = 1024;

/// The index's numbers for the rarest n-grams of a term.
pub type Ngrams = [i64; ENOUGH];

/// The rarest n-grams of names with all `parts`: first one of each part, because the n-grams of one part mostly occur
/// together. None: no name has them.
pub fn ngrams(conn: &mut Conn<'_>, tenant: i64, parts: &[String]) -> db::Result<Option<Ngrams>> {
    let end = |part: &String| part.chars().skip(part.chars().count().saturating_sub(LETTERS)).collect::<String>();
    let ends: Vec<String> = parts.iter().map(end).collect();
    let mut values = vec![Value::from(tenant)];
    let mut all = Vec::new();
    for (part, end) in ends.iter().enumerate() {
        let shortest = i64::try_from(end.chars().count().min(3)).unwrap_or(3);
        values.extend([Value::from(end), shortest.into()]);
        let (text, shortest) = (values.len() - 1, values.len());
        all.push(format!("SELECT {part} AS part, unnest(content_pieces($1, ${text}, ${shortest})) AS piece"));
    }
    let sql = format!(
        "SELECT known.piece, known.buckets
         FROM (SELECT p.part, p.piece, (SELECT COUNT(*) FROM (SELECT 1 FROM content_search_bucket b
                                                              WHERE b.piece = p.piece LIMIT 64) few) AS buckets
               FROM ({}) p) known
         ORDER BY ROW_NUMBER() OVER (PARTITION BY known.part ORDER BY known.buckets), known.buckets",
        all.join(" UNION ALL ")
    );
    let read = |row: &db::Row<'_>| Ok((row.get::<i64>(0)?, row.get::<i64>(1)?));
    let rarest = conn.rows(&sql, &values, read)?;
    let Some((_, 1..)) = rarest.first() else { return Ok(None) };
    let mut ngrams = rarest.iter().map(|(ngram, _)| *ngram).cycle();
    Ok(Some(std::array::from_fn(|_| ngrams.next().unwrap_or_default())))
}

pub struct Bucket {
    pub number: i64,
    /// The lowest number of an entry in it.
    pub begin: i64,
}

/// The newest buckets that have all n-grams.
pub fn newest_buckets(conn: &mut Conn<'_>, ngrams: &Ngrams, before: i64) -> db::Result<VecDeque<Bucket>> {
    let sql = "SELECT DISTINCT b.bucket, b.bucket << 11
               FROM content_search_bucket b
               WHERE b.piece = $1 AND b.bucket <= content_bucket($4::BIGINT - 1)
                 AND EXISTS (SELECT 1 FROM content_search_bucket o WHERE o.piece = $2 AND o.bucket = b.bucket)
                 AND EXISTS (SELECT 1 FROM content_search_bucket o WHERE o.piece = $3 AND o.bucket = b.bucket)
               ORDER BY b.bucket DESC
               LIMIT $5";
    let [first, second, third] = *ngrams;
    let read = |row: &db::Row<'_>| Ok(Bucket { number: row.get(0)?, begin: row.get(1)? });
    Ok(conn.rows(sql, params![first, second, third, before, FETCHED], read)?.into())
}
