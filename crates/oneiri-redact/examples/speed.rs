//! How fast logs are redacted: `cargo run --release -p oneiri-redact --features std --example speed [FILE]`.

use std::time::Instant;

use oneiri_redact::Redactor;

const PLAIN: &str = r#"2026-01-02T03:04:05.678Z INFO [worker-3] app.jobs: job 8123 (resize) done in 31 ms; queue=images retries=0 user="ada" path=/srv/a/b.png
192.0.2.7 - - [10/Oct/2025:13:55:36 +0000] "GET /index.html HTTP/1.1" 200 2326 "-" "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101"
"#;
const URLS: &str = r#"192.0.2.7 - - [10/Oct/2025:13:55:36 +0000] "GET /cb?code=SplxlOBeZQQ&state=af0ifjsldkj&page=2 HTTP/1.1" 302 0 "https://ada:pw@h/?a=1"
"#;

fn main() {
    let texts = match std::env::args().nth(1).map(std::fs::read) {
        Some(Ok(text)) => vec![("FILE", text)],
        Some(Err(error)) => return eprintln!("{error}"),
        None => vec![("no URL", PLAIN.repeat(200_000).into()), ("URLs with secrets", URLS.repeat(200_000).into())],
    };
    for (name, text) in texts {
        let best = (0..5).map(|_| {
            let (redactor, mut written, start) = (Redactor::new(), 0, Instant::now());
            let mut stream = redactor.stream();
            text.chunks(1 << 16).for_each(|piece| stream.push(piece, &mut |out| written += out.len()));
            stream.finish(&mut |out| written += out.len());
            (start.elapsed().as_secs_f64(), written)
        });
        let (seconds, written) = best.fold((f64::MAX, 0), |a, b| if b.0 < a.0 { b } else { a });
        let speed = text.len() as f64 / seconds / 1e9;
        println!("{name}: {} bytes in, {written} out, {speed:.2} GB/s", text.len());
    }
}
