//! Rows of a table in a dump of SQL, as `mysqldump` writes it. Other statements are passed over; nothing is run.

use std::collections::HashMap;

use serde_json::{Map, Value};

/// The rows of `table`, each as an object of its columns.
///
/// # Errors
/// What cannot be understood of the statements that fill the table.
pub(in crate::intake) fn rows(dump: &str, table: &str) -> Result<Vec<Value>, String> {
    let mut cursor = Cursor { rest: dump };
    let mut columns: HashMap<String, Vec<String>> = HashMap::new();
    let mut rows = Vec::new();
    while let Some(word) = cursor.token() {
        match word {
            Token::Word(word) if word.eq_ignore_ascii_case("create") => {
                if let Some((name, of_table)) = cursor.create() {
                    columns.insert(name, of_table);
                }
            }
            Token::Word(word) if word.eq_ignore_ascii_case("insert") => {
                cursor.insert(table, &columns, &mut rows)?;
            }
            Token::Sign(';') => continue,
            _ => {}
        }
        cursor.pass_statement();
    }
    Ok(rows)
}

#[derive(Clone, Debug, PartialEq)]
enum Token<'a> {
    /// A key word, or the name of something.
    Word(&'a str),
    Text(String),
    /// A number, as it is written.
    Number(&'a str),
    Sign(char),
}

/// Steps through statements. A copy is a place to go back to.
#[derive(Clone, Copy)]
struct Cursor<'a> {
    rest: &'a str,
}

