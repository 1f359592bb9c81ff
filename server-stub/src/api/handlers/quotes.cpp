// SPDX-License-Identifier: Apache-2.0
#include "api/context.hpp"
#include "api/exchange.hpp"
#include "api/idempotency.hpp"
#include "api/order_json.hpp"
#include "api/reply.hpp"
#include "api/router.hpp"
#include "domain/json.hpp"
#include "domain/money.hpp"
#include "domain/order_request.hpp"
#include "orders/placement.hpp"
#include "orders/steps.hpp"
#include "store/store.hpp"

#include <leadsheet/contract/limits.hpp>
#include <leadsheet/contract/products.hpp>

#include <algorithm>
#include <boost/json.hpp>
#include <optional>
#include <span>
#include <variant>

namespace leadsheet::server::api {

namespace {

namespace json = boost::json;
using contract::ErrorCode;

constexpr std::size_t kQuoteMembers = 12; ///< of a quote in an answer

/// One body of a quote request on its way to its answer.
struct QuoteItem {
    /// Checked and priced, waiting for the store.
    struct Draft {
        domain::OrderDraft order;
        domain::Price price;
    };
    std::variant<Draft, store::Quote, store::Order, Problem> result;
    std::optional<store::OrderContent> content = {}; ///< of a quote that may have equivalent orders
    store::Equivalents equivalents = {};             ///< of a quote
};

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

/// Checks and prices one body; a refusal is the one that creating the order would give.
QuoteItem checkQuoteItem(const Context& context, const json::value& body) {
    domain::RequestRules rules;
    rules.maxLeadCount = context.config.limits.maxLeadCount;
    rules.quoteItem = true;
    auto draft = domain::validateOrder(body, rules);
    if (!draft)
        return {validationProblem(draft.error(), rules.maxLeadCount)};
    const auto price = priceToday(context, *draft);
    if (!price) {
        return {Problem{contract::ErrorCode::LeadCountOutOfRange,
                        "The price of that many leads is too large.",
                        {},
                        {},
                        {}}};
    }
    return {QuoteItem::Draft{std::move(*draft), *price}};
}

/// Turns a draft into the order that its idempotencyKey bought already, or into a stored quote.
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
    quote.id = domain::makeQuoteId(exchange.now, context.random);
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
    item.content = orders::contentOf(order);
    item.result = std::move(quote);
}

/// Tells the quotes among the items which orders the account has that ask for the same; few
/// statements for all of them.
void findEquivalents(const Exchange& exchange, store::Tx& tx, std::span<QuoteItem> items) {
    const store::Account& account = exchange.caller->account;
    std::vector<store::OrderContent> contents;
    std::vector<QuoteItem*> asking;
    for (QuoteItem& item : items) {
        if (!item.content)
            continue;
        contents.push_back(std::move(*item.content));
        asking.push_back(&item);
    }
    auto found = orders::findEquivalents(tx, account.id, orders::windowStart(account, exchange.now),
                                         contents, contract::kMaxNamedEquivalents);
    for (std::size_t at = 0; at < asking.size(); ++at)
        asking[at]->equivalents = std::move(found[at]);
}

json::object quoteJson(const store::Quote& quote, const store::Equivalents& equivalents) {
    json::object out;
    out.reserve(kQuoteMembers);
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
    out["request"] = requestJson(quote.recordJson);
    addEquivalents(out, equivalents);
    return out;
}

/// {"index", and one of "quote", "existingOrder" and "problem"}
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

/// The items of {"items": [...]}, or why they cannot be read.
tl::expected<const json::array*, Problem> batchItems(const json::object& body,
                                                     std::size_t maxItems) {
    std::vector<FieldError> errors;
    for (const auto& member : body) {
        if (member.key() != "items")
            errors.push_back({domain::childPointer("", std::string_view(member.key())),
                              "unknown_member", "A batch has the member items and no other."});
    }
    const json::array* items = body.at("items").if_array();
    if (items == nullptr)
        errors.push_back({"/items", "wrong_type", "items must be an array."});
    else if (items->empty())
        errors.push_back({"/items", "too_few_items", "items must not be empty."});
    else if (items->size() > maxItems)
        errors.push_back({"/items", "too_many_items",
                          "At most " + std::to_string(maxItems) + " items per call; " +
                              std::to_string(items->size()) + " were sent."});
    if (errors.empty())
        return items;
    const std::string detail = errors.front().detail;
    return refuse(ErrorCode::ValidationFailed, detail, std::move(errors));
}

Reply singleReply(const QuoteItem& item) {
    Reply reply;
    if (const auto* quote = std::get_if<store::Quote>(&item.result))
        reply.body = json::serialize(quoteJson(*quote, item.equivalents));
    else
        reply.body = json::serialize(
            json::object{{"existingOrder", orderJson(std::get<store::Order>(item.result))}});
    return reply;
}

Reply batchReply(const std::vector<QuoteItem>& items) {
    json::array out;
    out.reserve(items.size());
    std::int64_t quoted = 0;
    std::int64_t existing = 0;
    std::int64_t leads = 0;
    domain::MinorUnits total = 0;
    for (const QuoteItem& item : items) {
        out.push_back(quoteItemJson(item, out.size()));
        if (const auto* quote = std::get_if<store::Quote>(&item.result)) {
            // A price is far below the range divided by the largest batch, so this cannot overflow.
            total += quote->total;
            leads += quote->leadCount;
            ++quoted;
        } else if (std::holds_alternative<store::Order>(item.result)) {
            ++existing;
        }
    }
    json::object summary;
    summary["quoted"] = quoted;
    summary["existing"] = existing;
    summary["refused"] = static_cast<std::int64_t>(items.size()) - quoted - existing;
    summary["leadCount"] = leads;
    summary["total"] = moneyJson(total);
    Reply reply;
    reply.body =
        json::serialize(json::object{{"items", std::move(out)}, {"summary", std::move(summary)}});
    return reply;
}

Outcome createQuote(Context& context, Exchange& exchange) {
    const json::object* body = exchange.body->if_object();
    const bool batch = body != nullptr && body->contains("items");
    std::vector<QuoteItem> items;
    if (batch) {
        SERVER_TRY(const auto list, batchItems(*body, context.config.limits.maxQuoteItems));
        items.reserve(list->size());
        for (const json::value& value : *list)
            items.push_back(checkQuoteItem(context, value));
    } else {
        items.push_back(checkQuoteItem(context, *exchange.body));
        if (const auto* refused = std::get_if<Problem>(&items[0].result))
            return tl::make_unexpected(*refused);
    }
    return writeOutcome(
        context, exchange,
        [&](store::Tx& tx) -> Outcome {
            if (auto earlier = replayOf(tx, exchange))
                return std::move(*earlier);
            std::vector<QuoteItem> priced = items;
            for (QuoteItem& item : priced)
                priceQuoteItem(context, exchange, tx, item);
            findEquivalents(exchange, tx, priced);
            Reply reply = batch ? batchReply(priced) : singleReply(priced[0]);
            keepAnswer(tx, exchange, reply);
            return reply;
        },
        exchange.caller->account.id);
}

/// Whether an order that asks for the same is equivalent, see Reader::findEquivalents().
bool counts(store::Reader& reader, const store::OrderNumber& number, store::Timestamp since) {
    const auto order = reader.findOrder(number);
    return order && order->createdAt >= since &&
           (order->status == domain::OrderStatus::Delivered || !orders::hasEnded(*order));
}

/// The order that used the quote is what was wished, so it is not another order for the same.
store::Equivalents equivalentsOf(const Exchange& exchange, store::Reader& reader,
                                 const store::Quote& quote) {
    const store::Account& account = exchange.caller->account;
    const auto content = orders::contentOf(quote);
    if (!content)
        return {};
    constexpr auto kLimit = static_cast<std::size_t>(contract::kMaxNamedEquivalents);
    const auto since = orders::windowStart(account, exchange.now);
    store::Equivalents found =
        std::move(reader.findEquivalents(account.id, since, {&*content, 1}, kLimit + 1).front());
    if (quote.consumedBy) {
        const auto isOwn = [&](const store::EquivalentOrder& order) {
            return order.number == *quote.consumedBy;
        };
        // Else it may be one of those that are only counted.
        if (std::erase_if(found.orders, isOwn) == 0 && found.more > 0 &&
            found.more < store::kMaxCountedEquivalents && counts(reader, *quote.consumedBy, since))
            --found.more;
    }
    if (found.orders.size() > kLimit) {
        found.orders.pop_back();
        found.more = std::min(found.more + 1, store::kMaxCountedEquivalents);
    }
    return found;
}

Outcome getQuote(Context& context, Exchange& exchange) {
    return readOutcome(context, exchange, [&](store::Reader& reader) -> Outcome {
        const auto quote =
            reader.findQuote(exchange.caller->account.id, store::QuoteId(exchange.parameter(0)));
        if (!quote)
            return notFound();
        Reply reply;
        reply.body = json::serialize(quoteJson(*quote, equivalentsOf(exchange, reader, *quote)));
        return reply;
    });
}

} // namespace

void addQuoteHandlers(HandlerTable& table) {
    table.add("createQuote", BodyKind::Order, createQuote);
    table.add("getQuote", BodyKind::None, getQuote);
}

} // namespace leadsheet::server::api
