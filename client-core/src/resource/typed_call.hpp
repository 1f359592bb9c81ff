// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "call/call_runner.hpp"
#include "json/decoder.hpp"
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
