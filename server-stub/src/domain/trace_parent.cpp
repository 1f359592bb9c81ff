// SPDX-License-Identifier: Apache-2.0
#include "domain/trace_parent.hpp"

#include "domain/crypto.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace leadsheet::server::domain {

namespace {

// version "-" trace-id "-" parent-id "-" trace-flags
constexpr std::size_t kVersionLength = 2;
constexpr std::size_t kTraceAt = 3;
constexpr std::size_t kTraceLength = 32;
constexpr std::size_t kParentAt = 36;
constexpr std::size_t kParentLength = 16;
constexpr std::size_t kFlagsAt = 53;
constexpr std::size_t kLength = 55;

bool isLowerHex(std::string_view text) {
    return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool isId(std::string_view text) {
    return isLowerHex(text) && text.find_first_not_of('0') != std::string_view::npos;
}

bool isSampled(char lastFlagDigit) {
    return std::string_view("13579bdf").find(lastFlagDigit) != std::string_view::npos;
}

} // namespace

std::optional<std::string> traceOf(std::string_view traceparent) {
    if (traceparent.size() < kLength)
        return std::nullopt;
    const std::string_view version = traceparent.substr(0, kVersionLength);
    // A later version may have more behind what is known of it.
    const bool whole =
        traceparent.size() == kLength || (version != "00" && traceparent[kLength] == '-');
    const std::string_view trace = traceparent.substr(kTraceAt, kTraceLength);
    const std::string_view parent = traceparent.substr(kParentAt, kParentLength);
    const std::string_view flags = traceparent.substr(kFlagsAt, kLength - kFlagsAt);
    const bool dashed = traceparent[kTraceAt - 1] == '-' && traceparent[kParentAt - 1] == '-' &&
                        traceparent[kFlagsAt - 1] == '-';
    if (!whole || !dashed || !isLowerHex(version) || version == "ff" || !isId(trace) ||
        !isId(parent) || !isLowerHex(flags))
        return std::nullopt;
    std::string known = "00-";
    known.append(trace).append("-").append(parent);
    return known.append(isSampled(flags.back()) ? "-01" : "-00");
}

std::string traceParentOf(std::string_view trace, std::string_view hop) {
    constexpr std::size_t kParentBytes = kParentLength / 2;
    const std::string made(hop);
    Digest digest = sha256("traceparent:" + std::string(trace) + ":" + made);
    // All zeros would be no id.
    if (std::all_of(digest.begin(), digest.begin() + kParentBytes,
                    [](unsigned char byte) { return byte == 0; }))
        digest.front() = 1;
    std::string value(trace);
    value.replace(kParentAt, kParentLength, toHex(std::span(digest).first(kParentBytes)));
    return value;
}

} // namespace leadsheet::server::domain
