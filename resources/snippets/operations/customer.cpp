// SPDX-License-Identifier: Apache-2.0
// The operations of customers but those that send leads on in C++, as the portal shows them: a
// region an operation, named by its id. A test compiles this file and runs what needs nothing
// prepared. `Result`, LEADSHEET_TRY: leadsheet/try.hpp.
#include "operations.hpp"

#include <leadsheet/client.hpp>
#include <leadsheet/money.hpp>
#include <leadsheet/resource/keys.hpp>
#include <leadsheet/try.hpp>

#include <fstream>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::snippets {

// [getAccount]
Result<void> getAccount(const Client& client) {
    LEADSHEET_TRY(const auto account, client.account().get());
    std::cout << account.name << ": " << format(account.available) << '\n';
    return {};
}

// [getRateLimit]
Result<void> getRateLimit(const Client& client) {
    LEADSHEET_TRY(const auto budgets, client.account().rateLimit());
    for (const BudgetStatus& budget : budgets)
        std::cout << budget.policy << ": " << budget.remaining << " left\n";
    return {};
}

// [getAccountStatistics]
Result<void> getAccountStatistics(const Client& client) {
    LEADSHEET_TRY(const auto sums, client.account().statistics());
    for (const DayStatistics& day : sums.days)
        std::cout << day.day << ": " << format(day.charged) << " charged\n";
    return {};
}

// [listLedgerEntries]
Result<void> listLedgerEntries(const Client& client) {
    auto entries = client.account().ledgerAll();
    for (;;) {
        LEADSHEET_TRY(const auto entry, entries.next());
        if (!entry)
            break;
        std::cout << entry->type << ' ' << format(entry->amount) << '\n';
    }
    return {};
}

// [listProducts]
Result<void> listProducts(const Client& client) {
    LEADSHEET_TRY(const auto products, client.products().list());
    for (const Product& product : products)
        std::cout << product.id << ": " << product.title << '\n';
    return {};
}

// [createQuote]
Result<void> createQuote(const Client& client) {
    OrderRequest request;
    request.product = "filters";
    request.leadCount = 250;
    request.fields["industries"] = std::vector<std::string>{"Software"};
    request.fields["locations"] = std::vector<std::string>{"Germany", "Austria"};
    LEADSHEET_TRY(const auto quote, client.quotes().create(request));
    std::cout << quote.id.str() << ": " << format(quote.total) << '\n';
    return {};
}

// [getQuote]
Result<void> getQuote(const Client& client) {
    LEADSHEET_TRY(const auto id, QuoteId::parse("qt_4k7m2p9r5t8w1y3a6c0e2g4j"));
    LEADSHEET_TRY(const auto quote, client.quotes().get(id));
    std::cout << format(quote.total) << " until " << quote.expiresAt << '\n';
    return {};
}

// [createOrder]
Result<void> createOrder(const Client& client) {
    OrderRequest request;
    request.product = "filters";
    request.leadCount = 250;
    request.fields["industries"] = std::vector<std::string>{"Software"};
    request.fields["locations"] = std::vector<std::string>{"Germany", "Austria"};
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    LEADSHEET_TRY(const auto created, client.orders().create(OrderBody::of(request), key));
    std::cout << created.order.number.str() << ": " << toString(created.order.status) << '\n';
    return {};
}

// [listOrders]
Result<void> listOrders(const Client& client) {
    OrderFilter filter;
    filter.status = OrderStatus::Delivered;
    auto orders = client.orders().all(filter);
    for (;;) {
        LEADSHEET_TRY(const auto order, orders.next());
        if (!order)
            break;
        std::cout << order->number.str() << '\n';
    }
    return {};
}

// [getOrder]
Result<void> getOrder(const Client& client) {
    LEADSHEET_TRY(const auto number, OrderNumber::parse("LS-7Q2M9K4T6W"));
    LEADSHEET_TRY(const auto order, client.orders().get(number));
    std::cout << toString(order.status) << '\n';
    return {};
}

// [listOrderEvents]
Result<void> listOrderEvents(const Client& client) {
    LEADSHEET_TRY(const auto number, OrderNumber::parse("LS-7Q2M9K4T6W"));
    LEADSHEET_TRY(const auto events, client.orders().events(number));
    for (const OrderEvent& event : events.items)
        std::cout << event.at << ' ' << event.type << '\n';
    return {};
}

// [replyToOrder]
Result<void> replyToOrder(const Client& client) {
    LEADSHEET_TRY(const auto number, OrderNumber::parse("LS-7Q2M9K4T6W"));
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    LEADSHEET_TRY(const auto order,
                  client.orders().reply(number, "Austria as well, please.", key, 2));
    std::cout << toString(order.status) << '\n';
    return {};
}

