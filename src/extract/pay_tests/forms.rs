//! How pay is written per hour and day, in other countries, as a single figure and by candidates.

use super::check;

#[test]
fn the_ends_of_a_band_may_stand_apart() {
    check(&[
        ("Starting salary of at least $134,800, with a maximum of $168,500.", "USD 134800-168500"),
        ("The starting salary is $113,000 and may rise to $149,000.", "USD 113000-149000"),
        ("Salaries begin at $160,000.", "USD 160000-*"),
        ("Starting at $49.75/hour with a top rate of $66.20/hour.", "USD 49.75-66.20 hour"),
    ]);
}

#[test]
fn pay_by_the_hour_day_and_month_is_read() {
    check(&[
        ("Pay range: $23 - $25/hr, based on experience", "USD 23-25 hour"),
        ("$85-110/hr W2", "USD 85-110 hour"),
        ("$75/hr on C2C or $68/hr on W2", "USD 75-75 hour; USD 68-68 hour"),
        ("Pay Rate: $41.75 - $45.50 per hour", "USD 41.75-45.50 hour"),
        ("Hourly rate: $35 \u{2013} $53 hour.", "USD 35-53 hour"),
        ("Compensation: CAD $2,000 - $3,500", "CAD 2000-3500 month"),
        ("Workshops cost CAD $2,000 - $3,500", ""),
        ("Salary: $13th salary + stock options", ""),
        ("Hourly pay $44.00 - $57.25/hour (final offer varies)", "USD 44-57.25 hour"),
        ("Competitive hourly rate of 19-21 USD", "USD 19-21 hour"),
        ("The salary range is $30 -$31/hourly.", "USD 30-31 hour"),
        ("Pay Range: $17.55-$26.75 /HR", "USD 17.55-26.75 hour"),
        ("in the range of $21 - $27 USD per hour", "USD 21-27 hour"),
        ("The hourly pay range for this position is $26.25 to $29.75.", "USD 26.25-29.75 hour"),
        ("Estimated Hourly Pay Range $55 - $66 USD", "USD 55-66 hour"),
        ("Pay Range: $19.35 - $24.15 Scheduled Weekly Hours: 40", "USD 19.35-24.15 hour"),
        ("The pay range for this role is $17.15 - $30.25.", "USD 17.15-30.25 hour"),
        ("Starting wage: $23.25 / hour - $26.75 / hour", "USD 23.25-26.75 hour"),
        ("Salary: $30 / hour", "USD 30-30 hour"),
        ("Base Pay: $32.00 Base pay is one part of what we offer.", "USD 32-32 hour base"),
        ("$21/hr + $0.50 shift differential + full benefits", "USD 21-21 hour; USD 0.50-0.50 extra"),
        ("$90 per hour on a 1099", "USD 90-90 hour"),
        ("Salary: 140k - 165k Benefits: health plan", "USD 140000-165000"),
        ("Rate: $110/hr all-inclusive", "USD 110-110 hour"),
        ("The pay is $1,250/day for twelve weeks", "USD 1250-1250 day"),
        ("Salary: $310 - $420 day", "USD 310-420 day"),
        ("Day rate: \u{a3}550-\u{a3}650 outside IR35", "GBP 550-650 day"),
        ("\u{a3}600 per day inside IR35", "GBP 600-600 day"),
        ("\u{a3}500 - \u{a3}575pd", "GBP 500-575 day"),
        ("\u{20ac}700/day freelance", "EUR 700-700 day"),
        ("Pay is \u{a3}21.50p/h, Monday to Friday", "GBP 21.50-21.50 hour"),
        ("\u{a3}18.40 ph", "GBP 18.40-18.40 hour"),
        ("get paid between \u{a3}20 and \u{a3}40 /hour", "GBP 20-40 hour"),
        ("\u{a3}3,200 pcm", "GBP 3200-3200 month"),
        ("The expected pay range is $7,100 - $7,450/month.", "USD 7100-7450 month"),
        ("Base salary: \u{20ac}4600 per month.", "EUR 4600-4600 month base"),
        ("From 4400 EUR/month", "EUR 4400-* month"),
        ("$1,900 weekly gross pay", "USD 1900-1900 week"),
        ("a weekly rate of $2,400", "USD 2400-2400 week"),
        ("$62.50 hourly", "USD 62.50-62.50 hour"),
        ("Rate $80-$95 an hour, six months", "USD 80-95 hour"),
    ]);
}

