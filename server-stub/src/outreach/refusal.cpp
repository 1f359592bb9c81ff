// SPDX-License-Identifier: Apache-2.0
// What the words are about in which a platform refuses a call.
#include "outreach/adapter.hpp"

#include <algorithm>

namespace leadsheet::server::outreach {

namespace {

/// What a refusal is about.
enum class Blame { Lead, Setup, Pace };

/// Words of what belongs to a lead. Who names one of them speaks of this lead.
constexpr std::string_view kLeadWords[] = {
    "email",      "emails",      "mail",      "domain",       "domains",   "name",
    "names",      "firstname",   "lastname",  "phone",        "linkedin",  "lead",
    "contact",    "contacts",    "recipient", "address",      "variable",  "variables",
    "company",    "companyname", "blocklist", "blocklisted",  "blacklist", "blacklisted",
    "recipients", "person",      "people",    "unsubscribed", "bounced"};
/// Beginnings of words, for leads under another name and for a lead that is there already.
constexpr std::string_view kLeadPhrases[] = {" prospec",       " already in ",   " already exist",
                                             " already added", " already part ", " already present",
                                             " duplicate"};
constexpr std::string_view kSetupWords[] = {
    "apikey",          "credential",     "credentials",   "unauthorized", "unauthorised",
    "unauthenticated", "authentication", "authorization", "forbidden",    "permission",
    "permissions",     "token",          "campaign",      "campaigns",    "campaignid",
    "workspace",       "subscription",   "plan",          "billing",      "payment",
    "suspended",       "credits"};
/// Several words, as they stand in a refusal.
constexpr std::string_view kSetupPhrases[] = {"api key"};
/// These speak of the plan.
constexpr std::string_view kLimitPhrases[] = {" lead limit ", " leads limit ", " contact limit ",
                                              " contacts limit "};
constexpr std::string_view kPacePhrases[] = {"rate limit",     "ratelimit", "too many requests",
                                             "too many calls", "throttl",   "slow down"};

bool holdsAny(const std::string& text, std::span<const std::string_view> phrases) {
    return std::ranges::any_of(
        phrases, [&](std::string_view phrase) { return text.find(phrase) != std::string::npos; });
}

Blame blameIn(const std::string& words) {
    if (words.find('@') != std::string::npos)
        return Blame::Lead;
    // Words between single blanks, and one at both ends.
    std::string text = " ";
    for (const char letter : foldedEmail(words)) {
        const bool plain = (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9');
        if (plain)
            text += letter;
        else if (!text.ends_with(' '))
            text += ' ';
    }
    text += ' ';
    const auto holdsWord = [&](std::string_view word) {
        return text.find(' ' + std::string(word) + ' ') != std::string::npos;
    };
    const bool ofSetup = holdsAny(text, kSetupPhrases) || holdsAny(text, kLimitPhrases) ||
                         std::ranges::any_of(kSetupWords, holdsWord);
    const bool ofPace = holdsAny(text, kPacePhrases);
    for (const std::string_view phrase : kLimitPhrases) {
        if (const auto at = text.find(phrase); at != std::string::npos)
            text.replace(at, phrase.size(), " ");
    }
    if (std::ranges::any_of(kLeadWords, holdsWord) || holdsAny(text, kLeadPhrases))
        return Blame::Lead;
    return ofPace ? Blame::Pace : ofSetup ? Blame::Setup : Blame::Lead;
}

} // namespace

void refuseSingle(PushReading& reading, const PlatformAnswer& answer, const std::string& words) {
    switch (blameIn(words)) {
    case Blame::Pace:
        reading.quietFor = askedToWait(answer).value_or(kUsualQuiet);
        return;
    case Blame::Setup:
        reading.needsAttention = true;
        return;
    case Blame::Lead:
        reading.leads.front().result = LeadResult::Rejected;
        return;
    }
}

} // namespace leadsheet::server::outreach
