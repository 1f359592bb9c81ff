// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/error.hpp"

#include "leadsheet/text/render.hpp"

#include <array>

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
    static constexpr auto kWords =
        std::to_array<std::string_view>({"permanent", "attempts_exhausted", "deadline", "cancelled",
                                         "budget_drained", "server_asked_too_long"});
    static_assert(kWords.size() == static_cast<std::size_t>(StopReason::ServerAskedTooLong) + 1);
    return kWords[static_cast<std::size_t>(reason)];
}

std::string_view toString(Certainty certainty) {
    return certainty == Certainty::Unknown ? "unknown" : "not_applied";
}

} // namespace leadsheet