#[test]
fn the_customs_of_more_countries_are_read() {
    check(&[
        ("Bruto maandsalaris van € 5.000,- tot € 7.200,- (schaal 12)", "EUR 5000-7200 month"),
        ("Lønn: kr 750 000 - 900 000 per år", "NOK 750000-900000"),
        ("Lön: 55 000 - 65 000 kr/mån", "SEK 55000-65000 month"),
        ("Bér: bruttó 1 200 000 - 1 600 000 Ft/hó", "HUF 1200000-1600000 month"),
        ("Зарплата: от 250 000 до 350 000 руб. на руки", "RUB 250000-350000 month"),
        ("Aylık net 95.000 TL", "TRY 95000-95000 month"),
        ("Yıllık brüt 2.400.000 TL - 3.000.000 TL", "TRY 2400000-3000000"),
        ("INR 1,200,000 - 1,800,000", "INR 1200000-1800000"),
    ]);
}

#[test]
fn other_currencies_and_customs_are_read() {
    check(&[
        ("Salary range: CAD $131,000 - CAD $166,000", "CAD 131000-166000"),
        ("The hourly pay range is CAD $30 to $36.", "CAD 30-36 hour"),
        ("CA$140,500 to CA$175,500 per year", "CAD 140500-175500"),
        ("Salary: C$85,500 - C$110,500 annually", "CAD 85500-110500"),
        ("The CAD base salary range for this position is $154,100-$193,900.", "CAD 154100-193900 base"),
        ("Gross base salary $152,700 \u{2014} $206,300 CAD", "CAD 152700-206300 base"),
        ("The salary range for this role is $90,500-110,500 CAD.", "CAD 90500-110500"),
        ("Salary: $98,000 - $121,000. Based in Toronto, Ontario. RRSP matching.", "CAD 98000-121000"),
        ("$104,000 Canadian dollars a year", "CAD 104000-104000"),
        ("AU$130k package", "AUD 130000-130000 total"),
        ("AUD 1,100 per day + GST", "AUD 1100-1100 day"),
        ("NZ$140,000 to NZ$155,000", "NZD 140000-155000"),
        ("S$9,000 - S$12,500 per month", "SGD 9000-12500 month"),
        ("The annual OTE for this role in Singapore is SGD 165,500 - 195,500", "SGD 165500-195500 total @Singapore"),
        ("HK$80,000 a month", "HKD 80000-80000 month"),
        ("\u{a3}70,500 per annum pro rata", "GBP 70500-70500"),
        ("\u{a3}30,100 - \u{a3}36,700 per annum pro rata (Band 5)", "GBP 30100-36700"),
        ("Salary \u{a3}25,500 - \u{a3}30,500 a year, benefits included", "GBP 25500-30500"),
        ("up to \u{a3}95k DOE", "GBP *-95000"),
        ("c. \u{a3}85,000 + car", "GBP 85000-85000"),
        ("circa \u{a3}85k basic", "GBP 85000-85000 base"),
        ("\u{a3}45k-\u{a3}55k + 10% bonus", "GBP 45000-55000"),
        ("55-65k GBP", "GBP 55000-65000"),
        ("\u{20ac}65k\u{2013}\u{20ac}85k", "EUR 65000-85000"),
        ("EUR 65-85K gross per year", "EUR 65000-85000"),
        ("65.000 \u{20ac} bis 80.000 \u{20ac} brutto", "EUR 65000-80000"),
        ("55.500 - 65.500 EUR brutto pro Jahr", "EUR 55500-65500"),
        ("50.500 - 56.500 \u{20ac} / Jahr", "EUR 50500-56500"),
        ("Jahresgehalt ab 72.000 \u{20ac}", "EUR 72000-*"),
        ("ein Gehalt bis zu 90.000 Euro", "EUR *-90000"),
        ("Die Gehaltsspanne ist:\u{20ac}79.104,00 - \u{20ac}118.656,00", "EUR 79104-118656"),
        ("18\u{2013}22 \u{20ac} pro Stunde", "EUR 18-22 hour"),
        ("\u{20ac} 3.750 - \u{20ac} 5.350 bruto per maand op basis van 40 uur", "EUR 3750-5350 month"),
        ("45k\u{20ac} - 55k\u{20ac} brut par an", "EUR 45000-55000"),
        ("Salaire : 48 000 \u{20ac} \u{e0} 56 000 \u{20ac} brut annuel", "EUR 48000-56000"),
        ("Banda salarial: 33.000 \u{20ac} \u{2013} 37.000 \u{20ac} brutos anuales", "EUR 33000-37000"),
        ("25.500\u{20ac} gross/year", "EUR 25500-25500"),
        ("Gross annual salary \u{20ac}82,000", "EUR 82000-82000"),
        ("CHF 120'000 - 140'000", "CHF 120000-140000"),
        ("CHF 111'000.- bis 131'000.- pro Jahr", "CHF 111000-131000"),
        ("Jahresbruttogehalt zwischen 75.500 \u{20ac} und 90.500 \u{20ac}", "EUR 75500-90500"),
        ("\u{c9}chelle salariale : 95 500 $ \u{e0} 120 500 $", "CAD 95500-120500"),
        ("Total of AUD 185,000 - 210,000 inclusive of superannuation", "AUD 185000-210000 total"),
        (
            "Base $205K; variable $205K; OTE $410K",
            "USD 205000-205000 base; USD 205000-205000 extra; USD 410000-410000 total",
        ),
        ("we pay 170-220 invoices a week + fees", ""),
        ("130\u{2019}000 CHF p.a.", "CHF 130000-130000"),
        ("\u{20b9}30\u{2013}45 LPA", "INR 3000000-4500000"),
        ("25 LPA", "INR 2500000-2500000"),
        ("CTC: 18-24 LPA", "INR 1800000-2400000 total"),
        ("Rs 35-50 LPA (fixed + variable)", "INR 3500000-5000000 total"),
        ("\u{20b9}12,00,000 - \u{20b9}18,00,000 per annum", "INR 1200000-1800000"),
        ("INR 25 lakhs to 32 lakhs", "INR 2500000-3200000"),
        ("\u{20b9}80,000 - \u{20b9}95,000 per month", "INR 80000-95000 month"),
        ("Expected CTC: 32 LPA", "INR 3200000-3200000 total expected"),
        ("\u{20b9} 25L - 40L PA", "INR 2500000-4000000"),
        ("CTC 26-34L", "INR 2600000-3400000 total"),
        ("80-100T\u{20ac} Jahresgehalt", "EUR 80000-100000"),
        ("1.2 Cr fixed", "INR 12000000-12000000 base"),
        ("PLN 20 000 - 28 000 net + VAT /month (B2B)", "PLN 20000-28000 month"),
        ("Salary: B2B, 14.000 - 24.000 PLN net + VAT", "PLN 14000-24000 month"),
        ("22 000 - 28 000 z\u{142} netto", "PLN 22000-28000 month"),
        ("160,500 - 265,500 PLN gross per year", "PLN 160500-265500"),
        ("SEK 55 000/month", "SEK 55000-55000 month"),
        ("518,900.00 SEK \u{2013} 815,400.00 SEK on annual basis", "SEK 518900-815400"),
        ("48 000 - 56 000 kr per month", "SEK 48000-56000 month"),
        ("NOK 850 000 a year", "NOK 850000-850000"),
        ("Salary 90 000 - 120 000 K\u{10d} monthly", "CZK 90000-120000 month"),
        ("R$15,500 - R$22,500 per month", "BRL 15500-22500 month"),
        ("ZAR 850,000 - 1,100,000 per annum", "ZAR 850000-1100000"),
        ("AED 35,000 per month", "AED 35000-35000 month"),
        ("\u{20aa}35,000 a month", "ILS 35000-35000 month"),
        ("RM 9,000 - RM 12,000 a month", "MYR 9000-12000 month"),
        ("Salary PHP 120,000 - 150,000 monthly", "PHP 120000-150000 month"),
        ("MXN 70,000 monthly gross", "MXN 70000-70000 month"),
        ("\u{a5}9,000,000 \u{2013} \u{a5}14,000,000", "JPY 9000000-14000000"),
    ]);
}

