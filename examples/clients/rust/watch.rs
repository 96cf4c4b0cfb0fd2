//! Talks to a running combined. Written from Protocol/README.md alone, with nothing but what comes with Rust.
//!
//!     watch watch PATH...            prints every change, one line each; the daemon may come and go
//!     watch call METHOD [PARAMS]     prints the result of one request
mod json;
use json::Json;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader, Error, Result, Write};
use std::os::unix::{fs::MetadataExt, net::UnixStream};
use std::{env, process::exit, thread::sleep, time::Duration};

fn fail(text: &str) -> ! {
    eprintln!("{text}");
    exit(1)
}

fn connect() -> Result<UnixStream> {
    let given = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    UnixStream::connect(given("COMBINED_SOCKET").unwrap_or_else(|| match given("XDG_RUNTIME_DIR") {
        Some(folder) => folder + "/combined/sock",
        None => {
            let user = std::fs::metadata("/proc/self").map_or(0, |own| own.uid());
            format!("{}/combined-{user}/sock", given("TMPDIR").unwrap_or("/tmp".into()))
        }
    }))
}

fn send(mut connection: &UnixStream, members: &str) -> Result<()> {
    connection.write_all(format!("{{\"jsonrpc\":\"2.0\",{members}}}\n").as_bytes())
}

/// The next message. The end of the connection, half a line before it and what is not JSON are errors.
fn next(lines: &mut BufReader<&UnixStream>) -> Result<Json> {
    let mut line = Vec::new();
    lines.read_until(b'\n', &mut line)?;
    let text = std::str::from_utf8(&line).ok().filter(|text| text.ends_with('\n'));
    text.and_then(Json::parse).ok_or(Error::other("the connection was lost"))
}

fn complain(error: &Json) -> ! {
    let data = &error["data"];
    fail(&format!("{}: {} {}", data["kind"].text(), error["message"].text(), data["hint"].text()))
}

fn call(method: &str, params: &str) -> Result<()> {
    let connection = connect()?;
    send(&connection, &format!(r#""id":1,"method":{},"params":{params}"#, Json::Text(method.into())))?;
    let mut lines = BufReader::new(&connection);
    loop {
        let message = next(&mut lines)?;
        match (message.member("method"), message["id"].number(), message.member("error")) {
            (None, 1, Some(error)) => complain(error),
            (None, 1, None) => return Ok(println!("{}", message["result"])),
            _ => continue,
        }
    }
}

/// One connection. Returns when another is to be made; `place` is where to resume, `attempt` how often that has failed.
fn watch(connection: &UnixStream, open: &str, place: &mut String, attempt: &mut u32) -> Result<()> {
    let hello = r#""protocols":["1"],"client":{"name":"watch.rs"},"features":["parts"]"#;
    let open = |place: &str| send(connection, &format!(r#""id":2,"method":"sub.open","params":{{{open}{place}}}"#));
    send(connection, &format!(r#""id":1,"method":"session.hello","params":{{{hello}}}"#))?;
    open(place)?;
    let (mut lines, mut epoch, mut n, mut pieces) = (BufReader::new(connection), String::new(), 0, String::new());
    loop {
        let message = next(&mut lines)?;
        let (id, mut event) = (&message["id"], message["params"].clone());
        match (message["method"].text(), message.member("error")) {
            ("", Some(error)) if ["1", "2"].contains(&&*id.to_string()) => match error["data"]["retry"].text() {
                "now" | "later" => return Ok(()),
                _ => complain(error),
            },
            ("", None) if id.number() == 1 => (epoch, *attempt) = (message["result"]["epoch"].to_string(), 0),
            ("session.ping", _) => send(connection, &format!(r#""id":{id},"result":{event}"#))?,
            ("session.notice", _) => tell(&event),
            ("sub.event", _) if event["sub"].text() == "main" => {
                n += 1;
                if event["n"].number() != n {
                    return Ok(());
                }
                if event["type"].text() == "part" {
                    pieces += event["text"].text();
                    if event["part"] != event["parts"] {
                        continue;
                    }
                    event = Json::parse(&std::mem::take(&mut pieces)).unwrap_or(event);
                }
                tell(&event);
                match (event["type"].text(), event["reason"].text()) {
                    ("change", _) if place.is_empty() => {}
                    ("ready" | "change" | "progress", _) => {
                        *place = format!(r#","from":{{"epoch":{epoch},"rev":{}}}"#, event["rev"])
                    }
                    ("end", "slow" | "shutdown") => *place = format!(r#","from":{}"#, event["resume"]),
                    ("end" | "complete" | "failed", _) => exit(0),
                    _ => {}
                }
                if event["reason"].text() == "slow" && event["type"].text() == "end" {
                    n = 0;
                    open(place)?;
                }
            }
            ("" | "sub.event", _) => {}
            (_, _) => {
                if message.member("id").is_some() {
                    send(connection, &format!(r#""id":{id},"error":{{"code":-32601,"message":"No such method."}}"#))?;
                }
            }
        }
    }
}

/// What an event or a notice says, a line each. New types come without a new version: they say nothing.
fn tell(event: &Json) {
    let values = |entries: &Json| {
        for entry in entries.elements() {
            match entry.member("value") {
                Some(value) => println!("{} = {value}", entry["path"].text()),
                None => println!("{} removed", entry["path"].text()),
            }
        }
    };
    match event["type"].text() {
        "snapshot" => values(&event["entries"]),
        "change" => values(&event["changes"]),
        "ready" => println!("# ready {}", event["rev"]),
        "gap" => println!("# gap {} {} {}", event["reason"].text(), event["from"], event["to"]),
        "end" => println!("# end {}", event["reason"].text()),
        "failed" => println!("# failed {}", event["error"]["message"].text()),
        "print" => println!("# print {}", event["text"].text()),
        word @ ("complete" | "shutdown") => println!("# {word}"),
        _ => {}
    }
}

fn main() {
    let words: Vec<String> = env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["call", method] => call(method, "{}").unwrap_or_else(|error| fail(&error.to_string())),
        ["call", method, params] => call(method, params).unwrap_or_else(|error| fail(&error.to_string())),
        ["watch", _, ..] => {}
        _ => fail("watch PATH... or call METHOD [PARAMS]"),
    }
    if words[0] == "call" {
        return;
    }
    let paths = Json::List(words[1..].iter().map(|path| Json::Text(path.clone())).collect());
    let (mut place, mut attempt) = (String::new(), 0);
    loop {
        if let Ok(connection) = connect() {
            _ = watch(&connection, &format!(r#""sub":"main","paths":{paths}"#), &mut place, &mut attempt);
            println!("# lost");
        }
        // 50 ms, 100 ms, ... 5 s, and a random part of that, so that many clients do not come back at once.
        let pause = (50 << attempt.min(7)).min(5000);
        attempt += 1;
        sleep(Duration::from_millis(RandomState::new().hash_one(attempt) % pause));
    }
}
