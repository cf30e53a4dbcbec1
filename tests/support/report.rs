//! Reports, compared, and journals.

use serde_json::Value;

/// A report without what was measured.
pub fn unmeasured(report: &[u8]) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|name, _| {
                    !["cpu_seconds", "wall_seconds", "memory_bytes", "slowest"]
                        .contains(&name.as_str())
                });
                fields.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut value = serde_json::from_slice(report).expect("a JSON report");
    strip(&mut value);
    value
}

/// A journal as earlier versions have written it, whose lines say nothing of having been changed.
pub fn without_checksums(journal: &str) -> String {
    let without = |line: &str| {
        let (before, _) = line.rsplit_once(r#","sum":""#).expect("a checksum");
        before.to_owned() + "}\n"
    };
    journal.lines().map(without).collect()
}
