//! Whereto webhooks may be sent: addresses that anybody on the internet can reach, by HTTPS, unless the operator allows others. A service
//! that sent elsewhere would lend its place in a network to whoever may write roles.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::http::Uri;

/// An address that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::server) struct Address {
    pub(in crate::server) is_tls: bool,
    /// A name, or an IP address without brackets.
    pub(in crate::server) host: String,
    pub(in crate::server) port: u16,
    /// For the header `Host`.
    pub(in crate::server) authority: String,
    pub(in crate::server) path: String,
}

impl Address {
    /// Reads an address; the error says what is expected.
    pub(in crate::server) fn read(url: &str, allow_private: bool) -> Result<Self, String> {
        let expected = if allow_private { "an http or https URL" } else { "an https URL" };
        let refused = || {
            format!(
                "this is no address that messages can be sent to; expected {expected} such as https://ats.example/hook"
            )
        };
        let uri: Uri = url.parse().map_err(|_| refused())?;
        let is_tls = match uri.scheme_str() {
            Some("https") => true,
            Some("http") if allow_private => false,
            _ => return Err(refused()),
        };
        let authority = uri.authority().filter(|authority| !authority.as_str().contains('@')).ok_or_else(refused)?;
        // The parser leaves it out without a word.
        if url.contains('#') {
            return Err(refused());
        }
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_owned();
        if host.is_empty() || authority.port().is_some_and(|port| port.as_u16() == 0) {
            return Err(refused());
        }
        if !allow_private && host.parse().is_ok_and(|ip| !is_public(ip)) {
            return Err(
                "this is an address of a private network; expected one that is reached over the internet".to_owned()
            );
        }
        Ok(Self {
            is_tls,
            host,
            port: authority.port_u16().unwrap_or(if is_tls { 443 } else { 80 }),
            authority: authority.to_string(),
            path: uri.path_and_query().map_or_else(|| "/".to_owned(), ToString::to_string),
        })
    }
}

/// Whether an address is one of the internet: no loopback, private, link-local, shared, reserved or multicast one, in whatever form, and so
/// none of the metadata of a cloud. After the special-purpose registries of IANA.
pub(super) fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let is_special = match (a, b, c) {
        // This network, loopback, multicast, reserved and broadcast;
        (0 | 127 | 224..=255, ..)
        // shared by carriers; the protocol assignments of IETF; relays of 6to4; benchmarks; documentation.
        | (100, 64..=127, _)
        | (192, 0, 0 | 2)
        | (192, 88, 99)
        | (198, 18..=19, _)
        | (198, 51, 100)
        | (203, 0, 113) => true,
        _ => ip.is_private() || ip.is_link_local(),
    };
    !is_special
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    if let Some(embedded) = ip.to_ipv4_mapped() {
        return is_public_v4(embedded);
    }
    let [first, second, ..] = ip.segments();
    // What is given to the internet is 2000::/3; without protocol assignments with Teredo, documentation, and 6to4, in which any
    // other address can be written.
    let is_special = match first {
        0x2001 => second < 0x0200 || second == 0x0db8,
        0x2002 | 0x3fff => true,
        _ => false,
    };
    (0x2000..0x4000).contains(&first) && !is_special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_internet_is_sent_to() {
        for public in ["1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.32.0.1", "192.169.0.1", "198.20.0.1"]
        {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for public in ["2606:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8", "2001:4860:4860::8888"] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        for private in [
            "0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.9.9.9", "169.254.169.254", "172.16.0.1",
            "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.1.1", "192.88.99.1", "198.18.0.1", "198.51.100.1",
            "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1",
            "::ffff:169.254.169.254", "::127.0.0.1", "64:ff9b::7f00:1", "fc00::1", "fd00:ec2::254", "fe80::1",
            "ff02::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "100::1", "5f00::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
    }

    #[test]
    fn addresses_are_read_whole_or_refused() {
        let read = |url: &str, allow_private| Address::read(url, allow_private);
        let found = read("https://ats.example/hook?of=r-1", false).unwrap();
        assert_eq!((found.is_tls, found.host.as_str(), found.port), (true, "ats.example", 443));
        assert_eq!((found.authority.as_str(), found.path.as_str()), ("ats.example", "/hook?of=r-1"));
        let found = read("http://[::1]:8080", true).unwrap();
        assert_eq!((found.host.as_str(), found.port, found.path.as_str()), ("::1", 8080, "/"));
        for bad in [
            "", "ats.example", "http://ats.example", "ftp://ats.example", "https://user@ats.example",
            "https://127.0.0.1/", "https://[::1]/", "https://169.254.169.254/latest/meta-data",
            "https://ats.example/#x", "https://ats.example:0/", "https://", "https:///x", "/hook", "https://a b/",
        ] {
            let error = read(bad, false).unwrap_err();
            assert!(error.contains("; expected "), "{bad}: {error}");
        }
        assert!(read("http://127.0.0.1:1/", true).is_ok());
    }
}
