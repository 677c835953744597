//! Money and numbers in recruiting texts that are nobody's pay.

use super::short;

/// The pay in `text` that is offered or asked for; extras and present pay are left out, as in an extraction.
fn offered(text: &str) -> String {
    let all = short(text);
    let kept: Vec<&str> =
        all.split("; ").filter(|one| !one.contains(" extra") && !one.contains(" current") && !one.is_empty()).collect();
    kept.join("; ")
}

fn nothing_in(texts: &[&str]) {
    let wrong: Vec<_> = texts.iter().map(|text| (text, offered(text))).filter(|(_, got)| !got.is_empty()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn money_of_companies_is_not_pay() {
    nothing_in(&[
        "We raised $120M in our Series B.",
        "Series C: $85 million led by two funds",
        "a \u{20ac}30 million seed round",
        "backed by $370 million in funding and a $2.2 billion valuation",
        "raised $100,000 - $200,000 in seed funding last year",
        "Our market cap is above $14 billion.",
        "With over $8 billion in annual revenue we serve the whole world.",
        "It passed $200M in annual recurring revenue (ARR).",
        "annual revenues of $20-50 million",
        "grew ARR from $1,500,000 to $4,000,000",
        "$30 billion in assets under management",
        "You own a $750,000 budget.",
        "Fidelity bond of up to $25,000.",
        "Maximum daily benefit: $250 per day of jury duty.",
        "Lead procurements of $400,000 to $2,000,000",
        "Approves purchases of $50,000 to $300,000",
        "Managed a $150,000 - $250,000 annual marketing budget.",
        "Budget responsibility: $400,000 per year",
        "saves $2M a year",
        "Saved $180,000 per year on cloud spend",
        "cut inference cost by $250,000 annually",
        "reduced spend from $900,000 to $400,000",
        "drove $600k in efficiency gains",
        "a contract worth \u{a3}300,000",
        "Won a \u{20ac}150,000 grant for research",
        "NSF grant ($450,000 over 3 years)",
        "a $25,000 prize at the hackathon",
        "fined \u{20ac}50,000",
        "donates $50,000 a year to local schools",
        "The cluster cost $40,000,000 to build.",
        "A rack sells for $210,000.",
        "each node is priced at $280,000",
        "servers worth $150,000",
        "quota of $1,200,000 per year",
        "deals from $50,000 to $250,000 ACV",
        "closed $90k-$140k deals",
        "an ACV of EUR 80-150k",
        "processed $500,000 in payments a day",
        "a $120,000 invoice went missing",
        "annual turnover of \u{a3}250,000",
        "The company paid $180,000 in fees.",
        "property damage of $100,000 - $300,000",
    ]);
}

#[test]
fn what_comes_beside_the_pay_is_not_pay() {
    nothing_in(&[
        "a $20,000 sign-on bonus",
        "Sign-on bonus: $15,000 - $25,000",
        "Signing bonus of up to $50,000 after 90 days",
        "$5,000 referral bonus for each hire",
        "a referral program ranging from $500-$2500",
        "Relocation assistance starting at $15,000",
        "relocation package of $12,000 to $18,000",
        "$1,500 home office stipend",
        "Monthly wellness stipend of $150",
        "up to $1,200 per year for your home office",
        "a learning budget of \u{20ac}2,000 a year",
        "Tuition reimbursement: up to $5,250 a year",
        "Tuition reimbursement starting at $25,000 annually",
        "education assistance of $10,000 per year",
        "401(k) match up to $11,500",
        "401k with a company match of $6,000 per year",
        "We contribute $3,000 a year to your HSA.",
        "up to $25K reimbursement for fertility and adoption",
        "Adoption assistance up to $20,000",
        "Equity grant value: $80,000 - $120,000 over four years",
        "RSUs worth $200,000 vesting over four years",
        "$150,000 in stock options",
        "a $50,000 - $100,000 equity grant",
        "Annual performance bonus ranges from $20,000 - $40,000.",
        "Eligible for a bonus between $15,000 and $25,000 each year.",
        "retention incentive of up to $50,000",
        "Life insurance of $500,000",
        "life insurance coverage: $50,000 - $250,000",
        "Deductible of $3,000, out-of-pocket maximum $12,000 per year",
        "Gym membership $50/month and snacks",
        "a conference budget of $4,000 per year",
        "Commuter benefits of $315 per month",
        "a laptop worth \u{20ac}3,500",
        "PhD top-up scholarship of $10,000 per year",
    ]);
}

#[test]
fn prices_ids_and_plain_numbers_are_not_pay() {
    nothing_in(&[
        "H100s at $2.40 per GPU-hour", "$98,000 per GPU server", "$0.40 to $0.60 per million tokens",
        "compute costs of $40 per hour", "Cloud bill: $80,000 per month", "electricity at $70,000 a month",
        "Tickets are $45 - $60.", "parking at $20 per day", "a filing fee of $15,000",
        "Prevailing H-1B wage: $131,000", "the H-1B wage level is $128,000 a year", "a $15 minimum wage",
        "Call 650-555-0100 or +1 408 555 0199.", "Santa Clara, CA 95054-1234", "Req ID 220145 - 231877",
        "Requisition: 185000", "JR2023960, R-11186, job 148000", "base station 120000 to 150000 units",
        "3 - 5 years of experience, 2020 - 2025", "Founded in 1995, 120,000 employees",
        "rated 4.5 - 5.0 by 200,000 users", "served 150,000 to 300,000 requests a second",
        "12,000 - 16,000 GPUs in total", "a base of 250,000 users", "50% to 75% of base", "total of 120,000 cores",
        "15% bonus, 20 days of leave, 401(k)", "pays attention to 100,000 lines of code",
        "Our salary survey covers 120,000 people.", "base clock 1410 MHz, 185000 IOPS",
        "looking for 500k concurrent users", "rate limits of 100,000 per hour", "Total parameters: 175,000",
        "the package has 250k downloads", "Competitive salary, DOE", "salary: negotiable, start 2026",
        "Level 5 pays better than level 4.", "bodily injury of $250,000 per person",
    ]);
}

#[test]
fn what_somebody_earns_is_never_offered() {
    nothing_in(&[
        "currently on 150k", "Currently earning $165,000 base", "Current salary: \u{a3}72,000", "Current CTC: 24 LPA",
        "I was making $140,000 at my last job.", "previous base was $155k", "my last salary was 130,000 EUR",
        "present compensation $180,000 - $190,000", "he is paid $150,000 now", "last drawn: 22 LPA",
    ]);
}

#[test]
fn rents_statistics_and_insured_sums_are_not_pay() {
    nothing_in(&[
        "Job ID: 123456, Building 40-2200, Suite 150", "a site costing 1.5 billion EUR", "AD&D: $250,000",
        "vendors with $500K - $1M of annual spend", "negotiated discounts of $300k with vendors",
        "sold courses at $99 each to 4,000 students", "Best paper award: $25,000", "We paid $2M for the hardware.",
        "we spent $3M to $5M on accelerators", "41 CFR 60-1.35(c)",
    ]);
}

#[test]
fn what_others_pay_and_what_things_are_worth_is_not_pay() {
    nothing_in(&[
        "Our customers pay between $5,000 and $10,000 per year.",
        "Medical premium: employees pay $50/month",
        "annual contract value of $50,000 to $250,000",
        "A fine of up to $10,000 may be imposed.",
        "Compensation for damages can range from $10,000 to $90,000",
        "Candidates from households with income under $60,000 a year are encouraged",
    ]);
}
