//! Text as a reader of the language expects it: numbers, percentages, sorting, searching.

use std::cmp::Ordering;

use super::Lang;

/// A no-break space that is narrow, as Russian typography wants it before the percent sign.
const NARROW_SPACE: char = '\u{202f}';

/// A chance this close to 1 is certain: the sum of the outcomes is exact to this and no better.
const SUM_TOLERANCE: f64 = 1e-12;

/// A number with at least `least` and at most `most` decimals, the last one rounded, with the
/// decimal sign of the language. Thousands are not grouped.
#[must_use]
pub fn decimal(lang: Lang, value: f64, least: usize, most: usize) -> String {
    if !value.is_finite() {
        return value.to_string();
    }
    let most = most.min(17);
    let mut text = format!("{value:.most$}");
    if text.contains('.') {
        let surplus = text.len() - text.trim_end_matches('0').len();
        text.truncate(text.len() - surplus.min(most.saturating_sub(least)));
        text.truncate(text.trim_end_matches('.').len());
    }
    if text.trim_start_matches('-').chars().all(|c| matches!(c, '0' | '.')) {
        text = text.trim_start_matches('-').to_owned();
    }
    match lang {
        Lang::Ru => text.replace('.', ","),
        Lang::En => text,
    }
}

/// A probability from 0 to 1 as a percentage with one decimal: `43,8 %` in Russian, `43.8 %` in
/// English; the sign never stands on another line than its number.
///
/// Only the impossible is `0 %` and only the certain is `100 %`: what would be rounded to them is
/// `<0.1 %` and `>99.9 %`. A sum of outcomes that misses 1 by a rounding error counts as certain.
#[must_use]
pub fn percent(lang: Lang, p: f64) -> String {
    let number = if p.is_nan() {
        "–".to_owned()
    } else if p <= 0.0 {
        "0".to_owned()
    } else if 1.0 - p < SUM_TOLERANCE {
        "100".to_owned()
    } else if p < 0.001 {
        format!("<{}", decimal(lang, 0.1, 1, 1))
    } else if p > 0.999 {
        format!(">{}", decimal(lang, 99.9, 1, 1))
    } else {
        decimal(lang, p * 100.0, 1, 1)
    };
    format!("{number}{NARROW_SPACE}%")
}

/// The order in which names are listed: letters in the order of their alphabet (Е, Ё, Ж)
/// whatever their case, numbers by their value («Стрелок 2» before «Стрелок 10»). Names that
/// differ only in case or spelling still have one fixed order.
#[must_use]
pub fn collate(a: &str, b: &str) -> Ordering {
    sort_key(a).cmp(&sort_key(b)).then_with(|| a.cmp(b))
}

/// The text as a search compares it: case does not matter, and ё is е.
#[must_use]
pub fn search_fold(text: &str) -> String {
    lower_composed(text).map(|c| if c == 'ё' { 'е' } else { c }).collect()
}

/// The part of a name that decides its place. Numbers come before letters.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum SortPart {
    /// The digits without leading zeros; of two the longer is the larger.
    Number(usize, String),
    /// Twice the code point, so that there is room for ё between its neighbours.
    Letter(u32),
}

fn sort_key(text: &str) -> Vec<SortPart> {
    let mut parts = Vec::new();
    let mut letters = lower_composed(text).peekable();
    while let Some(letter) = letters.next() {
        if !letter.is_ascii_digit() {
            parts.push(SortPart::Letter(match letter {
                'ё' => 2 * u32::from('е') + 1,
                other => 2 * u32::from(other),
            }));
            continue;
        }
        let mut digits = String::from(letter);
        while let Some(digit) = letters.next_if(char::is_ascii_digit) {
            digits.push(digit);
        }
        let digits = digits.trim_start_matches('0');
        parts.push(SortPart::Number(digits.len(), digits.to_owned()));
    }
    parts
}

/// Lower case, with ё and й in one piece: some systems hand out file names with the dots and
/// the breve as characters of their own.
fn lower_composed(text: &str) -> impl Iterator<Item = char> {
    let mut letters = text.chars().flat_map(char::to_lowercase).peekable();
    std::iter::from_fn(move || {
        let letter = letters.next()?;
        let composed = match (letter, letters.peek()) {
            ('е', Some('\u{308}')) => 'ё',
            ('и', Some('\u{306}')) => 'й',
            _ => return Some(letter),
        };
        letters.next();
        Some(composed)
    })
}

