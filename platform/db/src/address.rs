//! The address of a PostgreSQL database, as libpq's users write it. The driver knows neither the options about
//! certificates nor the modes that verify them, so these are taken out before it reads the rest.

use std::net::IpAddr;

use percent_encoding::percent_decode_str;
use postgres::Config;
use postgres::config::{Host, SslMode};

use crate::Result;
use crate::error::{said, wrong};
use crate::tls::{Mode, TlsOptions};

/// One option of an address with its value, and the text that it was read from.
struct Part<'a> {
    name: &'a str,
    value: String,
    text: &'a str,
}

/// The driver's part of an address, and what it says about TLS.
pub(crate) fn parse(address: &str) -> Result<(Config, TlsOptions)> {
    let (mut rest, options) =
        if address.contains("://") { of_url(address)? } else { (String::new(), of_pairs(address)?) };
    let mut tls = TlsOptions::default();
    let mut kept = Vec::new();
    for option in options {
        if !tls.take(option.name, &option.value)? {
            kept.push(option.text);
        }
    }
    match rest.is_empty() {
        true => rest = kept.join(" "),
        false if !kept.is_empty() => rest = format!("{rest}?{}", kept.join("&")),
        false => {}
    }
    let mut config: Config = rest.parse().map_err(|error| wrong(&said(&error)))?;
    let tls = tls.checked()?;
    refuse_parts_of_passwords(&config)?;
    name_hosts(&mut config);
    config.ssl_mode(match tls.mode {
        _ if is_local(&config) => SslMode::Disable,
        Mode::Disable => SslMode::Disable,
        Mode::Prefer => SslMode::Prefer,
        Mode::Require | Mode::VerifyCa | Mode::VerifyFull => SslMode::Require,
    });
    Ok((config, tls))
}

/// What follows an `@` in a password would be the host, and be named in errors.
fn refuse_parts_of_passwords(config: &Config) -> Result<()> {
    let is_cut = |host: &Host| matches!(host, Host::Tcp(name) if name.contains('@'));
    match config.get_hosts().iter().any(is_cut) {
        true => Err(wrong("@ in a name or a password is written %40")),
        false => Ok(()),
    }
}

/// PostgreSQL has no TLS on Unix sockets.
fn is_local(config: &Config) -> bool {
    let hosts = config.get_hosts();
    !hosts.is_empty() && hosts.iter().all(|host| matches!(host, Host::Unix(_)))
}

/// A certificate is checked against the host's name, which is the IP address where only that is given.
fn name_hosts(config: &mut Config) {
    if config.get_hosts().is_empty() {
        let addresses: Vec<IpAddr> = config.get_hostaddrs().to_vec();
        for address in addresses {
            config.host(&address.to_string());
        }
    }
}

/// The part before `?`, and the options after it. A password may contain a `?`.
fn of_url(url: &str) -> Result<(String, Vec<Part<'_>>)> {
    let after_account = url.find('@').unwrap_or(0);
    let Some(mark) = url[after_account..].find('?') else { return Ok((url.to_owned(), Vec::new())) };
    let (before, query) = url.split_at(after_account + mark);
    let options = query[1..].split('&').filter(|text| !text.is_empty()).map(|text| {
        let (name, value) = text.split_once('=').ok_or_else(|| wrong("an option has no value"))?;
        let value = percent_decode_str(value).decode_utf8().map_err(|_| wrong(&format!("{name} is no text")))?;
        Ok(Part { name, value: value.into_owned(), text })
    });
    Ok((before.to_owned(), options.collect::<Result<_>>()?))
}

/// The options of `host=… user='…'`.
fn of_pairs(pairs: &str) -> Result<Vec<Part<'_>>> {
    let mut options = Vec::new();
    let mut left = pairs.trim_start();
    while !left.is_empty() {
        let (name, after) = left.split_once('=').ok_or_else(|| wrong("an option has no value"))?;
        let written = after.trim_start();
        let (value, end) = value_of(written)?;
        let length = left.len() - written.len() + end;
        options.push(Part { name: name.trim_end(), value, text: &left[..length] });
        left = left[length..].trim_start();
    }
    Ok(options)
}

