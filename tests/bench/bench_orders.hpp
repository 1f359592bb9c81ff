// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store_bench_support.hpp"

#include "leadsheet/contract/limits.hpp"

#include <cstdlib>
#include <string>

namespace bench {

namespace domain = leadsheet::server::domain;
using namespace leadsheet::server::store;
using namespace leadsheet::server::orders;

/// The server's create-order job, from charge to stored answer.
class Orders {
public:
    explicit Orders(Store& store)
        : store_(store)
        , key_(addAccount(store)) {
        const auto body = domain::parseJson(
            R"({"scrapingOption":"filters","leadCount":250,"industries":"Software,Logistics",)"
            R"("jobTitles":"Head of Sales,VP Sales","locations":"Germany,Austria",)"
            R"("externalRef":"Q3 sheet, row 14"})");
        draft_ = *domain::validateOrder(*body, {});
        price_ = *domain::priceOf(*draft_.product, draft_.leadCount, false, false);
    }

    /// The n-th create asks for other people than all others, as the rows of a sheet do.
    void create(Tx& tx, std::int64_t n,
                domain::DuplicatePolicy duplicates = domain::DuplicatePolicy::Warn) const {
        const std::string key = "ls1-" + std::to_string(n);
        const auto fingerprint = domain::requestFingerprint("createOrder", draft_.recordJson);
        tx.chargeRate(key_.counterKey.str(), {"orders", {INT64_C(1) << 40, std::chrono::hours(1)}},
                      now());
        if (checkIdempotency(tx, key_.account, "createOrder", key, fingerprint).verdict !=
            IdempotencyVerdict::Fresh)
            std::exit(1);
        domain::OrderDraft draft = draft_;
        draft.marks = {"m1-" + key, "s1-" + key};
        draft.externalRef = key;
        const auto placed =
            placeOrder(tx, {key_, draft, price_, "createOrder", key, fingerprint,
                            [] { return domain::makeOrderNumber(pseudoRandom()); }, 201,
                            [](const Order& order, const Equivalents&) {
                                return R"({"order_number":")" + order.number.str() +
                                       R"(","request":)" + order.recordJson + "}";
                            },
                            std::nullopt, now(), "{}", duplicates, since_});
        if (!placed.order)
            std::exit(1);
    }

    /// What the create will ask.
    OrderAhead ahead(std::int64_t n) const {
        const std::string key = "ls1-" + std::to_string(n);
        OrderAhead ahead{key_.counterKey.str(), {"orders"},    key_.counterKey,
                         domain::utcDay(now()), "createOrder", key};
        ahead.content = {{"m1-" + key, "s1-" + key}, key, draft_.leadCount};
        ahead.equivalentSince = since_;
        ahead.maxEquivalents = leadsheet::contract::kMaxNamedEquivalents;
        return ahead;
    }

    const AccountId& account() const { return key_.account; }
    const KeyId& key() const { return key_.id; }

    void charge(Tx& tx) const {
        tx.chargeRate(key_.counterKey.str(), {"default", {INT64_C(1) << 40, std::chrono::hours(1)}},
                      now());
    }

    static constexpr std::chrono::days kWindow{90};

private:
    Store& store_;
    ApiKey key_;
    domain::OrderDraft draft_;
    domain::Price price_;
    Timestamp since_ = now() - kWindow;
};

} // namespace bench
