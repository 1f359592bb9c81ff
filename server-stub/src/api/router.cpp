// SPDX-License-Identifier: Apache-2.0
#include "api/router.hpp"

#include "api/exchange.hpp"

#include <algorithm>

namespace leadsheet::server::api {

namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos)
            return parts;
        text.remove_prefix(end + 1);
    }
}

bool isParameter(std::string_view segment) {
    return segment.starts_with('{');
}

bool fits(const std::vector<std::string_view>& pattern,
          const std::vector<std::string_view>& segments) {
    return std::ranges::equal(pattern, segments, [](std::string_view want, std::string_view have) {
        return isParameter(want) ? !have.empty() : want == have;
    });
}

/// Whether `a` has a literal at the first segment where exactly one of both has one.
bool moreSpecific(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (isParameter(a[i]) != isParameter(b[i]))
            return isParameter(b[i]);
    }
    return false;
}

} // namespace

Router::Router() {
    for (const contract::OperationInfo& operation : contract::kOperations) {
        add(operation.path, operation);
        for (std::string_view alias : split(operation.aliases, ' ')) {
            if (!alias.empty())
                add(alias, operation);
        }
    }
    for (Route& route : routes_) {
        for (const contract::OperationInfo* operation : route.operations) {
            route.allow.append(operation->method).append(", ");
            if (operation->method == "GET")
                route.allow.append("HEAD, ");
        }
        route.allow.append("OPTIONS");
    }
}

void Router::add(std::string_view pathTemplate, const contract::OperationInfo& operation) {
    auto segments = split(pathTemplate.substr(1), '/');
    // Two operations of one path may name its parameter differently.
    const auto same = [&](const Route& route) {
        return std::ranges::equal(route.segments, segments,
                                  [](std::string_view a, std::string_view b) {
                                      return a == b || (isParameter(a) && isParameter(b));
                                  });
    };
    auto route = std::ranges::find_if(routes_, same);
    if (route == routes_.end())
        route = routes_.insert(routes_.end(), Route{std::move(segments), {}, {}});
    if (!std::ranges::count(route->operations, &operation))
        route->operations.push_back(&operation);
}

const Router::Route* Router::bestRoute(const std::vector<std::string_view>& segments) const {
    const Route* best = nullptr;
    for (const Route& route : routes_) {
        if (fits(route.segments, segments) &&
            (best == nullptr || moreSpecific(route.segments, best->segments)))
            best = &route;
    }
    return best;
}

Router::Match Router::find(std::string_view method, std::string_view path) const {
    Match match;
    if (path.starts_with("/api/v1/"))
        path.remove_prefix(4);
    if (!path.starts_with('/'))
        return match;
    const auto segments = split(path.substr(1), '/');
    const Route* route = bestRoute(segments);
    if (route == nullptr)
        return match;
    match.allow = route->allow;
    const std::string_view wanted = method == "HEAD" ? "GET" : method;
    const auto found = std::ranges::find_if(
        route->operations, [&](const auto* operation) { return operation->method == wanted; });
    if (found == route->operations.end()) {
        match.kind = Match::Kind::WrongMethod;
        return match;
    }
    match.kind = Match::Kind::Found;
    match.operation = *found;
    for (std::size_t i = 0; i < segments.size(); ++i) {
        if (isParameter(route->segments[i]))
            match.parameters.emplace_back(segments[i]);
    }
    return match;
}

const std::string* Exchange::query(std::string_view name) const {
    const auto found = std::ranges::find(request.query, name,
                                         [](const auto& p) { return std::string_view(p.first); });
    return found == request.query.end() ? nullptr : &found->second;
}

const OperationHandler* HandlerTable::find(std::string_view operationId) const {
    const auto found = handlers_.find(operationId);
    return found == handlers_.end() ? nullptr : &found->second;
}

OperationHandler& HandlerTable::add(std::string_view operationId, BodyKind body,
                                    HandlerFunction run,
                                    std::initializer_list<std::string_view> query) {
    return handlers_[operationId] = OperationHandler{run, body, query};
}

} // namespace leadsheet::server::api
