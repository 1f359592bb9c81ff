// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace leadsheet::server::http {

/// Why the connection answers a request itself instead of handing it to the handler.
struct Rejection {
    int status = 400;
    std::string_view code; ///< error code of the contract
    std::string detail;    ///< what was wrong, for the person who wrote the client
};

inline Rejection malformed(std::string detail) {
    return {400, "bad_request", std::move(detail)};
}

inline Rejection payloadTooLarge(std::string detail) {
    return {413, "payload_too_large", std::move(detail)};
}

inline Rejection targetTooLong(std::string detail) {
    return {414, "uri_too_long", std::move(detail)};
}

inline Rejection headerTooLarge(std::string detail) {
    return {431, "header_too_large", std::move(detail)};
}

inline Rejection notImplemented(std::string detail) {
    return {501, "not_implemented", std::move(detail)};
}

inline Rejection versionNotSupported(std::string detail) {
    return {505, "http_version_not_supported", std::move(detail)};
}

inline Rejection requestTimeout(std::string detail) {
    return {408, "request_timeout", std::move(detail)};
}

inline Rejection unavailable(std::string detail) {
    return {503, "unavailable", std::move(detail)};
}

} // namespace leadsheet::server::http
