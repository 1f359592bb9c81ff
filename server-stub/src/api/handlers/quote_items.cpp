// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/quote_items.hpp"

#include "api/context.hpp"
#include "api/validation_problem.hpp"
#include "store/equivalents.hpp"

#include <leadsheet/contract/limits.hpp>
#include <leadsheet/contract/products.hpp>

namespace leadsheet::server::api {
namespace {

namespace json = boost::json;

json::object refusalJson(const Problem& problem) {
    const auto& info = contract::info(problem.code);
    json::array errors;
    for (const FieldError& error : problem.errors) {
        errors.push_back(json::object{
            {"pointer", error.pointer}, {"code", error.code}, {"detail", error.detail}});
    }
    return {{"status", info.status},       {"code", info.name},
            {"title", info.title},         {"detail", problem.detail},
            {"retryable", info.retryable}, {"errors", std::move(errors)}};
}

} // namespace

QuoteItem checkQuoteItem(const Context& context, const json::value& body) {
    domain::RequestRules rules;
    rules.maxLeadCount = context.config.limits.maxLeadCount;
    rules.quoteItem = true;
    auto draft = domain::validateOrder(body, rules);
    if (!draft)
        return {validationProblem(draft.error(), rules.maxLeadCount)};
    const auto price = domain::priceOf(*draft->product, draft->leadCount, draft->requireEmail,
                                       draft->requirePhone);
    if (!price) {
        return {Problem{contract::ErrorCode::LeadCountOutOfRange,
                        "The price of so many leads is too large.",
                        {},
                        {},
                        {}}};
    }
    return {QuoteItem::Draft{std::move(*draft), *price}};
}

void priceQuoteItem(const Context& context, const Exchange& exchange, store::Tx& tx,
                    QuoteItem& item) {
    auto* draft = std::get_if<QuoteItem::Draft>(&item.result);
    if (draft == nullptr)
        return;
    const store::AccountId& account = exchange.caller->account.id;
    const domain::OrderDraft& order = draft->order;
    if (order.idempotencyKey) {
        if (auto existing = tx.findOrderByKey(account, *order.idempotencyKey)) {
            item.result = std::move(*existing);
            return;
        }
    }
    store::Quote quote;
    quote.id = domain::makeQuoteId(context.random);
    quote.account = account;
    quote.product = order.product->id;
    quote.leadCount = order.leadCount;
    quote.unitPrice = draft->price.unitPrice;
    quote.total = draft->price.total;
    quote.createdAt = exchange.now;
    quote.expiresAt = exchange.now + context.config.limits.quoteValidity;
    quote.idempotencyKey = order.idempotencyKey;
    quote.requestDigest = order.requestDigest;
    quote.recordJson = order.recordJson;
    tx.insertQuote(quote);
    item.wish = store::wishOf(order);
    item.result = std::move(quote);
}

void findEquivalents(const Exchange& exchange, store::Tx& tx, std::span<QuoteItem> items) {
    const store::Account& account = exchange.caller->account;
    std::vector<store::Wish> wishes;
    std::vector<QuoteItem*> wishing;
    for (QuoteItem& item : items) {
        if (!item.wish)
            continue;
        wishes.push_back(std::move(*item.wish));
        wishing.push_back(&item);
    }
    auto found = store::findEquivalents(tx, account.id, store::windowStart(account, exchange.now),
                                        wishes, contract::kMaxNamedEquivalents);
    for (std::size_t at = 0; at < wishing.size(); ++at)
        wishing[at]->equivalents = std::move(found[at]);
}

json::object quoteJson(const store::Quote& quote, const store::Equivalents& equivalents) {
    json::object out;
    out["id"] = quote.id.str();
    out["scrapingOption"] = quote.product;
    out["leadCount"] = quote.leadCount;
    out["unitPriceMicros"] = quote.unitPrice;
    out["total"] = moneyJson(quote.total);
    out["createdAt"] = domain::formatTimestamp(quote.createdAt);
    out["expiresAt"] = domain::formatTimestamp(quote.expiresAt);
    out["idempotencyKey"] =
        quote.idempotencyKey ? json::value(*quote.idempotencyKey) : json::value(nullptr);
    out["orderNumber"] =
        quote.consumedBy ? json::value(quote.consumedBy->str()) : json::value(nullptr);
    out["request"] = json::parse(quote.recordJson);
    addEquivalents(out, equivalents);
    return out;
}

json::object quoteItemJson(const QuoteItem& item, std::size_t index) {
    json::object out;
    out["index"] = index;
    if (const auto* quote = std::get_if<store::Quote>(&item.result))
        out["quote"] = quoteJson(*quote, item.equivalents);
    else if (const auto* order = std::get_if<store::Order>(&item.result))
        out["existingOrder"] = orderJson(*order);
    else
        out["problem"] = refusalJson(std::get<Problem>(item.result));
    return out;
}

} // namespace leadsheet::server::api
