// SPDX-License-Identifier: Apache-2.0
#include "actors.hpp"

#include "leadsheet/resource/admin.hpp"
#include "leadsheet/resource/admin_deliveries.hpp"
#include "leadsheet/resource/admin_orders.hpp"
#include "leadsheet/try.hpp"

namespace leadsheet::sim {
namespace {

IdempotencyKey keyOf(const std::string& text) {
    return IdempotencyKey::parse(text).value();
}

/// Lives through deaths of its process until `work` says that nothing is left.
void repeat(Machine& machine, const std::function<bool()>& work) {
    for (bool done = false; !done;) {
        try {
            done = work();
        } catch (const Died&) {
            machine.world.tell(machine.name, "died");
            machine.restart();
        }
        machine.world.sleep(std::chrono::seconds(5));
    }
}

Result<void> fulfil(Machine& machine, const Client& client, const Order& order) {
    const std::string number = order.number.str();
    for (int part = 0; part < 2; ++part) {
        DeliveryPart leads(order.number, DeliveryId::parse("part-" + std::to_string(part)).value());
        leads.final = part == 1;
        // The second part brings the last lead of the first once more.
        for (int i = 0; i < 3; ++i)
            leads.leads += R"({"fullName":"P","email":")" + number + "-" +
                           std::to_string(part * 2 + i) + "@x.example\"}\n";
        LEADSHEET_TRY_DONE(client.admin().deliveries().ingest(leads));
        if (part == 0 && machine.world.strikes(Kind::Parts, 5'000, machine.name))
            LEADSHEET_TRY_DONE(
                client.admin().orders().deliverPart({order.number, keyOf("some-" + number)}));
    }
    LEADSHEET_TRY_DONE(client.admin().orders().deliver({order.number, keyOf("all-" + number)}));
    return {};
}

Result<bool> lookAtQueue(Cast& cast, Machine& machine, const std::string& key) {
    const Client client = clientOn(machine, cast.service, cast.model, key);
    const AdminOrders orders = client.admin().orders();
    bool any = false;
    for (const OrderStatus status : {OrderStatus::PendingReview, OrderStatus::InProgress}) {
        AdminOrderFilter filter;
        filter.status = status;
        LEADSHEET_TRY(const auto page, orders.list(filter));
        for (const AdminOrder& one : page.items) {
            any = true;
            const std::string number = one.order.number.str();
            const bool refuses = cast.world.strikes(Kind::Refusals, 800, machine.name);
            if (status == OrderStatus::InProgress && refuses) {
                LEADSHEET_TRY_DONE(
                    orders.fail({one.order.number, keyOf("fail-" + number)}, "None found."));
            } else if (status == OrderStatus::InProgress) {
                LEADSHEET_TRY_DONE(fulfil(machine, client, one.order));
            } else if (refuses) {
                LEADSHEET_TRY_DONE(
                    orders.reject({one.order.number, keyOf("reject-" + number)}, "Not possible."));
            } else {
                LEADSHEET_TRY_DONE(orders.approve({one.order.number, keyOf("approve-" + number)}));
            }
        }
    }
    return any;
}

} // namespace

void beginOperator(Cast& cast, const std::string& key) {
    auto machine = std::make_shared<Machine>(cast.world, "operator", cast.root);
    cast.world.begin("operator", [&cast, machine, key] {
        repeat(*machine, [&] {
            const bool last = cast.busy == 0;
            const auto any = lookAtQueue(cast, *machine, key);
            cast.world.sleep(std::chrono::seconds(20));
            return last && any && !*any;
        });
    });
}

void beginCaller(Cast& cast, const std::string& key, const std::string& account) {
    auto machine = std::make_shared<Machine>(cast.world, "caller", cast.root);
    ++cast.busy;
    cast.world.begin("caller", [&cast, machine, key, account] {
        int next = 0;
        repeat(*machine, [&] {
            const Client client = clientOn(*machine, cast.service, cast.model, key);
            for (; next < cast.world.plan().rows; ++next) {
                const std::string wish = "api " + std::to_string(next);
                cast.model.wish(account, wish);
                OrderRequest request;
                request.product = "filters";
                request.leadCount = 4;
                request.fields["industries"] = std::vector<std::string>{wish};
                if (!client.orders().create(OrderBody::of(request),
                                            keyOf("key-" + std::to_string(next))))
                    return false;
            }
            return true;
        });
        --cast.busy;
    });
}

} // namespace leadsheet::sim
