//! The names in an address become IP addresses here. The driver would ask the C library, whose way to look names up
//! cannot be part of a static program.

use std::net::{IpAddr, SocketAddr};

use postgres::Config;
use postgres::config::Host;

use crate::{Error, Result};

const USUAL_PORT: u16 = 5432;

/// The same address with the IP addresses that its names have now. A host without any is left out while another has
/// some: the name of a stopped server may be gone. The names stay, since certificates are checked against them.
pub(crate) fn looked_up(config: &Config) -> Result<Config> {
    let names: Option<Vec<_>> = config.get_hosts().iter().map(name).collect();
    let names = names.filter(|names| config.get_hostaddrs().is_empty() && names.iter().any(|name| !is_address(name)));
    // With a Unix socket among the hosts none can have an IP address.
    let Some(names) = names else { return Ok(config.clone()) };
    let mut found = without_hosts(config);
    let mut first = None;
    for (name, port) in names.iter().zip(ports(config)) {
        match resolve(name, port) {
            Ok(addresses) => addresses.iter().for_each(|address| add(&mut found, name, *address)),
            Err(error) => first = first.or(Some(Error::Unavailable(format!("{name}: {error}")))),
        }
    }
    match first {
        Some(error) if found.get_hosts().is_empty() => Err(error),
        _ => Ok(found),
    }
}

fn name(host: &Host) -> Option<&str> {
    match host {
        Host::Tcp(name) => Some(name),
        Host::Unix(_) => None,
    }
}

fn is_address(name: &str) -> bool {
    name.parse::<IpAddr>().is_ok()
}

/// The port of each host: each has its own, or one is for all.
fn ports(config: &Config) -> impl Iterator<Item = u16> {
    let all = config.get_ports();
    let rest = all.first().copied().unwrap_or(USUAL_PORT);
    all.iter().copied().chain(std::iter::repeat(rest))
}

fn add(config: &mut Config, name: &str, address: SocketAddr) {
    config.host(name).hostaddr(address.ip()).port(address.port());
}

/// Connecting blocks its thread, which is none of the runtime's.
fn resolve(name: &str, port: u16) -> std::io::Result<Vec<SocketAddr>> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(names::resolve(name, port))
}

/// Everything but hosts, their addresses and ports. The driver's configuration can only be added to.
fn without_hosts(config: &Config) -> Config {
    let mut copy = Config::new();
    config.get_user().map(|user| copy.user(user));
    config.get_password().map(|password| copy.password(password));
    config.get_dbname().map(|name| copy.dbname(name));
    config.get_options().map(|options| copy.options(options));
    config.get_application_name().map(|name| copy.application_name(name));
    config.get_connect_timeout().map(|limit| copy.connect_timeout(*limit));
    config.get_tcp_user_timeout().map(|limit| copy.tcp_user_timeout(*limit));
    config.get_keepalives_interval().map(|interval| copy.keepalives_interval(interval));
    config.get_keepalives_retries().map(|retries| copy.keepalives_retries(retries));
    copy.ssl_mode(config.get_ssl_mode())
        .ssl_negotiation(config.get_ssl_negotiation())
        .keepalives(config.get_keepalives())
        .keepalives_idle(config.get_keepalives_idle())
        .target_session_attrs(config.get_target_session_attrs())
        .channel_binding(config.get_channel_binding())
        .load_balance_hosts(config.get_load_balance_hosts());
    copy
}

#[cfg(test)]
mod tests {
    use postgres::Config;

    use super::looked_up;

    /// The options of the address `before` that are not its hosts.
    const OPTIONS: &str = "user=ana password=secret dbname=lume options='-c a=b' application_name=app sslmode=require \
                           sslnegotiation=direct connect_timeout=3 tcp_user_timeout=4 keepalives=0 keepalives_idle=5 \
                           keepalives_interval=6 keepalives_retries=7 target_session_attrs=read-write \
                           channel_binding=require load_balance_hosts=random";

    fn told(before: &str) -> String {
        let config: Config = format!("{before} {OPTIONS}").parse().unwrap();
        format!("{:?}", looked_up(&config).unwrap())
    }

    fn read(after: &str) -> String {
        format!("{:?}", format!("{after} {OPTIONS}").parse::<Config>().unwrap())
    }

    #[test]
    fn names_get_their_addresses_and_nothing_else_changes() {
        let here = "host=db.localhost,db.localhost hostaddr=127.0.0.1,::1 port=5432,5432";
        assert_eq!(told("host=db.localhost"), read(here));
        assert_eq!(
            told("host=db.localhost,192.0.2.1 port=6432,6433"),
            read("host=db.localhost,db.localhost,192.0.2.1 hostaddr=127.0.0.1,::1,192.0.2.1 port=6432,6432,6433",)
        );
    }

    #[test]
    fn addresses_and_sockets_are_not_looked_up() {
        for address in ["host=192.0.2.1,2001:db8::1 port=6432", "host=db.example hostaddr=192.0.2.1", "host=/run/pg"] {
            assert_eq!(told(address), read(address), "{address}");
        }
    }

    #[test]
    fn a_name_without_an_address_is_an_error_only_if_no_other_has_one() {
        let nowhere = "nowhere.localdomain.invalid";
        let only = format!("host={nowhere} user=ana").parse().unwrap();
        let error = looked_up(&only).err().unwrap().to_string();
        assert!(error.contains(nowhere), "{error}");
        assert_eq!(
            told(&format!("host={nowhere},db.localhost port=6432")),
            read("host=db.localhost,db.localhost hostaddr=127.0.0.1,::1 port=6432,6432"),
        );
    }
}
