//! Tickets of uploads.

/// Only a hash of the ticket is kept.
pub(crate) fn ticket_hash(ticket: &str) -> String {
    blake3::hash(ticket.as_bytes()).to_hex().to_string()
}
