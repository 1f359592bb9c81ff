// SPDX-License-Identifier: Apache-2.0
#include "campaign.hpp"

#include "world.hpp"

#include <boost/json.hpp>

namespace leadsheet::sim {
namespace {

namespace db = server::store;
namespace egress = server::egress;
using State = db::PushState;

egress::Result sayingOf(int status, boost::json::object body) {
    egress::Response response;
    response.status = status;
    response.body = boost::json::serialize(body);
    return response;
}

/// One address in eight is on the platform's blocklist, the same in every run.
bool isBlocked(const std::string& email) {
    unsigned sum = 0;
    for (const char letter : email)
        sum = sum * 31 + static_cast<unsigned char>(letter);
    return sum % 8 == 0;
}

/// Id and address of the account's leads that were delivered after that.
std::map<std::string, std::string> leadsSince(db::Reader& reader, const std::string& account,
                                              const std::optional<WallTime>& since) {
    std::map<std::string, std::string> leads;
    db::LeadQuery query;
    query.account = db::AccountId(account);
    query.filter.deliveredAfter = since;
    query.limit = kAllRows;
    query.fields = {server::domain::leadField("id"), server::domain::leadField("email")};
    reader.visitLeads(query, [&](const db::LeadRow& lead) {
        leads.emplace(lead.text(server::domain::leadField("id")),
                      lead.text(server::domain::leadField("email")));
    });
    return leads;
}

} // namespace

void Campaign::expect(const std::string& destination, WallTime since) {
    destination_ = destination;
    since_ = since;
}

bool Campaign::isAt(const egress::Request& request) const {
    return request.url.find(platform_) != std::string::npos;
}

std::vector<std::string> Campaign::leadsOf(const egress::Request& request) const {
    const auto body = boost::json::parse(request.body).as_object();
    std::vector<std::string> emails;
    if (platform_ == "lemlist") {
        emails.emplace_back(body.at("email").as_string());
        return emails;
    }
    for (const boost::json::value& lead : body.at("leads").as_array())
        emails.emplace_back(lead.at("email").as_string());
    return emails;
}

egress::Result Campaign::take(const egress::Request& request) {
    boost::json::array created;
    std::int64_t known = 0;
    std::int64_t blocked = 0;
    for (const std::string& email : leadsOf(request)) {
        if (recorded_.contains(email))
            throw Broken("no lead is pushed twice",
                         email + " came to " + platform_ + " after it was known what it says");
        if (isBlocked(email)) {
            refused_.insert(email);
            ++blocked;
            continue;
        }
        if (skips_ && times_.contains(email)) {
            ++known;
            continue;
        }
        ++times_[email];
        created.push_back(boost::json::object{{"email", email}, {"_id", "lead of " + email}});
    }
    if (platform_ != "lemlist")
        return sayingOf(200, {{"leads_uploaded", created.size()},
                              {"duplicated_leads", known},
                              {"in_blocklist", blocked},
                              {"created_leads", created}});
    if (blocked > 0)
        return sayingOf(400, {{"message", "The address is on the blocklist."}});
    if (known > 0)
        return sayingOf(400, {{"message", "The lead is already in the campaign."}});
    return sayingOf(200, created.front().as_object());
}

void Campaign::told(const egress::Request& request) {
    for (std::string& email : leadsOf(request))
        told_.insert(std::move(email));
}

std::optional<db::Push> Campaign::pushOf(db::Reader& reader, const std::string& lead) const {
    const auto destination =
        reader.outreach().find(db::AccountId(account_), db::DestinationId(destination_));
    return destination ? reader.outreach().findPush(destination->seq, db::LeadId(lead))
                       : std::nullopt;
}

void Campaign::remember(db::Reader& reader) {
    if (told_.empty())
        return;
    for (const auto& [id, email] : leadsSince(reader, account_, {})) {
        if (!told_.contains(email))
            continue;
        const auto push = pushOf(reader, id);
        if (push && (push->state == State::Accepted || push->state == State::SkippedDuplicate ||
                     push->state == State::Rejected)) {
            recorded_.insert(email);
            told_.erase(email);
        }
    }
}

void Campaign::check(db::Reader& reader) const {
    if (!since_)
        throw Broken("every lead is pushed", platform_ + " has no destination");
    const auto all = leadsSince(reader, account_, {});
    std::set<std::string> owned;
    for (const auto& [id, email] : all)
        owned.insert(email);
    for (const auto& [email, times] : times_) {
        if (!owned.contains(email))
            throw Broken("nothing is told that did not happen",
                         platform_ + " was sent " + email + ", which is not a lead of the account");
        // What may have arrived is sent once more only where the platform would say so.
        if (times != 1)
            throw Broken("no lead is pushed twice", email + " is twice at " + platform_);
    }
    for (const auto& [id, email] : leadsSince(reader, account_, since_)) {
        const auto push = pushOf(reader, id);
        const State state = push ? push->state : State::Pending;
        const bool isThere = times_.contains(email);
        // Whoever is told that a platform refused a lead looks for another one.
        const bool ended = state == State::Rejected && push->reason && refused_.contains(email);
        // Where the platform does not tell them apart, a call without an answer is not repeated.
        const bool mayBeThere = state == State::Unknown && !skips_;
        const bool done = state == State::Accepted || state == State::SkippedDuplicate;
        if ((done && !isThere) || (!done && !ended && !mayBeThere))
            throw Broken("every lead is pushed",
                         email + " is " + (isThere ? "" : "not ") + "at " + platform_ + ", and " +
                             (push ? std::string(name(state)) : "not queued"));
    }
}

} // namespace leadsheet::sim
