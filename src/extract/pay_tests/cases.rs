//! How postings and people write pay: many forms, each with what is to be read.
//!
//! Money that is not pay is in the file beside it.

use super::check;

#[test]
fn ranges_of_postings_are_read_in_every_layout() {
    check(&[
        (
            "The base salary range for this full-time position is $163,000-$241,000 + bonus + equity + benefits.",
            "USD 163000-241000 base",
        ),
        (
            "The US base salary range for this full-time role is $171,500 to $219,250 + equity.",
            "USD 171500-219250 base",
        ),
        ("$174,300.00/yr - $252,950.00/yr", "USD 174300-252950"),
        ("USD $121,000.00/Yr. - USD $183,000.00/Yr.", "USD 121000-183000"),
        ("Min USD $131,000.00/Yr. Max USD $162,000.00/Yr.", "USD 131000-162000"),
        ("Pay Range: $45.50 - $62.75 Hourly", "USD 45.50-62.75 hour"),
        ("$123K\u{2014}$157K", "USD 123000-157000"),
        ("122,000 USD to 151,000 USD annually", "USD 122000-151000"),
        ("Compensation: $118-149K", "USD 118000-149000"),
        ("Compensation: $118k-149", "USD 118000-149000"),
        ("Salary range $130 - 165,000 a year", "USD 130000-165000"),
        ("somewhere between 150 and 200k base", "USD 150000-200000 base"),
        ("Base Pay Range$51\u{2014}$59 USD", "USD 51-59 hour base"),
        ("Estimated Annual Pay Range\n$172,000\u{2014}$221,000 USD", "USD 172000-221000"),
        ("Pay Range\n$142,600 - $195,900 per year", "USD 142600-195900"),
        ("Annual Salary Range:\n\n$345,100\n\u{2014}\n$399,500 USD", "USD 345100-399500"),
        ("The salary band is\n$98,000 -\n$130,500 for this post", "USD 98000-130500"),
        ("The pay range for this position is $ 167,500-$234,250. Benefits follow.", "USD 167500-234250"),
        ("The pay range for this position is $ 127,400 - 170,600.", "USD 127400-170600"),
        ("The salary range for this role is [$141,000 - $192,000] USD", "USD 141000-192000"),
        ("Pay Range : $201,000 USD - $226,000 USD", "USD 201000-226000"),
        ("Salary range: $71,000-$169,000 USD. We pay in local currency.", "USD 71000-169000"),
        ("Salary range: $122,000-$181,000+ USD. Interviews take two weeks.", "USD 122000-181000"),
        ("US: $117000 - $168000 (USD) + 15% bonus target + equity + benefits", "USD 117000-168000 @US"),
        ("The annual base salary range is $125000.00-$185000.00 (USD).", "USD 125000-185000 base"),
        ("The annual base salary range is 86,900 USD - 165,300 USD.", "USD 86900-165300 base"),
        ("compensation is expected between $92,900 to $112,300", "USD 92900-112300"),
        (
            "The base pay range for this role is between $139,700 and $210,300, and depends on skills.",
            "USD 139700-210300 base",
        ),
        ("between $139,700 - $210,300/yr and your base pay will depend on skills", "USD 139700-210300"),
        ("We anticipate an annual salary of 79,500 - 131,900 USD / yearly", "USD 79500-131900"),
        ("Base pay offered will begin at $138,500.00 and up to $190,500.00.", "USD 138500-190500 base"),
        (
            "The starting salary is expected to range from $ 165,500 to $250,500 on an annualized basis.",
            "USD 165500-250500",
        ),
        ("Salary Range $153,900/year to $207,200/year", "USD 153900-207200"),
        ("USD $129,500.00 - $201,500.00 / Year", "USD 129500-201500"),
        ("Compensation $226,000.00 - $261,000.00 / yearly Hours Per Week 40", "USD 226000-261000"),
        ("Compensation $193,700.00 / Yearly Hours Per Week 40", "USD 193700-193700"),
        ("Compensation $37.25 / hourly Hours Per Week 40", "USD 37.25-37.25 hour"),
        ("Base salary: $101,000.00 - $116,000.00/per year", "USD 101000-116000 base"),
        ("Pay: $101,000.00 - $116,000.00 per/year", "USD 101000-116000"),
        ("expected, full-time, annual base pay scale $169K - $224K", "USD 169000-224000 base"),
        ("Pay scale: $201,000/yr to $218,000/yr in Denver", "USD 201000-218000 @Denver"),
        (
            "Compensation Base salary range - $212,500 to $237,500, depending on qualifications",
            "USD 212500-237500 base",
        ),
        ("Salary: $101K - $152K / Annum\nLocation: remote", "USD 101000-152000"),
        ("$257K \u{2013} $296K \u{2022} Offers Equity", "USD 257000-296000"),
        ("Pay range: $191,000 ~ $227,000", "USD 191000-227000"),
        ("The U.S. pay range for this position is $139,300 -- $257,650 annually.", "USD 139300-257650"),
        ("anticipated salary $148,850\u{2011}$192,600, set by job-related factors", "USD 148850-192600"),
        ("a pay range of $26\u{2011}to\u{2011}$64 per hour", "USD 26-64 hour"),
        ("Salary: $160,000.00$210,000.00", "USD 160000-210000"),
        ("PAY TRANSPARENCY $182,500.00\u{2013}$264,900.00 for this role.", "USD 182500-264900"),
        ("certificates, etc. $156,700 - $215,800 per year This job is eligible for a bonus", "USD 156700-215800"),
        ("Anticipated salary range: $94,700 - $135,800 Bonus eligible: No Benefits", "USD 94700-135800"),
        ("Pay range: $150,500 - $195,500 per year with bonus potential 401(k) Dental insurance", "USD 150500-195500"),
        (
            "Annual base salary range (excluding equity and bonus): $207,900\u{2014}$218,950 USD",
            "USD 207900-218950 base",
        ),
        ("The base salary range, which comes with bonus and equity, is $151,000 - $199,000.", "USD 151000-199000 base"),
        (
            "Annual Base Salary Range or Hourly Base Pay Range: $98,293.25 - $137,900.00Compensation Type",
            "USD 98293.25-137900 base",
        ),
        ("The projected compensation range is $61,950.00 to $141,250.00 (annualized USD).", "USD 61950-141250"),
        ("This position is a salary grade 5 and ranges from $56,500-$94,800.", "USD 56500-94800"),
        (
            "The annual base salary range for this position is USD 109,800.00 To USD 175,900.00",
            "USD 109800-175900 base",
        ),
        ("Basic Compensation: $150,250 - $200,250", "USD 150250-200250 base"),
        ("Salary range: 52k \u{2013} 73k per year, USD", "USD 52000-73000"),
        ("Pay: $250,000 - $180,000", "USD 180000-250000"),
        ("Salary Range: $83,500\u{2013}$90,500 based on 40 hours per week", "USD 83500-90500"),
        ("Base salary: $50,500-$80,500 plus commission paid per month", "USD 50500-80500 base"),
        ("The salary range is $154,500-$193, 000 (exempt).", "USD 154500-193000"),
        ("pay band: $120,000.00 to $140,000,00", "USD 120000-140000"),
        ("The annual base pay is $150,500- 161,500K", "USD 150500-161500 base"),
        ("Expected Base Salary Range $361,000 \u{2014} $571,000 USD", "USD 361000-571000 base"),
        ("Pay is $5,100 - $7,200 per month", "USD 5100-7200 month"),
        ("Anticipated weekly base salary range $3,600-5,800.", "USD 3600-5800 week base"),
        ("The base salary is $4,600 to $5,900 per week.", "USD 4600-5900 week base"),
        ("Minimum Salary: $77,950.00 Maximum Salary: $97,400.00 Start Date: May", "USD 77950-97400"),
        ("Pay Range Minimum: $129,300.00\nPay Range Maximum: $214,700.00", "USD 129300-214700"),
        ("Currency: USD Salary Minimum: 91,000 Salary Maximum: 123,000", "USD 91000-123000"),
        ("Minimum: $120,500\nMaximum: $160,500", "USD 120500-160500"),
        ("Minimum $321K - Maximum $391K USD", "USD 321000-391000"),
        ("Bay Area Minimum:$136,500 Bay Area Maximum: $232,500", "USD 136500-232500"),
        (
            "a minimum annual salary of $169,400, a midpoint of $199,300, and a maximum salary of $228,800",
            "USD 169400-228800",
        ),
        ("Engineer: $96,325.50 (minimum) - $120,407.00 (midpoint) - $156,529.00 (maximum)", "USD 96325.50-156529"),
        ("Min/Mid/Max: $101k / $121k / $141k", "USD 101000-141000"),
        ("Salary / Rate Minimum/yr: $151,000\nSalary / Rate Maximum/yr: $166,000", "USD 151000-166000"),
        ("Compensation package of minimum $20.50 \u{2013} maximum $22.75", "USD 20.50-22.75 hour total"),
        ("Hiring Range: $99,700 to $223,500 per annum", "USD 99700-223500"),
        ("US: Hiring Range in USD from: $104,700 to $234,800 per annum.", "USD 104700-234800"),
        ("salary grade SE-5, $131,400 to $187,200", "USD 131400-187200"),
        ("The range for this role is 140,000 to 180,000 dollars a year.", "USD 140000-180000"),
        ("We will pay one figure: $128,500", "USD 128500-128500"),
        ("Expected Compensation\n$134,500 - $291,700/annual salary + stock + benefits", "USD 134500-291700"),
        ("Hiring Range / \u{c9}chelle salariale : $17.50 - $25.75 (per hour / de l'heure)", "CAD 17.50-25.75 hour"),
        ("Our consultants earn between $53,700 \u{2013} $75,300, including an hourly rate", "USD 53700-75300"),
        (
            "Earn a base salary of $91,000-$101,000, plus a $10,500 signing bonus.",
            "USD 91000-101000 base; USD 10500-10500 extra",
        ),
        ("We are currently offering $150,500 - $181,500.", "USD 150500-181500"),
        (
            "The expected hourly range for this role is below:\nToronto, ON\n$41 - $44 CAD",
            "CAD 41-44 hour @Toronto, ON",
        ),
        ("The base pay range is expected in the range below:\n$98,100 - $130,700", "USD 98100-130700 base"),
        (
            "pay of $96,500 - $144,500 per year, which includes base pay and short-term incentive",
            "USD 96500-144500 total",
        ),
        (
            "Base range in Toronto is CAD $108,500 - CAD $135,500, not inclusive of equity.",
            "CAD 108500-135500 base @Toronto",
        ),
        ("Range minimum 142,300 USD. Range maximum 213,400 USD.", "USD 142300-213400"),
        (
            "We are a Series B company (raised $85M). The salary is $170,300\u{2013}$205,400 plus equity.",
            "USD 170300-205400",
        ),
        ("annual base salary from $141,000 to a maximum of $191,000", "USD 141000-191000 base"),
        ("Salary Range: Min: $98,800 Mid: $123,500 Max: $148,200", "USD 98800-148200"),
        ("Series A startup, $150k - $190k", "USD 150000-190000"),
        ("Machine learning engineer, $181k - $252k", "USD 181000-252000"),
        ("Hardware Engineer: $161,500 - $204,500", "USD 161500-204500"),
        ("Realistic full-time earnings of \u{a3}41,000\u{2013}\u{a3}51,000+ per year", "GBP 41000-51000"),
        ("\u{1f4b0} $140k-$180k", "USD 140000-180000"),
        ("Remote | Full-time | $150k - $190k | Visa", "USD 150000-190000"),
        ("ONSITE (Boston) $165k-210k + equity", "USD 165000-210000"),
        ("Salary: $140,000 to $190,000 DOE", "USD 140000-190000"),
        ("**Salary:** $155,000 \u{2013} $175,000", "USD 155000-175000"),
        ("Salary | $155,000 | $175,000", "USD 155000-155000; USD 175000-175000"),
        ("Compensation ($USD): 150,000-185,000", "USD 150000-185000"),
        ("$180,000\u{a0}\u{2013}\u{a0}$225,000\u{a0}USD", "USD 180000-225000"),
    ]);
}

