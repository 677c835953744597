//! Whole numbers in English words.

const SMALL: [&str; 20] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
];
const TENS: [&str; 10] = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// `4096`: `four thousand and ninety-six`.
pub(super) fn in_words(number: usize) -> String {
    match number {
        0..20 => SMALL[number].to_owned(),
        20..100 if number.is_multiple_of(10) => TENS[number / 10].to_owned(),
        20..100 => format!("{}-{}", TENS[number / 10], SMALL[number % 10]),
        100..1000 => joined(number, 100, "hundred"),
        _ => joined(number, 1000, "thousand"),
    }
}

fn joined(number: usize, power: usize, name: &str) -> String {
    let (most, rest) = (in_words(number / power), number % power);
    match rest {
        0 => format!("{most} {name}"),
        1..100 => format!("{most} {name} and {}", in_words(rest)),
        _ => format!("{most} {name} {}", in_words(rest)),
    }
}

#[test]
fn numbers_are_said_in_words() {
    for (number, words) in
        [(8, "eight"), (96, "ninety-six"), (512, "five hundred and twelve"), (4096, "four thousand and ninety-six")]
    {
        assert_eq!(in_words(number), words);
    }
    assert_eq!(in_words(1536), "one thousand five hundred and thirty-six");
    assert_eq!(in_words(40_000), "forty thousand");
}