#[test]
fn single_figures_and_open_ends_are_told_apart() {
    check(&[
        ("Salary: up to $250k", "USD *-250000"),
        ("starting at $95,500", "USD 95500-*"),
        ("This role starts at $85,500 per year.", "USD 85500-*"),
        ("Competitive starting pay of $26.50 per hour!", "USD 26.50-* hour"),
        ("minimum base salary starts at $145,500", "USD 145500-* base"),
        ("Annual Base Salary: From $57,500 + based on qualifications", "USD 57500-* base"),
        ("salaried position offering $250,000+", "USD 250000-*"),
        ("Salary: $150k or more", "USD 150000-*"),
        ("not less than $210k base", "USD 210000-* base"),
        ("Pay: at most $70 an hour", "USD *-70 hour"),
        ("Compensation: $200,500", "USD 200500-200500"),
        ("Salary: \u{a3}65,500 per annum", "GBP 65500-65500"),
        ("SALARY : $137,500 per year Education", "USD 137500-137500"),
        ("The starting range tops out at $140k", "USD *-140000"),
        ("salaries capped at $180,000", "USD *-180000"),
        ("Min. salary: 85.500 EUR", "EUR 85500-*"),
        ("The maximum salary is $131,500", "USD *-131500"),
        ("Salary: upto 29 LPA", "INR *-2900000"),
        ("Salary: up to \u{a3}29,500-\u{a3}35,500", "GBP 29500-35500"),
    ]);
}

