//! What a Java file declares: enough of it to name the file and to run the class.

/// The top-level types of a Java file that matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// The public type, whose name the file must have.
    pub public: Option<String>,
    /// The types that have a `static void main`, with their package.
    pub runnable: Vec<String>,
}

/// Reads a Java file. Whatever is not Java declares nothing.
pub fn declared(text: &str) -> Declared {
    let tokens = tokens(text);
    let mut found = Declared::default();
    let mut package = String::new();
    let mut depth = 0_usize;
    let mut current: Option<&str> = None;
    for (index, &token) in tokens.iter().enumerate() {
        let word = |offset: usize| tokens.get(index + offset).copied().unwrap_or_default();
        match token {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            "package" if depth == 0 && package.is_empty() => {
                let words = tokens[index + 1..].iter();
                package = words.take_while(|word| **word != ";").copied().collect();
                package.push('.');
            }
            "class" | "interface" | "enum" | "record" if depth == 0 => {
                current = Some(word(1));
                let mut before = tokens[..index].iter().rev();
                let is_public = before
                    .by_ref()
                    .take_while(|word| !matches!(**word, ";" | "}" | ")"))
                    .any(|word| *word == "public");
                if is_public {
                    found.public = Some(word(1).to_owned());
                }
            }
            "void" if depth == 1 && word(1) == "main" && word(2) == "(" => {
                let before = tokens[..index].iter().rev();
                let is_static = before
                    .take_while(|word| !matches!(**word, ";" | "{" | "}"))
                    .any(|word| *word == "static");
                if let Some(name) = current.filter(|_| is_static) {
                    found.runnable.push(format!("{package}{name}"));
                }
            }
            _ => {}
        }
    }
    found
}

/// Words and single signs, without comments and literals.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(block) = rest.strip_prefix("\"\"\"") {
            block.find("\"\"\"").map_or(rest.len(), |end| end + 6)
        } else if first == '"' || first == '\'' {
            literal(rest, first)
        } else {
            let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            let word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            let length = word.max(first.len_utf8());
            tokens.push(&rest[..length]);
            length
        };
        rest = rest[length..].trim_start();
    }
    tokens
}

/// The length of the literal that the text starts with.
fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (index, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return index,
            _ if c == quote => return index + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::declared;

    #[track_caller]
    fn check(text: &str, public: Option<&str>, runnable: &[&str]) {
        let found = declared(text);
        assert_eq!(found.public.as_deref(), public, "{text}");
        assert_eq!(found.runnable, runnable, "{text}");
    }

    #[test]
    fn classes_with_a_main_method() {
        check(
            "import java.util.*;\npublic final class Board {\n  public static void \
             main(String[] args) {}\n}",
            Some("Board"),
            &["Board"],
        );
        check(
            "/* class A { */ package a.b ; // public class C\nclass Main { static final public \
             void main (String... a) { String s = \"} class X {\"; char c = '\"'; } }\nclass Other {}",
            None,
            &["a.b.Main"],
        );
        check(
            "class A { class B { } void main() {} }\n@Foo(1) public class C { int x; }",
            Some("C"),
            &[],
        );
        check(
            "class A { static class In { static void main(String[] a){} } }",
            None,
            &[],
        );
        check("interface I {} public enum E { X; }", Some("E"), &[]);
        check(
            "public class Ünï$1 { String t = \"\"\"\n } \" {\n\"\"\"; static void main(String[] a) {} }",
            Some("Ünï$1"),
            &["Ünï$1"],
        );
    }

    #[test]
    fn anything_else_declares_nothing() {
        for text in [
            "",
            "\"",
            "/*",
            "class",
            "package",
            "}}}",
            "void main(",
            "'\\",
        ] {
            let found = declared(text);
            assert!(found.runnable.is_empty(), "{text}");
            assert_eq!(found.public, None, "{text}");
        }
    }
}
