// SPDX-License-Identifier: Apache-2.0
// Instantly, API v2, as https://developer.instantly.ai describes it.
#include "outreach/adapter.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>

namespace leadsheet::server::outreach {

namespace {

namespace json = boost::json;

/// Members of a lead of theirs; every other name is a custom variable.
constexpr std::array<std::string_view, 6> kInstantlyMembers = {
    "first_name", "last_name", "company_name", "phone", "website", "personalization"};

/// The numbers of a summary that say why a lead was not created.
struct Cause {
    std::string_view member;
    LeadResult result;
    std::string_view reason;
};
constexpr std::array kCauses = {
    Cause{"skipped_count", LeadResult::SkippedDuplicate, "Already in the workspace."},
    Cause{"duplicated_leads", LeadResult::SkippedDuplicate, "Already known."},
    Cause{"duplicate_email_count", LeadResult::SkippedDuplicate, "Twice in one call."},
    Cause{"already_in_campaign", LeadResult::SkippedDuplicate, "Already in the campaign."},
    Cause{"in_blocklist", LeadResult::Rejected, "On the blocklist."},
    Cause{"invalid_email_count", LeadResult::Rejected, "The platform calls the e-mail invalid."},
    Cause{"incomplete_count", LeadResult::Rejected, "The platform calls the lead incomplete."},
};

/// Marks the leads that the answer names as created; false when it names none that can be told.
bool markCreated(const json::object& summary, std::span<const std::string> emails,
                 PushReading& reading) {
    const json::value* list = summary.if_contains("created_leads");
    if (list == nullptr || !list->is_array())
        return false;
    for (const json::value& item : list->get_array()) {
        const json::object* lead = item.if_object();
        if (lead == nullptr)
            continue;
        const std::string email = foldedEmail(textMember(*lead, "email").value_or(""));
        auto at = std::ranges::find_if(
            emails, [&](const std::string& sent) { return foldedEmail(sent) == email; });
        // An e-mail that the platform has rewritten is known by its place.
        const auto index = countMember(*lead, "index");
        if (at == emails.end() && index && *index < std::ssize(emails))
            at = emails.begin() + static_cast<std::ptrdiff_t>(*index);
        if (at != emails.end())
            reading.leads[static_cast<std::size_t>(at - emails.begin())] = {LeadResult::Accepted,
                                                                            {}};
    }
    return true;
}

/// What all leads that were not created have in common: nullopt when the summary gives several
/// causes, none, or one that does not cover them all.
std::optional<LeadOutcome> commonCause(const json::object& summary, std::int64_t open) {
    std::optional<LeadOutcome> common;
    std::int64_t covered = 0;
    for (const Cause& cause : kCauses) {
        const std::int64_t count = countMember(summary, cause.member).value_or(0);
        if (count == 0)
            continue;
        if (common && common->result != cause.result)
            return std::nullopt;
        // Of overlapping numbers the one that covers all is the one to show.
        if (!common || count >= open)
            common = LeadOutcome{cause.result, std::string(cause.reason)};
        covered = std::max(covered, count);
    }
    return covered >= open ? common : std::nullopt;
}

/// Whether the answer is an error in place of a summary, although its status says success.
bool isRefusal(const json::object& summary, const PlatformAnswer& answer) {
    constexpr std::array<std::string_view, 3> kOwn = {"leads_uploaded", "created_leads",
                                                      "total_sent"};
    const auto holds = [&](std::string_view member) {
        return summary.contains(member);
    };
    return summary.contains("error") && std::ranges::none_of(kOwn, holds) &&
           std::ranges::none_of(kCauses, holds, &Cause::member) && !answerReason(answer).empty();
}

PushReading readSummary(const json::object& summary, std::span<const std::string> emails) {
    const auto uploaded = countMember(summary, "leads_uploaded");
    PushReading reading = readingOfAll(emails.size(), LeadResult::Unknown,
                                       "The platform does not report the outcome of this lead.");
    const bool named = markCreated(summary, emails, reading);
    // However the answer spells or names them.
    if (uploaded && *uploaded >= std::ssize(emails))
        return readingOfAll(emails.size(), LeadResult::Accepted, {});
    // Without names nothing tells the created ones from the others.
    if (!named && uploaded.value_or(1) != 0) {
        reading.narrow = emails.size() > 1;
        return reading;
    }
    const auto open = std::ranges::count(reading.leads, LeadResult::Unknown, &LeadOutcome::result);
    if (open == 0)
        return reading;
    if (const auto cause = commonCause(summary, open)) {
        std::ranges::replace_if(
            reading.leads, [](const auto& lead) { return lead.result == LeadResult::Unknown; },
            *cause);
        return reading;
    }
    const bool planIsFull = countMember(summary, "remaining_in_plan") == 0;
    for (LeadOutcome& lead : reading.leads) {
        if (lead.result == LeadResult::Unknown)
            lead = {LeadResult::NotSent,
                    planIsFull ? "The plan of the workspace has no room for more leads."
                               : "Not created; the platform gives several causes."};
    }
    reading.needsAttention = planIsFull;
    reading.narrow = !planIsFull && emails.size() > 1;
    if (!planIsFull && emails.size() == 1)
        reading.leads.front() = {LeadResult::Rejected,
                                 "Not created; the platform does not say why."};
    return reading;
}

class Instantly final : public Adapter {
public:
    Instantly()
        : Adapter(Platform::Instantly) {}

