//! Names beyond ASCII: ordinary ones are admitted, and those that look like others are denied.

use oneiri_policy::Policy;

#[test]
fn ordinary_names_are_admitted_and_look_alikes_are_denied() {
    let ordinary = "рос.рф яндекс.рф münchen.de MÜNCHEN.de faß.de straße.example 例え.jp 日本語.jp ドメイン.jp 한국.kr \
         삼성.한국 中国.cn 台灣.tw hello中国.cn ελλάδα.gr հայ.հայ საქართველო.გე भारत.in xn--e1axd.xn--p1ai";
    let look_alikes = "аррӏе.com xn--80ak6aa92e.com www.аррӏе.com рос.com pаypal.com αpple.com ɡoogle.com wıkı.org \
         goo·gle.com exampleノx.com";
    for preset in ["ssrf", "agent"] {
        let toml = format!("extends = \"{preset}\"\n[[allow]]\nscheme = \"https\"\nhost = \"*\"\n");
        let policy = Policy::compile(&toml).unwrap();
        for host in ordinary.split_whitespace() {
            let text = format!("https://{host}/");
            assert!(policy.check(&text).is_allowed(), "{preset}: {:?}", policy.check(&text));
        }
        for host in look_alikes.split_whitespace() {
            let text = format!("https://{host}/");
            let decision = policy.check(&text);
            let codes = ["confusable-host", "mixed-script-host"];
            let named = |code: &str| codes.contains(&code);
            assert!(decision.reasons().iter().any(|it| named(it.code.as_str())), "{preset} {host}");
        }
    }
}
