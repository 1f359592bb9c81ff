// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/handlers/handlers.hpp"

namespace leadsheet::server::api {
namespace {

Outcome listProducts(Context& context, Exchange&) {
    Reply reply;
    reply.body = context.products;
    return reply;
}

} // namespace

void addCatalogueHandlers(HandlerTable& table) {
    table.add("listProducts", BodyKind::None, listProducts);
}

} // namespace leadsheet::server::api