    PlatformRequest pushRequest(const PushTarget& target,
                                std::span<const domain::LeadDraft> leads) const override {
        json::object body;
        body["campaign_id"] = target.campaign;
        body["skip_if_in_workspace"] = target.duplicates == DuplicatePolicy::SkipIfInWorkspace;
        body["skip_if_in_campaign"] = target.duplicates == DuplicatePolicy::SkipIfInCampaign;
        body["skip_if_in_list"] = target.duplicates == DuplicatePolicy::SkipIfInList;
        body["leads"] = leadObjects(leads, target.fields, kInstantlyMembers, "custom_variables");
        return request(target.credential, "POST", "/api/v2/leads/add", json::serialize(body));
    }

    PushReading readPush(std::span<const std::string> emails,
                         const PlatformAnswer& answer) const override {
        if (auto reading = readStatus(emails.size(), answer))
            return std::move(*reading);
        const json::value value = answerJson(answer);
        const json::object* summary = value.if_object();
        if (summary != nullptr && isRefusal(*summary, answer))
            return refusedReading(emails.size(), answer, answerReason(answer));
        if (summary != nullptr)
            return readSummary(*summary, emails);
        return unreadableReading(emails.size());
    }

    PlatformRequest campaignsRequest(const std::string& credential,
                                     const std::optional<std::string>& page) const override {
        std::string target = "/api/v2/campaigns?limit=100";
        if (page)
            target += "&starting_after=" + percentEncoded(*page);
        return request(credential, "GET", std::move(target), {});
    }

    CampaignReading readCampaigns(const PlatformAnswer& answer) const override {
        if (auto refused = readListStatus(answer))
            return std::move(*refused);
        const json::value value = answerJson(answer);
        const json::object* body = value.if_object();
        CampaignReading reading =
            readCampaignList(body ? body->if_contains("items") : &value, "id", stateName);
        if (body != nullptr && !reading.campaigns.empty())
            reading.next = textMember(*body, "next_starting_after");
        return reading;
    }

private:
    static PlatformRequest request(const std::string& credential, std::string method,
                                   std::string target, std::string body) {
        PlatformRequest out{std::move(method), std::move(target), {}, std::move(body), {}};
        out.headers = {{"Authorization", "Bearer " + credential}, {"Accept", "application/json"}};
        if (!out.body.empty())
            out.headers.emplace_back("Content-Type", "application/json");
        out.shown = out.method + " " + out.target.substr(0, out.target.find('?'));
        return out;
    }

    /// Their states are numbers.
    static std::optional<std::string> stateName(const json::object& campaign) {
        static constexpr std::array<std::pair<int, std::string_view>, 8> kNames = {{
            {0, "draft"},
            {1, "active"},
            {2, "paused"},
            {3, "completed"},
            {4, "running subsequences"},
            {-99, "account suspended"},
            {-1, "accounts unhealthy"},
            {-2, "bounce protection"},
        }};
        const auto text = textMember(campaign, "status");
        for (const auto& [number, name] : kNames) {
            if (text == std::to_string(number))
                return std::string(name);
        }
        return text;
    }
};

} // namespace

const Adapter& instantlyAdapter() {
    static const Instantly adapter;
    return adapter;
}

} // namespace leadsheet::server::outreach