/// Line and column, both from 1, of the byte at `offset`; the column counts characters.
#[must_use]
pub(super) fn line_and_column(source: &str, offset: usize) -> (usize, usize) {
    let before = &source.as_bytes()[..offset.min(source.len())];
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let column = String::from_utf8_lossy(&before[line_start..]).chars().count() + 1;
    (line, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages() {
        for (p, ru, en) in [
            (0.0, "0\u{202f}%", "0\u{202f}%"),
            (1.0, "100\u{202f}%", "100\u{202f}%"),
            (0.4375, "43,8\u{202f}%", "43.8\u{202f}%"),
            (0.5, "50,0\u{202f}%", "50.0\u{202f}%"),
            (1e-9, "<0,1\u{202f}%", "<0.1\u{202f}%"),
            (0.000_999, "<0,1\u{202f}%", "<0.1\u{202f}%"),
            (0.001, "0,1\u{202f}%", "0.1\u{202f}%"),
            (0.999, "99,9\u{202f}%", "99.9\u{202f}%"),
            (0.999_4, ">99,9\u{202f}%", ">99.9\u{202f}%"),
            (1.0 - 1e-9, ">99,9\u{202f}%", ">99.9\u{202f}%"),
            (1.0 - 1e-15, "100\u{202f}%", "100\u{202f}%"),
            (1.0 + 1e-15, "100\u{202f}%", "100\u{202f}%"),
            (-0.0, "0\u{202f}%", "0\u{202f}%"),
            (f64::NAN, "–\u{202f}%", "–\u{202f}%"),
        ] {
            assert_eq!(percent(Lang::Ru, p), ru, "{p}");
            assert_eq!(percent(Lang::En, p), en, "{p}");
        }
    }

    #[test]
    fn only_the_impossible_is_nought_and_only_the_certain_a_hundred() {
        for n in 1..10_000 {
            let text = percent(Lang::En, f64::from(n) / 10_000.0);
            assert!(!text.starts_with("0.0") && text != "0\u{202f}%", "{n}: {text}");
            assert!(!text.starts_with("100"), "{n}: {text}");
        }
    }

    #[test]
    fn decimals() {
        assert_eq!(decimal(Lang::En, 1.5, 0, 3), "1.5");
        assert_eq!(decimal(Lang::En, 1.5, 2, 3), "1.50");
        assert_eq!(decimal(Lang::En, 100.0, 0, 3), "100");
        assert_eq!(decimal(Lang::En, 100.0, 0, 0), "100");
        assert_eq!(decimal(Lang::En, 100.0, 1, 1), "100.0");
        assert_eq!(decimal(Lang::Ru, -2.25, 0, 1), "-2,2");
        assert_eq!(decimal(Lang::Ru, -0.01, 0, 1), "0");
        assert_eq!(decimal(Lang::Ru, f64::INFINITY, 0, 1), "inf");
    }

    #[test]
    fn the_alphabet_is_kept() {
        let mut names = ["Жук", "ёж", "Еж", "Ель", "Ёлка", "Яна", "Адам", "Zoe", "7-й", "Ева"];
        names.sort_by(|a, b| collate(a, b));
        let sorted = ["7-й", "Zoe", "Адам", "Ева", "Еж", "Ель", "ёж", "Ёлка", "Жук", "Яна"];
        assert_eq!(names, sorted);
    }

    #[test]
    fn numbers_in_names_are_numbers() {
        let mut names = ["Стрелок 10", "Стрелок 2", "стрелок 1", "Стрелок", "Стрелок 02"];
        names.sort_by(|a, b| collate(a, b));
        assert_eq!(names, ["Стрелок", "стрелок 1", "Стрелок 02", "Стрелок 2", "Стрелок 10"]);
    }

    #[test]
    fn only_the_same_is_equal() {
        assert_eq!(collate("Ворон", "Ворон"), Ordering::Equal);
        assert_ne!(collate("Ворон", "ворон"), Ordering::Equal);
        assert_eq!(collate("е\u{308}ж", "жук"), Ordering::Less);
        assert_eq!(collate("е\u{308}ж", "ель"), Ordering::Greater);
    }

    #[test]
    fn a_search_forgives_case_and_dots() {
        assert_eq!(search_fold("Ёлка-ЙОД"), "елка-йод");
        assert_eq!(search_fold("Е\u{308}и\u{306}"), "ей");
        assert!(search_fold("Семён Тёмный").contains(&search_fold("семен тем")));
    }

    #[test]
    fn places_in_a_source() {
        assert_eq!(line_and_column("а\nбв", 0), (1, 1));
        assert_eq!(line_and_column("а\nбв", 5), (2, 2));
        assert_eq!(line_and_column("а\n", 99), (2, 1));
    }
}
