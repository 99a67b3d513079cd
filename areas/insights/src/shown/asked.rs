//! What is asked for.

use serde::Deserialize;

use crate::days::Period;

/// The last days, today included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum InsightsPeriod {
    /// 7 days.
    Week,
    /// 30 days.
    #[default]
    Month,
    /// 90 days.
    Quarter,
    /// 365 days.
    Year,
}

impl InsightsPeriod {
    pub fn period(self) -> Period {
        let [week, month, quarter, year] = Period::ALL;
        match self {
            Self::Week => week,
            Self::Month => month,
            Self::Quarter => quarter,
            Self::Year => year,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PeriodQuery {
    /// The last 7, 30, 90 or 365 days, in UTC and today included; 30 if it is not given.
    #[param(inline)]
    period: Option<InsightsPeriod>,
}

impl PeriodQuery {
    pub fn period(self) -> Period {
        self.period.unwrap_or_default().period()
    }
}

/// What people did with entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum InsightsUse {
    /// They opened them.
    #[default]
    Views,
    /// They fetched them.
    Downloads,
    /// They made links to them.
    Shares,
}

impl InsightsUse {
    /// As the table of sums knows it.
    pub fn code(self) -> i64 {
        match self {
            Self::Views => 0,
            Self::Downloads => 1,
            Self::Shares => 2,
        }
    }
}
