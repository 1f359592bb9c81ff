// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/server/server.hpp"

#include "api/context.hpp"
#include "http/http_server.hpp"
#include "maintenance.hpp"
#include "webhook/dispatcher.hpp"
#include "worker/fulfilment.hpp"
#include "worker/outreach_sender.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace leadsheet::server {

class Server::Impl {
public:
    std::unique_ptr<api::Context> context;
    // After the context, so that it is gone before what its handlers use.
    std::unique_ptr<http::HttpServer> http;
    /// Set once it listens; requests may come before start() has returned.
    std::atomic<http::HttpServer*> listening{nullptr};
    std::unique_ptr<Maintenance> maintenance;
    std::unique_ptr<worker::Fulfilment> fulfilment;
    /// Set before it listens, kept until the store has stopped.
    std::unique_ptr<webhook::Dispatcher> webhooks;
    std::unique_ptr<worker::OutreachSender> outreach;
    std::mutex mutex;
    std::vector<MintedAccount> minted;
    std::mutex stopMutex;
    bool stopped = false;
    bool drained = true;
};

} // namespace leadsheet::server
