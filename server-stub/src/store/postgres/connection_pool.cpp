// SPDX-License-Identifier: Apache-2.0
#include "store/postgres/connection_pool.hpp"

#include <utility>

namespace leadsheet::server::store::postgres {

namespace {

constexpr auto kAwayFor = std::chrono::milliseconds(500);

[[noreturn]] void failUnavailable(std::string detail) {
    throw StoreFailure(
        {StoreError::Kind::Unavailable, StoreError::Certainty::NotApplied, std::move(detail), 0});
}

} // namespace

ConnectionPool::ConnectionPool(const PostgresOptions& options, std::shared_ptr<FaultHook> hook,
                               std::size_t maxConnections)
    : options_(options)
    , hook_(std::move(hook))
    , free_(maxConnections) {}

std::unique_ptr<Connection> ConnectionPool::borrow() {
    {
        std::unique_lock lock(mutex_);
        returned_.wait(lock, [this] { return free_ > 0; });
        --free_;
        if (!idle_.empty()) {
            auto connection = std::move(idle_.back());
            idle_.pop_back();
            return connection;
        }
    }
    try {
        return connect();
    } catch (...) {
        const std::scoped_lock lock(mutex_);
        ++free_;
        returned_.notify_one();
        throw;
    }
}

std::unique_ptr<Connection> ConnectionPool::connect() {
    if (!isWorthATry())
        failUnavailable("the database server was not reached a moment ago");
    try {
        return std::make_unique<Connection>(options_, hook_);
    } catch (const ConnectFailure& failure) {
        const std::scoped_lock lock(mutex_);
        awayUntil_ = std::chrono::steady_clock::now() + kAwayFor;
        failUnavailable("connect: " + failure.message);
    }
}

void ConnectionPool::giveBack(std::unique_ptr<Connection> connection) {
    std::vector<std::unique_ptr<Connection>> dropped;
    {
        const std::scoped_lock lock(mutex_);
        ++free_;
        if (connection->isAlive() && !connection->hasGivenUp())
            idle_.push_back(std::move(connection));
        else if (!connection->isAlive())
            dropped = std::exchange(idle_, {});
    }
    returned_.notify_one();
}

void ConnectionPool::adopt(std::unique_ptr<Connection> connection) {
    const std::scoped_lock lock(mutex_);
    idle_.push_back(std::move(connection));
}

bool ConnectionPool::isWorthATry() const {
    const std::scoped_lock lock(mutex_);
    return std::chrono::steady_clock::now() >= awayUntil_;
}

} // namespace leadsheet::server::store::postgres
