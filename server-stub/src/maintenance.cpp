// SPDX-License-Identifier: Apache-2.0
#include "maintenance.hpp"

#include "api/context.hpp"
#include "domain/webhook_schedule.hpp"

#include <algorithm>

namespace leadsheet::server {
namespace {

constexpr auto kInterval = std::chrono::minutes(10);
constexpr int kRowsPerStep = 500;
constexpr int kMaxSteps = 200;

} // namespace

Maintenance::Maintenance(api::Context& context)
    : context_(context) {
    purge();
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

Maintenance::~Maintenance() {
    thread_.request_stop();
    thread_.join();
}

void Maintenance::run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
        wake_.wait_for(lock, stop, kInterval, [] { return false; });
        if (!stop.stop_requested())
            purge();
    }
}

void Maintenance::purge() {
    const Limits& limits = context_.config.limits;
    auto longest = std::max(limits.defaultRate.window, limits.orderRate.window);
    if (limits.burstRate)
        longest = std::max(longest, limits.burstRate->window);
    const domain::Timestamp now = context_.now();
    // Small steps, so that requests are never kept waiting by housekeeping.
    for (int step = 0; step < kMaxSteps; ++step) {
        const auto purged = context_.store->writeAndWait([&](store::Tx& tx) {
            return tx.purge(now - longest, now - limits.idempotencyBodyRetention, kRowsPerStep) +
                   tx.purgeWebhookLog(now - domain::kWebhookRetention, kRowsPerStep) +
                   tx.outreachWrites().purge(kRowsPerStep);
        });
        if (!purged) {
            context_.logError("housekeeping: " + purged.error().detail);
            return;
        }
        if (*purged == 0)
            return;
    }
}

} // namespace leadsheet::server
