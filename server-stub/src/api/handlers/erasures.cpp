// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/handlers/leads.hpp"
#include "api/handlers/request.hpp"
#include "api/idempotency.hpp"
#include "api/long_work.hpp"
#include "api/reply.hpp"
#include "api/router.hpp"
#include "domain/lead.hpp"
#include "orders/steps.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;

constexpr std::string_view kPageStart = "{\"data\":[";

Outcome eraseLead(Context& context, Exchange& exchange) {
    return writeOutcome(
        context, exchange,
        [&](store::Tx& tx) -> Outcome {
            const store::AuthenticatedKey& caller = *exchange.caller;
            if (!orders::eraseLead(tx, {caller.account.id, store::LeadId(exchange.parameter(0)),
                                        caller.key.id, exchange.now}))
                return notFound();
            return noContent();
        },
        exchange.caller->account.id);
}

json::object erasureJson(const store::LeadErasure& erasure) {
    return {{"leadId", erasure.lead.str()},
            {"reason", erasure.reason},
            {"erasedAt", domain::formatTimestamp(erasure.at)},
            {"keyId", erasure.key.str()}};
}

Outcome listErasures(Context& context, Exchange& exchange) {
    const store::AccountId& account = exchange.caller->account.id;
    const std::string scope = "erasures:" + account.str();
    SERVER_TRY(const auto page, pageRequest(context, exchange, scope, {}));
    SERVER_TRY(const auto found, readStore(context, exchange, [&](store::Reader& reader) {
                   return reader.listErasures(account, page.after, page.limit);
               }));
    Reply reply;
    std::string& body = reply.body;
    body = kPageStart;
    for (const store::LeadErasure& erasure : found.rows)
        body.append(body.size() > kPageStart.size() ? "," : "")
            .append(json::serialize(erasureJson(erasure)));
    const domain::CursorPosition end = found.rows.empty()
                                           ? page.after.value_or(domain::CursorPosition{})
                                           : domain::CursorPosition{found.rows.back().seq, 0};
    appendPageEnd(body, context.cursors.encode(scope, {}, end), found.next.has_value(), page.limit);
    return reply;
}

bool hasBlanks(std::string_view text) {
    return std::ranges::any_of(text, [](char c) { return (c >= 0 && c <= ' ') || c == '\x7F'; });
}

bool isAddress(std::string_view text) {
    const auto at = text.find('@');
    return at != std::string_view::npos && at > 0 && at + 1 < text.size() &&
           text.find('@', at + 1) == std::string_view::npos && !hasBlanks(text);
}

bool isProfile(std::string_view text) {
    const std::size_t scheme = text.starts_with("https://")  ? 8
                               : text.starts_with("http://") ? 7
                                                             : text.size();
    return text.size() > scheme && !hasBlanks(text);
}

/// The person that a body names by e-mail address, LinkedIn profile or both.
tl::expected<domain::LeadDraft, Problem> readPerson(const Exchange& exchange) {
    constexpr std::size_t kMaxAddress = 254;
    constexpr std::size_t kMaxProfile = 2'000;
    BodyMembers members(*exchange.body, {"email", "linkedinUrl"});
    const auto email = members.text("email", kMaxAddress);
    const auto profile = members.text("linkedinUrl", kMaxProfile);
    if (email && !isAddress(*email))
        members.refuse("email", "invalid_format", "Must be an e-mail address.");
    if (profile && !isProfile(*profile))
        members.refuse("linkedinUrl", "invalid_format",
                       "Must begin with https:// or http:// and hold no white space.");
    auto problem = members.problem();
    if (!problem && !email && !profile) {
        members.refuse("email", "required", "Give email, linkedinUrl or both.");
        problem = members.problem();
    }
    if (problem)
        return tl::make_unexpected(std::move(*problem));
    domain::LeadDraft person;
    if (email)
        person.values[domain::leadField("email")] = *email;
    if (profile)
        person.values[domain::leadField("linkedinUrl")] = *profile;
    return person;
}

tl::expected<Slots::Hold, Problem> placeToSearch(Context& context) {
    if (auto place = context.personSearches.take())
        return std::move(*place);
    return tl::make_unexpected(
        Problem{contract::ErrorCode::Unavailable,
                "Other persons are being looked for. Send this one again in a moment.",
                {},
                std::chrono::seconds(1),
                {}});
}

