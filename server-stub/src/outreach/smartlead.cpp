// SPDX-License-Identifier: Apache-2.0
// Smartlead, API v1, as https://api.smartlead.ai describes it.
#include "outreach/adapter.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>

namespace leadsheet::server::outreach {

namespace {

namespace json = boost::json;

/// Members of a lead of theirs; every other name is a custom field.
constexpr std::array<std::string_view, 8> kSmartleadMembers = {
    "first_name", "last_name", "company_name",     "phone_number",
    "website",    "location",  "linkedin_profile", "company_url"};

/// Lists and numbers of refused leads; an answer may hold either, or both.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kRefusals = {{
    {"invalid_email_count", "The platform calls the e-mail invalid."},
    {"block_count", "On a block list."},
    {"bounce_count", "Known to bounce."},
    {"unsubscribed_count", "Unsubscribed."},
    {"unsubscribed_leads", "Unsubscribed."},
    {"lead_import_stopped_count", "The plan has no room for more leads."},
    {"failed_count", "Refused."},
}};

std::int64_t numberOf(const json::object& summary, std::string_view member) {
    return countMember(summary, member).value_or(0);
}

/// Gives the leads that a list of the answer names their outcome. The list holds e-mails or
/// objects with an e-mail and perhaps a reason.
void markListed(const json::object& summary, std::string_view member, std::string_view reason,
                std::span<const std::string> emails, PushReading& reading) {
    const json::value* list = summary.if_contains(member);
    if (list == nullptr || !list->is_array())
        return;
    for (const json::value& item : list->get_array()) {
        LeadOutcome outcome{LeadResult::Rejected, std::string(reason)};
        std::string email;
        if (const json::object* entry = item.if_object()) {
            email = textMember(*entry, "email").value_or("");
            if (const auto said = textMember(*entry, "reason"))
                outcome.reason = *said;
        } else if (item.is_string()) {
            email = std::string_view(item.get_string());
        }
        if (tellsOfDuplicate(outcome.reason))
            outcome.result = LeadResult::SkippedDuplicate;
        for (std::size_t at = 0; at < emails.size(); ++at) {
            if (foldedEmail(emails[at]) == foldedEmail(email))
                reading.leads[at] = outcome;
        }
    }
}

void settleOpen(PushReading& reading, const LeadOutcome& outcome) {
    for (LeadOutcome& lead : reading.leads) {
        if (lead.result == LeadResult::Unknown)
            lead = outcome;
    }
}

/// Leads of `reading` with this outcome.
std::int64_t countOf(const PushReading& reading, LeadResult result) {
    return std::ranges::count(reading.leads, result, &LeadOutcome::result);
}

/// Numbers of a summary that are not explained by leads the answer names.
struct Open {
    std::int64_t added = 0;
    std::int64_t known = 0;
    std::int64_t refused = 0;
    std::string refusal;  ///< words for the refused ones
    bool counted = false; ///< whether the answer has any number of these
};

Open openNumbers(const json::object& summary, const PushReading& reading) {
    Open open;
    std::optional<std::int64_t> added;
    // total_leads is what was added; upload_count may count what was there already, too.
    for (const std::string_view member : {"added_count", "total_leads", "upload_count"}) {
        if (!added)
            added = countMember(summary, member);
    }
    open.counted = added.has_value();
    open.added = added.value_or(0);
    open.known = numberOf(summary, "already_added_to_campaign") +
                 numberOf(summary, "duplicate_count") -
                 countOf(reading, LeadResult::SkippedDuplicate);
    open.refused = -countOf(reading, LeadResult::Rejected);
    for (const auto& [member, reason] : kRefusals) {
        const std::int64_t count = numberOf(summary, member);
        open.refused += count;
        if (count > 0 && open.refused > 0 && open.refusal.empty())
            open.refusal = reason;
    }
    // The newer shape has one number for all that was left out.
    const std::int64_t skipped = numberOf(summary, "skipped_count") -
                                 countOf(reading, LeadResult::SkippedDuplicate) -
                                 countOf(reading, LeadResult::Rejected);
    if (summary.contains("skipped_count") && open.known <= 0 && open.refused <= 0)
        open.known = skipped;
    open.known = std::max<std::int64_t>(open.known, 0);
    open.refused = std::max<std::int64_t>(open.refused, 0);
    return open;
}

bool planIsFull(const json::object& summary) {
    const json::value* exhausted = summary.if_contains("is_lead_limit_exhausted");
    return (exhausted != nullptr && exhausted->is_bool() && exhausted->get_bool()) ||
           numberOf(summary, "lead_import_stopped_count") > 0;
}

