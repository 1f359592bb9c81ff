// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <leadsheet/contract/operations.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::api {

/// Finds the operation of a path and method in the contract's table. Alias paths and the optional
/// "/api" prefix lead to the same operation. Immutable after construction, so thread-safe.
class Router {
public:
    struct Match {
        enum class Kind { Found, NoRoute, WrongMethod };
        Kind kind = Kind::NoRoute;
        const contract::OperationInfo* operation = nullptr;
        std::vector<std::string> parameters; ///< values of the path's parameters, in order
        std::string allow; ///< methods of this path, for Allow; set unless NoRoute
    };

    Router();

    /// `path` is decoded already. HEAD finds the GET operation. A literal segment beats a
    /// parameter, so a path belongs to exactly one template. A trailing slash is another path,
    /// which does not exist.
    Match find(std::string_view method, std::string_view path) const;

private:
    struct Route {
        std::vector<std::string_view> segments; ///< "{name}" = parameter
        std::vector<const contract::OperationInfo*> operations;
        std::string allow;
    };

    void add(std::string_view pathTemplate, const contract::OperationInfo& operation);
    const Route* bestRoute(const std::vector<std::string_view>& segments) const;

    std::vector<Route> routes_;
};

} // namespace leadsheet::server::api
