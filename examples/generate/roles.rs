//! Synthetic roles: some in fields, some as the posting alone.

use serde_json::{Value, json};

use crate::dice::Dice;
use crate::knowledge::{EMPLOYERS, LEVELS};
use crate::people::{kind_of_work, place};

/// The role with this number.
pub(crate) fn role(seed: u64, number: u64) -> Value {
    let mut dice = Dice::of(seed, 2, number);
    let work = kind_of_work(&mut dice);
    let (level, prefix) = LEVELS[dice.early(LEVELS.len())];
    let title = format!("{prefix}{}", dice.pick(work.titles));
    let n_must = dice.between(3, 6);
    let asked = dice.some(work.skills, n_must + 4);
    let (must, nice) = asked.split_at(n_must.min(asked.len()));
    let years = dice.between(2, 8);
    let scale = [256, 1000, 4000, 10_000, 25_000][dice.roll(5)];
    let mut role = json!({ "id": format!("r{seed}-{number:05}"), "title": title });
    if dice.chance(60) {
        role["level"] = level.into();
        role["min_years"] = years.into();
        role["must_have"] = must.iter().map(|skill| json!(skill)).collect();
        role["nice_to_have"] = json!(nice);
        if dice.chance(30) {
            role["must_have"][0] = json!({ "name": must[0], "gate": true });
        }
        if dice.chance(40) {
            role["scale"] = json!({ "min": scale, "unit": "accelerators" });
        }
    } else {
        role["description"] = format!(
            "{} is hiring a {title}.\n\nWhat you will do\n- Own systems of {scale} GPUs together with a small team.\n\nRequirements\n- {years}+ years with {}\n- Hands-on {}\n\nNice to have\n- {}\n",
            dice.pick(EMPLOYERS), must[0], must[1..].join(", "), nice.join(", ")
        )
        .into();
    }
    if dice.chance(60) {
        role["pay_band"] = json!({ "min": work.pay * 950, "max": work.pay * 1400, "currency": "USD", "period": "year", "basis": "base" });
    }
    if dice.chance(60) {
        role["location"] = place(&mut dice);
    }
    if dice.chance(50) {
        role["work_mode"] = (*dice.pick(&["onsite", "hybrid", "remote"])).into();
    }
    role
}
