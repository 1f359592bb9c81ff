// SPDX-License-Identifier: Apache-2.0
#include "outreach/adapter.hpp"

#include "domain/text_check.hpp"
#include "domain/timestamp.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

namespace leadsheet::server::outreach {

namespace {

namespace json = boost::json;
using contract::LeadFieldType;

// In the order of the enumeration.
constexpr std::array<std::string_view, 4> kPolicyNames = {
    "skip_if_in_workspace", "skip_if_in_campaign", "skip_if_in_list", "send"};

std::string decimalText(std::int64_t value) {
    std::string fraction = std::to_string(value % domain::kLeadDecimalUnit);
    fraction.insert(0, fraction.size() < 2 ? 1 : 0, '0');
    while (!fraction.empty() && fraction.back() == '0')
        fraction.pop_back();
    const std::string whole = std::to_string(value / domain::kLeadDecimalUnit);
    return fraction.empty() ? whole : whole + "." + fraction;
}

std::string listText(const std::string& array) {
    boost::system::error_code error;
    const json::value items = json::parse(array, error);
    if (error || !items.is_array())
        return array;
    std::string text;
    for (const json::value& item : items.get_array()) {
        if (!item.is_string())
            continue;
        text.append(text.empty() ? "" : ", ").append(std::string_view(item.get_string()));
    }
    return text;
}

std::string numberText(std::int64_t value, LeadFieldType type) {
    switch (type) {
    case LeadFieldType::Decimal:
        return decimalText(value);
    case LeadFieldType::Boolean:
        return value != 0 ? "true" : "false";
    case LeadFieldType::Timestamp:
        return domain::formatTimestamp(domain::fromMillis(value));
    case LeadFieldType::Text:
    case LeadFieldType::Integer:
    case LeadFieldType::List:
        break;
    }
    return std::to_string(value);
}

} // namespace

std::string_view name(Platform platform) {
    return contract::info(platform).id;
}

std::string_view name(DuplicatePolicy policy) {
    return kPolicyNames[static_cast<std::size_t>(policy)];
}

std::optional<Platform> platformNamed(std::string_view text) {
    const contract::PlatformInfo* found = contract::findPlatform(text);
    return found == nullptr ? std::nullopt : std::optional(found->platform);
}

std::optional<DuplicatePolicy> duplicatePolicyNamed(std::string_view text) {
    const auto found = std::ranges::find(kPolicyNames, text);
    if (found == kPolicyNames.end())
        return std::nullopt;
    return static_cast<DuplicatePolicy>(found - kPolicyNames.begin());
}

const Adapter& adapterFor(Platform platform) {
    switch (platform) {
    case Platform::Instantly:
        return instantlyAdapter();
    case Platform::Smartlead:
        return smartleadAdapter();
    case Platform::Lemlist:
        return lemlistAdapter();
    }
    std::abort(); // no adapter may stand in for another: it would get the credential
}

bool reportsDuplicates(const contract::PlatformInfo& platform, DuplicatePolicy policy) {
    if (!platform.reportsDuplicates)
        return false;
    switch (policy) {
    case DuplicatePolicy::SkipIfInWorkspace:
    case DuplicatePolicy::SkipIfInCampaign:
        return true;
    case DuplicatePolicy::SkipIfInList:
        // A lead in a campaign is in no list, so the list's switch would not see it.
        return !platform.tellsListsApart;
    case DuplicatePolicy::Send:
        break;
    }
    return false;
}

std::string leadText(const domain::LeadDraft& lead, domain::LeadField field) {
    const LeadFieldType type = contract::kLeadFields[field].type;
    const domain::LeadValue& value = lead.values[field];
    if (const auto* number = std::get_if<std::int64_t>(&value))
        return numberText(*number, type);
    if (const auto* text = std::get_if<std::string>(&value))
        return type == LeadFieldType::List ? listText(*text) : *text;
    return {};
}

std::string leadEmail(const domain::LeadDraft& lead) {
    return leadText(lead, domain::leadField("email"));
}

std::vector<std::pair<std::string, std::string>>
Adapter::leadMembers(const domain::LeadDraft& lead, const FieldMap& fields) const {
    std::vector<std::pair<std::string, std::string>> members;
    const auto add = [&](domain::LeadField field, std::string_view name) {
        if (std::string text = leadText(lead, field); !text.empty())
            members.emplace_back(name, std::move(text));
    };
    for (const auto& [field, name] : fields)
        add(field, name);
    for (const auto& [field, name] : info_.columns) {
        if (fields.empty())
            add(static_cast<domain::LeadField>(field), name);
    }
    return members;
}

json::array Adapter::leadObjects(std::span<const domain::LeadDraft> leads, const FieldMap& fields,
                                 std::span<const std::string_view> own,
                                 std::string_view others) const {
    json::array list;
    for (const domain::LeadDraft& lead : leads) {
        json::object out;
        json::object beside;
        out["email"] = leadEmail(lead);
        for (auto& [name, text] : leadMembers(lead, fields))
            (std::ranges::count(own, name) != 0 ? out : beside)[name] = std::move(text);
        if (!beside.empty())
            out[others] = std::move(beside);
        list.push_back(std::move(out));
    }
    return list;
}

namespace {

using std::chrono::milliseconds;

constexpr double kLongestWaitSeconds = 3'600;

/// Members that platforms put their words into, the telling ones first.
constexpr std::string_view kReasonMembers[] = {"message", "error",  "detail",
                                               "details", "errors", "reason"};

std::string reasonIn(const json::value& value, int depth) {
    if (value.is_string())
        return std::string(std::string_view(value.get_string()));
    if (depth == 0)
        return {};
    if (const json::array* items = value.if_array())
        return items->empty() ? std::string() : reasonIn(items->front(), depth - 1);
    const json::object* members = value.if_object();
    if (members == nullptr)
        return {};
    for (const std::string_view member : kReasonMembers) {
        const json::value* found = members->if_contains(member);
        if (std::string text = found ? reasonIn(*found, depth - 1) : std::string(); !text.empty())
            return text;
    }
    return {};
}

/// White space and control characters become one blank each, and none stand at the ends.
std::string oneLine(std::string_view text) {
    std::string line;
    for (const char letter : text) {
        const bool blank = static_cast<unsigned char>(letter) <= ' ' || letter == '\x7f';
        if (!blank)
            line += letter;
        else if (!line.empty() && line.back() != ' ')
            line += ' ';
    }
    if (!line.empty() && line.back() == ' ')
        line.pop_back();
    return line;
}

std::optional<double> secondsIn(std::string_view text) {
    double seconds = 0;
    bool digits = false;
    double place = 0;
    for (const char letter : text) {
        if (letter == '.' && place == 0) {
            place = 1;
            continue;
        }
        if (letter < '0' || letter > '9')
            return std::nullopt;
        digits = true;
        if (place > 0)
            seconds += (letter - '0') * (place /= 10);
        else
            seconds = std::min(seconds * 10 + (letter - '0'), kLongestWaitSeconds);
    }
    return digits ? std::optional(seconds) : std::nullopt;
}

std::string withStatus(const PlatformAnswer& answer) {
    const std::string reason = answerReason(answer);
    const std::string status = "HTTP " + std::to_string(answer.status);
    return reason.empty() ? status : status + ": " + reason;
}

bool isSuccess(const PlatformAnswer& answer) {
    return answer.status >= 200 && answer.status < 300;
}

} // namespace

json::value answerJson(const PlatformAnswer& answer) {
    if (answer.cut)
        return nullptr;
    boost::system::error_code error;
    json::value value = json::parse(answer.body, error);
    return error ? json::value(nullptr) : std::move(value);
}

std::string answerReason(const PlatformAnswer& answer) {
    const json::value value = answerJson(answer);
    std::string text = oneLine(value.is_null() ? answer.body : reasonIn(value, 4));
    // A page for browsers says nothing to people who read lists.
    if (value.is_null() && text.starts_with('<'))
        text.clear();
    if (const auto bad = domain::invalidUtf8At(text))
        text.resize(*bad);
    return std::string(domain::utf8Prefix(text, kMaxReasonBytes));
}

std::optional<std::string> textMember(const json::object& object, std::string_view name) {
    const json::value* found = object.if_contains(name);
    if (found == nullptr)
        return std::nullopt;
    if (found->is_string())
        return std::string(std::string_view(found->get_string()));
    if (found->is_number())
        return json::serialize(*found);
    return std::nullopt;
}

std::optional<std::int64_t> countMember(const json::object& object, std::string_view name) {
    const json::value* found = object.if_contains(name);
    if (found == nullptr)
        return std::nullopt;
    if (const json::array* list = found->if_array())
        return static_cast<std::int64_t>(list->size());
    boost::system::error_code error;
    if (found->is_number()) {
        const auto number = found->to_number<std::int64_t>(error);
        return !error && number >= 0 ? std::optional(number) : std::nullopt;
    }
    if (const json::string* text = found->if_string()) {
        const auto number = secondsIn(std::string_view(*text));
        return number ? std::optional(static_cast<std::int64_t>(*number)) : std::nullopt;
    }
    return std::nullopt;
}

std::string foldedEmail(std::string_view email) {
    return domain::asciiLower(email);
}

std::string percentEncoded(std::string_view text) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string encoded;
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        const bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                           (byte >= '0' && byte <= '9') || letter == '-' || letter == '.' ||
                           letter == '_' || letter == '~';
        if (plain)
            encoded += letter;
        else
            (encoded += '%') += {kDigits[byte >> 4U], kDigits[byte & 15U]};
    }
    return encoded;
}

