// SPDX-License-Identifier: Apache-2.0
#include "worker/word_lists.hpp"

namespace leadsheet::server::worker {

namespace {

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

constexpr auto kJobs = std::to_array<std::string_view>({
    "Head of Sales",
    "Chief Technology Officer",
    "Marketing Manager",
    "Operations Director",
    "Purchasing Manager",
    "Head of Finance",
    "Product Manager",
    "Founder",
    "Managing Director",
    "Engineering Manager",
    "Head of People",
    "IT Director",
    "Customer Success Manager",
    "Business Development Manager",
    "Chief Financial Officer",
    "VP Sales",
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

constexpr auto kPlaces = std::to_array<Place>({
    {"DE",
     "Germany",
     "Europe/Berlin",
     "+493023125",
     3,
     {"Berlin", "Hamburg", "Leipzig", "Cologne"}},
    {"AT", "Austria", "Europe/Vienna", "+441632960", 3, {"Vienna", "Graz", "Linz", "Salzburg"}},
    {"CH", "Switzerland", "Europe/Zurich", "+441632960", 3, {"Zurich", "Basel", "Bern", "Geneva"}},
    {"NL",
     "Netherlands",
     "Europe/Amsterdam",
     "+441632960",
     3,
     {"Amsterdam", "Utrecht", "Rotterdam", "Eindhoven"}},
    {"GB",
     "United Kingdom",
     "Europe/London",
     "+441632960",
     3,
     {"London", "Leeds", "Bristol", "Glasgow"}},
    {"IE", "Ireland", "Europe/Dublin", "+441632960", 3, {"Dublin", "Cork", "Galway", "Limerick"}},
    {"FR", "France", "Europe/Paris", "+33199001", 3, {"Paris", "Lyon", "Nantes", "Lille"}},
    {"ES", "Spain", "Europe/Madrid", "+441632960", 3, {"Madrid", "Valencia", "Bilbao", "Seville"}},
    {"IT", "Italy", "Europe/Rome", "+441632960", 3, {"Milan", "Turin", "Bologna", "Rome"}},
    {"PL", "Poland", "Europe/Warsaw", "+441632960", 3, {"Warsaw", "Gdansk", "Poznan", "Krakow"}},
    {"SE",
     "Sweden",
     "Europe/Stockholm",
     "+441632960",
     3,
     {"Stockholm", "Malmo", "Lund", "Uppsala"}},
    {"DK",
     "Denmark",
     "Europe/Copenhagen",
     "+441632960",
     3,
     {"Copenhagen", "Aarhus", "Odense", "Aalborg"}},
    {"US",
     "United States",
     "America/New_York",
     "+120255501",
     2,
     {"Boston", "Denver", "Austin", "Seattle"}},
    {"CA",
     "Canada",
     "America/Toronto",
     "+161355501",
     2,
     {"Toronto", "Ottawa", "Halifax", "Calgary"}},
});

} // namespace

std::span<const Name> firstNames() {
    return kFirstNames;
}
std::span<const Name> lastNames() {
    return kLastNames;
}
std::span<const std::string_view> companyWords() {
    return kCompanyWords;
}
std::span<const std::string_view> companyKinds() {
    return kCompanyKinds;
}
std::span<const std::string_view> industryWords() {
    return kIndustries;
}
std::span<const std::string_view> jobWords() {
    return kJobs;
}
std::span<const std::string_view> streetWords() {
    return kStreets;
}
std::span<const std::string_view> technologyWords() {
    return kTechnologies;
}
std::span<const std::string_view> revenueBands() {
    return kRevenues;
}
std::span<const Place> places() {
    return kPlaces;
}

} // namespace leadsheet::server::worker