PushReading readCounts(const json::object& summary, std::span<const std::string> emails) {
    PushReading reading = readingOfAll(emails.size(), LeadResult::Unknown,
                                       "The platform does not report the outcome of this lead.");
    markListed(summary, "invalid_emails", "The platform calls the e-mail invalid.", emails,
               reading);
    markListed(summary, "unsubscribed_leads", "Unsubscribed.", emails, reading);
    markListed(summary, "skipped_leads", "Skipped.", emails, reading);
    const std::int64_t unsettled = countOf(reading, LeadResult::Unknown);
    if (unsettled == 0)
        return reading;
    const Open open = openNumbers(summary, reading);
    if (!open.counted && open.known == 0 && open.refused == 0) {
        const json::value* ok = summary.if_contains("ok");
        if (ok == nullptr)
            ok = summary.if_contains("success");
        if (ok != nullptr && ok->is_bool() && ok->get_bool())
            settleOpen(reading, {LeadResult::Accepted, {}});
        return reading;
    }
    const std::int64_t refusedFor =
        std::max<std::int64_t>(open.refused - numberOf(summary, "lead_import_stopped_count"), 0);
    if (planIsFull(summary) && open.added + open.known + refusedFor < unsettled) {
        settleOpen(reading,
                   {LeadResult::NotSent, "The plan of the account has no room for more leads."});
        reading.needsAttention = true;
        return reading;
    }
    // Of some leads the numbers say nothing: none is told by them.
    if (open.added + open.known + open.refused < unsettled && emails.size() > 1) {
        reading.narrow = true;
        return reading;
    }
    if (open.refused == 0 && open.added > 0) {
        // All of them are in the campaign now, whichever of them were there before.
        settleOpen(reading,
                   {LeadResult::Accepted, open.known == 0 ? std::string()
                                                          : "In the campaign; the platform knew " +
                                                                std::to_string(open.known) +
                                                                " of " + std::to_string(unsettled) +
                                                                " before and does not say which."});
    } else if (open.refused == 0 && open.known > 0) {
        settleOpen(reading, {LeadResult::SkippedDuplicate, "Already known to the platform."});
    } else if (open.refused >= unsettled || (unsettled == 1 && open.added == 0)) {
        settleOpen(reading, {LeadResult::Rejected,
                             open.refusal.empty() ? "Not accepted; the platform does not say why."
                                                  : open.refusal});
    } else {
        reading.narrow = emails.size() > 1;
    }
    return reading;
}

PushReading readOk(const json::object& summary, std::span<const std::string> emails,
                   const PlatformAnswer& answer) {
    const json::value* ok = summary.if_contains("ok");
    if (ok == nullptr)
        ok = summary.if_contains("success");
    const bool failed = ok != nullptr && ok->is_bool() && !ok->get_bool();
    if (!failed)
        return readCounts(summary, emails);
    const std::string reason = answerReason(answer);
    if (emails.size() == 1 && tellsOfDuplicate(reason))
        return readingOfAll(1, LeadResult::SkippedDuplicate, reason);
    return refusedReading(emails.size(), answer, reason);
}

class Smartlead final : public Adapter {
public:
    Smartlead()
        : Adapter(Platform::Smartlead) {}

    PlatformRequest pushRequest(const PushTarget& target,
                                std::span<const domain::LeadDraft> leads) const override {
        // Within one campaign it never takes a lead twice; the switch is about the others.
        const bool elsewhere = target.duplicates == DuplicatePolicy::SkipIfInCampaign ||
                               target.duplicates == DuplicatePolicy::Send;
        const json::object settings{{"ignore_global_block_list", false},
                                    {"ignore_unsubscribe_list", false},
                                    {"ignore_duplicate_leads_in_other_campaign", elsewhere}};
        const json::object body{
            {"lead_list", leadObjects(leads, target.fields, kSmartleadMembers, "custom_fields")},
            {"settings", settings}};
        return request(target.credential, "POST",
                       "/api/v1/campaigns/" + percentEncoded(target.campaign) + "/leads",
                       json::serialize(body));
    }

    PushReading readPush(std::span<const std::string> emails,
                         const PlatformAnswer& answer) const override {
        if (auto reading = readStatus(emails.size(), answer))
            return std::move(*reading);
        const json::value value = answerJson(answer);
        const json::object* summary = value.if_object();
        if (summary != nullptr && summary->contains("data") && summary->at("data").is_object())
            summary = &summary->at("data").get_object();
        if (summary != nullptr)
            return readOk(*summary, emails, answer);
        return unreadableReading(emails.size());
    }

    PlatformRequest campaignsRequest(const std::string& credential,
                                     const std::optional<std::string>&) const override {
        return request(credential, "GET", "/api/v1/campaigns", {});
    }

    CampaignReading readCampaigns(const PlatformAnswer& answer) const override {
        if (auto refused = readListStatus(answer))
            return std::move(*refused);
        const json::value value = answerJson(answer);
        const json::value* list = &value;
        for (const std::string_view member : {"data", "campaigns"}) {
            if (list->is_object() && list->get_object().contains(member))
                list = &list->get_object().at(member);
        }
        return readCampaignList(list, "id", [](const json::object& campaign) {
            return textMember(campaign, "status");
        });
    }

private:
    static PlatformRequest request(const std::string& credential, std::string method,
                                   const std::string& path, std::string body) {
        PlatformRequest out{std::move(method), path, {}, std::move(body), {}};
        out.shown = out.method + " " + path;
        out.target += "?api_key=" + percentEncoded(credential);
        out.headers = {{"Accept", "application/json"}};
        if (!out.body.empty())
            out.headers.emplace_back("Content-Type", "application/json");
        return out;
    }
};

} // namespace

const Adapter& smartleadAdapter() {
    static const Smartlead adapter;
    return adapter;
}

} // namespace leadsheet::server::outreach