std::optional<milliseconds> askedToWait(const PlatformAnswer& answer) {
    std::optional<double> seconds;
    if (answer.retryAfter)
        seconds = secondsIn(*answer.retryAfter);
    if (!seconds) {
        const json::value value = answerJson(answer);
        const json::object* body = value.if_object();
        const json::value* error = body ? body->if_contains("error") : nullptr;
        if (error != nullptr && error->is_object())
            body = &error->get_object();
        if (const auto text = body ? textMember(*body, "retry_after") : std::nullopt)
            seconds = secondsIn(*text);
    }
    if (!seconds)
        return std::nullopt;
    return milliseconds(
        static_cast<std::int64_t>(std::ceil(std::min(*seconds, kLongestWaitSeconds) * 1'000)));
}

PushReading readingOfAll(std::size_t count, LeadResult result, std::string reason) {
    PushReading reading;
    reading.leads.assign(count, LeadOutcome{result, std::move(reason)});
    return reading;
}

PushReading refusedReading(std::size_t count, const PlatformAnswer& answer,
                           const std::string& reason) {
    PushReading reading = readingOfAll(count, LeadResult::NotSent, reason);
    reading.narrow = count > 1;
    if (count == 1)
        refuseSingle(reading, answer, reason);
    return reading;
}

PushReading unreadableReading(std::size_t count) {
    return readingOfAll(count, LeadResult::Unknown,
                        "The platform's answer is not the document it should be.");
}

std::optional<PushReading> readStatus(std::size_t count, const PlatformAnswer& answer) {
    if (isSuccess(answer))
        return std::nullopt;
    std::string reason = withStatus(answer);
    if (answer.status < 400 || answer.status >= 500)
        return readingOfAll(count, LeadResult::Unknown, std::move(reason));
    PushReading reading = readingOfAll(count, LeadResult::NotSent, std::move(reason));
    switch (answer.status) {
    case 401:
    case 402:
    case 403:
    case 404:
    case 405:
    case 410:
        reading.needsAttention = true;
        break;
    case 408:
    case 425:
        break;
    case 429:
        reading.quietFor = askedToWait(answer).value_or(kUsualQuiet);
        break;
    default:
        reading.narrow = count > 1;
        if (count == 1)
            refuseSingle(reading, answer, answerReason(answer));
    }
    return reading;
}

std::optional<CampaignReading> readListStatus(const PlatformAnswer& answer) {
    if (isSuccess(answer))
        return std::nullopt;
    CampaignReading reading;
    reading.refused = answer.status == 401 || answer.status == 403;
    reading.reason = withStatus(answer);
    return reading;
}

bool tellsOfDuplicate(const std::string& reason) {
    const std::string text = foldedEmail(reason);
    return text.find("already") != std::string::npos || text.find("duplicate") != std::string::npos;
}

CampaignReading
readCampaignList(const boost::json::value* list, std::string_view idMember,
                 std::optional<std::string> (*state)(const boost::json::object& campaign)) {
    CampaignReading reading;
    if (list == nullptr || !list->is_array()) {
        reading.reason = "The platform's answer is not a list of campaigns.";
        return reading;
    }
    reading.ok = true;
    for (const boost::json::value& item : list->get_array()) {
        const boost::json::object* campaign = item.if_object();
        const auto id = campaign ? textMember(*campaign, idMember) : std::nullopt;
        if (id)
            reading.campaigns.push_back(
                {*id, textMember(*campaign, "name").value_or(*id), state(*campaign)});
    }
    return reading;
}

} // namespace leadsheet::server::outreach
