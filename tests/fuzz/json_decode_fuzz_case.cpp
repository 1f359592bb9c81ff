// SPDX-License-Identifier: Apache-2.0
// One byte names what the answer should be, the rest is the answer's body.
#include "fuzz_case.hpp"
#include "fuzz_input.hpp"
#include "json/readers.hpp"

#include <array>
#include <string>

namespace leadsheet::test {

namespace {

using namespace leadsheet::detail;
using leadsheet::detail::Decoder; // not the one of sheets, where files are united

/// Whether the body was read as the record, with what the Decoder says of it.
struct Reading {
    bool read = false;
    bool failed = false;
    std::string problem;

    bool operator==(const Reading&) const = default;
};

template <auto Read>
Reading reading(std::string_view body) {
    const Decoder in = Decoder::parse(body);
    const bool read = Read(in).has_value();
    return {read, in.failed(), in.problem()};
}

template <class T, auto Read>
std::optional<Page<T>> page(const Decoder& in) {
    return readPage<T>(in, Read);
}

using Reader = Reading (*)(std::string_view);

/// Only ever added to at the end: seeds name a reader by its place, from 'A'.
constexpr std::array<Reader, 27> kReaders{
    &reading<&readOrder>,
    &reading<&readOrderEvent>,
    &reading<&readQuote>,
    &reading<&readQuoteOutcome>,
    &reading<&readLead>,
    &reading<&readProduct>,
    &reading<&readAccount>,
    &reading<&readLedgerEntry>,
    &reading<&readBudgetStatus>,
    &reading<&readWebhook>,
    &reading<&readWebhookSecret>,
    &reading<&readCreatedWebhook>,
    &reading<&readWebhookDelivery>,
    &reading<&readWebhookDeliveryDetail>,
    &reading<&readQueuedLeads>,
    &reading<&readDestination>,
    &reading<&readCampaign>,
    &reading<&readPush>,
    &reading<&readDestinationCheck>,
    &reading<&readQueuedPushes>,
    &reading<&readKey>,
    &reading<&readCreatedKey>,
    &reading<&readAdminOrder>,
    &reading<&readAdminAccount>,
    &reading<&readIngestResult>,
    &reading<&page<Order, &readOrder>>,
    &reading<&page<Lead, &readLead>>,
};

/// The first name in a problem's path is a member of the body, or the problem is the body's own.
bool namesAPlace(std::string_view problem, std::string_view body) {
    if (problem.starts_with("the body ") || problem.starts_with('['))
        return true;
    const std::string_view first = problem.substr(0, problem.find_first_of(".[ "));
    const bool missing = problem.find(" is missing") != std::string_view::npos;
    // A name may be spelled with escapes, or hold one of those characters.
    return missing || body.find(first) != std::string_view::npos ||
           body.find('\\') != std::string_view::npos;
}

std::string checkReader(Reader reader, const std::string& body) {
    const Reading read = reader(body);
    if (read.failed == read.problem.empty())
        return "a failure without a problem, or a problem without a failure";
    if (read.read && read.failed)
        return "a record was read although " + read.problem;
    if (!read.read && !read.failed)
        return "a record was not read, and nobody says why";
    if (read.failed && !namesAPlace(read.problem, body))
        return "a problem names no place: " + read.problem;
    const std::size_t start = body.find_first_not_of(" \t\r\n");
    const bool hasMembers = start != std::string::npos && body[start] == '{' &&
                            body.find('"', start) != std::string::npos;
    if (!hasMembers || Decoder::parse(body).failed())
        return {};
    std::string longer = body;
    longer.insert(start + 1, R"("ofALaterVersion":[{"a":[null]},1e3],)");
    if (reader(longer) != read)
        return "a member of a later version changes what is read";
    return {};
}

bool equal(const Page<Lead>& a, const Page<Lead>& b) {
    if (a.items.size() != b.items.size() || a.nextCursor != b.nextCursor ||
        a.hasMore != b.hasMore || a.limit != b.limit)
        return false;
    for (std::size_t i = 0; i < a.items.size(); ++i)
        for (std::size_t field = 0; field < kLeadFieldCount; ++field)
            if (a.items[i][static_cast<LeadField>(field)] !=
                b.items[i][static_cast<LeadField>(field)])
                return false;
    return true;
}

/// What reads millions of leads must say what the Decoder says, or leave it to the Decoder.
std::string checkLeadPage(const std::string& body) {
    const auto quick = readLeadPage(body);
    if (!quick)
        return {};
    const auto thorough = readPage<Lead>(Decoder::parse(body), &readLead);
    if (!thorough || !equal(*quick, *thorough))
        return "the quick reader of leads and the Decoder disagree";
    return {};
}

/// Boost.JSON 1.81 reads decimals of more digits up to one unit of the last place off.
bool hasLongNumber(std::string_view text) {
    constexpr std::size_t kExactDigits = 15;
    std::size_t digits = 0;
    for (const char c : text) {
        digits = (c >= '0' && c <= '9') || c == '.' ? digits + 1 : 0;
        if (digits > kExactDigits)
            return true;
    }
    return false;
}

std::string checkCanonical(const std::string& body) {
    const Decoder in = Decoder::parse(body);
    if (in.failed())
        return {};
    const std::string once = in.json();
    if (in.failed())
        return once.empty() ? "" : "a text is made of what no JSON can hold";
    const Decoder again = Decoder::parse(once);
    if (again.failed())
        return "the sorted text is no JSON: " + again.problem();
    if (!hasLongNumber(once) && again.json() != once)
        return "the sorted text is sorted differently the second time";
    return {};
}

std::string playJsonDecode(std::string_view bytes) {
    FuzzInput input(bytes);
    const Reader reader = kReaders.at((input.byte() + kReaders.size() * 3 - 'A') % kReaders.size());
    const std::string body(input.rest());
    if (auto problem = checkReader(reader, body); !problem.empty())
        return problem;
    if (auto problem = checkLeadPage(body); !problem.empty())
        return problem;
    return checkCanonical(body);
}

} // namespace

LEADSHEET_FUZZ_CASE(json_decode, playJsonDecode);

} // namespace leadsheet::test
