// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace leadsheet::test {

/// Raw bytes of a client and the status it must get.
struct HttpCase {
    const char* name;
    std::string bytes;
    int status;
};

/// Requests that must be refused, each with the status that tells why.
std::vector<HttpCase> refusedRequests();
/// Unusual requests that are right and must be answered by the handler.
std::vector<HttpCase> acceptedRequests();

} // namespace leadsheet::test