// [cancelOrder]
Result<void> cancelOrder(const Client& client) {
    LEADSHEET_TRY(const auto number, OrderNumber::parse("LS-7Q2M9K4T6W"));
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    LEADSHEET_TRY(const auto order, client.orders().cancel(number, "Ordered by mistake.", key));
    std::cout << toString(order.status) << '\n';
    return {};
}

// [listLeads]
Result<void> listLeads(const Client& client) {
    LeadFilter filter;
    filter.result = LeadResult::Good;
    filter.hasEmail = true;
    const LeadFields fields{LeadField::Id, LeadField::FullName, LeadField::Email};
    auto leads = client.leads().all(filter, fields);
    for (;;) {
        LEADSHEET_TRY(const auto lead, leads.next());
        if (!lead)
            break;
        std::cout << lead->text(LeadField::Email) << '\n';
    }
    return {};
}

// [countLeads]
Result<void> countLeads(const Client& client) {
    LeadFilter filter;
    filter.result = LeadResult::Good;
    filter.hasEmail = true;
    LEADSHEET_TRY(const auto count, client.leads().count(filter));
    std::cout << count << " leads\n";
    return {};
}

// [exportLeads]
Result<void> exportLeads(const Client& client) {
    class File final : public ByteSink {
    public:
        bool restart() override {
            file_.open("leads.csv", std::ios::trunc);
            return file_.is_open();
        }
        bool write(std::string_view bytes) override {
            return static_cast<bool>(
                file_.write(bytes.data(), static_cast<std::streamsize>(bytes.size())));
        }

    private:
        std::ofstream file_;
    };
    File file;
    const LeadFields fields{LeadField::Id, LeadField::FullName, LeadField::Email};
    LEADSHEET_TRY_DONE(client.leads().exportFile({}, fields, LeadFileFormat::Csv, file));
    return {};
}

// [getLead]
Result<void> getLead(const Client& client) {
    LEADSHEET_TRY(const auto id, LeadId::parse("lead_1b3d5f7h9k2m4p6r8t0v1x3z"));
    const LeadFields fields{LeadField::Id, LeadField::FullName, LeadField::Email};
    LEADSHEET_TRY(const auto lead, client.leads().get(id, fields));
    std::cout << lead.text(LeadField::FullName) << '\n';
    return {};
}

// [eraseLead]
Result<void> eraseLead(const Client& client) {
    LEADSHEET_TRY(const auto id, LeadId::parse("lead_1b3d5f7h9k2m4p6r8t0v1x3z"));
    LEADSHEET_TRY_DONE(client.leads().erase(id));
    return {};
}

// [erasePerson]
Result<void> erasePerson(const Client& client) {
    const Person person{"ada@example.com", "https://www.linkedin.com/in/ada"};
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("request-14"));
    LEADSHEET_TRY(const auto ids, client.leads().erase(person, key));
    std::cout << ids.size() << " leads erased\n";
    return {};
}

// [listLeadErasures]
Result<void> listLeadErasures(const Client& client) {
    auto erasures = client.leads().allErasures();
    for (;;) {
        LEADSHEET_TRY(const auto erasure, erasures.next());
        if (!erasure)
            break;
        std::cout << erasure->leadId << ' ' << erasure->erasedAt << '\n';
    }
    return {};
}

// [listKeys]
Result<void> listKeys(const Client& client) {
    auto keys = client.keys().all();
    for (;;) {
        LEADSHEET_TRY(const auto key, keys.next());
        if (!key)
            break;
        std::cout << key->name << " …" << key->last4 << '\n';
    }
    return {};
}

// [createKey]
Result<void> createKey(const Client& client) {
    NewKey wanted;
    wanted.name = "Sheet";
    wanted.scopes = {"orders:write", "leads:read"};
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    LEADSHEET_TRY(const auto created, client.keys().create(wanted, key));
    std::cout << "shown this once: " << created.secret.reveal() << '\n';
    return {};
}

// [rotateKey]
Result<void> rotateKey(const Client& client) {
    LEADSHEET_TRY(const auto id, KeyId::parse("key_9z7y5x3w1v2t4s6r8q0p1n3m"));
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    LEADSHEET_TRY(const auto successor, client.keys().rotate(id, key));
    std::cout << "shown this once: " << successor.secret.reveal() << '\n';
    return {};
}

// [revokeKey]
Result<void> revokeKey(const Client& client) {
    LEADSHEET_TRY(const auto id, KeyId::parse("key_9z7y5x3w1v2t4s6r8q0p1n3m"));
    LEADSHEET_TRY_DONE(client.keys().revoke(id));
    return {};
}

} // namespace leadsheet::snippets