#[test]
fn base_and_total_are_told_apart() {
    check(&[
        ("On-target earnings: $240,000 - $280,000", "USD 240000-280000 total"),
        ("OTE (On-Target Earnings): $145k-$151k", "USD 145000-151000 total"),
        ("$137,500 to $170,500 OTE, plus equity", "USD 137500-170500 total"),
        ("Target total cash: $210,000 - $260,000", "USD 210000-260000 total"),
        ("Total target cash $190k", "USD 190000-190000 total"),
        ("Annual total cash compensation range: $259,800 \u{2014} $415,600 USD", "USD 259800-415600 total"),
        ("base of 180-220k + RSUs", "USD 180000-220000 base"),
        ("Total compensation of $400k to $500k", "USD 400000-500000 total"),
        ("Base salary: $140,500. OTE: $240,500.", "USD 140500-140500 base; USD 240500-240500 total"),
        (
            "Base salary $140,500 - $175,500. Total compensation $220,000 - $300,000.",
            "USD 140500-175500 base; USD 220000-300000 total",
        ),
        ("Total Base Pay Range: $117,250 - $120,350", "USD 117250-120350 base"),
        (
            "Base: $180k-$210k. Signing bonus: $20k. 401(k) match up to $6,000.",
            "USD 180000-210000 base; USD 20000-20000 extra; USD *-6000 extra",
        ),
        ("Base salary is $150,000 and a $20,000 bonus", "USD 150000-150000 base; USD 20000-20000 extra"),
        ("$200k base / $350k TC", "USD 200000-200000 base; USD 350000-350000 total"),
        ("all-in package of \u{a3}120k", "GBP 120000-120000 total"),
    ]);
}

