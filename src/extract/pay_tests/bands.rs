//! Bands as employers and job boards print them: over marks of markup, in zones, in two currencies.

use super::check;

#[test]
fn words_behind_a_band_do_not_make_it_a_benefit() {
    check(&[
        ("The role has a starting salary of $168,000-$183,000 as well as stock options.", "USD 168000-183000"),
        ("Starting salary: GBP 58,000 Company pension, 25 days of leave", "GBP 58000-*"),
        ("Hourly rate: $24/hr USD (currently not negotiable)", "USD 24-24 hour"),
        ("$151,000 - $181,000 (USD) 10% bonus", "USD 151000-181000"),
        ("The deal\n* $205k-$295k base plus equity", "USD 205000-295000 base"),
        ("Targeted base salary: $152,000-173,000 & bonus eligibility", "USD 152000-173000 base expected"),
    ]);
}

#[test]
fn beside_a_band_lone_sums_for_other_periods_are_not_the_pay() {
    check(&[
        ("Rate: £600 to £700 a day\nWe pay £300 if you refer a friend who starts.", "GBP 600-700 day"),
        ("Salary: CHF 8,100 to 9,900 a month\nOn-call duty every fifth week, CHF 600 per week", "CHF 8100-9900 month"),
        (
            "The base is $131,000 to $172,000.\nInterns start in June and are paid $31 an hour.",
            "USD 131000-172000 base",
        ),
        ("Pay: $45 an hour", "USD 45-45 hour"),
    ]);
}

#[test]
fn a_state_before_dollars_is_not_canada() {
    check(&[
        ("San Diego, CA$150,000-$190,000 USD", "USD 150000-190000 @San Diego, CA"),
        ("San Diego, CA$150,000-$190,000", "USD 150000-190000 @San Diego, CA"),
        ("Pay: CA$150,000-$190,000", "CAD 150000-190000"),
    ]);
}

#[test]
fn two_currencies_are_two_bands() {
    check(&[
        (
            "Base pay: $130,400 - $149,000 USD / $162,200 - $181,000 CAD",
            "USD 130400-149000 base; CAD 162200-181000 base",
        ),
        ("The range is $131,000 - $158,000 USD / $171,000 - $214,000 CAN.", "USD 131000-158000; CAD 171000-214000"),
        ("CAN base pay range per year: $108,000 - $148,000", "CAD 108000-148000 base"),
        ("Pay band: $118,000 - $149,000 (All figures in CAD)", "CAD 118000-149000"),
        ("Salary: $118,000 - $149,000. All figures are in AUD.", "AUD 118000-149000"),
        (
            "United States (all figures below in USD)\n* Zone A: $134,000 - $182,000\nCanada (all figures in CAD, and for \
             workers in Ontario)\n* $152,000 - $207,000",
            "USD 134000-182000 @Zone A; CAD 152000-207000",
        ),
        (
            "The new hire base pay has a range of $121,000 to $194,000 across Canada. US law",
            "CAD 121000-194000 base @Canada",
        ),
        ("* Senior (8+ years): 120,000 - 150,000 TRY per month in pay", "TRY 120000-150000 month"),
        ("Pay: DKK 812.000 kr.~1.227.000 kr.", "DKK 812000-1227000"),
        ("The salary is RM14,300 in Malaysia.", "MYR 14300-14300 month @Malaysia"),
    ]);
}

#[test]
fn every_zone_has_its_band() {
    check(&[
        (
            "The base range by zone:\n* National: $120,000 - $150,000\n* Premium: $132,000 - $165,000\n* Premium Plus: \
             $140,000 - $176,000",
            "USD 120000-150000 base @National; USD 132000-165000 base @Premium; USD 140000-176000 base @Premium Plus",
        ),
        (
            "Our base salary ranges are the following:\nBay Area, New York City, Los Angeles/Orange County: $185,000 - \
             $230,000\nAll other towns: $160,000 - $200,000",
            "USD 185000-230000 base @Bay Area, New York City, Los Angeles/Orange County; USD 160000-200000 base @All \
             other towns",
        ),
        (
            "Zone 1 $121,000 - $151,000 Zone 2 $101,000 - $131,000",
            "USD 121000-151000 @Zone 1; USD 101000-131000 @Zone 2",
        ),
        ("Pay by country:\n**Canada:** CAD 150k plus equity", "CAD 150000-150000 @Canada"),
    ]);
}

