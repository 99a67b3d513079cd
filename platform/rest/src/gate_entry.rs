//! The list of routes with their gates.

use authz::Gate;
use utoipa::openapi::path::Paths;

/// A route and its gate, for `docs/reference/gates.md` and the sweep.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GateEntry {
    pub path: String,
    pub method: String,
    pub operation: String,
    pub gate: String,
    /// It reads or writes stored files.
    pub of_files: bool,
    /// The program can carry it out as somebody.
    pub is_operation: bool,
}

/// The operations of `paths`, all behind `gate`.
pub(crate) fn described(paths: &Paths, gate: Gate) -> Vec<GateEntry> {
    let mut entries = Vec::new();
    for (path, item) in &paths.paths {
        let methods = [
            ("GET", &item.get),
            ("POST", &item.post),
            ("PUT", &item.put),
            ("PATCH", &item.patch),
            ("DELETE", &item.delete),
            ("HEAD", &item.head),
            ("OPTIONS", &item.options),
        ];
        for (method, operation) in methods {
            let Some(operation) = operation else { continue };
            entries.push(GateEntry {
                path: path.clone(),
                method: method.into(),
                operation: operation.operation_id.clone().unwrap_or_default(),
                gate: gate.to_string(),
                of_files: false,
                is_operation: false,
            });
        }
    }
    entries
}

/// `docs/reference/gates.md`.
pub fn gates_reference(gates: &[GateEntry]) -> String {
    let mut page = String::from(
        "# Gates\n\nWhat stands before every route. Written by `make generate` from the router; do not edit.\n\n\
         | method | path | operation | gate |\n|---|---|---|---|\n",
    );
    for entry in gates {
        page += &format!("| {} | `{}` | {} | {} |\n", entry.method, entry.path, entry.operation, entry.gate);
    }
    page
}