#[test]
fn what_candidates_ask_for_is_expected_and_what_they_earn_is_current() {
    check(&[
        ("looking for 250k base", "USD 250000-250000 base expected"),
        ("expecting $300-350K TC", "USD 300000-350000 total expected"),
        ("Target comp: $280k", "USD 280000-280000 expected"),
        ("day rate \u{a3}650 outside IR35, looking for a contract", "GBP 650-650 day"),
        ("My minimum is $190k base", "USD 190000-* base expected"),
        ("I would need not less than \u{20ac}110k", "EUR 110000-* expected"),
        ("I won't move for less than $220,000", "USD 220000-* expected"),
        ("Desired salary: $175,000 - $190,000", "USD 175000-190000 expected"),
        ("Salary requirement: 165k", "USD 165000-165000 expected"),
        ("Hoping for \u{a3}90-100k", "GBP 90000-100000 expected"),
        ("ideally 230k-260k base plus equity", "USD 230000-260000 base"),
        ("Currently on 150k base", "USD 150000-150000 base current"),
        (
            "current CTC 28 LPA, expected 36 LPA",
            "INR 2800000-2800000 total current; INR 3600000-3600000 total expected",
        ),
        ("Present salary: $142,000", "USD 142000-142000 current"),
        ("my base is $185k today", "USD 185000-185000 base current"),
        ("I hope for one, and for EUR 81,000.", "EUR 81000-81000 expected"),
        ("Not interested below $250k TC", "USD 250000-* total expected"),
        ("asking 31 LPA (currently 23 LPA)", "INR 3100000-3100000 expected; INR 2300000-2300000 current"),
        ("In 2023 my salary rose from $121,000 to $151,000.", "USD 121000-151000 current"),
        ("Prior compensation: base 182k", "USD 182000-182000 base current"),
        ("Was at $212k TC, left for $243k", "USD 212000-212000 total current; USD 243000-243000 total current"),
        ("Last drawn salary 30 LPA", "INR 3000000-3000000 current"),
        ("Expected pay range for this role: $95,000 - $120,000", "USD 95000-120000"),
        ("Expected Pay Range: $104,000 - $131,000 annually", "USD 104000-131000"),
        ("For this role we expect a starting base salary between $131,500 and $191,500.", "USD 131500-191500 base"),
    ]);
}

#[test]
fn a_language_is_no_currency() {
    check(&[
        ("PHP developer, salary 90k", "USD 90000-90000"),
        ("Salary for a Go developer: 95,000 - 115,000", "USD 95000-115000"),
    ]);
}

#[test]
fn two_fields_side_by_side_are_a_range() {
    check(&[
        ("Local Pay Range $133,000 $161,000 USD", "USD 133000-161000"),
        ("Bay Area Hourly Rate $54 $61 USD", "USD 54-61 hour @Bay Area"),
        ("Annual base salary: \u{20b9}4,108,400 \u{20b9}4,108,400 INR", "INR 4108400-4108400 base"),
        ("Salary $150,000, relocation $20,000", "USD 150000-150000; USD 20000-20000 extra"),
        ("Base: $90,000 - $101,000 $104,000 - $120,000", "USD 90000-101000 base; USD 104000-120000 base"),
        (
            "&lt;div&gt;Pay Range&lt;/div&gt;&lt;div&gt;&lt;span&gt;$163,000&lt;/span&gt;&lt;span class=&quot;divider&quot;&gt;\
             &amp;mdash;&lt;/span&gt;&lt;span&gt;$221,000 USD&lt;/span&gt;&lt;/div&gt;",
            "USD 163000-221000",
        ),
    ]);
}

#[test]
fn other_languages_have_their_ranges_bounds_and_periods() {
    check(&[
        ("Salaire entre 61K\u{20ac} et 79K\u{20ac}", "EUR 61000-79000"),
        ("Salaris tussen \u{20ac}4.100 en \u{20ac}5.300 per maand", "EUR 4100-5300 month"),
        ("Jahreslohn bis CHF 140'000", "CHF *-140000"),
        ("Das Mindestgehalt betr\u{e4}gt EUR 3.850 brutto pro Monat", "EUR 3850-* month"),
        ("Das Jahresgehalt betr\u{e4}gt mindestens \u{20ac} 55.000", "EUR 55000-*"),
        ("Tagessatz 610-690 EUR", "EUR 610-690 day"),
        ("TJM : 500 - 590 \u{20ac}", "EUR 500-590 day"),
        ("Sueldo: $60,000 - $90,000 MXN mensuales", "MXN 60000-90000 month"),
    ]);
}