/// A delivery that is under way may have the person among what it has moved already.
store::StoreResult<std::vector<store::LeadId>>
findSettled(Context& context, const store::AccountId& account, const domain::LeadDraft& person) {
    while (true) {
        SERVER_TRY(const auto next, context.store->read([&](store::Reader& reader) {
            return reader.nextPublication(account);
        }));
        if (!next)
            break;
        SERVER_TRY_DONE(settleDelivery(context, next->order));
    }
    return context.store->read(
        [&](store::Reader& reader) { return reader.privacy().find(account, person); });
}

/// Erases what an account has of a person; the leads.
store::StoreResult<std::vector<store::LeadId>> eraseOf(Context& context, const Exchange& exchange,
                                                       const store::AccountId& account,
                                                       const domain::LeadDraft& person,
                                                       std::string_view reason) {
    auto found = findSettled(context, account, person);
    if (!found || found->empty())
        return found;
    return context.store->writeAndWait(
        [&](store::Tx& tx) {
            tx.follow(exchange.trace);
            std::vector<store::LeadId> erased;
            for (const store::LeadId& lead : *found) {
                store::LeadErasure erasure{account, lead, exchange.caller->key.id, exchange.now};
                erasure.reason = reason;
                if (orders::eraseLead(tx, erasure).value_or(false))
                    erased.push_back(lead);
            }
            return erased;
        },
        store::Durability::Full, account);
}

Outcome erasePerson(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto person, readPerson(exchange));
    const store::AccountId& account = exchange.caller->account.id;
    auto earlier = writeOutcome(
        context, exchange,
        [&](store::Tx& tx) -> Outcome {
            auto kept = replayOf(tx, exchange);
            return kept ? std::move(*kept) : Outcome(Reply{});
        },
        exchange.caller->account.id);
    if (!earlier || !earlier->body.empty())
        return earlier;
    SERVER_TRY(const auto place, placeToSearch(context));
    const auto erased = eraseOf(context, exchange, account, person, store::kErasedOnRequest);
    if (!erased)
        return storeProblem(context, exchange, erased.error());
    json::array ids;
    for (const store::LeadId& lead : *erased)
        ids.push_back(json::value(lead.str()));
    const std::string body = json::serialize(json::object{{"leadIds", std::move(ids)}});
    return writeOutcome(
        context, exchange,
        [&](store::Tx& tx) -> Outcome {
            // Another process may have answered the same request meanwhile.
            if (auto kept = replayOf(tx, exchange))
                return std::move(*kept);
            Outcome outcome = Reply{};
            outcome->body = body;
            keepOutcome(tx, exchange, outcome);
            return outcome;
        },
        account);
}

json::object suppressionJson(const store::Suppression& suppression) {
    json::array by;
    if (suppression.byEmail)
        by.push_back("email");
    if (suppression.byProfile)
        by.push_back("linkedinUrl");
    const auto& lifted = suppression.liftedAt;
    return {{"id", suppression.id.str()},
            {"by", std::move(by)},
            {"erasedLeads", suppression.erased},
            {"createdAt", domain::formatTimestamp(suppression.at)},
            {"keyId", suppression.key.str()},
            {"liftedAt", lifted ? json::value(domain::formatTimestamp(*lifted)) : json::value()},
            {"liftedByKeyId",
             suppression.liftedBy ? json::value(suppression.liftedBy->str()) : json::value()}};
}

/// Leads that one read looks at, so that it ends soon.
constexpr int kLeadsPerLook = 20'000;

/// Adds accounts that have the person from an earlier release: all leads are looked at, a piece at
/// a time.
store::StoreResult<void> addOtherSpellings(Context& context, const domain::LeadDraft& person,
                                           std::vector<store::AccountId>& accounts) {
    if (!store::PrivacyReads::hasOtherSpellings(person))
        return {};
    for (std::optional<std::int64_t> reached = 0; reached;) {
        SERVER_TRY(const auto look, context.store->read([&](store::Reader& reader) {
            return reader.privacy().look(person, *reached, kLeadsPerLook);
        }));
        for (const store::AccountId& account : look.accounts) {
            if (std::ranges::count(accounts, account) == 0)
                accounts.push_back(account);
        }
        reached = look.reached;
    }
    return {};
}

