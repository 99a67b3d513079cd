//! Columns that hold one of a few codes, read as the kind that each stands for.

use primitives::{Application, NodeKind, NodeRole};

/// `db::code!(NodeState)`: its `from_code` knows the numbers of a column.
#[macro_export]
macro_rules! code {
    ($($kind:ident),+ $(,)?) => {$(
        impl $crate::Column for $kind {
            fn read(row: &$crate::Row<'_>, index: usize) -> $crate::Result<Self> {
                let code = row.get(index)?;
                $kind::from_code(code).ok_or_else(|| {
                    $crate::Error::Broken(::std::format!("{code} is no {}", ::std::stringify!($kind)))
                })
            }
        }
    )+};
}
code!(NodeKind, NodeRole, Application);

/// As `code!`, where the codes are words.
#[macro_export]
macro_rules! word {
    ($($kind:ident),+ $(,)?) => {$(
        impl $crate::Column for $kind {
            fn read(row: &$crate::Row<'_>, index: usize) -> $crate::Result<Self> {
                let code = row.text(index)?;
                $kind::from_code(code).ok_or_else(|| {
                    $crate::Error::Broken(::std::format!("{code} is no {}", ::std::stringify!($kind)))
                })
            }
        }
    )+};
}