#[test]
fn the_longest_words_before_a_figure_say_which_end_it_is() {
    check(&[
        ("Not more than $200,000 base", "USD *-200000 base"),
        ("No more than $210,000 base", "USD *-210000 base"),
        ("Salary: not less than $180,000", "USD 180000-*"),
        ("Salary not to exceed $190,000", "USD *-190000"),
        ("Salary to \u{a3}85,000", "GBP *-85000"),
        ("The minimum annual gross salary is EUR 52,000", "EUR 52000-*"),
    ]);
}

#[test]
fn what_an_aside_includes_makes_a_total() {
    check(&[
        ("The salary range, inclusive of annual bonus, is $181,000 - $240,000.", "USD 181000-240000 total"),
        (
            "Total compensation, including base salary and bonus, ranges from $222,000 - $300,000.",
            "USD 222000-300000 total",
        ),
        (
            "In addition to the package, including bonus and equity, the base salary is $150,000 - $170,000.",
            "USD 150000-170000 base",
        ),
    ]);
}

#[test]
fn a_figure_without_a_sign_has_the_currency_of_its_label_or_country() {
    check(&[
        ("Salary (EUR): 150,000 - 180,000", "EUR 150000-180000"),
        ("Gehalt in Euro: 61.000 - 75.000", "EUR 61000-75000"),
        ("Our lab in Berlin grows.\n\nSalary: 90-120k", "EUR 90000-120000"),
        ("Our labs in London and New York grow.\n\nSalary: 90-120k", "USD 90000-120000"),
    ]);
}

#[test]
fn rands_are_told_from_names_that_begin_with_r() {
    check(&[
        ("R900,000 - R1,200,000 per annum CTC", "ZAR 900000-1200000 total"),
        ("Salary: R75k - R90k per month", "ZAR 75000-90000 month"),
        ("Package: R 850 000 to R 1 050 000 per annum", "ZAR 850000-1050000 total"),
        ("R1,1m - R1,4m CTC per annum", "ZAR 1100000-1400000 total"),
        ("R60k pm", "ZAR 60000-60000 month"),
        ("An R740 128 GB server with 24 cores; an R10k processor", ""),
    ]);
}

#[test]
fn appointments_of_twelve_months_multiply_nothing() {
    check(&[
        ("Hiring Range $98,000 - $121,500, 12-month appointment", "USD 98000-121500"),
        ("Salary $98,000, 12 months", "USD 98000-98000"),
    ]);
}

#[test]
fn ends_of_bands_are_told_in_many_ways() {
    check(&[
        ("No less than $140,000 and no more than $180,000 a year.", "USD 140000-180000"),
        ("Salary: $175,000 maximum", "USD *-175000"),
        ("Zarobki: od 18 000 do 24 000 PLN netto", "PLN 18000-24000 month"),
        ("Plat od 3 500 EUR brutto mesačne", "EUR 3500-* month"),
        ("£600-700 pd", "GBP 600-700 day"),
        ("Basissalaris € 5.300 tot € 7.100 bruto per maand", "EUR 5300-7100 month base"),
    ]);
}

#[test]
fn the_next_sentence_may_say_what_a_band_covers() {
    check(&[
        ("$180k-$250k. This is base salary only; equity comes on top.", "USD 180000-250000 base"),
        ("Salary: $140,000 - $170,000. The range is for base pay.", "USD 140000-170000 base"),
        ("Salary: $140,000 - $170,000. We are based in Ohio.", "USD 140000-170000"),
        ("Salary: $140,000 - $170,000. This role is based in Ohio.", "USD 140000-170000"),
    ]);
}

#[test]
fn what_a_bracket_adds_to_a_range_is_beside_it() {
    check(&[
        ("Annual salary: 7,500,000 - 12,000,000 JPY (bonus twice a year)", "JPY 7500000-12000000"),
        ("[Annual income] 7,500,000 - 12,000,000 JPY (bonus twice a year)", "JPY 7500000-12000000"),
        ("Salary: $120,000 - $150,000 (plus equity)", "USD 120000-150000"),
    ]);
}

#[test]
fn the_number_of_a_requisition_is_no_rand() {
    check(&[
        ("Cambridge, MA | Full time | R1586341", ""),
        ("Requisition R0048127", ""),
        ("R45000 per month", "ZAR 45000-45000 month"),
    ]);
}
