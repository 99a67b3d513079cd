//! The query of every table: `q`, `order`, `limit` and `offset`.

use primitives::Listing;
use serde::Deserialize;

use crate::Problem;

#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Words that a row must have, each anywhere in its title or key; case and accents do not matter.
    #[param(max_length = 200)]
    pub q: Option<String>,
    /// A column of the table, with `-` before it for descending.
    pub order: Option<String>,
    /// 1 to 200 rows; 10 if not given.
    #[param(minimum = 1, maximum = 200)]
    pub limit: Option<u32>,
    /// Rows to skip, up to 1000.
    #[param(minimum = 0, maximum = 1000)]
    pub offset: Option<u32>,
}

impl ListQuery {
    /// `columns` may order; the first of them does where nothing is said.
    pub fn listing(&self, columns: &[&'static str]) -> Result<Listing, Problem> {
        Listing::parse(self.q.as_deref(), self.order.as_deref(), self.limit, self.offset, columns)
            .map_err(|_| Problem::invalid("order", "invalid"))
    }
}
