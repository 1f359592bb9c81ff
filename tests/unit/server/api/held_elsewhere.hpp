// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/open_store.hpp"

#include <future>
#include <memory>
#include <string>

namespace leadsheet::test {

/// Another process on a PostgreSQL database, inside a transaction of an account until it is let go.
class HeldElsewhere {
public:
    HeldElsewhere(const std::string& uri, const std::string& account) {
        server::store::PostgresOptions options;
        options.uri = uri;
        store_ = server::store::openPostgresStore(options).value();
        std::promise<void> begun;
        store_->write(
            [&](server::store::Tx& tx) {
                (void)tx.accountCount();
                begun.set_value();
                go_.get_future().wait();
            },
            [](const server::store::StoreResult<void>&) {}, server::store::Durability::Full,
            server::store::AccountId(account));
        begun.get_future().wait();
    }
    ~HeldElsewhere() { letGo(); }
    HeldElsewhere(const HeldElsewhere&) = delete;
    HeldElsewhere& operator=(const HeldElsewhere&) = delete;

    void letGo() {
        if (store_ == nullptr)
            return;
        go_.set_value();
        store_.reset();
    }

private:
    std::promise<void> go_;
    std::unique_ptr<server::store::Store> store_;
};

} // namespace leadsheet::test
