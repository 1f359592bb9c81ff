// SPDX-License-Identifier: Apache-2.0
#include "api/metrics.hpp"

#include "domain/ids.hpp"
#include "domain/timestamp.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::server::api {

namespace {

void header(std::string& out, std::string_view name, std::string_view type, std::string_view help) {
    out.append("# HELP leadsheet_").append(name).append(" ").append(help).append("\n");
    out.append("# TYPE leadsheet_").append(name).append(" ").append(type).append("\n");
}

void sample(std::string& out, std::string_view name, std::string_view labels,
            std::string_view value) {
    out.append("leadsheet_").append(name);
    if (!labels.empty())
        out.append("{").append(labels).append("}");
    out.append(" ").append(value).append("\n");
}

void single(std::string& out, std::string_view name, std::string_view type, std::string_view help,
            std::uint64_t value) {
    header(out, name, type, help);
    sample(out, name, {}, std::to_string(value));
}

/// Microseconds as decimal seconds without floating point.
std::string seconds(std::int64_t micros) {
    std::string fraction = std::to_string(micros % 1'000'000);
    fraction.insert(0, 6 - fraction.size(), '0');
    return std::to_string(micros / 1'000'000) + "." + fraction;
}

void addBacklogs(std::string& out, const std::vector<BacklogGauge>& backlogs) {
    header(out, "delivery_backlog", "gauge",
           "Messages to webhooks and leads for outreach platforms that wait or are held back.");
    for (const BacklogGauge& backlog : backlogs) {
        const std::string kind = "kind=\"" + std::string(backlog.kind) + "\"";
        sample(out, "delivery_backlog", kind + ",state=\"waiting\"",
               std::to_string(backlog.waiting));
        sample(out, "delivery_backlog", kind + ",state=\"held\"", std::to_string(backlog.held));
    }
    header(out, "delivery_backlog_oldest_seconds", "gauge",
           "Since the oldest of those waiting was first queued; 0 when none waits.");
    for (const BacklogGauge& backlog : backlogs) {
        sample(out, "delivery_backlog_oldest_seconds", "kind=\"" + std::string(backlog.kind) + "\"",
               seconds(std::chrono::microseconds(backlog.oldest).count()));
    }
}

} // namespace

void Metrics::request(std::string_view operation, int status, std::chrono::microseconds duration) {
    const std::int64_t micros = std::max<std::int64_t>(duration.count(), 0);
    const auto bucket = std::ranges::lower_bound(kBucketMicros, micros) - kBucketMicros.begin();
    const std::lock_guard lock(mutex_);
    ++requests_[{std::string(operation), status}];
    ++buckets_[static_cast<std::size_t>(bucket)];
    durationSum_ += micros;
}

void Metrics::orderCreated() {
    const std::lock_guard lock(mutex_);
    ++ordersCreated_;
}

void Metrics::idempotentReplay() {
    const std::lock_guard lock(mutex_);
    ++replays_;
}

void Metrics::rateLimited(std::string_view policy) {
    const std::lock_guard lock(mutex_);
    ++rateLimited_[std::string(policy)];
}

void Metrics::authenticationFailed() {
    const std::lock_guard lock(mutex_);
    ++authenticationFailures_;
}

void Metrics::faultApplied() {
    const std::lock_guard lock(mutex_);
    ++faults_;
}

void Metrics::webhookAttempt(bool delivered, std::chrono::milliseconds duration) {
    const std::lock_guard lock(mutex_);
    ++(delivered ? webhooksDelivered_ : webhooksFailed_);
    webhookMicros_ += std::chrono::microseconds(duration).count();
}

void Metrics::outreachCallBegins() {
    const std::lock_guard lock(mutex_);
    ++outreachUnderWay_;
}

void Metrics::outreachCall(std::string_view platform, int status) {
    const std::lock_guard lock(mutex_);
    --outreachUnderWay_;
    ++outreachCalls_[{std::string(platform), status}];
}

void Metrics::outreachLead(std::string_view platform, std::string_view state) {
    const std::lock_guard lock(mutex_);
    ++outreachLeads_[{std::string(platform), std::string(state)}];
}

RequestTotals Metrics::totals() const {
    RequestTotals totals;
    const std::lock_guard lock(mutex_);
    for (const auto& [key, count] : requests_) {
        const int status = key.second;
        totals.all += count;
        if (status >= 500)
            totals.failed += count;
        else if (status >= 400)
            totals.refused += count;
        else if (status >= 200)
            totals.succeeded += count;
    }
    if (totals.all > 0)
        totals.mean =
            std::chrono::microseconds(durationSum_ / static_cast<std::int64_t>(totals.all));
    return totals;
}

