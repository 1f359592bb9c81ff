// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/exchange.hpp"

#include <initializer_list>
#include <map>
#include <span>
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
};

/// The handlers by operationId.
class HandlerTable {
public:
    /// Every implemented operation of the contract.
    HandlerTable();

    const OperationHandler* find(std::string_view operationId) const;
    void add(std::string_view operationId, BodyKind body, HandlerFunction run,
             std::initializer_list<std::string_view> query = {});

private:
    std::map<std::string_view, OperationHandler> handlers_;
};

/// Operations of the contract that answer 501, the one list of them (not_implemented.cpp).
std::span<const std::string_view> notImplementedOperations();

} // namespace leadsheet::server::api