#[test]
fn remarks_and_marks_of_markup_do_not_part_a_range() {
    check(&[
        (
            "The salary is between $104,000 [least pay in the lowest of our zones] to $179,000 [most pay in the highest].",
            "USD 104000-179000",
        ),
        (
            "The range is between $104,000 [least pay of the zone of Denver] and $179,000 [most pay of the zone of Boston].",
            "USD 104000-179000",
        ),
        ("Salary range: $214,000$238,000", "USD 214000-238000"),
        ("Salary range: $214,000 \\- $238,000 USD", "USD 214000-238000"),
        ("Salary range: $214,000\\- $238,000 USD", "USD 214000-238000"),
        ("The expected pay range is **$112,000/year **to **$186,000/year**.", "USD 112000-186000"),
        ("The range is US$109,000 **** to US$169,400 in pay.", "USD 109000-169400"),
        ("Pay: **$118,600.00** **-** **$167,500.00**", "USD 118600-167500"),
        ("The pay range is CA$ 151,000 to CA $208,000.", "CAD 151000-208000"),
        ("The pay range is US$109,000 to US $169,400 or US$ **** 109,000", "USD 109000-169400; USD 109000-109000"),
        ("The pay range is $138,000 USD to $201,00 USD", "USD 138000-201000"),
        ("RAL tra i € 32k ed i € 42k", "EUR 32000-42000"),
        ("The salary is $97, 950 - $121, 400.", "USD 97950-121400"),
        ("The salary for a lead is $231,000 and can increase to $262,000 with tenure.", "USD 231000-262000"),
    ]);
}

#[test]
fn a_total_is_named_by_its_parts() {
    check(&[
        ("Base $140,000 / Base + Bonus $180,000", "USD 140000-140000 base; USD 180000-180000 total"),
        ("* Base: $141K\n* Base + Bonus Target: $178K", "USD 141000-141000 base; USD 178000-178000 total"),
        (
            "Base salary plus commission target (for sellers) is expected to be between $181,000 and $292,000.",
            "USD 181000-292000 total",
        ),
        ("The salary range is $143,000 to $212,000 (base salary + any variable pay).", "USD 143000-212000 total"),
        (
            "The base salary range is $121,000-$151,000, and is part of a package including stock options.",
            "USD 121000-151000 base",
        ),
        (
            "Estimated salary range: $143,000-$209,000\nThe base salary range stands for all offices.",
            "USD 143000-209000 base",
        ),
        (
            "The range below represents total target pay (base + variable).\n\nPay Range:\n* MIN: $87,000 - MID: $109,000 - MAX: \
             $131,000 CAD",
            "CAD 87000-131000 total",
        ),
        (
            "Remote, $163,000 - $223,000 USD\nThe base pay range for this post is $163,000 - $223,000 USD.",
            "USD 163000-223000 base @Remote; USD 163000-223000 base",
        ),
        ("£39,000 basic (£46,000 on-target earnings)", "GBP 39000-39000 base; GBP 46000-46000 total"),
    ]);
}

#[test]
fn perks_are_no_pay() {
    check(&[
        ("We give everybody 320 EUR per year for sport", ""),
        ("* Up to $20k towards family building", "USD *-20000 extra"),
        ("Food vouchers of 3,100 MXN / month", "MXN 3100-3100 month extra"),
        ("Primes de cooptation allant jusqu'à 4000€", "EUR *-4000 extra"),
        ("[apply](https://example.com/lead-contractor-138964) for the contract and the pay", ""),
        ("* Up to $21k for family building", ""),
    ]);
}