std::string Metrics::text(const Gauges& gauges) const {
    std::string out;
    const std::lock_guard lock(mutex_);
    header(out, "requests_total", "counter", "Answered requests by operation and status.");
    for (const auto& [key, count] : requests_) {
        sample(out, "requests_total",
               "operation=\"" + key.first + "\",status=\"" + std::to_string(key.second) + "\"",
               std::to_string(count));
    }
    header(out, "request_duration_seconds", "histogram",
           "Time from the first byte of a request to the last byte of its answer.");
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < buckets_.size(); ++i) {
        total += buckets_[i];
        const std::string limit = i < kBucketMicros.size() ? seconds(kBucketMicros[i]) : "+Inf";
        sample(out, "request_duration_seconds_bucket", "le=\"" + limit + "\"",
               std::to_string(total));
    }
    sample(out, "request_duration_seconds_sum", {}, seconds(durationSum_));
    sample(out, "request_duration_seconds_count", {}, std::to_string(total));

    single(out, "orders_created_total", "counter", "Orders created, without replays.",
           ordersCreated_);
    single(out, "idempotent_replays_total", "counter", "Answers replayed for a known key.",
           replays_);
    header(out, "rate_limited_total", "counter", "Requests refused with 429 by policy.");
    for (const auto& [policy, count] : rateLimited_)
        sample(out, "rate_limited_total", "policy=\"" + policy + "\"", std::to_string(count));
    single(out, "authentication_failures_total", "counter", "Requests refused with 401.",
           authenticationFailures_);
    single(out, "faults_applied_total", "counter", "Faults applied on request of a fault plan.",
           faults_);
    header(out, "webhook_attempts_total", "counter", "Attempts to send a message to a webhook.");
    sample(out, "webhook_attempts_total", "result=\"delivered\"",
           std::to_string(webhooksDelivered_));
    sample(out, "webhook_attempts_total", "result=\"failed\"", std::to_string(webhooksFailed_));
    header(out, "webhook_attempt_seconds_total", "counter", "Time those attempts took together.");
    sample(out, "webhook_attempt_seconds_total", {}, seconds(webhookMicros_));
    single(out, "webhook_attempts_under_way", "gauge", "Attempts waiting for an answer.",
           gauges.webhookAttempts);
    header(out, "outreach_calls_total", "counter",
           "Calls of outreach platforms by the status of their answer; 0 is none.");
    for (const auto& [key, count] : outreachCalls_) {
        sample(out, "outreach_calls_total",
               "platform=\"" + key.first + "\",status=\"" + std::to_string(key.second) + "\"",
               std::to_string(count));
    }
    header(out, "outreach_leads_total", "counter",
           "Leads of those calls by the outcome of their push.");
    for (const auto& [key, count] : outreachLeads_) {
        sample(out, "outreach_leads_total",
               "platform=\"" + key.first + "\",state=\"" + key.second + "\"",
               std::to_string(count));
    }
    single(out, "outreach_calls_under_way", "gauge", "Calls waiting for an answer.",
           outreachUnderWay_);
    addBacklogs(out, gauges.backlogs);
    single(out, "open_connections", "gauge", "Connections open now.", gauges.openConnections);
    single(out, "accepted_connections_total", "counter", "Connections taken.",
           gauges.acceptedConnections);
    single(out, "refused_connections_total", "counter", "Connections refused by a limit.",
           gauges.refusedConnections);
    single(out, "store_queue", "gauge", "Writes waiting for the database.", gauges.storeQueue);
    return out;
}

void AccessLog::record(const http::AccessRecord& seen, std::chrono::system_clock::time_point now) {
    const auto* left = std::any_cast<RequestNote>(&seen.note);
    const RequestNote note = left != nullptr ? *left : RequestNote();
    if (seen.closedEarly)
        ++abandoned_;
    // Paths of no operation share one label: a stranger must not be able to grow the metrics.
    metrics_.request(note.operationId.empty() ? "none" : note.operationId, seen.status,
                     seen.duration);
    if (!sink_)
        return;
    AccessRecord record;
    record.time = now;
    record.requestId = seen.requestId;
    record.peerAddress = seen.peerAddress;
    record.method = seen.method;
    record.path = domain::withoutKeys(seen.path);
    record.operationId = note.operationId;
    record.apiKeyId = note.apiKeyId;
    record.accountId = note.accountId;
    record.code = note.code;
    record.tool = note.tool;
    record.traceparent = note.trace;
    record.status = seen.status;
    record.requestBytes = seen.bytesIn;
    record.responseBytes = seen.bytesOut;
    record.duration = seen.duration;
    record.replayed = note.replayed;
    const std::lock_guard lock(sinkMutex_);
    sink_(record);
}

std::string accessLine(const AccessRecord& record) {
    const auto time = std::chrono::floor<std::chrono::milliseconds>(record.time);
    boost::json::object line;
    line["time"] = domain::formatTimestamp(time);
    line["requestId"] = record.requestId;
    line["peer"] = record.peerAddress;
    line["method"] = record.method;
    line["path"] = record.path;
    line["operation"] = record.operationId;
    line["status"] = record.status;
    line["code"] = record.code;
    if (!record.tool.empty())
        line["tool"] = record.tool;
    if (!record.traceparent.empty())
        line["traceparent"] = record.traceparent;
    line["keyId"] = record.apiKeyId;
    line["accountId"] = record.accountId;
    line["replayed"] = record.replayed;
    line["bytesIn"] = record.requestBytes;
    line["bytesOut"] = record.responseBytes;
    line["micros"] = record.duration.count();
    return boost::json::serialize(line) + "\n";
}

} // namespace leadsheet::server::api
