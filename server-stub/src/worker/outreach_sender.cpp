// SPDX-License-Identifier: Apache-2.0
#include "worker/outreach_sender.hpp"

#include "api/context.hpp"
#include "outreach/pace.hpp"

#include <leadsheet/contract/platforms.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace leadsheet::server::worker {

namespace {

constexpr int kDestinationsPerLook = 200;
constexpr int kExpiredPerStep = 1'000;
/// More than that many accounts wait for the next look.
constexpr int kAccountsPerLook = 100;
constexpr int kQueuedPerStep = 500;

using Calls = std::map<std::string, std::size_t>;

std::size_t callsOf(const Calls& calls, const std::string& name) {
    const auto found = calls.find(name);
    return found == calls.end() ? 0 : found->second;
}

void callEnded(Calls& calls, const std::string& name) {
    const auto found = calls.find(name);
    if (found != calls.end() && --found->second == 0)
        calls.erase(found);
}

} // namespace

struct OutreachSender::Expiring {
    /// Whether it was not under way.
    bool begin(const store::AccountId& account) {
        const std::lock_guard lock(mutex);
        return accounts.insert(account).second;
    }
    void end(const store::AccountId& account) {
        const std::lock_guard lock(mutex);
        accounts.erase(account);
    }

    std::mutex mutex;
    std::set<store::AccountId> accounts;
};

OutreachSender::OutreachSender(api::Context& context)
    : context_(context)
    , sender_([&context](egress::Request request, egress::Client::Completion done,
                         const std::stop_token& stop) {
        context.egress.send(std::move(request), std::move(done), stop);
    })
    , expiring_(std::make_shared<Expiring>())
    , thread_([this](const std::stop_token& stop) { run(stop); }) {}

OutreachSender::OutreachSender(api::Context& context, Sender sender)
    : context_(context)
    , sender_(std::move(sender))
    , expiring_(std::make_shared<Expiring>()) {}

OutreachSender::~OutreachSender() {
    thread_.request_stop();
    if (thread_.joinable())
        thread_.join();
}

bool OutreachSender::turn(const std::stop_token& stop) {
    finishCalls();
    writeOutcomes();
    expire();
    const bool queued = queuePublished();
    return beginCalls(stop) || queued;
}

void OutreachSender::run(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        if (turn(stop))
            continue;
        std::unique_lock lock(mutex_);
        wake_.wait_for(lock, stop, context_.config.outgoing.pollEvery,
                       [this] { return !ended_.empty(); });
    }
    // The token ends what is under way.
    while (!ofPlatform_.empty()) {
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [this] { return !ended_.empty(); });
        }
        finishCalls();
    }
    writeOutcomes();
}

void OutreachSender::expire() {
    const auto now = context_.now();
    const auto accounts = context_.store->read([&](store::Reader& reader) {
        return reader.outreach().expiredAccounts(now, kAccountsPerLook);
    });
    if (!accounts)
        return;
    for (const store::AccountId& account : *accounts) {
        if (!expiring_->begin(account))
            continue;
        context_.store->write(
            [account, now](store::Tx& tx) {
                tx.outreachWrites().expire(account, now, kExpiredPerStep);
            },
            [&context = context_, expiring = expiring_,
             account](const store::StoreResult<void>& done) {
                if (!done)
                    context.logError("outreach: " + done.error().detail);
                expiring->end(account);
            },
            store::Durability::Full, account);
    }
}

/// Leads of a delivery may be many: some at a time.
bool OutreachSender::queuePublished() {
    const auto account = context_.store->read(
        [](store::Reader& reader) { return reader.outreach().publishedAccount(); });
    if (!account || !*account)
        return false;
    // What a power loss undoes is done again; no call is made before its claim is safe.
    const auto done = context_.store->writeAndWait(
        [&](store::Tx& tx) { tx.outreachWrites().movePublished(**account, kQueuedPerStep); },
        store::Durability::Relaxed, **account);
    if (!done)
        context_.logError("outreach: " + done.error().detail);
    return done.has_value();
}

