// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../session/context.hpp"

#include <functional>
#include <string>

namespace leadsheet {
class AdminOrders;
struct AdminOrder;
struct CallOptions;
struct OrderStep;
} // namespace leadsheet

namespace leadsheet::cli {

struct QueueArguments {
    std::string status;
    std::string account;
    std::string since;
    std::size_t limit = 50;
};

Outcome<ExitCode> showQueue(Context& context, const QueueArguments& arguments);

Outcome<ExitCode> showQueuedEvents(Context& context, const std::string& order);

/// A step of an order, as options say it.
struct StepArguments {
    std::string order;
    std::string text;   ///< reason or question
    std::string amount; ///< of a refund; empty = all of it
    std::string idempotencyKey;
    std::int64_t version = 0; ///< 0 = whatever it is now
    bool part = false;        ///< of a delivery: the order goes on
    bool yes = false;
};

enum class Step { Approve, Reject, RequestInfo, Deliver, Fail, Refund };

Outcome<ExitCode> performStep(Context& context, Step step, const StepArguments& arguments);

} // namespace leadsheet::cli
