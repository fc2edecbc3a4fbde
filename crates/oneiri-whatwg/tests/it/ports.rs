//! The default ports of the Standard are those of the schemes' own specifications, so the two tables must agree.

use oneiri::registry::Registry;

#[test]
fn special_schemes_have_the_ports_of_the_registry() {
    for scheme in ["ftp", "http", "https", "ws", "wss"] {
        let port = oneiri_whatwg::default_port(scheme);
        assert!(port.is_some());
        assert_eq!(port, Registry::default().rules(scheme).default_port);
    }
    assert_eq!(oneiri_whatwg::default_port("file"), None);
}
