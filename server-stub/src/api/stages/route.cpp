// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/deprecation.hpp"
#include "api/stages/stages.hpp"

namespace leadsheet::server::api {

using contract::ErrorCode;

StageResult routeStage(Context& context, Exchange& exchange) {
    const std::string& path = exchange.request.path;
    exchange.route = context.router.find(exchange.request.method, path);
    const Router::Match& match = exchange.route;
    if (match.kind == Router::Match::Kind::NoRoute) {
        std::string detail = "There is no path " + path + ".";
        if (path.size() > 1 && path.ends_with('/'))
            detail += " Paths have no trailing slash.";
        return refuse(ErrorCode::RouteNotFound, detail + " GET /v1/openapi.json lists every path.");
    }
    if (exchange.request.method == "OPTIONS") {
        Reply reply;
        reply.status = 204;
        reply.headers.push_back({"Allow", match.allow});
        return reply;
    }
    if (match.kind == Router::Match::Kind::WrongMethod) {
        Problem problem{ErrorCode::MethodNotAllowed,
                        path + " knows " + match.allow + ", not " + exchange.request.method + ".",
                        {},
                        {},
                        {{"Allow", match.allow}}};
        return Outcome(tl::unexpect, std::move(problem));
    }
    if (isRetired(*match.operation, exchange.now)) {
        return refuse(ErrorCode::EndpointRetired, path +
                                                      " was retired. GET /v1/changelog says what "
                                                      "took its place.");
    }
    exchange.handler = context.handlers.find(match.operation->id);
    return std::nullopt;
}

} // namespace leadsheet::server::api
