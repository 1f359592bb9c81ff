// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/reply.hpp"

#include <leadsheet/contract/operations.hpp>

#include <initializer_list>
#include <map>
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

struct Context;
struct Exchange;

/// Does an operation: validation, ownership and state, in this order. May throw; that is a bare
/// 500.
using HandlerFunction = Outcome (*)(Context&, Exchange&);

/// What the stored answer lacks when it is given again: a secret that is never stored in the clear.
using ReplayFunction = Outcome (*)(Context&, const Exchange&, Reply);

/// The answer to a body that is not JSON, where it has a form of its own.
using MalformedFunction = Outcome (*)(const Problem& problem);

enum class BodyKind {
    None, ///< a body that says anything is refused
    Json,
    Order, ///< JSON with an order, or in `items` with several; see domain::plainOrder
    OptionalJson,
    Leads, ///< JSON, NDJSON or CSV, perhaps compressed, of any length; see Exchange::leads
};

struct OperationHandler {
    HandlerFunction run = nullptr;
    BodyKind body = BodyKind::None;
    std::vector<std::string_view> query; ///< parameters it knows; all others are refused
    bool takesIdempotencyKey = true;     ///< of a POST; false: the header means nothing here
    ReplayFunction replay = nullptr;     ///< null: the stored answer is whole
    MalformedFunction malformed =
        nullptr; ///< null: a body that is not JSON is refused as a problem
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

void addServiceHandlers(HandlerTable& table); ///< health, readiness, metrics, the contract document
void addCatalogueHandlers(HandlerTable& table); ///< products
void addAccountHandlers(HandlerTable& table);   ///< account, rate limit, ledger
void addQuoteHandlers(HandlerTable& table);
void addOrderHandlers(HandlerTable& table);
void addLeadHandlers(HandlerTable& table);
void addWebhookHandlers(HandlerTable& table);
void addWebhookDeliveryHandlers(HandlerTable& table);
void addKeyHandlers(HandlerTable& table);         ///< the account's own keys
void addDestinationHandlers(HandlerTable& table); ///< outreach platforms
void addAdminKeyHandlers(HandlerTable& table);
void addAdminAccountHandlers(HandlerTable& table);
void addErasureHandlers(HandlerTable& table);
void addAdminOrderHandlers(HandlerTable& table); ///< the work queue and what fulfilment does
void addIngestHandlers(HandlerTable& table);     ///< leads that fulfilment hands over
void addMcpHandlers(HandlerTable& table);        ///< tools for assistants

} // namespace leadsheet::server::api
