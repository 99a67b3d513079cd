//! Why TLS to PostgreSQL could not begin.

use std::error::Error as _;
use std::io;

use tokio_rustls::rustls::{CertificateError, Error as TlsError};

/// Whether a certificate is another host's.
pub(crate) fn is_about_name(error: &CertificateError) -> bool {
    matches!(error, CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. })
}

/// What the driver says when TLS could not begin.
const FAILED: &str = "error performing TLS handshake";

/// Whether TLS could not begin.
pub(crate) fn has_failed(error: &postgres::Error) -> bool {
    error.to_string().starts_with(FAILED)
}

/// Explains why TLS could not begin, for the person who wrote the address.
pub(crate) fn why(error: &postgres::Error) -> Option<String> {
    if !has_failed(error) {
        return None;
    }
    let cause = error.source()?;
    let Some(of_tls) = cause.downcast_ref::<io::Error>().and_then(|error| error.get_ref()?.downcast_ref()) else {
        let no_tls = "the database's server offers no TLS, which sslmode demands";
        let refused = cause.to_string() == "server does not support TLS";
        return Some(if refused { no_tls.to_owned() } else { format!("TLS to the database: {cause}") });
    };
    Some(match of_tls {
        TlsError::InvalidCertificate(CertificateError::UnknownIssuer) => {
            "the certificate of the database's server is from nobody who is trusted; sslrootcert names a file of whom to \
             trust"
                .to_owned()
        }
        TlsError::InvalidCertificate(error) if is_about_name(error) => {
            format!("the certificate of the database's server is another host's: {error}")
        }
        TlsError::InvalidCertificate(error) => format!("the certificate of the database's server: {error}"),
        other => format!("TLS to the database: {other}"),
    })
}
