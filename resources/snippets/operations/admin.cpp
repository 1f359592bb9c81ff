// SPDX-License-Identifier: Apache-2.0
// The operations of operators: the client holds an admin key in C++, as the portal shows them: a
// region an operation, named by its id. A test compiles this file and runs what needs nothing
// prepared. `Result`, LEADSHEET_TRY: leadsheet/try.hpp.
#include "operations.hpp"

#include <leadsheet/account_ids.hpp>
#include <leadsheet/client.hpp>
#include <leadsheet/resource/admin_accounts.hpp>
#include <leadsheet/resource/admin_deliveries.hpp>
#include <leadsheet/resource/admin_keys.hpp>
#include <leadsheet/resource/admin_orders.hpp>
#include <leadsheet/resource/admin_suppressions.hpp>
#include <leadsheet/try.hpp>

#include <fstream>
#include <iostream>
#include <string_view>

namespace leadsheet::snippets {

// [listAccounts]
Result<void> listAccounts(const Client& client) {
    auto accounts = client.admin().accounts().all();
    for (;;) {
        LEADSHEET_TRY(const auto account, accounts.next());
        if (!account)
            break;
        std::cout << account->id.str() << ' ' << account->name << '\n';
    }
    return {};
}

// [createAccount]
Result<void> createAccount(const Client& client) {
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    LEADSHEET_TRY(const auto account, client.admin().accounts().create("Example Ltd", key));
    std::cout << account.id.str() << '\n';
    return {};
}

// [getAccountById]
Result<void> getAccountById(const Client& client) {
    LEADSHEET_TRY(const auto account, AccountId::parse("acc_0a2c4e6g8j1k3m5n7p9q2r4t"));
    LEADSHEET_TRY(const auto found, client.admin().accounts().get(account));
    std::cout << found.name << ": " << format(found.available) << '\n';
    return {};
}

// [updateAccount]
Result<void> updateAccount(const Client& client) {
    LEADSHEET_TRY(const auto account, AccountId::parse("acc_0a2c4e6g8j1k3m5n7p9q2r4t"));
    AccountChange change;
    change.suspended = true;
    LEADSHEET_TRY(const auto changed, client.admin().accounts().update(account, change));
    std::cout << (changed.suspended ? "suspended\n" : "at work\n");
    return {};
}

// [creditAccount]
Result<void> creditAccount(const Client& client) {
    LEADSHEET_TRY(const auto account, AccountId::parse("acc_0a2c4e6g8j1k3m5n7p9q2r4t"));
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    LEADSHEET_TRY(const auto entry, client.admin().accounts().credit(account, Money{100'000, "USD"},
                                                                     "Bank transfer", key));
    std::cout << format(entry.available) << " available\n";
    return {};
}

// [listSuppressions]
Result<void> listSuppressions(const Client& client) {
    auto suppressions = client.admin().suppressions().all();
    for (;;) {
        LEADSHEET_TRY(const auto suppression, suppressions.next());
        if (!suppression)
            break;
        std::cout << suppression->id << ' ' << suppression->createdAt << '\n';
    }
    return {};
}

// [createSuppression]
Result<void> createSuppression(const Client& client) {
    const Person person{"ada@example.com", "https://www.linkedin.com/in/ada"};
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("request-14"));
    LEADSHEET_TRY(const auto suppression, client.admin().suppressions().create(person, key));
    std::cout << suppression.id << ' ' << suppression.erasedLeads << " leads erased\n";
    return {};
}

// [liftSuppression]
Result<void> liftSuppression(const Client& client) {
    LEADSHEET_TRY_DONE(client.admin().suppressions().lift("sup_9z7y5x3w1v2t4s6r8q0p1n3m"));
    return {};
}

// [listAdminKeys]
Result<void> listAdminKeys(const Client& client) {
    auto keys = client.admin().keys().all();
    for (;;) {
        LEADSHEET_TRY(const auto key, keys.next());
        if (!key)
            break;
        std::cout << key->name << " …" << key->last4 << '\n';
    }
    return {};
}

// [createAdminKey]
Result<void> createAdminKey(const Client& client) {
    LEADSHEET_TRY(const auto account, AccountId::parse("acc_0a2c4e6g8j1k3m5n7p9q2r4t"));
    NewKey wanted;
    wanted.name = "Sheet";
    wanted.scopes = {"orders:write"};
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    LEADSHEET_TRY(const auto created,
                  client.admin().keys().create(account, "customer", wanted, key));
    std::cout << "shown this once: " << created.secret.reveal() << '\n';
    return {};
}

// [rotateAdminKey]
Result<void> rotateAdminKey(const Client& client) {
    LEADSHEET_TRY(const auto id, KeyId::parse("key_9z7y5x3w1v2t4s6r8q0p1n3m"));
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    LEADSHEET_TRY(const auto successor, client.admin().keys().rotate(id, key));
    std::cout << "shown this once: " << successor.secret.reveal() << '\n';
    return {};
}

// [revokeAdminKey]
Result<void> revokeAdminKey(const Client& client) {
    LEADSHEET_TRY(const auto id, KeyId::parse("key_9z7y5x3w1v2t4s6r8q0p1n3m"));
    LEADSHEET_TRY_DONE(client.admin().keys().revoke(id));
    return {};
}

// [listAdminOrders]
Result<void> listAdminOrders(const Client& client) {
    AdminOrderFilter filter;
    filter.status = OrderStatus::PendingReview;
    auto orders = client.admin().orders().all(filter);
    for (;;) {
        LEADSHEET_TRY(const auto order, orders.next());
        if (!order)
            break;
        std::cout << order->order.number.str() << '\n';
    }
    return {};
}

// [getAdminOrder]
Result<void> getAdminOrder(const Client& client) {
    LEADSHEET_TRY(const auto number, OrderNumber::parse("LS-7Q2M9K4T6W"));
    LEADSHEET_TRY(const auto order, client.admin().orders().get(number));
    std::cout << order.accountName << ": " << toString(order.order.status) << '\n';
    return {};
}

// [listAdminOrderEvents]
Result<void> listAdminOrderEvents(const Client& client) {
    LEADSHEET_TRY(const auto number, OrderNumber::parse("LS-7Q2M9K4T6W"));
    LEADSHEET_TRY(const auto events, client.admin().orders().events(number));
    for (const OrderEvent& event : events.items)
        if (event.type == "order.replied")
            std::cout << event.message.value_or("") << '\n';
    return {};
}

// [approveOrder]
Result<void> approveOrder(const Client& client) {
    LEADSHEET_TRY(const auto number, OrderNumber::parse("LS-7Q2M9K4T6W"));
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    LEADSHEET_TRY(const auto order, client.admin().orders().approve({number, key}));
    std::cout << toString(order.order.status) << '\n';
    return {};
}

// [rejectOrder]
Result<void> rejectOrder(const Client& client) {
    LEADSHEET_TRY(const auto number, OrderNumber::parse("LS-7Q2M9K4T6W"));
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    LEADSHEET_TRY(const auto order,
                  client.admin().orders().reject({number, key}, "No such companies were found."));
    std::cout << toString(order.order.status) << '\n';
    return {};
}

// [requestOrderInfo]
Result<void> requestOrderInfo(const Client& client) {
    LEADSHEET_TRY(const auto number, OrderNumber::parse("LS-7Q2M9K4T6W"));
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    LEADSHEET_TRY(const auto order, client.admin().orders().requestInfo(
                                        {number, key}, "Should Austria be included?"));
    std::cout << toString(order.order.status) << '\n';
    return {};
}

// [deliverOrder]
Result<void> deliverOrder(const Client& client) {
    LEADSHEET_TRY(const auto number, OrderNumber::parse("LS-7Q2M9K4T6W"));
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    LEADSHEET_TRY(const auto order, client.admin().orders().deliver({number, key}));
    std::cout << toString(order.order.status) << '\n';
    return {};
}

// [failOrder]
Result<void> failOrder(const Client& client) {
    LEADSHEET_TRY(const auto number, OrderNumber::parse("LS-7Q2M9K4T6W"));
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    LEADSHEET_TRY(const auto order,
                  client.admin().orders().fail({number, key}, "No such companies were found."));
    std::cout << toString(order.order.status) << '\n';
    return {};
}

// [refundOrder]
Result<void> refundOrder(const Client& client) {
    LEADSHEET_TRY(const auto number, OrderNumber::parse("LS-7Q2M9K4T6W"));
    LEADSHEET_TRY(const auto key, IdempotencyKey::parse("sheet-7-row-14"));
    const Money amount{160, "USD"};
    LEADSHEET_TRY(
        const auto order,
        client.admin().orders().refund({number, key}, amount, "Two leads had left their company."));
    std::cout << toString(order.order.payment) << '\n';
    return {};
}

// [exportOrderLeads]
Result<void> exportOrderLeads(const Client& client) {
    LEADSHEET_TRY(const auto number, OrderNumber::parse("LS-7Q2M9K4T6W"));
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
    const std::vector<LeadField> fields{LeadField::Id, LeadField::FullName, LeadField::Email};
    LEADSHEET_TRY_DONE(
        client.admin().orders().exportLeads(number, LeadFileFormat::Csv, fields, file));
    return {};
}

// [ingestDelivery]
Result<void> ingestDelivery(const Client& client) {
    LEADSHEET_TRY(const auto number, OrderNumber::parse("LS-7Q2M9K4T6W"));
    LEADSHEET_TRY(const auto id, DeliveryId::parse("batch-1"));
    DeliveryPart part(number, id);
    part.final = true;
    part.leads = R"({"result": "good", "fullName": "Ada Example", "email": "ada@example.com"})";
    LEADSHEET_TRY(const auto taken, client.admin().deliveries().ingest(part));
    std::cout << taken.accepted << " accepted, " << taken.rejected << " rejected\n";
    return {};
}

} // namespace leadsheet::snippets
