//! The origin of a request, as coarse as the limits need it.

use std::net::IpAddr;

/// An IPv4 address, or the /64 that one IPv6 customer has. Requests without an address share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller(pub IpAddr);