impl<'a> Cursor<'a> {
    fn token(&mut self) -> Option<Token<'a>> {
        self.pass_blanks();
        let first = self.rest.chars().next()?;
        Some(match first {
            '\'' | '"' => Token::Text(self.text(first)),
            '`' => {
                let name = self.rest[1..].split('`').next().unwrap_or_default();
                self.rest = self.rest.get(name.len() + 2..).unwrap_or_default();
                Token::Word(name)
            }
            c if c.is_alphabetic() || c == '_' => Token::Word(self.take_while(|c| c.is_alphanumeric() || c == '_')),
            c if c.is_ascii_digit() || c == '-' || c == '.' => {
                Token::Number(self.take_while(|c| c.is_ascii_alphanumeric() || "-+.".contains(c)))
            }
            c => {
                self.rest = &self.rest[c.len_utf8()..];
                Token::Sign(c)
            }
        })
    }

    fn take_while(&mut self, is_part: impl Fn(char) -> bool) -> &'a str {
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    /// White space and comments.
    fn pass_blanks(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            let end = if self.rest.starts_with("--") || self.rest.starts_with('#') {
                self.rest.find('\n')
            } else if self.rest.starts_with("/*") {
                self.rest.find("*/").map(|at| at + 1)
            } else {
                return;
            };
            self.rest = end.and_then(|at| self.rest.get(at + 1..)).unwrap_or_default();
        }
    }

    /// A text in quotes: `''` is a quote in it, and so is one behind a backslash.
    fn text(&mut self, quote: char) -> String {
        let mut text = String::new();
        let mut chars = self.rest[1..].char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            if c == quote {
                if chars.peek().is_some_and(|(_, next)| *next == quote) {
                    chars.next();
                } else {
                    self.rest = &self.rest[at + 2..];
                    return text;
                }
            }
            let escaped = if c == '\\' { chars.next() } else { None };
            text.push(match escaped {
                Some((_, 'n')) => '\n',
                Some((_, 'r')) => '\r',
                Some((_, 't')) => '\t',
                Some((_, '0')) => '\0',
                Some((_, other)) => other,
                None => c,
            });
        }
        self.rest = "";
        text
    }

    /// The name of a table that is made, and those of its columns.
    fn create(&mut self) -> Option<(String, Vec<String>)> {
        let mut name = None;
        loop {
            match self.token()? {
                Token::Word(word) => name = Some(word),
                Token::Sign('(') => break,
                _ => return None,
            }
        }
        let (mut columns, mut depth, mut is_first) = (Vec::new(), 1, true);
        while depth > 0 {
            // A column's name may be a key word in backquotes; a key begins with one that is not.
            let is_quoted = self.rest.trim_start().starts_with('`');
            match self.token()? {
                Token::Word(word) if is_first => {
                    let is_key = ["primary", "key", "unique", "index", "fulltext", "constraint", "foreign", "check"]
                        .contains(&word.to_ascii_lowercase().as_str());
                    if is_quoted || !is_key {
                        columns.push(word.to_owned());
                    }
                    is_first = false;
                }
                Token::Sign('(') => depth += 1,
                Token::Sign(')') => depth -= 1,
                Token::Sign(',') if depth == 1 => is_first = true,
                _ => {}
            }
        }
        Some((name?.to_owned(), columns))
    }

    fn insert(
        &mut self,
        table: &str,
        columns: &HashMap<String, Vec<String>>,
        rows: &mut Vec<Value>,
    ) -> Result<(), String> {
        let mut name = String::new();
        let mut named: Vec<String> = Vec::new();
        loop {
            match self.token() {
                Some(Token::Word(word)) if word.eq_ignore_ascii_case("values") => break,
                Some(Token::Word(word)) if word.eq_ignore_ascii_case("into") || word.eq_ignore_ascii_case("ignore") => {
                }
                Some(Token::Word(word)) if name.is_empty() => word.clone_into(&mut name),
                Some(Token::Word(word)) => named.push(word.to_owned()),
                Some(Token::Sign('(' | ')' | ',')) => {}
                _ => return Ok(()),
            }
            if !name.is_empty() && !name.eq_ignore_ascii_case(table) {
                return Ok(());
            }
        }
        let columns = if named.is_empty() { columns.get(&name).cloned().unwrap_or_default() } else { named };
        loop {
            let row = self.row(&columns).ok_or_else(|| {
                format!(
                    "row {} of the table {table} cannot be read; expected one value for each of {} columns",
                    rows.len() + 1,
                    columns.len()
                )
            })?;
            rows.push(row.into());
            let before = *self;
            if self.token() != Some(Token::Sign(',')) {
                *self = before;
                return Ok(());
            }
        }
    }

    fn row(&mut self, columns: &[String]) -> Option<Map<String, Value>> {
        let mut row = Map::new();
        (self.token()? == Token::Sign('(')).then_some(())?;
        for (index, column) in columns.iter().enumerate() {
            let value = match self.token()? {
                Token::Text(text) => Value::String(text),
                Token::Number(number) => Value::String(number.to_owned()),
                Token::Word(_) => Value::Null,
                Token::Sign(_) => return None,
            };
            row.insert(column.clone(), value);
            let end = if index + 1 < columns.len() { ',' } else { ')' };
            (self.token()? == Token::Sign(end)).then_some(())?;
        }
        (!columns.is_empty()).then_some(row)
    }

    fn pass_statement(&mut self) {
        while let Some(token) = self.token() {
            if token == Token::Sign(';') {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rows_are_read_as_dumps_write_them() {
        let dump = "/*!40101 SET NAMES utf8 */;\nCREATE TABLE `t` (`id` int(11) NOT NULL, `key` varchar(9) default ',', PRIMARY KEY (`id`)) ENGINE=X;\n\
                    -- a comment; INSERT INTO t VALUES (0,'no');\nINSERT INTO `t` VALUES (1,'it''s; \\'fine\\'\\n'),(-2.5,NULL);\n\
                    INSERT INTO other VALUES (1);\nINSERT INTO t (`key`) VALUES ('ü');";
        assert_eq!(
            rows(dump, "t").unwrap(),
            [json!({"id": "1", "key": "it's; 'fine'\n"}), json!({"id": "-2.5", "key": null}), json!({"key": "ü"})]
        );
        assert!(rows("INSERT INTO t VALUES (1)", "t").unwrap_err().contains("0 columns"));
        assert!(rows("CREATE TABLE t (a int); INSERT INTO t VALUES (1,2)", "t").unwrap_err().contains("row 1"));
        for cut in 0..dump.len() {
            let _ = dump.get(..cut).map(|cut| rows(cut, "t"));
        }
    }
}
