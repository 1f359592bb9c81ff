// SPDX-License-Identifier: Apache-2.0
// lemlist, as https://developer.lemlist.com describes it.
#include "domain/crypto.hpp"
#include "outreach/adapter.hpp"

#include <boost/json.hpp>

namespace leadsheet::server::outreach {

namespace {

namespace json = boost::json;

constexpr std::int64_t kCampaignsPerPage = 100;

std::string base64(const std::string& text) {
    return domain::toBase64({reinterpret_cast<const unsigned char*>(text.data()), text.size()});
}

/// An answer about one lead is the lead, in some answers in a list or under `data` or `lead`.
const json::object* leadIn(const json::value& value) {
    if (const json::array* list = value.if_array())
        return list->empty() ? nullptr : list->front().if_object();
    const json::object* object = value.if_object();
    for (const std::string_view member : {"data", "lead"}) {
        const json::value* inner = object ? object->if_contains(member) : nullptr;
        if (inner != nullptr && inner->is_object())
            object = &inner->get_object();
    }
    return object;
}

class Lemlist final : public Adapter {
public:
    Lemlist()
        : Adapter(Platform::Lemlist) {}

    PlatformRequest pushRequest(const PushTarget& target,
                                std::span<const domain::LeadDraft> leads) const override {
        json::object body;
        body["email"] = leadEmail(leads.front());
        for (auto& [name, text] : leadMembers(leads.front(), target.fields)) {
            if (name != "email")
                body[name] = std::move(text);
        }
        std::string path = "/api/campaigns/" + percentEncoded(target.campaign) + "/leads/";
        if (target.duplicates != DuplicatePolicy::Send)
            path += "?deduplicate=true";
        return request(target.credential, "POST", std::move(path), json::serialize(body));
    }

    PushReading readPush(std::span<const std::string> emails,
                         const PlatformAnswer& answer) const override {
        const std::string reason = answerReason(answer);
        // "Already there" comes with several statuses, and as plain text.
        const bool about = answer.status == 400 || answer.status == 409 || answer.status == 422 ||
                           answer.status == 500;
        if (answer.status == 409 || (about && tellsOfDuplicate(reason)))
            return readingOfAll(emails.size(), LeadResult::SkippedDuplicate, reason);
        if (auto reading = readStatus(emails.size(), answer))
            return std::move(*reading);
        const json::value value = answerJson(answer);
        const json::object* lead = leadIn(value);
        if (lead != nullptr && (lead->contains("_id") || lead->contains("campaignId")))
            return readingOfAll(emails.size(), LeadResult::Accepted, {});
        if (lead != nullptr && !reason.empty()) {
            PushReading reading = readingOfAll(emails.size(), LeadResult::NotSent, reason);
            if (tellsOfDuplicate(reason))
                reading.leads.front().result = LeadResult::SkippedDuplicate;
            else
                refuseSingle(reading, answer, reason);
            return reading;
        }
        return readingOfAll(emails.size(), LeadResult::Unknown,
                            "The platform's answer is not the document it should be.");
    }

    PlatformRequest campaignsRequest(const std::string& credential,
                                     const std::optional<std::string>& page) const override {
        return request(credential, "GET",
                       "/api/campaigns?version=v2&limit=" + std::to_string(kCampaignsPerPage) +
                           "&page=" + percentEncoded(page.value_or("1")),
                       {});
    }

    CampaignReading readCampaigns(const PlatformAnswer& answer) const override {
        if (auto refused = readListStatus(answer))
            return std::move(*refused);
        const json::value value = answerJson(answer);
        const json::object* body = value.if_object();
        CampaignReading reading =
            readCampaignList(body ? body->if_contains("campaigns") : &value, "_id", stateName);
        const json::value* pages = body ? body->if_contains("pagination") : nullptr;
        if (pages != nullptr && pages->is_object() && !reading.campaigns.empty())
            reading.next = nextPage(pages->get_object());
        return reading;
    }

private:
    static PlatformRequest request(const std::string& credential, std::string method,
                                   std::string target, std::string body) {
        PlatformRequest out{std::move(method), std::move(target), {}, std::move(body), {}};
        out.headers = {{"Authorization", "Basic " + base64(":" + credential)},
                       {"Accept", "application/json"}};
        if (!out.body.empty())
            out.headers.emplace_back("Content-Type", "application/json");
        out.shown = out.method + " " + out.target.substr(0, out.target.find('?'));
        return out;
    }

    static std::optional<std::string> stateName(const json::object& campaign) {
        auto status = textMember(campaign, "status");
        return status ? status : textMember(campaign, "state");
    }

    static std::optional<std::string> nextPage(const json::object& pages) {
        const auto current = countMember(pages, "currentPage");
        const auto last = countMember(pages, "totalPage");
        if (current && last)
            return *current < *last ? std::optional(std::to_string(*current + 1)) : std::nullopt;
        return textMember(pages, "nextPage");
    }
};

} // namespace

const Adapter& lemlistAdapter() {
    static const Lemlist adapter;
    return adapter;
}

} // namespace leadsheet::server::outreach
