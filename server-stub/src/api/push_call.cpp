// SPDX-License-Identifier: Apache-2.0
#include "api/push_call.hpp"

#include "api/context.hpp"
#include "egress/client.hpp"
#include "outreach/adapter.hpp"
#include "outreach/pace.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::server::api::push {

namespace {

namespace json = boost::json;
using outreach::LeadResult;
using outreach::Pace;
using std::chrono::milliseconds;
using store::PushState;
using store::Timestamp;

/// Answers name every lead that was created.
constexpr std::size_t kMaxAnswerBytes = std::size_t{4} * 1024 * 1024;
/// A call that says too little goes on in calls of that part of its size.
constexpr std::int64_t kNarrowing = 20;
constexpr milliseconds kFirstWait{5'000};
constexpr milliseconds kLongestWait{3'600'000};
constexpr milliseconds kAttentionWait{60'000};
/// After so many calls a lead that is still unknown stays so, and one that was never taken is
/// rejected.
constexpr std::int64_t kMaxAttempts = 40;

milliseconds waitAfter(std::int64_t attempts, milliseconds first) {
    milliseconds wait = first;
    for (std::int64_t n = 1; n < attempts && wait < kLongestWait; ++n)
        wait *= 2;
    return std::min(wait, kLongestWait);
}

std::int64_t randomLease(const api::Context& context) {
    unsigned char bytes[7] = {};
    context.random(bytes);
    std::int64_t lease = 0;
    for (const unsigned char byte : bytes)
        lease = lease << 8 | byte;
    return lease + 1;
}

domain::LeadDraft draftOf(const store::LeadRow& row) {
    using Type = contract::LeadFieldType;
    domain::LeadDraft draft;
    for (domain::LeadField field = 0; field < domain::kLeadFieldCount; ++field) {
        if (row.isNull(field))
            continue;
        const Type type = contract::kLeadFields[field].type;
        if (type == Type::Text || type == Type::List)
            draft.values[field] = std::string(row.text(field));
        else
            draft.values[field] = row.integer(field);
    }
    return draft;
}

std::vector<domain::LeadDraft> readLeads(store::Reader& reader, const PushCall& call) {
    std::vector<domain::LeadDraft> leads;
    store::LeadQuery query;
    query.account = call.destination.account;
    query.limit = 1;
    for (const store::ClaimedPush& push : call.pushes) {
        query.after = push.lead - 1;
        query.upTo = push.lead;
        reader.visitLeads(query, [&](const store::LeadRow& row) { leads.push_back(draftOf(row)); });
    }
    return leads;
}

void fillRequest(api::Context& context, PushCall& call) {
    const store::Destination& destination = call.destination;
    call.credential =
        context.secrets.open(destination.credential, credentialContext(destination.id))
            .value_or("");
    outreach::PushTarget target;
    target.credential = call.credential;
    target.campaign = destination.campaign.value_or("");
    target.duplicates = call.duplicates;
    target.fields = parseFieldMap(destination.fieldMap);
    const auto request = outreach::adapterFor(call.platform).pushRequest(target, call.leads);
    call.shown = request.shown;
    call.request = platformRequest(context, call.platform, request);
    call.request.once = true;
}

/// What a call without an answer means.
outreach::PushReading readFailure(std::size_t count, const egress::Failure& failure) {
    using Kind = egress::Failure::Kind;
    outreach::PushReading reading;
    const auto result = failure.mayHaveArrived ? LeadResult::Unknown : LeadResult::NotSent;
    reading.leads.assign(count, {result, failure.detail});
    reading.needsAttention = failure.kind == Kind::BadRequest || failure.kind == Kind::Forbidden;
    return reading;
}

store::PushResult resultOf(const PushCall& call, std::size_t index,
                           const outreach::PushReading& reading, Timestamp now) {
    const store::ClaimedPush& push = call.pushes[index];
    const outreach::LeadOutcome& lead = reading.leads[index];
    store::PushResult result;
    result.seq = push.seq;
    result.maxBatch = push.maxBatch;
    if (!lead.reason.empty())
        result.reason = outreach::withoutSecret(lead.reason, call.credential);
    switch (lead.result) {
    case LeadResult::Accepted:
        result.state = PushState::Accepted;
        return result;
    case LeadResult::SkippedDuplicate:
        result.state = PushState::SkippedDuplicate;
        return result;
    case LeadResult::Rejected:
        result.state = PushState::Rejected;
        return result;
    case LeadResult::Unknown:
    case LeadResult::NotSent:
        break;
    }
    // What this call did not bring there an earlier one may have.
    const bool unknown = lead.result == LeadResult::Unknown || push.before == PushState::Unknown;
    result.state = unknown ? PushState::Unknown : PushState::Pending;
    // A platform that asks for silence has not looked at the lead.
    result.wasTried = !(reading.quietFor && lead.result == LeadResult::NotSent);
    if (result.wasTried && push.attempts >= kMaxAttempts) {
        result.state = unknown ? PushState::Unknown : PushState::Rejected;
        return result;
    }
    if (unknown && !call.destination.repeatable)
        return result;
    if (reading.narrow) {
        const auto sent = static_cast<std::int64_t>(call.pushes.size());
        result.maxBatch = std::max<std::int64_t>(std::min(sent, push.maxBatch) / kNarrowing, 1);
        // Before all that waits: a call with one lead tells what the words are about.
        result.dueAt = Timestamp{};
    } else {
        // Workspace or destination are quiet then; what waits need not wait longer.
        const bool quiet = reading.quietFor || reading.needsAttention;
        result.dueAt = quiet ? now : now + waitAfter(push.attempts, kFirstWait);
    }
    return result;
}

/// Nobody has seen its leads.
ClaimedCall notSent(const api::Context& context, PushCall call, store::StoreError why) {
    outreach::PushReading reading;
    reading.leads.assign(call.pushes.size(), {LeadResult::NotSent, "The server failed."});
    ClaimedCall out;
    for (std::size_t index = 0; index < call.pushes.size(); ++index)
        out.unsent.results.push_back(resultOf(call, index, reading, context.now()));
    out.failed = std::move(why);
    out.call = std::move(call);
    return out;
}

} // namespace

std::string credentialContext(const store::DestinationId& id) {
    return "destination:" + id.str();
}

outreach::FieldMap parseFieldMap(const std::string& text) {
    outreach::FieldMap fields;
    boost::system::error_code error;
    const json::value value = json::parse(text, error);
    if (error || !value.is_object())
        return fields;
    for (const auto& member : value.get_object()) {
        for (domain::LeadField field = 0; field < domain::kLeadFieldCount; ++field) {
            if (contract::kLeadFields[field].name == std::string_view(member.key()) &&
                member.value().is_string())
                fields.emplace_back(field, std::string(member.value().get_string()));
        }
    }
    return fields;
}

egress::Request platformRequest(const api::Context& context, outreach::Platform platform,
                                const outreach::PlatformRequest& request) {
    const Outreach& settings = context.config.outreach;
    const contract::PlatformInfo& info = contract::info(platform);
    const auto own = settings.baseUrls.find(std::string(info.id));
    egress::Request out;
    out.method = request.method;
    out.url = own != settings.baseUrls.end() ? own->second : std::string(info.baseUrl);
    out.url += request.target;
    out.headers = request.headers;
    out.body = request.body;
    out.totalTimeout = settings.timeout;
    out.connectTimeout = std::min(out.connectTimeout, settings.timeout);
    out.maxBodyBytes = kMaxAnswerBytes;
    return out;
}

outreach::PlatformAnswer platformAnswer(const egress::Response& response) {
    outreach::PlatformAnswer answer;
    answer.status = response.status;
    if (const auto wait = egress::retryAfter(response))
        answer.retryAfter = std::to_string(wait->count());
    else if (const std::string* text = response.header("retry-after"))
        answer.retryAfter = *text; // parts of a second, which some platforms send
    answer.body = response.body;
    answer.cut = response.cut;
    return answer;
}

store::StoreResult<ClaimedCall> claimCall(api::Context& context, const store::AccountId& account,
                                          std::int64_t destination,
                                          const std::optional<store::LeadId>& only,
                                          const std::function<bool(store::Tx&)>& first) {
    const std::int64_t lease = randomLease(context);
    std::optional<PushCall> tried;
    const auto body = [&](store::Tx& tx) {
        tried.reset();
        ClaimedCall out;
        if (!first(tx))
            return out;
        store::OutreachWrites& outreach = tx.outreachWrites();
        auto found = outreach.find(destination);
        if (!found || !found->enabled || !found->campaign)
            return out;
        const auto platform = outreach::platformNamed(found->platform);
        const auto duplicates = outreach::duplicatePolicyNamed(found->duplicatePolicy);
        if (!platform || !duplicates)
            return out; // a newer server's, which sends it
        const outreach::Adapter& adapter = outreach::adapterFor(*platform);
        const Timestamp now = context.now();
        Pace pace(adapter.limits(), outreach.holdPace(found->workspace));
        if (const Timestamp ready = pace.readyAt(now); ready > now) {
            out.readyAt = ready;
            return out;
        }
        store::PushClaim claim;
        claim.destination = destination;
        claim.now = now;
        claim.leaseUntil = now + context.config.outreach.lease;
        claim.lease = lease;
        claim.limit = static_cast<std::int64_t>(adapter.batchSize());
        claim.only = only;
        PushCall call;
        call.pushes = outreach.claim(claim);
        if (call.pushes.empty())
            return out;
        pace.take(now);
        outreach.keepPace(found->workspace, pace.text(), now);
        call.platform = *platform;
        call.duplicates = *duplicates;
        call.destination = std::move(*found);
        call.lease = lease;
        tried = call;
        out.call = std::move(call);
        return out;
    };
    auto claimed = context.store->writeAndWait(body, store::Durability::Full, account);
    if (!claimed && tried && claimed.error().certainty == store::StoreError::Certainty::Unknown)
        return notSent(context, *std::move(tried), claimed.error());
    if (!claimed || !claimed->call)
        return claimed;
    auto leads = context.store->read(
        [&](store::Reader& reader) { return readLeads(reader, *claimed->call); });
    if (leads && leads->size() != claimed->call->pushes.size())
        leads = tl::make_unexpected(store::StoreError{store::StoreError::Kind::Internal,
                                                      store::StoreError::Certainty::NotApplied,
                                                      "a push belongs to no lead", 0});
    if (!leads)
        return notSent(context, std::move(*claimed->call), leads.error());
    claimed->call->leads = std::move(*leads);
    fillRequest(context, *claimed->call);
    return claimed;
}

CallOutcome judgeCall(const PushCall& call, const egress::Result& result, Timestamp now) {
    std::vector<std::string> emails;
    for (const domain::LeadDraft& lead : call.leads)
        emails.push_back(outreach::leadEmail(lead));
    const outreach::PushReading reading =
        result ? outreach::adapterFor(call.platform).readPush(emails, platformAnswer(*result))
               : readFailure(emails.size(), result.error());
    CallOutcome outcome;
    for (std::size_t index = 0; index < emails.size(); ++index)
        outcome.results.push_back(resultOf(call, index, reading, now));
    if (reading.quietFor)
        outcome.quietUntil = now + *reading.quietFor;
    if (reading.needsAttention)
        outcome.destinationQuietUntil =
            now + waitAfter(call.pushes.front().attempts, kAttentionWait);
    if (!result || result->status >= 300) {
        const std::string why =
            result ? "HTTP " + std::to_string(result->status) : result.error().detail;
        outcome.problem = call.shown + ": " + outreach::withoutSecret(why, call.credential);
    }
    return outcome;
}

void countCall(api::Metrics& metrics, const PushCall& call, const egress::Result& result,
               const CallOutcome& outcome) {
    metrics.outreachCall(call.destination.platform, result ? result->status : 0);
    for (const store::PushResult& lead : outcome.results)
        metrics.outreachLead(call.destination.platform, name(lead.state));
}

void keepOutcome(store::Tx& tx, const PushCall& call, const CallOutcome& outcome, Timestamp now) {
    store::OutreachWrites& outreach = tx.outreachWrites();
    outreach.finish(call.destination.seq, call.lease, outcome.results, now);
    // What was answered to a credential or of a campaign that was replaced meanwhile says nothing
    // about the new one.
    const auto current =
        outcome.destinationQuietUntil ? outreach.find(call.destination.seq) : std::nullopt;
    if (current && current->credential == call.destination.credential &&
        current->campaign == call.destination.campaign)
        outreach.quieten(call.destination.seq, *outcome.destinationQuietUntil);
    if (outcome.quietUntil) {
        Pace pace(outreach::adapterFor(call.platform).limits(),
                  outreach.holdPace(call.destination.workspace));
        pace.silence(*outcome.quietUntil, now);
        outreach.keepPace(call.destination.workspace, pace.text(), now);
    }
}

} // namespace leadsheet::server::api::push