#[test]
fn markup_does_not_hide_pay() {
    check(&[
        (
            "<p>The base salary range for this position is:</p><div class=\"pay-range\"><span>$190,900</span><span class=\"divider\">&mdash;</span><span>$267,300 USD</span></div>",
            "USD 190900-267300 base",
        ),
        ("<p>Salary: <strong>$121,000</strong> - <strong>$151,000</strong></p>", "USD 121000-151000"),
        (
            "<p>base compensation range: $<span>100,500</span><span>&nbsp;</span>- $<span>120,500</span>.</p>",
            "USD 100500-120500 base",
        ),
        ("<ul><li>$95,000 &#8211; $118,000 per year</li></ul>", "USD 95000-118000"),
        (
            "<table><tr><td>Minimum</td><td>$88,000</td></tr><tr><td>Maximum</td><td>$99,000</td></tr></table>",
            "USD 88000-99000",
        ),
        ("<h3>Base pay range</h3><div>\n      $137,800.00/yr - $185,200.00/yr\n    </div>", "USD 137800-185200 base"),
    ]);
}

#[test]
fn bands_by_place_zone_and_level_all_come_in_order() {
    check(&[
        (
            "Zone A: USD $189,100 - USD $283,700 Zone B: USD $179,500 - USD $269,300",
            "USD 189100-283700 @Zone A; USD 179500-269300 @Zone B",
        ),
        (
            "Zone 1: $187,100 - $257,300\nZone 2: $168,200 - $231,400\nZone 3: $158,300 - $218,500",
            "USD 187100-257300 @Zone 1; USD 168200-231400 @Zone 2; USD 158300-218500 @Zone 3",
        ),
        (
            "Zone 2 Pay Range $219,200 \u{2014} $301,400 USD\nZone 3 Pay Range $199,100 \u{2014} $273,900 USD",
            "USD 219200-301400 @Zone 2; USD 199100-273900 @Zone 3",
        ),
        (
            "California: $201,000 - $251,000; New York: $196,000 - $246,000; all other US locations: $175,000 - $220,000",
            "USD 201000-251000 @California; USD 196000-246000 @New York; USD 175000-220000 @all other US locations",
        ),
        (
            "The base pay range:\nSan Francisco Bay Area:\n133,500 - 226,700 USD Annual\nAll Other US Locations:\n116,200 - 197,400 USD Annual",
            "USD 133500-226700 base @San Francisco Bay Area; USD 116200-197400 base @All Other US Locations",
        ),
        (
            "The expected base pay range for this position is:\nBay Area California $ 196,600- 266,300\nSouthern California $ 179,200- 242,700",
            "USD 196600-266300 base @Bay Area California; USD 179200-242700 base @Southern California",
        ),
        ("Level 1: $109,500 - $131,500\nLevel 2: $131,500 - $159,500", "USD 109500-131500; USD 131500-159500"),
        (
            "Pay Range: Level I: $125,500.00 - $150,500.00/per year Level II: $145,500.00 - $175,500.00/per year",
            "USD 125500-150500; USD 145500-175500",
        ),
        (
            "The base salary range is 148,500 USD - 235,500 USD for Level 3, and 184,500 USD - 287,000 USD for Level 4.",
            "USD 148500-235500 base; USD 184500-287000 base",
        ),
        (
            "US employees: $200,800-$250,600 USD / Canadian employees: $189,900-$237,300 CAD",
            "USD 200800-250600 @US employees; CAD 189900-237300 @Canadian employees",
        ),
        (
            "Annual Base Salary: $113,700 - $191,200 for the US and $106,700 - $138,100 for Canada",
            "USD 113700-191200 base @US; CAD 106700-138100 base @Canada",
        ),
        (
            "For Washington-based roles, the base salary hiring range for this position is $156,100 to $168,900.",
            "USD 156100-168900 base @Washington",
        ),
        (
            "The base pay range for this position in the San Francisco area is $118,400 - $147,700",
            "USD 118400-147700 base @San Francisco area",
        ),
        (
            "For New York, NY Only the salary range for this position is USD$137,600.00 - USD$194,200.00 .",
            "USD 137600-194200 @New York, NY",
        ),
        ("Basic pay: $150,700 - $200,900 (For Dayton, OH Only)", "USD 150700-200900 base @Dayton, OH"),
        ("Toronto, ON $119,300 \u{2014} $140,700 CAD", "CAD 119300-140700 @Toronto, ON"),
        (
            "London: \u{a3}95k\u{2013}\u{a3}125k\nBerlin: \u{20ac}85k\u{2013}\u{20ac}110k",
            "GBP 95000-125000 @London; EUR 85000-110000 @Berlin",
        ),
        (
            "The base pay ranges from $129,400/year in our lowest geographic market up to $223,700/year in our highest geographic market.",
            "USD 129400-223700 base",
        ),
        (
            "The base pay ranges from $47.75/hr in our lowest market up to $96.25/hr in our highest.",
            "USD 47.75-96.25 hour base",
        ),
        ("Austria Pay Ranges: - Austria: \u{20ac}61.700 - \u{20ac}102.600 EUR Annual", "EUR 61700-102600 @Austria"),
        (
            "The range is $120,500\u{2013}$150,500 base, and with commission $200,500\u{2013}$240,500 OTE.",
            "USD 120500-150500 base; USD 200500-240500 total",
        ),
        (
            "The base salary range is $131,000 - $172,000. In Colorado the base salary range is $131,000 - $160,000.",
            "USD 131000-172000 base; USD 131000-160000 base @Colorado",
        ),
    ]);
}
