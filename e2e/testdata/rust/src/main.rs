//! Verifies a delivery with the Standard Webhooks library for Rust: standard input is {"secret", "headers", "body"}; the status says whether
//! the library accepts it.

use std::io::Read;
use std::process::ExitCode;

use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;
use standardwebhooks::Webhook;

fn main() -> ExitCode {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("standard input");
    let delivery: Value = serde_json::from_str(&text).expect("a delivery");
    let mut headers = HeaderMap::new();
    for (name, value) in delivery["headers"].as_object().expect("headers") {
        headers.insert(
            HeaderName::from_bytes(name.as_bytes()).expect("a name"),
            HeaderValue::from_str(value.as_str().expect("a text")).expect("a value"),
        );
    }
    let webhook = Webhook::new(delivery["secret"].as_str().expect("a secret")).expect("a secret");
    match webhook.verify(delivery["body"].as_str().expect("a body").as_bytes(), &headers) {
        Ok(()) => ExitCode::SUCCESS,
        Err(refusal) => {
            eprintln!("{refusal}");
            ExitCode::FAILURE
        }
    }
}
