// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"

#include <initializer_list>
#include <map>
#include <string_view>
#include <vector>

namespace leadsheet::server::api {

struct Context;

/// Does an operation: validation, ownership and state, in this order. May throw; that is a bare
/// 500.
using HandlerFunction = Outcome (*)(Context&, Exchange&);

enum class BodyKind {
    None,
    Json,
    OptionalJson,
    Leads, ///< JSON, NDJSON or CSV, perhaps compressed; see Exchange::format
};

struct OperationHandler {
    HandlerFunction run = nullptr;
    BodyKind body = BodyKind::None;
    std::vector<std::string_view> query; ///< parameters it knows; all others are refused
    bool takesIdempotencyKey = true;     ///< of a POST; false: the header means nothing here
};

/// The handlers by operationId.
class HandlerTable {
public:
    /// Every operation of the contract.
    HandlerTable();

    const OperationHandler* find(std::string_view operationId) const;
    OperationHandler& add(std::string_view operationId, BodyKind body, HandlerFunction run,
                          std::initializer_list<std::string_view> query = {});

private:
    std::map<std::string_view, OperationHandler> handlers_;
};

} // namespace leadsheet::server::api
