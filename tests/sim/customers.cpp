// SPDX-License-Identifier: Apache-2.0
#include "actors.hpp"

#include "leadsheet/resource/destinations.hpp"
#include "leadsheet/resource/orders.hpp"
#include "leadsheet/resource/webhooks.hpp"
#include "leadsheet/timestamp.hpp"
#include "leadsheet/try.hpp"

#include <optional>

namespace leadsheet::sim {
namespace {

constexpr std::int64_t kLeadsOfCaller = 4;
constexpr std::int64_t kRaise = 4;

/// A program that orders and keeps nothing but its keys.
class Caller {
public:
    Caller(Cast& cast, std::string key, std::string account)
        : cast_(cast)
        , machine_(cast.world, "caller", cast.root)
        , key_(std::move(key))
        , account_(std::move(account)) {}

    void live() {
        repeat(machine_, [&] { return work(); });
        --cast_.busy;
    }

private:
    /// One process. What it is told to wait it waits.
    bool work() {
        const Client client = clientOn(machine_, cast_.service, cast_.model, key_);
        for (; next_ < cast_.world.plan().rows; ++next_) {
            order(client, next_);
            if (cast_.world.strikes(Kind::Repeats, 3'000, machine_.name))
                order(client, static_cast<int>(cast_.world.draw(
                                  Kind::Repeats, static_cast<std::uint64_t>(next_) + 1)));
        }
        return true;
    }

    void order(const Client& client, int number) {
        const std::string wish = "api " + std::to_string(number);
        cast_.model.wish(account_, wish, kLeadsOfCaller);
        OrderRequest request;
        request.product = "filters";
        request.leadCount = kLeadsOfCaller;
        request.fields["industries"] = std::vector<std::string>{wish};
        const IdempotencyKey key = keyOf("key-" + std::to_string(number));
        for (;;) {
            const bool guards = cast_.world.plan().on.contains(Kind::Prices);
            const auto most = guards ? std::optional(Money{limit_}) : std::nullopt;
            if (guards)
                cast_.model.pays(account_, wish, limit_);
            const auto ordered =
                client.orders().create(OrderBody::of(request, std::nullopt, most), key);
            // It bought what an earlier request under a lower limit asked for.
            if (ordered || (guards && ordered.error().is(ErrorCode::IdempotencyKeyReused)))
                return;
            if (ordered.error().is(ErrorCode::PriceChanged)) {
                cast_.world.count("higher limits");
                limit_ += kRaise;
            }
            machine_.mayDie("after an error");
            const auto wait = ordered.error().retryAfter.value_or(std::chrono::minutes(1));
            cast_.world.sleep(std::chrono::ceil<Micros>(wait));
        }
    }

    Cast& cast_;
    Machine machine_;
    std::string key_;
    std::string account_;
    int next_ = 0;
    std::int64_t limit_ = 32; ///< of one order: the price at first
};

/// Looks at an account's orders now and then: answers questions, and cancels. Has the webhook.
class Customer {
public:
    Customer(Cast& cast, const std::string& name, std::string key, const std::string& account)
        : cast_(cast)
        , machine_(cast.world, name, cast.root)
        , key_(std::move(key)) {
        if (cast.world.plan().on.contains(Kind::Webhooks))
            inbox_ =
                &cast.model.openInbox(account, "https://" + machine_.name + ".example/incoming");
        if (cast.world.plan().on.contains(Kind::Outreach))
            campaign_ = &cast.model.openCampaign(
                account, machine_.name == "customer" ? "lemlist" : "instantly",
                cast.world.any("skips", 4) > 0);
    }

    void live() {
        repeat(machine_, [&] {
            const bool closed = cast_.closed;
            static_cast<void>(lookAtOrders());
            const auto webhook = lookAtWebhook();
            const auto destination = lookAtDestination();
            cast_.world.sleep(closed ? std::chrono::minutes(20) : std::chrono::seconds(60));
            return closed && webhook && *webhook && destination && cast_.service.backlog() == 0;
        });
    }

private:
    Result<void> lookAtOrders() {
        const Client client = clientOn(machine_, cast_.service, cast_.model, key_);
        for (const OrderStatus status : {OrderStatus::InfoRequested, OrderStatus::PendingReview}) {
            OrderFilter filter;
            filter.status = status;
            LEADSHEET_TRY(const auto page, client.orders().list(filter));
            for (const Order& order : page.items)
                answer(client, order);
        }
        return {};
    }

    /// Makes the webhook; switches it on again where it was switched off, and has the messages of
    /// the meantime sent. Whether all is well.
    Result<bool> lookAtWebhook() {
        if (inbox_ == nullptr)
            return true;
        const Client client = clientOn(machine_, cast_.service, cast_.model, key_);
        if (!webhook_) {
            NewWebhook wanted;
            wanted.url = inbox_->url();
            LEADSHEET_TRY(const auto made, client.webhooks().create(wanted, keyOf("webhook")));
            webhook_ = made.webhook.id;
            since_ = made.webhook.createdAt;
            inbox_->expect(made.made.secret, parseTimestamp(since_).value());
        }
        LEADSHEET_TRY(const auto webhook, client.webhooks().get(*webhook_));
        if (!webhook.enabled) {
            ++recoveries_;
            recovers_ = true;
            WebhookChange change;
            change.enabled = true;
            LEADSHEET_TRY_DONE(client.webhooks().update(*webhook_, change));
        }
        if (webhook.enabled && !recovers_ && recoveries_ > 0) {
            // A late request may have switched it on after it was switched off once more.
            WebhookDeliveryFilter held;
            held.state = WebhookDeliveryState::Held;
            LEADSHEET_TRY(const auto page, client.webhooks().deliveries(*webhook_, held));
            recovers_ = !page.items.empty();
            if (recovers_) {
                ++recoveries_;
                cast_.world.count("messages held back by a late request");
            }
        }
        if (recovers_)
            LEADSHEET_TRY_DONE(client.webhooks().recover(
                *webhook_, since_, keyOf("recover-" + std::to_string(recoveries_))));
        recovers_ = false;
        return true;
    }

    /// Makes the destination.
    Result<void> lookAtDestination() {
        if (campaign_ == nullptr || hasDestination_)
            return {};
        const Client client = clientOn(machine_, cast_.service, cast_.model, key_);
        NewDestination wanted{campaign_->platform(),
                              PlatformCredential::parse("a key of the platform").value()};
        wanted.campaignId = "campaign-1";
        wanted.results = {"good", "risky", "unknown", "invalid"};
        wanted.duplicatePolicy = campaign_->skips() ? "skip_if_in_campaign" : "send";
        LEADSHEET_TRY(const auto made, client.destinations().create(wanted, keyOf("destination")));
        campaign_->expect(made.id.str(), parseTimestamp(made.createdAt).value());
        hasDestination_ = true;
        return {};
    }

    /// What the operator did meanwhile makes it fail, which is as well.
    void answer(const Client& client, const Order& order) {
        const std::string which = order.number.str() + "-" + std::to_string(order.version);
        if (cast_.world.strikes(Kind::Cancels, 1'500, machine_.name)) {
            // Some give every cancellation the same key, which is good for one of them.
            const bool careless = cast_.world.draw(Kind::Cancels, 2) == 0;
            const auto key = keyOf(careless ? "cancel" : "cancel-" + which);
            static_cast<void>(
                client.orders().cancel(order.number, "No longer wanted.", key, order.version));
        }
        if (order.status == OrderStatus::InfoRequested)
            static_cast<void>(
                client.orders().reply(order.number, "All of them.", keyOf("reply-" + which)));
    }

    Cast& cast_;
    Machine machine_;
    std::string key_;
    Inbox* inbox_ = nullptr;       ///< null: no webhook
    Campaign* campaign_ = nullptr; ///< null: no destination
    bool hasDestination_ = false;
    std::optional<WebhookId> webhook_;
    std::string since_;
    bool recovers_ = false; ///< what was held back is still to be asked for
    int recoveries_ = 0;
};

} // namespace

IdempotencyKey keyOf(const std::string& text) {
    return IdempotencyKey::parse(text).value();
}

void repeat(Machine& machine, const std::function<bool()>& work) {
    for (bool done = false; !done;) {
        try {
            done = work();
        } catch (const Died&) {
            machine.world.tell(machine.name, "died");
            machine.restart(machine.losesPower());
        }
        machine.world.sleep(std::chrono::seconds(5));
    }
}

void beginCaller(Cast& cast, const std::string& key, const std::string& account) {
    auto caller = std::make_shared<Caller>(cast, key, account);
    ++cast.busy;
    cast.world.begin("caller", [caller] { caller->live(); });
}

void beginCustomer(Cast& cast, const std::string& name, const std::string& key,
                   const std::string& account) {
    const auto& on = cast.world.plan().on;
    if (!on.contains(Kind::Cancels) && !on.contains(Kind::Questions) &&
        !on.contains(Kind::Webhooks) && !on.contains(Kind::Outreach))
        return;
    auto customer = std::make_shared<Customer>(cast, name, key, account);
    cast.world.begin(name, [customer] { customer->live(); });
}

} // namespace leadsheet::sim
