//! JSON, as far as a client needs it. Numbers and the three words stay as they are written.
use std::fmt::{Display, Formatter, Result as Written};
use std::ops::Index;

#[derive(Clone, PartialEq)]
pub enum Json {
    Word(String),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

static NOTHING: Json = Json::Object(Vec::new());

impl Json {
    /// The value that a text is; `None` when it is none.
    pub fn parse(text: &str) -> Option<Json> {
        let mut rest = text;
        let value = Json::value(&mut rest)?;
        rest.trim().is_empty().then_some(value)
    }

    /// The text, or nothing where it is not one.
    pub fn text(&self) -> &str {
        if let Json::Text(text) = self {
            text
        } else {
            ""
        }
    }

    pub fn number(&self) -> u64 {
        if let Json::Word(word) = self {
            word.parse().unwrap_or(0)
        } else {
            0
        }
    }

    pub fn elements(&self) -> &[Json] {
        if let Json::List(elements) = self {
            elements
        } else {
            &[]
        }
    }

    pub fn member(&self, name: &str) -> Option<&Json> {
        let Json::Object(members) = self else { return None };
        // Of duplicate names the last counts.
        members.iter().rev().find(|member| member.0 == name).map(|member| &member.1)
    }

    fn value(rest: &mut &str) -> Option<Json> {
        *rest = rest.trim_start();
        match rest.chars().next()? {
            '"' => Some(Json::Text(Json::string(rest)?)),
            '[' => Json::sequence(rest, ']', Json::value).map(Json::List),
            '{' => Json::sequence(rest, '}', |rest| {
                *rest = rest.trim_start();
                let name = Json::string(rest)?;
                *rest = rest.trim_start().strip_prefix(':')?;
                Some((name, Json::value(rest)?))
            })
            .map(Json::Object),
            _ => {
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c));
                let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
                *rest = after;
                let is_known = ["true", "false", "null"].contains(&word) || word.parse::<f64>().is_ok();
                is_known.then(|| Json::Word(word.to_string()))
            }
        }
    }

    fn sequence<T>(rest: &mut &str, close: char, item: fn(&mut &str) -> Option<T>) -> Option<Vec<T>> {
        let mut items = Vec::new();
        *rest = rest[1..].trim_start();
        while let None = rest.strip_prefix(close) {
            if !items.is_empty() {
                *rest = rest.strip_prefix(',')?;
            }
            items.push(item(rest)?);
            *rest = rest.trim_start();
        }
        *rest = &rest[1..];
        Some(items)
    }

    fn string(rest: &mut &str) -> Option<String> {
        let (mut units, mut characters) = (Vec::new(), rest.strip_prefix('"')?.chars());
        loop {
            let mut unit = [0; 2];
            match characters.next()? {
                '"' => break,
                '\\' => units.push(match characters.next()? {
                    'u' => {
                        let digits = characters.as_str().get(..4)?;
                        characters = characters.as_str()[4..].chars();
                        u16::from_str_radix(digits, 16).ok()?
                    }
                    letter => match "bfnrt".find(letter) {
                        Some(place) => [8, 12, 10, 13, 9][place],
                        None => letter as u16,
                    },
                }),
                c => units.extend_from_slice(c.encode_utf16(&mut unit)),
            }
        }
        *rest = characters.as_str();
        // Two escapes can be the halves of one character.
        String::from_utf16(&units).ok()
    }
}

/// A member of an object; an empty object where there is none.
impl Index<&str> for Json {
    type Output = Json;
    fn index(&self, name: &str) -> &Json {
        self.member(name).unwrap_or(&NOTHING)
    }
}

/// Without spaces and unneeded escapes.
impl Display for Json {
    fn fmt(&self, out: &mut Formatter) -> Written {
        match self {
            Json::Word(word) => write!(out, "{word}"),
            Json::Text(text) => {
                write!(out, "\"")?;
                for c in text.chars() {
                    match c {
                        '"' | '\\' => write!(out, "\\{c}")?,
                        '\n' => write!(out, "\\n")?,
                        '\r' => write!(out, "\\r")?,
                        '\t' => write!(out, "\\t")?,
                        c if c < ' ' => write!(out, "\\u{:04x}", c as u32)?,
                        c => write!(out, "{c}")?,
                    }
                }
                write!(out, "\"")
            }
            Json::List(elements) => {
                write!(out, "[")?;
                for (index, element) in elements.iter().enumerate() {
                    write!(out, "{}{element}", if index > 0 { "," } else { "" })?;
                }
                write!(out, "]")
            }
            Json::Object(members) => {
                write!(out, "{{")?;
                for (index, (name, value)) in members.iter().enumerate() {
                    let comma = if index > 0 { "," } else { "" };
                    write!(out, "{comma}{}:{value}", Json::Text(name.clone()))?;
                }
                write!(out, "}}")
            }
        }
    }
}
