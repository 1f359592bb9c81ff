// SPDX-License-Identifier: Apache-2.0
#include "api/deprecation.hpp"

#include "http/response_head.hpp"

#include <string>

namespace leadsheet::server::api {

void appendDeprecation(std::vector<http::Header>& headers,
                       const contract::OperationInfo& operation) {
    if (operation.deprecatedAt != 0)
        headers.push_back({"Deprecation", "@" + std::to_string(operation.deprecatedAt)});
    if (operation.sunsetAt != 0) {
        const std::chrono::system_clock::time_point sunset{
            std::chrono::seconds(operation.sunsetAt)};
        headers.push_back({"Sunset", http::httpDate(sunset)});
    }
}

bool isRetired(const contract::OperationInfo& operation, domain::Timestamp now) {
    return operation.sunsetAt != 0 && now >= domain::fromMillis(operation.sunsetAt * 1'000);
}

} // namespace leadsheet::server::api
