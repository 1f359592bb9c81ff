// SPDX-License-Identifier: Apache-2.0
#include "api/store_problem.hpp"

#include "api/context.hpp"

namespace leadsheet::server::api {

Outcome storeProblem(Context& context, const Exchange& exchange, const store::StoreError& error) {
    using Kind = store::StoreError::Kind;
    context.logError(exchange.request.requestId + " database: " + error.detail + " (code " +
                     std::to_string(error.nativeCode) + ")");
    Problem problem;
    if (error.kind == Kind::Internal) {
        problem.code = contract::ErrorCode::InternalError;
        problem.detail = "The server failed. Quote the requestId when you report it.";
    } else {
        problem.code = contract::ErrorCode::Unavailable;
        problem.detail = error.kind == Kind::Stopped
                             ? "The server is shutting down. Send the request again in a moment."
                             : "The server cannot store data at the moment. Send the request again "
                               "in a moment.";
        problem.retryAfter = std::chrono::seconds(1);
    }
    if (error.certainty == store::StoreError::Certainty::Unknown)
        problem.detail += " Whether it was applied is not known: repeat it with the same "
                          "Idempotency-Key.";
    return Outcome(tl::unexpect, std::move(problem));
}

} // namespace leadsheet::server::api
