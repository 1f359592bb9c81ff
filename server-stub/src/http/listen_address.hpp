// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/http_server.hpp"

#include <QHostAddress>
#include <QSslConfiguration>
#include <memory>
#include <string>
#include <tl/expected.hpp>

namespace leadsheet::server::http {

/// HttpConfig::address as Qt wants it.
tl::expected<QHostAddress, StartError> listenAddress(const std::string& text);

/// Null when the configuration asks for plain HTTP.
tl::expected<std::unique_ptr<QSslConfiguration>, StartError>
tlsConfiguration(const HttpConfig& config);

/// Numeric address of the other end of a connected socket; IPv4-mapped IPv6 as IPv4.
std::string peerAddressOf(int descriptor);

} // namespace leadsheet::server::http
