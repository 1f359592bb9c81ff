// SPDX-License-Identifier: Apache-2.0
#include "api/handler_table.hpp"

#include "api/handlers/handlers.hpp"

#include <algorithm>

namespace leadsheet::server::api {

const std::string* Exchange::query(std::string_view name) const {
    const auto found = std::ranges::find(request.query, name,
                                         [](const auto& p) { return std::string_view(p.first); });
    return found == request.query.end() ? nullptr : &found->second;
}

HandlerTable::HandlerTable() {
    addServiceHandlers(*this);
    addCatalogueHandlers(*this);
    addAccountHandlers(*this);
    addQuoteHandlers(*this);
    addOrderHandlers(*this);
    addLeadHandlers(*this);
    addAdminOrderHandlers(*this);
    addWebhookHandlers(*this);
    addKeyHandlers(*this);
    addDestinationHandlers(*this);
    addAdminKeyHandlers(*this);
    addAdminAccountHandlers(*this);
    addMcpHandlers(*this);
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
