// SPDX-License-Identifier: Apache-2.0
#include "api/access_log.hpp"

#include "domain/timestamp.hpp"

#include <boost/json.hpp>

namespace leadsheet::server::api {

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
    record.path = seen.path;
    record.operationId = note.operationId;
    record.apiKeyId = note.apiKeyId;
    record.accountId = note.accountId;
    record.code = note.code;
    record.tool = note.tool;
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
    line["keyId"] = record.apiKeyId;
    line["accountId"] = record.accountId;
    line["replayed"] = record.replayed;
    line["bytesIn"] = record.requestBytes;
    line["bytesOut"] = record.responseBytes;
    line["micros"] = record.duration.count();
    return boost::json::serialize(line) + "\n";
}

} // namespace leadsheet::server::api
