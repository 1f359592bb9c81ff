// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace leadsheet::server {

namespace api {
struct Context;
}

/// Purges ended rate windows, answer bodies and webhook logs past their retention, and what removed
/// destinations left behind: once in the constructor, then every ten minutes on a thread of its
/// own. Any number of processes on one database may do so.
class Maintenance {
public:
    explicit Maintenance(api::Context& context);
    ~Maintenance();
    Maintenance(const Maintenance&) = delete;
    Maintenance& operator=(const Maintenance&) = delete;

private:
    void run(const std::stop_token& stop);
    void purge();

    api::Context& context_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::jthread thread_;
};

} // namespace leadsheet::server
