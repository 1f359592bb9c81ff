// SPDX-License-Identifier: Apache-2.0
#include "actors.hpp"

#include "leadsheet/resource/admin.hpp"
#include "leadsheet/resource/admin_deliveries.hpp"
#include "leadsheet/resource/admin_orders.hpp"
#include "leadsheet/try.hpp"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace leadsheet::sim {
namespace {

class Operator {
public:
    Operator(Cast& cast, std::string key)
        : cast_(cast)
        , machine_(cast.world, "operator", cast.root)
        , key_(std::move(key)) {}

    void live();

private:
    struct Refund {
        std::optional<Money> amount; ///< absent = all that is left
        bool done = false;
    };
    bool strikes(Kind kind, int chance) { return cast_.world.strikes(kind, chance, machine_.name); }
    /// Whether anything is left to do.
    Result<bool> lookAtQueue();
    Result<void> handle(const AdminOrders& orders, const Order& order);
    Result<void> refuse(const AdminOrders& orders, const Order& order);
    Result<void> ask(const AdminOrders& orders, const Order& order);
    Result<void> fulfil(const AdminOrders& orders, const Order& order);
    Result<bool> refundDelivered(const AdminOrders& orders);
    void decideRefunds(const Order& order);

    Cast& cast_;
    Machine machine_;
    std::string key_;
    std::optional<Client> client_; ///< of the process that runs now
    // What the person remembers, whatever becomes of the program.
    std::set<std::string> lookedAt_; ///< delivered orders
    std::map<std::string, std::vector<Refund>> refunds_;
};

/// A step of an order as it was seen: the same step again has the same key.
OrderStep stepOf(const std::string& what, const Order& order) {
    return {order.number,
            keyOf(what + "-" + order.number.str() + "-" + std::to_string(order.version))};
}

/// The service's own no, which no repetition changes: more is asked for than was charged.
bool isRefusal(const Error& error) {
    return error.is(ErrorCode::ValidationFailed) || error.is(ErrorCode::InvalidTransition);
}

Result<void> Operator::fulfil(const AdminOrders& orders, const Order& order) {
    const std::string number = order.number.str();
    for (int part = 0; part < 2; ++part) {
        DeliveryPart leads(order.number, DeliveryId::parse("part-" + std::to_string(part)).value());
        leads.final = part == 1;
        // The second part brings the last lead of the first once more.
        for (int i = 0; i < 3; ++i)
            leads.leads += R"({"fullName":"P","email":")" + number + "-" +
                           std::to_string(part * 2 + i) + "@x.example\"}\n";
        LEADSHEET_TRY_DONE(client_->admin().deliveries().ingest(leads));
        if (part == 1 || !strikes(Kind::Parts, 5'000))
            continue;
        const auto luck = cast_.world.draw(Kind::Parts, 4);
        if (luck == 0) // no more were found
            break;
        LEADSHEET_TRY_DONE(orders.deliverPart({order.number, keyOf("some-" + number)}));
        if (luck == 1)
            break;
        if (strikes(Kind::Refusals, 1'000))
            return refuse(orders, order);
        if (strikes(Kind::Questions, 2'000)) {
            LEADSHEET_TRY(const auto now, orders.get(order.number));
            return ask(orders, now.order);
        }
    }
    LEADSHEET_TRY_DONE(orders.deliver({order.number, keyOf("all-" + number)}));
    return {};
}

/// Fails, or gives all back, what is in progress; rejects what is not.
Result<void> Operator::refuse(const AdminOrders& orders, const Order& order) {
    const std::string number = order.number.str();
    if (cast_.world.draw(Kind::Refusals, 3) == 0) {
        cast_.model.mayGiveBack(number);
        LEADSHEET_TRY_DONE(
            orders.refund({order.number, keyOf("back-" + number)}, std::nullopt, "Not wanted."));
    } else if (order.status == OrderStatus::InProgress) {
        LEADSHEET_TRY_DONE(orders.fail({order.number, keyOf("fail-" + number)}, "None found."));
    } else {
        LEADSHEET_TRY_DONE(
            orders.reject({order.number, keyOf("reject-" + number)}, "Not possible."));
    }
    return {};
}

Result<void> Operator::ask(const AdminOrders& orders, const Order& order) {
    LEADSHEET_TRY_DONE(orders.requestInfo(stepOf("ask", order), "Which ones?"));
    return {};
}

Result<void> Operator::handle(const AdminOrders& orders, const Order& order) {
    if (order.status == OrderStatus::InfoRequested)
        return {};
    if (strikes(Kind::Refusals, 800))
        return refuse(orders, order);
    if (strikes(Kind::Questions, 800))
        return ask(orders, order);
    if (order.status == OrderStatus::InProgress)
        return fulfil(orders, order);
    LEADSHEET_TRY_DONE(orders.approve(stepOf("approve", order)));
    return {};
}

void Operator::decideRefunds(const Order& order) {
    if (!lookedAt_.insert(order.number.str()).second || !strikes(Kind::Refunds, 3'000))
        return;
    std::vector<Refund>& all = refunds_[order.number.str()];
    for (std::uint64_t parts = cast_.world.draw(Kind::Refunds, 3); parts > 0; --parts)
        all.push_back({Money{static_cast<std::int64_t>(1 + cast_.world.draw(Kind::Refunds, 9))}});
    if (all.empty() || cast_.world.draw(Kind::Refunds, 2) == 0)
        all.push_back({});
    for (const Refund& one : all)
        cast_.model.refunds(order.number.str(),
                            one.amount ? std::optional(one.amount->amount) : std::nullopt);
}

Result<bool> Operator::refundDelivered(const AdminOrders& orders) {
    AdminOrderFilter filter;
    filter.status = OrderStatus::Delivered;
    LEADSHEET_TRY(const auto page, orders.list(filter));
    for (const AdminOrder& one : page.items)
        decideRefunds(one.order);
    bool any = false;
    for (auto& [number, refunds] : refunds_) {
        for (std::size_t i = 0; i < refunds.size(); ++i) {
            if (refunds[i].done)
                continue;
            any = true;
            const auto key = keyOf("refund-" + std::to_string(i) + "-" + number);
            const auto done = orders.refund({OrderNumber::parse(number).value(), key},
                                            refunds[i].amount, "Too few.");
            if (!done && !isRefusal(done.error()))
                return failure(done.error());
            if (!done)
                cast_.world.count("refunds of more than was charged");
            refunds[i].done = true;
        }
    }
    return any;
}

Result<bool> Operator::lookAtQueue() {
    client_ = clientOn(machine_, cast_.service, cast_.model, key_);
    const AdminOrders orders = client_->admin().orders();
    bool any = false;
    for (const OrderStatus status :
         {OrderStatus::PendingReview, OrderStatus::InProgress, OrderStatus::InfoRequested}) {
        AdminOrderFilter filter;
        filter.status = status;
        LEADSHEET_TRY(const auto page, orders.list(filter));
        for (const AdminOrder& one : page.items) {
            any = true;
            LEADSHEET_TRY_DONE(handle(orders, one.order));
        }
    }
    if (cast_.world.plan().on.contains(Kind::Refunds)) {
        LEADSHEET_TRY(const bool refunded, refundDelivered(orders));
        any = any || refunded;
    }
    return any;
}

void Operator::live() {
    repeat(machine_, [&] {
        const bool last = cast_.busy == 0;
        const auto any = lookAtQueue();
        cast_.world.sleep(std::chrono::seconds(40));
        return last && any && !*any;
    });
    cast_.closed = true;
}

} // namespace

void beginOperator(Cast& cast, const std::string& key) {
    auto one = std::make_shared<Operator>(cast, key);
    cast.world.begin("operator", [one] { one->live(); });
}

} // namespace leadsheet::sim
