// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/error.hpp"

#include "leadsheet/text/render.hpp"

namespace leadsheet {

std::string_view Error::codeName() const {
    return rawCode.empty() ? contract::info(code).name : std::string_view(rawCode);
}

Error localError(ErrorCode code, std::vector<Message> sentences) {
    Error error;
    error.code = code;
    error.message = text::render(sentences);
    error.said = std::move(sentences);
    return error;
}

Error localError(ErrorCode code, std::string message) {
    Error error;
    error.code = code;
    error.message = std::move(message);
    return error;
}

std::string_view toString(ErrorCode code) {
    return contract::info(code).name;
}

std::string_view toString(StopReason reason) {
    switch (reason) {
    case StopReason::Permanent:
        return "permanent";
    case StopReason::AttemptsExhausted:
        return "attempts_exhausted";
    case StopReason::Deadline:
        return "deadline";
    case StopReason::Cancelled:
        return "cancelled";
    case StopReason::BudgetDrained:
        return "budget_drained";
    case StopReason::ServerAskedTooLong:
        return "server_asked_too_long";
    }
    return "permanent";
}

std::string_view toString(Certainty certainty) {
    return certainty == Certainty::Unknown ? "unknown" : "not_applied";
}

} // namespace leadsheet
