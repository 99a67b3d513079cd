//! The query of every table: `q`, `order`, `limit` and `offset`.

use primitives::Listing;
use serde::Deserialize;

use crate::{Problem, Rule};

const LONGEST_SEARCH: usize = 200;

#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Words that a row must contain, anywhere in its title or key; case and accents are ignored.
    #[param(max_length = 200)]
    pub q: Option<String>,
    /// A column of the table, with `-` before it for descending; each table lists its own.
    #[param(ignore)]
    pub order: Option<String>,
    /// 1 to 1000 rows; 1000 by default.
    #[param(maximum = 4_294_967_295_u32)]
    pub limit: Option<u32>,
    /// Rows to skip.
    #[param(maximum = 4_294_967_295_u32)]
    pub offset: Option<u32>,
}

impl ListQuery {
    /// `columns` are the ones to order by; the first is the default.
    pub fn listing(&self, columns: &[&'static str]) -> Result<Listing, Problem> {
        if self.q.as_deref().is_some_and(|q| q.chars().count() > LONGEST_SEARCH) {
            return Err(Problem::refused(vec![Rule::MaxLength(LONGEST_SEARCH).of("q")]));
        }
        Listing::parse(self.q.as_deref(), self.order.as_deref(), self.limit, self.offset, columns)
            .map_err(|_| Problem::invalid("order", "invalid"))
    }
}