/// The value that `text` begins with, and where it ends: quoted, or up to a blank; `\` takes the next letter as it is.
fn value_of(text: &str) -> Result<(String, usize)> {
    let is_quoted = text.starts_with('\'');
    let (mut value, mut is_escaped) = (String::new(), false);
    for (place, letter) in text.char_indices().skip(usize::from(is_quoted)) {
        match letter {
            _ if is_escaped => (is_escaped, _) = (false, value.push(letter)),
            '\\' => is_escaped = true,
            '\'' if is_quoted => return Ok((value, place + 1)),
            letter if !is_quoted && letter.is_whitespace() => return Ok((value, place)),
            letter => value.push(letter),
        }
    }
    if is_quoted { Err(wrong("a quote is not closed")) } else { Ok((value, text.len())) }
}

#[cfg(test)]
mod tests {
    use postgres::config::SslMode;

    use super::parse;
    use crate::tls::Mode;

    #[test]
    fn options_about_tls_are_read_from_both_ways_to_write_an_address() {
        for address in [
            "postgres://ana:ge%3Fh%40im@db.example:6432/lume?sslmode=verify-full&sslrootcert=/ca%20s/ca.pem&connect_timeout=3",
            "host=db.example port = 6432 user=ana password='ge?h@im' sslmode=verify-full sslrootcert = '/ca s/ca.pem' \
             dbname=lume connect_timeout=3",
        ] {
            let (config, tls) = parse(address).unwrap();
            assert_eq!((config.get_dbname(), config.get_user()), (Some("lume"), Some("ana")));
            assert_eq!((config.get_password(), config.get_ports()), (Some(&b"ge?h@im"[..]), &[6432][..]));
            assert_eq!(config.get_connect_timeout().map(std::time::Duration::as_secs), Some(3));
            assert_eq!((config.get_ssl_mode(), tls.mode), (SslMode::Require, Mode::VerifyFull));
            assert_eq!(tls.authorities.unwrap().to_str(), Some("/ca s/ca.pem"));
        }
    }

    #[test]
    fn the_tls_mode_follows_from_an_address_as_in_libpq() {
        for (options, mode) in [
            ("", Mode::Prefer),
            ("sslmode=disable", Mode::Disable),
            ("sslmode=require", Mode::Require),
            ("sslmode=require sslrootcert=ca.pem", Mode::VerifyCa),
            ("sslmode=verify-ca", Mode::VerifyCa),
            ("sslrootcert=system", Mode::VerifyFull),
            ("sslmode=verify-full sslrootcert=system", Mode::VerifyFull),
        ] {
            assert_eq!(parse(&format!("host=db.example {options}")).unwrap().1.mode, mode, "{options}");
        }
        let (local, _) = parse("host=/run/postgresql sslmode=require").unwrap();
        assert_eq!(local.get_ssl_mode(), SslMode::Disable);
        let (numbered, _) = parse("hostaddr=10.0.0.7 sslmode=require").unwrap();
        assert_eq!(numbered.get_hosts().len(), 1);
    }

    #[test]
    fn the_error_for_a_wrong_address_contains_no_password() {
        for (options, reason) in [
            ("sslmode=verify", "sslmode is disable, prefer, require, verify-ca or verify-full, not \"verify\""),
            ("sslmode=require&sslrootcert=system", "sslrootcert=system needs sslmode=verify-full"),
            ("sslcert=a.pem", "sslcert and sslkey belong together"),
            ("sslcrl=a.pem", "unknown option `sslcrl`"),
            ("sslmode", "an option has no value"),
        ] {
            let told = parse(&format!("postgres://ana:geheim@db.example/lume?{options}")).unwrap_err().to_string();
            assert!(told.contains(reason) && !told.contains("geheim"), "{told}");
        }
        let told = parse("postgres://ana:ge@heim@db.example/lume").unwrap_err().to_string();
        assert!(told.contains("%40") && !told.contains("heim"), "{told}");
    }
}
