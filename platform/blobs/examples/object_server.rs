//! The tests' store of objects as a program of its own, for journeys in a browser. It prints its address, and ends with
//! its input.

use std::io::{Read, Write, stdin, stdout};

use vitrine_blobs::testing::object_server::ObjectServer;

fn main() -> std::io::Result<()> {
    let server = ObjectServer::start();
    let mut out = stdout();
    writeln!(out, "The store is at {}", server.url())?;
    out.flush()?;
    stdin().read_to_end(&mut Vec::new()).map(drop)
}
