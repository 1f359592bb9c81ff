// SPDX-License-Identifier: Apache-2.0
#include "worker/fulfilment.hpp"

#include "domain/text_check.hpp"
#include "worker/lead_words.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <optional>
#include <string_view>
#include <vector>

// Words for made-up leads, written for this program. Domains end with .example (RFC 2606), phone
// numbers are from ranges set aside for fiction, so nothing made of them reaches anybody.

namespace leadsheet::server::worker {

namespace {

namespace json = boost::json;

struct Name {
    std::string_view shown;
    std::string_view plain; ///< for addresses: lower-case ASCII
};

constexpr auto kFirstNames = std::to_array<Name>({
    {"Ada", "ada"},         {"Alma", "alma"},     {"Amir", "amir"},       {"Anders", "anders"},
    {"Anouk", "anouk"},     {"Bashir", "bashir"}, {"Beatriz", "beatriz"}, {"Björn", "bjoern"},
    {"Bram", "bram"},       {"Carla", "carla"},   {"Chloé", "chloe"},     {"Dagny", "dagny"},
    {"Daniel", "daniel"},   {"Dilara", "dilara"}, {"Edda", "edda"},       {"Elif", "elif"},
    {"Emil", "emil"},       {"Esther", "esther"}, {"Farid", "farid"},     {"Finn", "finn"},
    {"Freya", "freya"},     {"Gideon", "gideon"}, {"Greta", "greta"},     {"Hana", "hana"},
    {"Henrik", "henrik"},   {"Ida", "ida"},       {"Imani", "imani"},     {"Ivo", "ivo"},
    {"Jana", "jana"},       {"Jonas", "jonas"},   {"Jürgen", "juergen"},  {"Kaja", "kaja"},
    {"Karim", "karim"},     {"Klara", "klara"},   {"Lena", "lena"},       {"Liam", "liam"},
    {"Lucía", "lucia"},     {"Magnus", "magnus"}, {"Maren", "maren"},     {"Mateo", "mateo"},
    {"Mila", "mila"},       {"Nadia", "nadia"},   {"Nils", "nils"},       {"Noor", "noor"},
    {"Olga", "olga"},       {"Oskar", "oskar"},   {"Pauline", "pauline"}, {"Per", "per"},
    {"Quentin", "quentin"}, {"Rahel", "rahel"},   {"René", "rene"},       {"Rosa", "rosa"},
    {"Samir", "samir"},     {"Signe", "signe"},   {"Soren", "soren"},     {"Talia", "talia"},
    {"Tomas", "tomas"},     {"Ulrike", "ulrike"}, {"Vera", "vera"},       {"Viktor", "viktor"},
    {"Wanda", "wanda"},     {"Yasmin", "yasmin"}, {"Yusuf", "yusuf"},     {"Zoë", "zoe"},
});

constexpr auto kLastNames = std::to_array<Name>({
    {"Abend", "abend"},       {"Almeida", "almeida"},   {"Amsel", "amsel"},
    {"Bachmann", "bachmann"}, {"Berglund", "berglund"}, {"Birkholm", "birkholm"},
    {"Blanchet", "blanchet"}, {"Brandt", "brandt"},     {"Castell", "castell"},
    {"Dahlgren", "dahlgren"}, {"Demir", "demir"},       {"Eberhardt", "eberhardt"},
    {"Eklund", "eklund"},     {"Falk", "falk"},         {"Ferrante", "ferrante"},
    {"Fontaine", "fontaine"}, {"Garrick", "garrick"},   {"Grünwald", "gruenwald"},
    {"Haddad", "haddad"},     {"Hartley", "hartley"},   {"Hoekstra", "hoekstra"},
    {"Holm", "holm"},         {"Ibarra", "ibarra"},     {"Janssen", "janssen"},
    {"Kaya", "kaya"},         {"Keller", "keller"},     {"Kowal", "kowal"},
    {"Kraus", "kraus"},       {"Lacroix", "lacroix"},   {"Lindqvist", "lindqvist"},
    {"Lorenz", "lorenz"},     {"Mansour", "mansour"},   {"Marlow", "marlow"},
    {"Meister", "meister"},   {"Moreau", "moreau"},     {"Nasser", "nasser"},
    {"Nordin", "nordin"},     {"Núñez", "nunez"},       {"Oakley", "oakley"},
    {"Olsen", "olsen"},       {"Pavlova", "pavlova"},   {"Pereira", "pereira"},
    {"Quist", "quist"},       {"Radley", "radley"},     {"Reuter", "reuter"},
    {"Rossetti", "rossetti"}, {"Sandoval", "sandoval"}, {"Schäfer", "schaefer"},
    {"Sjöberg", "sjoeberg"},  {"Steiner", "steiner"},   {"Sterling", "sterling"},
    {"Tanner", "tanner"},     {"Thorsen", "thorsen"},   {"Umar", "umar"},
    {"Valdez", "valdez"},     {"Verbeek", "verbeek"},   {"Vogt", "vogt"},
    {"Wallin", "wallin"},     {"Weller", "weller"},     {"Winther", "winther"},
    {"Yilmaz", "yilmaz"},     {"Zander", "zander"},     {"Zeller", "zeller"},
    {"Ziegler", "ziegler"},
});

constexpr auto kCompanyWords = std::to_array<std::string_view>({
    "Alder",   "Amber",  "Anchor",   "Arbor",   "Aspen",   "Basalt",  "Beacon",  "Birch",
    "Bramble", "Cedar",  "Cinder",   "Cobalt",  "Copper",  "Coral",   "Delta",   "Ember",
    "Falcon",  "Fjord",  "Flint",    "Garnet",  "Glacier", "Granite", "Harbor",  "Hazel",
    "Heron",   "Indigo", "Juniper",  "Kestrel", "Lantern", "Larch",   "Linden",  "Lumen",
    "Maple",   "Meadow", "Meridian", "Nimbus",  "Oriole",  "Pebble",  "Pioneer", "Quarry",
    "Raven",   "Ridge",  "Saffron",  "Sierra",  "Slate",   "Summit",  "Tundra",  "Willow",
});

constexpr auto kCompanyKinds = std::to_array<std::string_view>({
    "Analytics", "Builders",  "Care",     "Consulting", "Data",       "Design",
    "Energy",    "Foods",     "Freight",  "Health",     "Industries", "Instruments",
    "Labs",      "Logistics", "Media",    "Mobility",   "Networks",   "Partners",
    "Robotics",  "Security",  "Software", "Studios",    "Systems",    "Works",
});

constexpr auto kIndustries = std::to_array<std::string_view>({
    "Software",
    "Financial Services",
    "Logistics",
    "Manufacturing",
    "Healthcare",
    "Retail",
    "Construction",
    "Energy",
    "Education",
    "Hospitality",
    "Media",
    "Telecommunications",
});

constexpr auto kStreets = std::to_array<std::string_view>({
    "Mill Lane",
    "Station Road",
    "Harbour Street",
    "Orchard Way",
    "Market Square",
    "Canal Street",
    "Church Street",
    "Foundry Road",
    "Garden Row",
    "River Walk",
    "Hill Street",
    "Park Avenue",
});

constexpr auto kTechnologies = std::to_array<std::string_view>({
    "PostgreSQL",
    "Kubernetes",
    "React",
    "Python",
    "Java",
    "Linux",
    "Terraform",
    "Kafka",
    "Redis",
    "Elasticsearch",
    "PHP",
    "Ruby",
    "Go",
    "C++",
});

constexpr auto kRevenues = std::to_array<std::string_view>({
    "<1M",
    "1M-10M",
    "10M-50M",
    "50M-100M",
    "100M-500M",
    "500M-1B",
});

constexpr std::array<std::string_view, 8> kSizes = {
    "1-10", "11-50", "51-200", "201-500", "501-1000", "1001-5000", "5001-10000", "10001+"};
constexpr std::array<std::string_view, 6> kSeniorities = {"c_suite", "vp",      "director",
                                                          "head",    "manager", "senior"};
constexpr std::array<std::string_view, 6> kDepartments = {"sales",      "marketing", "engineering",
                                                          "operations", "finance",   "executive"};

constexpr std::string_view kPhoneOfNoCountry = "+441632960";

/// SplitMix64: a small generator whose every state is as good as any other.
class Dice {
public:
    explicit Dice(std::uint64_t state)
        : state_(state) {}

