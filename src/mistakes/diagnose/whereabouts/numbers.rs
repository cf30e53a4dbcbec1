//! How wrong numbers differ from the right ones.

/// How many have to differ in the same way, and how many right ones there have to be among them,
/// for it to be no chance.
const FEWEST: usize = 5;
const DISTINCT: usize = 3;

/// How many have to be too large, or too small, all of them.
const ONE_SIDED: usize = 12;

/// How a part of the answers is wrong in pairs of lines, expected and printed: in which of its
/// numbers, counted from 1, and how those differ from the right ones, a sentence each; `name` is what the
/// part is called. Nothing where more than numbers is wrong.
pub fn told(name: &str, pairs: &[(&str, &str)]) -> Vec<String> {
    let mut wrong: Vec<Vec<(f64, f64)>> = Vec::new();
    for (expected, printed) in pairs {
        let (text, right) = taken_apart(expected);
        let (other_text, other) = taken_apart(printed);
        if text != other_text {
            return Vec::new();
        }
        wrong.resize(wrong.len().max(right.len()), Vec::new());
        for ((right, other), wrong) in right.iter().zip(other).zip(&mut wrong) {
            if *right != other
                && let (Ok(right), Ok(other)) = (right.parse(), other.parse())
            {
                wrong.push((right, other));
            }
        }
    }
    let mut told = Vec::new();
    let counts: Vec<usize> = wrong.iter().map(Vec::len).collect();
    // Numbers that are wrong now and then, all of them, say nothing.
    let is_telling = counts.contains(&0) || counts.contains(&pairs.len());
    if pairs.len() >= FEWEST && counts.len() > 1 && is_telling {
        let counts = counts.iter().enumerate().map(|(at, count)| match count {
            0 => format!("never in number {}", at + 1),
            1 => format!("once in number {}", at + 1),
            count => format!("{count} times in number {}", at + 1),
        });
        let counts = counts.collect::<Vec<_>>().join(", ");
        told.push(format!(
            "Of the {} times that {name} is wrong, it is so {counts}.",
            pairs.len()
        ));
    }
    let is_only = counts.len() == 1;
    for (at, numbers) in wrong.iter().enumerate() {
        let place = match is_only {
            true => name.to_owned(),
            false => format!("number {} of {name}", at + 1),
        };
        told.extend(same_way(numbers).map(|how| {
            format!(
                "All {} times that {place} is wrong, it is {how}.",
                numbers.len()
            )
        }));
    }
    told
}

/// How numbers, right and wrong, always differ.
fn same_way(numbers: &[(f64, f64)]) -> Option<String> {
    let mut distinct: Vec<f64> = numbers.iter().map(|pair| pair.0).collect();
    distinct.sort_by(f64::total_cmp);
    distinct.dedup();
    if numbers.len() < FEWEST || distinct.len() < DISTINCT {
        return None;
    }
    let all = |holds: &dyn Fn(f64, f64) -> bool| {
        numbers.iter().all(|&(right, wrong)| holds(right, wrong))
    };
    let (right, wrong) = numbers[0];
    let more = wrong - right;
    let times = wrong / right;
    let is_near = |one: f64, other: f64| (one - other).abs() <= 1e-4 * one.abs();
    let is_whole = |number: f64| number.fract() == 0.0;
    let held_by = |bits: i32| {
        let size = 2f64.powi(bits);
        all(&|right, wrong| {
            is_whole(right) && (wrong - right).rem_euclid(size) == 0.0 && wrong.abs() < size
        })
    };
    if all(&|right, wrong| wrong == -right) {
        Some("the right number with the other sign".to_owned())
    } else if all(&|right, wrong| wrong - right == more) {
        let how = if more > 0.0 { "large" } else { "small" };
        Some(format!("too {how} by {}", more.abs()))
    } else if let Some(bits) = [8, 16, 32].into_iter().find(|&bits| held_by(bits)) {
        Some(format!("what {bits} bits hold of the right number"))
    } else if all(&|right, wrong| wrong == right.trunc() || wrong == right.round()) {
        Some("the right number without its fraction".to_owned())
    } else if all(&is_near) {
        Some("right but for its last digits".to_owned())
    } else if times.abs() > 1.0 && all(&|right, wrong| is_near(times * right, wrong)) {
        Some(format!("{} times the right number", rounded(times)))
    } else if all(&|right, wrong| is_near(times * right, wrong)) {
        Some(format!(
            "the right number divided by {}",
            rounded(1.0 / times)
        ))
    } else if numbers.len() < ONE_SIDED {
        None
    } else if all(&|right, wrong| wrong > right) {
        Some("too large".to_owned())
    } else if all(&|right, wrong| wrong < right) {
        Some("too small".to_owned())
    } else {
        None
    }
}

fn rounded(number: f64) -> f64 {
    (1000.0 * number).round() / 1000.0
}

/// A line with its numbers taken out, and those.
fn taken_apart(line: &str) -> (String, Vec<&str>) {
    let bytes = line.as_bytes();
    let digits = |from: usize| {
        let rest = bytes.get(from..).unwrap_or_default();
        rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let (mut text, mut numbers) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < bytes.len() {
        let is_sign = bytes[at] == b'-'
            && digits(at + 1) > 0
            && !at
                .checked_sub(1)
                .is_some_and(|before| bytes[before].is_ascii_alphanumeric());
        let start = at + usize::from(is_sign);
        let whole = digits(start);
        if whole == 0 {
            text.push(bytes[at]);
            at += 1;
            continue;
        }
        let mut end = start + whole;
        if bytes.get(end) == Some(&b'.') {
            end += match digits(end + 1) {
                0 => 0,
                fraction => 1 + fraction,
            };
        }
        if bytes.get(end) == Some(&b'e')
            && matches!(bytes.get(end + 1), Some(b'+' | b'-'))
            && digits(end + 2) > 0
        {
            end += 2 + digits(end + 2);
        }
        numbers.push(&line[at..end]);
        text.push(0);
        at = end;
    }
    (String::from_utf8_lossy(&text).into_owned(), numbers)
}