/// Erases a person everywhere; how many leads.
store::StoreResult<std::int64_t> sweep(Context& context, const Exchange& exchange,
                                       const domain::LeadDraft& person) {
    struct Found {
        std::vector<store::AccountId> accounts;
        std::vector<store::StagedLead> staged;
    };
    SERVER_TRY(auto found, context.store->read([&](store::Reader& reader) {
        auto privacy = reader.privacy();
        return Found{privacy.accountsWith(person), privacy.findStaged(person)};
    }));
    SERVER_TRY_DONE(addOtherSpellings(context, person, found.accounts));
    for (const store::StagedLead& lead : found.staged) {
        SERVER_TRY_DONE(context.store->writeAndWait(
            [&](store::Tx& tx) { tx.privacyWrites().blankStaged(lead); }, store::Durability::Full,
            lead.account));
    }
    std::int64_t leads = 0;
    for (const store::AccountId& account : found.accounts) {
        SERVER_TRY(const auto erased,
                   eraseOf(context, exchange, account, person, store::kErasedSuppressed));
        leads += static_cast<std::int64_t>(erased.size());
    }
    return leads;
}

// First nobody gets the person any more, then everybody loses what is there. Whoever got no answer
// asks again, which goes on with the rest.
Outcome createSuppression(Context& context, Exchange& exchange) {
    SERVER_TRY(const auto person, readPerson(exchange));
    SERVER_TRY(const auto place, placeToSearch(context));
    store::Suppression wanted;
    wanted.id = store::SuppressionId(domain::makeId("sup_", context.random));
    wanted.key = exchange.caller->key.id;
    wanted.at = exchange.now;
    wanted.byEmail = person.has(domain::leadField("email"));
    wanted.byProfile = person.has(domain::leadField("linkedinUrl"));
    std::vector<domain::Digest> hashes;
    const auto hash = domain::personHash(context.config.pepper);
    for (const domain::LeadIdentity& identity : domain::leadIdentities(person))
        hashes.push_back(
            hash({reinterpret_cast<const char*>(identity.digest.data()), identity.digest.size()}));
    auto begun = writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
        if (auto kept = replayOf(tx, exchange))
            return std::move(*kept);
        wanted = tx.privacyWrites().suppress(wanted, hashes);
        return Reply{};
    });
    if (!begun || !begun->body.empty())
        return begun;
    SERVER_TRY(const auto erased, stored(context, exchange, sweep(context, exchange, person)));
    return writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
        tx.privacyWrites().countErased(wanted.id, erased);
        if (auto kept = replayOf(tx, exchange))
            return std::move(*kept);
        Outcome outcome = Reply{};
        outcome->status = 201;
        outcome->body = json::serialize(suppressionJson(*tx.privacy().findSuppression(wanted.id)));
        keepOutcome(tx, exchange, outcome);
        return outcome;
    });
}

Outcome listSuppressions(Context& context, Exchange& exchange) {
    const auto find = [](store::Reader& reader, const PageRequest& page) {
        return pageContent(reader.privacy().list(page.after, page.limit), suppressionJson);
    };
    return answerPage(context, exchange, "admin suppressions", {}, find);
}

Outcome liftSuppression(Context& context, Exchange& exchange) {
    return writeOutcome(context, exchange, [&](store::Tx& tx) -> Outcome {
        if (!tx.privacyWrites().lift(store::SuppressionId(exchange.parameter(0)),
                                     exchange.caller->key.id, exchange.now))
            return notFound();
        return noContent();
    });
}

} // namespace

void addErasureHandlers(HandlerTable& table) {
    table.add("eraseLead", BodyKind::None, eraseLead);
    table.add("erasePerson", BodyKind::Json, erasePerson);
    table.add("listLeadErasures", BodyKind::None, listErasures, {"cursor", "limit"});
    table.add("createSuppression", BodyKind::Json, createSuppression);
    table.add("listSuppressions", BodyKind::None, listSuppressions, {"cursor", "limit"});
    table.add("liftSuppression", BodyKind::None, liftSuppression);
}

} // namespace leadsheet::server::api
