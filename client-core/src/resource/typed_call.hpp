// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "call/call_runner.hpp"
#include "json/decoder.hpp"
#include "json/object_text.hpp"
#include "json/readers.hpp"

#include <optional>
#include <string>
#include <utility>

namespace leadsheet::detail {

/// What is wrong with the body, when `read` did not get everything from it.
inline std::string problemOf(const Decoder& body) {
    return body.failed() ? body.problem() : "it is incomplete";
}

/// Runs a call and reads its body with `read(const Decoder&) -> std::optional<T>`.
template <class T, class Read>
Result<T> typedCall(CallRunner& runner, const Call& call, const CallOptions& options, Read read) {
    std::optional<T> value;
    const auto answer =
        runner.run(call, options, [&](const Answer& raw) -> std::optional<std::string> {
            const Decoder body = Decoder::parse(raw.response.body);
            value = read(body);
            if (value && !body.failed())
                return {};
            value.reset();
            return problemOf(body);
        });
    if (!answer)
        return failure(answer.error());
    return std::move(*value);
}

/// PATCH of one record; InvalidArgument when `body` is empty.
template <class T, class Read>
Result<T> changeRecord(CallRunner& runner, Call call, ObjectText body,
                       std::optional<std::int64_t> expectedVersion, const CallOptions& options,
                       Read read) {
    if (body.empty())
        return failure(localError(ErrorCode::InvalidArgument, "Nothing is to change."));
    call.method = "PATCH";
    call.body = body.end();
    call.expectedVersion = expectedVersion;
    return typedCall<T>(runner, call, options, read);
}

/// DELETE of one record.
inline Result<void> removeRecord(CallRunner& runner, Call call,
                                 std::optional<std::int64_t> expectedVersion,
                                 const CallOptions& options) {
    call.method = "DELETE";
    call.expectedVersion = expectedVersion;
    const auto answer =
        runner.run(call, options, [](const Answer&) { return std::optional<std::string>(); });
    if (!answer)
        return failure(answer.error());
    return {};
}

/// Parameters of a list call.
inline std::vector<std::pair<std::string, std::string>> pageParameters(const PageOptions& page) {
    std::vector<std::pair<std::string, std::string>> parameters;
    if (page.limit)
        parameters.emplace_back("limit", std::to_string(*page.limit));
    if (page.cursor)
        parameters.emplace_back("cursor", *page.cursor);
    return parameters;
}

} // namespace leadsheet::detail
