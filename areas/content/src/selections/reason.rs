//! Why an entry of a batch stays as it is.

use rest::Problem;

use crate::Error;

/// The code of the problem.
pub(super) fn reason(error: Error) -> &'static str {
    Problem::from(error).code()
}
