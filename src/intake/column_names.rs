//! The names that exports give to columns, and our own for what they hold. What becomes of the cells is in [`columns`](super::columns).

/// A part of a document, and the squashed names that columns have for it.
pub(super) type Names = &'static [(&'static str, &'static str)];

pub(super) const BOTH: Names = &[
    ("level", "level seniority senioritylevel experiencelevel careerlevel grade"),
    ("city", "city town locationcity currentcity homecity workcity"),
    (
        "region",
        "region state province stateregion stateprovince locationregion locationstate currentstate homestate county",
    ),
    ("country", "country countrycode locationcountry currentcountry homecountry workcountry"),
    (
        "place",
        "location currentlocation geolocation place homelocation worklocation joblocation basedin office locations",
    ),
    ("currency", "currency paycurrency salarycurrency expectedpaycurrency paybandcurrency currencycode"),
    ("period", "period payperiod salaryperiod expectedpayperiod paybandperiod payfrequency"),
    ("basis", "basis paybasis expectedpaybasis paybandbasis"),
    ("work_authorization", "workauthorization authorizedin authorizedtoworkin righttowork workpermit workpermits"),
];

pub(super) const CANDIDATE: Names = &[
    ("id", "id candidateid personid applicantid uuid identifier externalid key recordid memberid profileid"),
    ("name", "name fullname candidatename displayname applicantname"),
    ("first", "firstname givenname forename first"),
    ("middle", "middlename middle"),
    ("last", "lastname surname familyname last"),
    ("headline", "headline tagline professionalheadline"),
    ("title", "title jobtitle currenttitle currentposition position currentrole currentjobtitle role designation"),
    (
        "text",
        "summary resume resumetext cv cvtext about aboutme bio profile objective text fulltext notes coverletter \
         background professionalsummary experience workexperience employmenthistory workhistory profilesummary comments",
    ),
    ("work_modes", "workmodes workmode workplacetype workplace workarrangement remotepreference workpreference"),
    ("remote", "remote opentoremote remoteok remotework"),
    (
        "relocation",
        "relocation relocate canrelocate willingtorelocate opentorelocation relocationpreferences preferredlocations \
         preferredlocation willrelocate",
    ),
    ("available_from", "availablefrom availability dateavailable availabledate startdateavailable earlieststart"),
    (
        "skills",
        "skills skill keyskills skillset technologies techstack tools competencies topskills primaryskills technicalskills \
         tags keywords skillslist secondaryskills",
    ),
    ("certifications", "certifications certificates certification certs licenses certificationslicenses"),
    ("open_source", "opensource opensourceprojects oss osscontributions"),
    ("publications", "publications papers publication"),
    ("degree", "degree degreename highestdegree education educationdegree qualification"),
    ("field", "fieldofstudy major field degreefield subject"),
    ("institution", "school schoolname university institution college almamater"),
    (
        "pay",
        "expectedpay desiredpay expectedsalary desiredsalary salaryexpectation salaryexpectations payexpectation \
         payexpectations expectedcompensation desiredcompensation targetsalary targetpay targetcompensation expectedrate \
         desiredrate salaryexpected expectedctc compensationexpectation compensationexpectations",
    ),
    (
        "pay_min",
        "expectedpaymin minexpectedpay expectedsalarymin minexpectedsalary minimumexpectedsalary desiredpaymin \
         desiredsalarymin minimumsalary minsalary salarymin paymin minpay expectedmin",
    ),
    (
        "pay_max",
        "expectedpaymax maxexpectedpay expectedsalarymax maxexpectedsalary maximumexpectedsalary desiredpaymax \
         desiredsalarymax maximumsalary maxsalary salarymax paymax maxpay expectedmax",
    ),
];

/// Columns of a job; a number after the name counts the jobs, the present one first.
pub(super) const JOB: Names = &[
    ("title", "experiencetitle positiontitle previoustitle"),
    ("employer", "employer company currentemployer currentcompany companyname organization organisation employername"),
    ("start", "startedon startdate jobstart start datestarted currentjobstart positionstart"),
    ("end", "finishedon enddate jobend end dateended positionend"),
    ("description", "description jobdescription positiondescription responsibilities"),
];

pub(super) const ROLE: Names = &[
    ("id", "id roleid jobid joborderid jobcode openingid positionid vacancyid reqid uuid identifier key"),
    ("title", "title jobtitle role name position roletitle postingtitle"),
    ("requisition_id", "requisitionid requisition clientjobid companyjobid requisitionnumber reqnumber"),
    (
        "text",
        "description jobdescription posting text content summary about responsibilities requirements qualifications notes \
         roledescription descriptionplain descriptionhtml",
    ),
    ("status", "status jobstatus rolestatus"),
    ("min_years", "minyears yearsrequired minimumyears yearsofexperience minyearsofexperience experienceyears years"),
    ("must_have", "musthave musthaves requiredskills mandatoryskills required mustskills skills keyskills"),
    (
        "nice_to_have",
        "nicetohave nicetohaves preferredskills desiredskills bonusskills preferred optionalskills goodtohave",
    ),
    ("work_mode", "workmode workmodes workplacetype workplace workarrangement locationtype"),
    ("accelerators", "accelerators accelerator gpus"),
    ("workload", "workload workloads"),
    ("scale_min", "scalemin minscale scale"),
    ("scale_unit", "scaleunit"),
    ("pay", "payband pay salary payrange salaryrange salaryband compensation salaryrangetext"),
    ("pay_min", "paybandmin paymin minpay salarymin minsalary minimumsalary compensationmin salaryfrom"),
    ("pay_max", "paybandmax paymax maxpay salarymax maxsalary maximumsalary compensationmax salaryto"),
];

/// Taken for the id of a candidate where no column is one: people have one each, and exports rarely leave it out.
pub(super) const EMAILS: [&str; 5] = ["email", "emailaddress", "email1", "primaryemail", "primaryemailaddress"];
/// Beside those that no document may have: what an export adds to them.
pub(super) const PERSONAL: &str = "maidenname address address1 address2 streetaddress birthdate zip zipcode postalcode";
