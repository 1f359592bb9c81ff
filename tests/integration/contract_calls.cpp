// SPDX-License-Identifier: Apache-2.0
#include "contract_calls.hpp"

#include "leadsheet/resource/admin_deliveries.hpp"
#include "leadsheet/resource/admin_orders.hpp"
#include "leadsheet/resource/keys.hpp"

#include <QJsonArray>
#include <QJsonDocument>
#include <atomic>
#include <stdexcept>

namespace leadsheet::test {
namespace {

template <class Id>
Id idFrom(const QString& text) {
    auto id = Id::parse(text.toStdString());
    if (!id)
        throw std::runtime_error(id.error().message);
    return std::move(*id);
}

template <class Id>
Id pathOf(const QJsonObject& step) {
    return idFrom<Id>(step["path"][0].toString());
}

QJsonObject bodyOf(const QJsonObject& step) {
    return step["body"].toObject();
}

std::string textIn(const QJsonObject& object, const char* name) {
    return object[name].toString().toStdString();
}

std::string bytesOf(const QJsonObject& object) {
    return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString();
}

IdempotencyKey keyOf(const QJsonObject& step) {
    static std::atomic<int> made = 0;
    const QString own = "made-" + QString::number(++made);
    return idFrom<IdempotencyKey>(step["idempotencyKey"].toString(own));
}

std::optional<std::int64_t> versionOf(const QJsonObject& step) {
    if (!step.contains("ifMatch"))
        return {};
    return step["ifMatch"].toInteger();
}

QJsonValue valueOf(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QJsonValue valueOf(const std::optional<Money>& money) {
    return money ? QJsonValue(static_cast<qint64>(money->amount)) : QJsonValue();
}

template <class T, class Facts>
CallOutcome outcomeOf(const Result<T>& result, Facts facts) {
    CallOutcome outcome;
    if (result)
        facts(*result, outcome);
    else
        outcome.error = result.error();
    return outcome;
}

void orderFacts(const Order& order, CallOutcome& outcome) {
    outcome.facts = {{"order_number", valueOf(order.number.str())},
                     {"status", valueOf(toString(order.status))},
                     {"paymentStatus", valueOf(toString(order.payment))},
                     {"price.amount", valueOf(order.price)},
                     {"deliveredLeads", static_cast<qint64>(order.deliveredLeads.value_or(0))},
                     {"version", static_cast<qint64>(order.version)}};
}

void adminFacts(const AdminOrder& order, CallOutcome& outcome) {
    orderFacts(order.order, outcome);
}

void quoteFacts(const Quote& quote, CallOutcome& outcome) {
    outcome.facts = {{"id", valueOf(quote.id.str())}, {"total.amount", valueOf(quote.total)}};
}

void createdFacts(const CreatedOrder& created, CallOutcome& outcome) {
    orderFacts(created.order, outcome);
    outcome.replayed = created.replayed;
}

void ingestFacts(const IngestResult& result, CallOutcome& outcome) {
    outcome.facts = {{"accepted", static_cast<qint64>(result.accepted)},
                     {"duplicate", static_cast<qint64>(result.duplicate)},
                     {"rejected", static_cast<qint64>(result.rejected)},
                     {"deliveredLeads", static_cast<qint64>(result.deliveredLeads)}};
    outcome.replayed = result.replayed;
}

void leadFacts(const Lead& lead, const QString& before, CallOutcome& outcome) {
    for (std::size_t i = 0; i < kLeadFieldCount; ++i) {
        const auto field = static_cast<LeadField>(i);
        if (std::holds_alternative<std::string>(lead[field]))
            outcome.facts[before + valueOf(toString(field)).toString()] = valueOf(lead.text(field));
    }
}

void pageFacts(const Page<Lead>& page, CallOutcome& outcome) {
    for (std::size_t i = 0; i < page.items.size(); ++i)
        leadFacts(page.items[i], "data." + QString::number(i) + ".", outcome);
    outcome.facts["meta.hasMore"] = page.hasMore;
    outcome.facts["meta.limit"] = static_cast<qint64>(page.limit);
    outcome.facts["meta.nextCursor"] = valueOf(page.nextCursor.value_or(""));
    outcome.facts["meta.resumeCursor"] = valueOf(page.resumeCursor.value_or(""));
}

LeadFilter filterOf(const QJsonObject& query) {
    LeadFilter filter;
    if (query.contains("orderNumber"))
        filter.orderNumber = idFrom<OrderNumber>(query["orderNumber"].toString());
    if (query.contains("result"))
        filter.result = leadResultFromName(textIn(query, "result"));
    if (query.contains("hasEmail"))
        filter.hasEmail = query["hasEmail"].toBool();
    if (query.contains("hasPhone"))
        filter.hasPhone = query["hasPhone"].toBool();
    return filter;
}

CallOutcome listLeads(const Client& client, const QJsonObject& step) {
    const QJsonObject query = step["query"].toObject();
    LeadFields fields;
    for (const auto name : query["fields"].toArray())
        fields.push_back(*leadFieldFromName(name.toString().toStdString()));
    PageOptions page;
    if (query.contains("limit"))
        page.limit = query["limit"].toInteger();
    if (query.contains("cursor"))
        page.cursor = textIn(query, "cursor");
    return outcomeOf(client.leads().list(filterOf(query), fields, page), pageFacts);
}

OrderRequest requestOf(const QJsonObject& body) {
    OrderRequest request;
    for (auto member = body.begin(); member != body.end(); ++member) {
        const std::string name = member.key().toStdString();
        if (name == "scrapingOption") {
            request.product = member->toString().toStdString();
        } else if (name == "leadCount") {
            request.leadCount = member->toInteger();
        } else if (member->isArray()) {
            std::vector<std::string> list;
            for (const auto item : member->toArray())
                list.push_back(item.toString().toStdString());
            request.fields[name] = list;
        } else {
            request.fields[name] = member->toString().toStdString();
        }
    }
    return request;
}

CallOutcome ingest(const Client& client, const QJsonObject& step) {
    const QJsonObject body = bodyOf(step);
    DeliveryPart part(idFrom<OrderNumber>(body["orderNumber"].toString()),
                      idFrom<DeliveryId>(body["deliveryId"].toString()));
    part.final = body["final"].toBool();
    part.format = IngestFormat::Json;
    part.leads =
        QJsonDocument(body["leads"].toArray()).toJson(QJsonDocument::Compact).toStdString();
    return outcomeOf(client.admin().deliveries().ingest(part), ingestFacts);
}

CallOutcome createKey(const Client& client, const QJsonObject& step) {
    const QJsonObject body = bodyOf(step);
    NewKey key;
    key.name = textIn(body, "name");
    for (const auto scope : body["scopes"].toArray())
        key.scopes.push_back(scope.toString().toStdString());
    const auto created = client.keys().create(key, keyOf(step));
    return outcomeOf(created, [](const CreatedKey& made, CallOutcome& outcome) {
        outcome.facts = {{"id", valueOf(made.record.id.str())},
                         {"name", valueOf(made.record.name)},
                         {"secret", valueOf(made.secret.reveal())}};
    });
}

CallOutcome account(const Client& client, const QJsonObject&) {
    return outcomeOf(client.account().get(), [](const Account& account, CallOutcome& outcome) {
        outcome.facts = {{"key.type", valueOf(account.key.type)},
                         {"environment", valueOf(account.environment)}};
    });
}

CallOutcome outcomeOf(const Result<void>& done) {
    CallOutcome outcome;
    if (!done)
        outcome.error = done.error();
    return outcome;
}

OrderStep stepOf(const QJsonObject& step) {
    OrderStep order(pathOf<OrderNumber>(step), keyOf(step));
    order.expectedVersion = versionOf(step);
    return order;
}

std::map<QString, ContractCall> customerCalls() {
    return {
        {"createOrder",
         [](const Client& client, const QJsonObject& step) {
             const auto body = OrderBody::fromBytes(bytesOf(bodyOf(step)));
             return outcomeOf(client.orders().create(*body, keyOf(step)), createdFacts);
         }},
        {"getOrder",
         [](const Client& client, const QJsonObject& step) {
             return outcomeOf(client.orders().get(pathOf<OrderNumber>(step)), orderFacts);
         }},
        {"cancelOrder",
         [](const Client& client, const QJsonObject& step) {
             return outcomeOf(client.orders().cancel(pathOf<OrderNumber>(step),
                                                     textIn(bodyOf(step), "reason"), keyOf(step),
                                                     versionOf(step)),
                              orderFacts);
         }},
        {"replyToOrder",
         [](const Client& client, const QJsonObject& step) {
             return outcomeOf(client.orders().reply(pathOf<OrderNumber>(step),
                                                    textIn(bodyOf(step), "message"), keyOf(step),
                                                    versionOf(step)),
                              orderFacts);
         }},
        {"createQuote",
         [](const Client& client, const QJsonObject& step) {
             return outcomeOf(client.quotes().create(requestOf(bodyOf(step))), quoteFacts);
         }},
        {"getQuote",
         [](const Client& client, const QJsonObject& step) {
             return outcomeOf(client.quotes().get(pathOf<QuoteId>(step)), quoteFacts);
         }},
        {"listLeads", listLeads},
        {"countLeads",
         [](const Client& client, const QJsonObject& step) {
             return outcomeOf(client.leads().count(filterOf(step["query"].toObject())),
                              [](std::int64_t count, CallOutcome& outcome) {
                                  outcome.facts["count"] = static_cast<qint64>(count);
                              });
         }},
        {"getLead",
         [](const Client& client, const QJsonObject& step) {
             return outcomeOf(
                 client.leads().get(pathOf<LeadId>(step)),
                 [](const Lead& lead, CallOutcome& outcome) { leadFacts(lead, {}, outcome); });
         }},
        {"createKey", createKey},
        {"listLeadErasures",
         [](const Client& client, const QJsonObject&) {
             return outcomeOf(client.leads().erasures(),
                              [](const Page<LeadErasure>& page, CallOutcome& outcome) {
                                  if (page.items.empty())
                                      return;
                                  outcome.facts["data.0.leadId"] = valueOf(page.items[0].leadId);
                                  outcome.facts["data.0.reason"] = valueOf(page.items[0].reason);
                              });
         }},
        {"eraseLead",
         [](const Client& client, const QJsonObject& step) {
             return outcomeOf(client.leads().erase(pathOf<LeadId>(step)));
         }},
        {"revokeKey",
         [](const Client& client, const QJsonObject& step) {
             return outcomeOf(client.keys().revoke(pathOf<KeyId>(step)));
         }},
        {"getAccount", account},
    };
}

std::map<QString, ContractCall> adminCalls() {
    return {
        {"approveOrder",
         [](const Client& client, const QJsonObject& step) {
             return outcomeOf(client.admin().orders().approve(stepOf(step)), adminFacts);
         }},
        {"requestOrderInfo",
         [](const Client& client, const QJsonObject& step) {
             return outcomeOf(client.admin().orders().requestInfo(stepOf(step),
                                                                  textIn(bodyOf(step), "question")),
                              adminFacts);
         }},
        {"deliverOrder",
         [](const Client& client, const QJsonObject& step) {
             return outcomeOf(client.admin().orders().deliver(stepOf(step)), adminFacts);
         }},
        {"refundOrder",
         [](const Client& client, const QJsonObject& step) {
             return outcomeOf(
                 client.admin().orders().refund(stepOf(step), {}, textIn(bodyOf(step), "reason")),
                 adminFacts);
         }},
        {"listAdminOrders",
         [](const Client& client, const QJsonObject&) {
             return outcomeOf(client.admin().orders().list(),
                              [](const Page<AdminOrder>&, CallOutcome&) {});
         }},
        {"ingestDelivery", ingest},
    };
}

} // namespace

const std::map<QString, ContractCall>& contractCalls() {
    static const std::map<QString, ContractCall> all = [] {
        auto calls = customerCalls();
        calls.merge(adminCalls());
        return calls;
    }();
    return all;
}

} // namespace leadsheet::test