bool OutreachSender::beginCalls(const std::stop_token& stop) {
    const std::size_t most = context_.config.outreach.callsPerPlatform;
    const bool allFull = std::ranges::all_of(contract::kPlatforms, [&](const auto& platform) {
        return callsOf(ofPlatform_, std::string(platform.id)) >= most;
    });
    if (allFull)
        return false;
    // All of them: those that come first may belong to workspaces that have to be silent.
    const auto now = context_.now();
    std::optional<store::DueDestination> last;
    bool any = false;
    while (true) {
        const auto due = context_.store->read([&](store::Reader& reader) {
            return reader.outreach().due(now, last ? &*last : nullptr, kDestinationsPerLook);
        });
        if (!due) {
            context_.logError("outreach: " + due.error().detail);
            return any;
        }
        for (const store::DueDestination& destination : *due) {
            if (stop.stop_requested())
                return any;
            any = begin(destination, stop) || any;
        }
        if (std::ssize(*due) < kDestinationsPerLook)
            return any;
        last = due->back();
    }
}

bool OutreachSender::begin(const store::DueDestination& due, const std::stop_token& stop) {
    const auto platform = outreach::platformNamed(due.platform);
    const Outreach& most = context_.config.outreach;
    if (!platform || callsOf(ofPlatform_, due.platform) >= most.callsPerPlatform ||
        callsOf(ofWorkspace_, due.workspace) >= most.callsPerWorkspace)
        return false;
    // A look without the writer first; the claim decides.
    const outreach::Pace pace(outreach::adapterFor(*platform).limits(), due.pace);
    const auto now = context_.now();
    if (pace.readyAt(now) > now)
        return false;
    auto claimed = api::push::claimCall(context_, due.account, due.seq);
    if (!claimed) {
        context_.logError("outreach: " + claimed.error().detail);
        return false;
    }
    if (!claimed->call)
        return false;
    if (claimed->failed) {
        context_.logError("outreach: " + claimed->failed->detail);
        unwritten_.push_back({std::make_shared<api::push::PushCall>(std::move(*claimed->call)),
                              std::move(claimed->unsent), context_.now()});
        return false;
    }
    const auto call = std::make_shared<api::push::PushCall>(std::move(*claimed->call));
    // As the claim found them: the credential may have changed since the look.
    ++ofPlatform_[call->destination.platform];
    ++ofWorkspace_[call->destination.workspace];
    context_.metrics.outreachCallBegins();
    sender_(
        call->request,
        [this, call](egress::Result result) {
            const std::lock_guard lock(mutex_);
            ended_.push_back({call, std::move(result)});
            wake_.notify_all();
        },
        stop);
    return true;
}

void OutreachSender::finishCalls() {
    std::vector<Ended> ended;
    {
        const std::lock_guard lock(mutex_);
        ended = std::exchange(ended_, {});
    }
    for (Ended& call : ended)
        finish(std::move(call));
}

void OutreachSender::finish(Ended ended) {
    callEnded(ofPlatform_, ended.call->destination.platform);
    callEnded(ofWorkspace_, ended.call->destination.workspace);
    const auto now = context_.now();
    api::push::CallOutcome outcome = api::push::judgeCall(*ended.call, ended.result, now);
    if (!outcome.problem.empty())
        context_.logError("outreach: " + outcome.problem);
    api::push::countCall(context_.metrics, *ended.call, ended.result, outcome);
    unwritten_.push_back({std::move(ended.call), std::move(outcome), now});
}

/// While the database is away outcomes wait: the platform has answered, or never will. Even behind
/// the end of its lease an outcome counts, unless another call has begun.
void OutreachSender::writeOutcomes() {
    while (!unwritten_.empty()) {
        Unwritten& next = unwritten_.front();
        const auto written = context_.store->writeAndWait(
            [&](store::Tx& tx) { api::push::keepOutcome(tx, *next.call, next.outcome, next.at); },
            store::Durability::Full, next.call->destination.account);
        if (!written && !std::exchange(next.logged, true))
            context_.logError("outreach: " + written.error().detail);
        if (!written && written.error().kind == store::StoreError::Kind::Unavailable)
            return;
        unwritten_.pop_front();
    }
}

} // namespace leadsheet::server::worker
