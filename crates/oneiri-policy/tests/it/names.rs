//! Hosts that are not on the public internet, whatever the rules say of all hosts.

use oneiri_policy::Policy;

/// A policy for webhooks, as the guide has it: all public hosts, and no preset.
const WEBHOOKS: &str = "addresses = \"public\"\n[[allow]]\nscheme = \"https\"\nhost = \"*\"\nport = [443, 8443]\n";

const NOT_PUBLIC: &str = "168.63.129.16 [::ffff:168.63.129.16] [64:ff9b::a83f:8110] localhost4.localdomain4 \
     localhost6.localdomain6 a.localdomain6 kubernetes.default kubernetes.default.svc x.y.svc \
     kubernetes.default.svc.cluster.local metadata.google.internal metadata.goog api.metadata.cloud.ibm.com \
     metadata.tencentyun.com make-1.2.3.4-rebind-127.0.0.1-rr.1u.ms 7f000001.c0a80001.rbndr.us local.gd fuf.me \
     localho.st lvh.me 127.0.0.1.nip.io 127-0-0-1.sslip.io localtest.me a.vcap.me lacolhost.com 10.0.0.1.xip.io \
     LOCAL.GD a.FUF.me printer.local x.home.arpa db.internal";

#[test]
fn hosts_that_are_not_public_need_a_rule_that_names_them() {
    let policies = [WEBHOOKS, "extends = \"ssrf\""].map(|toml| Policy::compile(toml).unwrap());
    for host in NOT_PUBLIC.split_whitespace() {
        for policy in &policies {
            assert!(!policy.check(&format!("https://{host}/")).is_allowed(), "{host}");
        }
    }
    for host in ["example.com", "168.63.129.15", "cloud.ibm.com", "snip.io", "mylocalhost.io"] {
        for policy in &policies {
            assert!(policy.check(&format!("https://{host}/")).is_allowed(), "{host}");
        }
    }
}

#[test]
fn a_rule_admits_a_host_that_it_names() {
    for host in ["lvh.me", "kubernetes.default.svc", "168.63.129.16", "127.0.0.1.nip.io"] {
        let toml = format!("[[allow]]\nscheme = \"https\"\nhost = \"{host}\"\n");
        let policy = Policy::compile(&toml).unwrap();
        assert!(policy.check(&format!("https://{host}/")).is_allowed(), "{host}");
        let denied = policy.check(&format!("https://{host}:8080/")).into_result().unwrap_err();
        let end = "; a rule that names the host and matches the rest, such as the port 8080, admits it";
        assert!(denied.to_string().ends_with(end), "{denied}");
    }
}

/// A public name that leads to the address is found out when it is resolved.
#[test]
fn names_that_lead_to_the_platform_of_azure() {
    let policy = Policy::compile(WEBHOOKS).unwrap();
    let checked = policy.check("https://example.com/").allowed().unwrap();
    assert!(!checked.admits([168, 63, 129, 16].into()));
    assert!(checked.admits([168, 63, 129, 17].into()));
}
