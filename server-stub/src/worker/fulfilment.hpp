// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/server/config.hpp"

#include "store/records.hpp"

#include <boost/json/object.hpp>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace leadsheet::server::worker {

/// Makes up leads that fit an order: its industries, titles, places, sizes and demands. Pure: the
/// same seed, order number, request and index give the same lead.
class LeadFactory {
public:
    LeadFactory(std::uint64_t seed, std::string orderNumber, boost::json::object request);

    /// The n-th lead as an ingest call would bring it.
    boost::json::object lead(std::int64_t index) const;

    /// How many leads "were found": every fifth order misses a tenth of what was ordered.
    std::int64_t found() const;

private:
    std::uint64_t seed_;
    boost::json::object request_;
};

} // namespace leadsheet::server::worker

namespace leadsheet::server::api {
struct Context;
}

namespace leadsheet::server::worker {

/// Works the queue of orders by itself, see SimulatedFulfilment. Every step is the transaction that
/// an admin's call would be, so several of these on one database do not disturb each other, and one
/// that is killed goes on where it stopped.
class Fulfilment {
public:
    Fulfilment(api::Context& context, const SimulatedFulfilment& settings);
    ~Fulfilment();
    Fulfilment(const Fulfilment&) = delete;
    Fulfilment& operator=(const Fulfilment&) = delete;

private:
    void run(const std::stop_token& stop);
    void look(const std::stop_token& stop);
    std::vector<store::Order> waiting(domain::OrderStatus status);
    void review(const store::Order& order);
    void fulfil(const store::Order& order, const std::stop_token& stop);
    bool ingest(const store::Order& order, std::int64_t first, std::int64_t count, bool last);

    api::Context& context_;
    const SimulatedFulfilment settings_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::jthread thread_;
};

} // namespace leadsheet::server::worker
