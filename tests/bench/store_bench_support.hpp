// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/ids.hpp"
#include "domain/json.hpp"
#include "domain/money.hpp"
#include "domain/order_request.hpp"
#include "domain/timestamp.hpp"
#include "orders/placement.hpp"
#include "orders/steps.hpp"
#include "store/store.hpp"

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

/// What benchmarks of the store have in common.
namespace bench {

/// Not for secrets. Repeatable in each thread when `seed` is not 0.
inline leadsheet::server::domain::RandomBytes pseudoRandom(std::uint64_t seed = 0) {
    return [seed](std::span<unsigned char> bytes) {
        thread_local std::mt19937_64 engine(seed == 0 ? std::random_device{}() : seed);
        for (unsigned char& byte : bytes)
            byte = static_cast<unsigned char>(engine());
    };
}

inline leadsheet::server::domain::Timestamp now() {
    return std::chrono::time_point_cast<std::chrono::milliseconds>(
        std::chrono::system_clock::now());
}

/// The value, or the end of the program with the reason.
template <class T>
T require(leadsheet::server::store::StoreResult<T> result) {
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().detail.c_str());
        std::exit(1);
    }
    return std::move(*result);
}

/// A key of a new account that has all the money it may want.
inline leadsheet::server::store::ApiKey addAccount(leadsheet::server::store::Store& store,
                                                   std::uint64_t seed = 0) {
    namespace domain = leadsheet::server::domain;
    leadsheet::server::store::ApiKey key;
    key.id = domain::makeKeyId(pseudoRandom(seed));
    key.account = domain::makeAccountId(pseudoRandom(seed));
    key.hash = domain::mintApiKey(domain::ApiKeyType::Customer, pseudoRandom(seed), "pepper").hash;
    key.counterKey = key.id;
    require(store.writeAndWait([&](leadsheet::server::store::Tx& tx) {
        tx.insertAccount({key.account, "bench", "sandbox", false, now()});
        tx.insertKey(key);
        tx.credit(key.account, INT64_C(1) << 50, "bench", now());
        return true;
    }));
    return key;
}

/// An order in progress that takes any number of leads.
inline leadsheet::server::store::OrderNumber addOrder(leadsheet::server::store::Store& store,
                                                      const leadsheet::server::store::ApiKey& key,
                                                      std::uint64_t seed = 0) {
    namespace domain = leadsheet::server::domain;
    using namespace leadsheet::server::store;
    using namespace leadsheet::server::orders;
    const auto body = domain::parseJson(
        R"({"scrapingOption":"filters","leadCount":50000,"industries":"Software"})");
    const auto draft = *domain::validateOrder(*body, {});
    const auto price = *domain::priceOf(*draft.product, draft.leadCount, false, false);
    return require(store.writeAndWait([&](Tx& tx) {
        const auto placed =
            placeOrder(tx, {key,
                            draft,
                            price,
                            "createOrder",
                            "key",
                            {},
                            [seed] { return domain::makeOrderNumber(pseudoRandom(seed)); },
                            201,
                            [](const Order&, const Equivalents&) { return std::string("{}"); },
                            std::nullopt,
                            now()});
        OrderStep approve;
        approve.number = placed.order->number;
        approve.now = now();
        performStep(tx, approve);
        return placed.order->number;
    }));
}

} // namespace bench