    std::uint64_t next() {
        state_ += 0x9e3779b97f4a7c15ULL;
        std::uint64_t value = state_;
        value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        value = (value ^ (value >> 27U)) * 0x94d049bb133111ebULL;
        return value ^ (value >> 31U);
    }
    std::size_t below(std::size_t count) { return static_cast<std::size_t>(next() % count); }
    bool percent(unsigned chance) { return below(100) < chance; }
    template <class List>
    const auto& pick(const List& list) {
        return list[below(list.size())];
    }

private:
    std::uint64_t state_;
};

/// FNV-1a, for the seed alone.
std::uint64_t hashOf(std::uint64_t seed, std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325ULL ^ seed;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return hash;
}

std::string capital(std::string text) {
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text;
}

/// What the order asks for under this name; empty when it does not say.
std::vector<std::string> wanted(const json::object& request, std::string_view name) {
    std::vector<std::string> texts;
    const json::value* list = request.if_contains(name);
    if (list == nullptr || !list->is_array())
        return texts;
    for (const json::value& item : list->get_array()) {
        if (item.is_string())
            texts.emplace_back(item.get_string());
    }
    return texts;
}

template <class List>
std::string pickWanted(Dice& dice, const json::object& request, std::string_view name,
                       const List& otherwise) {
    const std::vector<std::string> texts = wanted(request, name);
    return texts.empty() ? std::string(dice.pick(otherwise)) : dice.pick(texts);
}

bool demands(const json::object& request, std::string_view name) {
    const json::value* flag = request.if_contains(name);
    return flag != nullptr && flag->is_bool() && flag->get_bool();
}

/// Nothing for a list that is empty or not there.
std::optional<std::string> oneWanted(Dice& dice, const json::object& request,
                                     std::string_view name) {
    const std::vector<std::string> texts = wanted(request, name);
    return texts.empty() ? std::nullopt : std::optional(dice.pick(texts));
}

/// What a title says, unless the order asks for something else.
std::string agreed(Dice& dice, const json::object& request, std::string_view name,
                   std::string_view said) {
    const std::vector<std::string> texts = wanted(request, name);
    const bool fits = std::find(texts.begin(), texts.end(), said) != texts.end();
    return texts.empty() || fits ? std::string(said) : dice.pick(texts);
}

/// The role that an order's title, seniorities and departments describe together.
void addRole(Dice& dice, const json::object& request, json::object& lead) {
    auto title = oneWanted(dice, request, "jobTitles");
    const Role role = title ? roleOfTitle(*std::move(title))
                            : roleOf(pickWanted(dice, request, "seniorities", kSeniorities),
                                     pickWanted(dice, request, "departments", kDepartments));
    lead["jobTitle"] = role.title;
    if (auto seniority = agreed(dice, request, "seniorities", role.seniority); !seniority.empty())
        lead["seniority"] = std::move(seniority);
    if (auto department = agreed(dice, request, "departments", role.department);
        !department.empty())
        lead["department"] = std::move(department);
}

struct Company {
    std::string name;
    std::string domain;
};

/// "shop.brand.com" is played by "shop-brand.example": made-up people belong to nobody's company.
Company companyFor(std::string_view domain) {
    const std::string_view stem = domain.substr(0, domain.rfind('.'));
    std::string label;
    for (const char c : domain::asciiLower(stem))
        label += (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? c : '-';
    label = label.substr(0, 60);
    while (label.ends_with('-'))
        label.pop_back();
    while (label.starts_with('-'))
        label.erase(0, 1);
    if (label.empty())
        label = "company";
    return {capital(label), label + ".example"};
}

Company pickCompany(Dice& dice, const json::object& request) {
    const std::vector<std::string> domains = wanted(request, "domains");
    if (!domains.empty())
        return companyFor(dice.pick(domains));
    const std::vector<std::string> categories = wanted(request, "categories");
    const std::string word(dice.pick(kCompanyWords));
    const std::string kind =
        categories.empty() ? std::string(dice.pick(kCompanyKinds)) : capital(dice.pick(categories));
    Company company = companyFor(word + "-" + kind + ".example");
    company.name = word + " " + kind;
    return company;
}

std::string digits(Dice& dice, int count) {
    std::string text;
    for (int i = 0; i < count; ++i)
        text += static_cast<char>('0' + dice.below(10));
    return text;
}

/// Of the United Kingdom where the country is not known; it reaches nobody either.
std::string phoneIn(const Country* country, Dice& dice) {
    const std::string_view phone = country != nullptr ? country->phone : kPhoneOfNoCountry;
    return std::string(phone) + digits(dice, country != nullptr ? country->phoneDigits : 3);
}

void addPerson(Dice& dice, const json::object& request, const Company& company,
               json::object& lead) {
    const Name& first = dice.pick(kFirstNames);
    const Name& last = dice.pick(kLastNames);
    const std::string mark = digits(dice, 4);
    lead["firstName"] = first.shown;
    lead["lastName"] = last.shown;
    lead["fullName"] = std::string(first.shown) + " " + std::string(last.shown);
    addRole(dice, request, lead);
    const std::string plain = std::string(first.plain) + "." + std::string(last.plain);
    if (dice.percent(92) || demands(request, "requireEmail")) {
        lead["email"] = plain + "@" + company.domain;
        lead["emailType"] = "work";
    } else {
        lead["result"] = "unknown";
        lead["resultReason"] = "There is no e-mail address to verify.";
    }
    lead["linkedinUrl"] = "https://linkedin.example/in/" + plain + "-" + mark;
}

void addResult(Dice& dice, const json::object& request, json::object& lead) {
    const std::size_t throwOf100 = dice.below(100);
    std::string_view result = throwOf100 < 82   ? "good"
                              : throwOf100 < 91 ? "risky"
                              : throwOf100 < 97 ? "unknown"
                                                : "invalid";
    if (demands(request, "requireEmail"))
        result = "good";
    lead["result"] = result;
    lead["resultReason"] = result == "good"      ? "The mailbox accepts mail."
                           : result == "risky"   ? "The domain accepts every address."
                           : result == "unknown" ? "The mail server did not answer."
                                                 : "The mailbox does not exist.";
}

} // namespace

LeadFactory::LeadFactory(std::uint64_t seed, std::string orderNumber, json::object request)
    : seed_(hashOf(seed, orderNumber))
    , request_(std::move(request)) {}

std::int64_t LeadFactory::found() const {
    const std::int64_t ordered = request_.at("leadCount").to_number<std::int64_t>();
    return Dice(seed_).below(5) == 0 ? ordered - ordered / 10 : ordered;
}

json::object LeadFactory::lead(std::int64_t index) const {
    Dice dice(hashOf(seed_, std::to_string(index)));
    const bool business = request_.at("scrapingOption") == "local_business";
    const Company company = pickCompany(dice, request_);
    const auto place = oneWanted(dice, request_, "locations");
    const Spot spot = spotIn(place, dice.next());
    json::object lead;
    addResult(dice, request_, lead);
    addPerson(dice, request_, company, lead);
    if (business || dice.percent(45) || demands(request_, "requirePhone")) {
        lead["phone"] = phoneIn(spot.country, dice);
        lead["phoneType"] = business ? "office" : "direct";
    }
    lead["companyName"] = company.name;
    lead["companyDomain"] = company.domain;
    lead["industry"] = pickWanted(dice, request_, "industries", kIndustries);
    lead["companySize"] = pickWanted(dice, request_, "companySizes", kSizes);
    lead["companyRevenue"] = dice.pick(kRevenues);
    lead["foundedYear"] = static_cast<std::int64_t>(1950 + dice.below(73));
    lead["technologies"] =
        json::array{json::value(pickWanted(dice, request_, "technologies", kTechnologies))};
    lead["street"] = std::to_string(1 + dice.below(180)) + " " + std::string(dice.pick(kStreets));
    lead["city"] = spot.city;
    lead["postalCode"] = digits(dice, 5);
    if (!spot.region.empty())
        lead["region"] = spot.region;
    if (spot.country != nullptr) {
        lead["country"] = spot.country->code;
        lead["timezone"] = spot.timezone;
    }
    if (business) {
        lead["rating"] = static_cast<double>(30 + dice.below(21)) / 10.0;
        lead["reviewCount"] = static_cast<std::int64_t>(dice.below(400));
    }
    return lead;
}

} // namespace leadsheet::server::worker
