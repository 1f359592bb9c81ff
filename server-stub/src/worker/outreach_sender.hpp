// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/push_call.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace leadsheet::server::worker {

/// Brings queued leads to their outreach platforms. Each round gives every destination that has
/// something due one call, the workspace that was served longest ago first, within the limits of
/// its platform; every platform has its own calls, so that one which hangs keeps no other
/// waiting. Any number of processes on one database may do so.
class OutreachSender {
public:
    /// Begins a request, as egress::Client::send().
    using Sender =
        std::function<void(egress::Request, egress::Client::Completion, const std::stop_token&)>;

    explicit OutreachSender(api::Context& context);
    /// Without a thread, for a simulation: works in turn() only, and `sender` has the network's
    /// place. Completions must come on the thread of the turns, or never.
    OutreachSender(api::Context& context, Sender sender);
    /// Ends the calls under way; what was sent by them becomes unknown, and so does what the
    /// database still does not take.
    ~OutreachSender();
    OutreachSender(const OutreachSender&) = delete;
    OutreachSender& operator=(const OutreachSender&) = delete;

    /// One round on the caller's thread, where it has none; whether there was anything to begin.
    bool turn(const std::stop_token& stop = {});

private:
    struct Ended {
        std::shared_ptr<api::push::PushCall> call;
        egress::Result result;
    };
    /// What a call brought, until the database has it.
    struct Unwritten {
        std::shared_ptr<api::push::PushCall> call;
        api::push::CallOutcome outcome;
        store::Timestamp at;
        bool logged = false; ///< the log says that it waits
    };

    /// Accounts whose leases are being ended: each waits for what else is done to it.
    struct Expiring;

    void run(const std::stop_token& stop);
    void expire();
    bool queuePublished();
    /// Whether any call was begun.
    bool beginCalls(const std::stop_token& stop);
    bool begin(const store::DueDestination& due, const std::stop_token& stop);
    void finishCalls();
    void finish(Ended ended);
    void writeOutcomes();

    api::Context& context_;
    const Sender sender_;
    std::map<std::string, std::size_t> ofWorkspace_; ///< calls under way; the thread's own
    std::map<std::string, std::size_t> ofPlatform_;  ///< calls under way; the thread's own
    std::deque<Unwritten> unwritten_;                ///< the thread's own
    std::shared_ptr<Expiring> expiring_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::vector<Ended> ended_;
    std::jthread thread_;
};

} // namespace leadsheet::server::worker
