// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/store.hpp"
#include "store/store_error.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace leadsheet::test {

/// A database that cannot be read, or whose standby does not answer, when that is wanted.
class FailingStore final : public server::store::Store {
public:
    explicit FailingStore(std::unique_ptr<server::store::Store> inner)
        : inner_(std::move(inner)) {}

    void submit(std::unique_ptr<server::store::WriteJob> job,
                server::store::Durability durability) override {
        inner_->submit(std::move(job), durability);
    }
    server::store::StoreResult<void>
    readWith(const std::function<void(server::store::Reader&)>& body) override {
        return reads ? inner_->readWith(body) : failed();
    }
    server::store::StoreResult<void> confirmEarlierCommits() override {
        ++confirmed;
        return confirms ? server::store::StoreResult<void>() : failed();
    }
    void stop() override { inner_->stop(); }
    std::size_t queuedJobs() const override { return inner_->queuedJobs(); }

    bool reads = true;
    bool confirms = true;
    int confirmed = 0; ///< how often that was asked

private:
    static server::store::StoreResult<void> failed() {
        return tl::make_unexpected(server::store::StoreError{
            server::store::StoreError::Kind::Unavailable, {}, "no answer", 0});
    }
    std::unique_ptr<server::store::Store> inner_;
};

} // namespace leadsheet::test
