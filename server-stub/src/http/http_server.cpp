// SPDX-License-Identifier: Apache-2.0
#include "http/http_server.hpp"

#include "http/io_loop.hpp"
#include "http/worker_pool.hpp"

#include <future>
#include <memory>
#include <mutex>
#include <thread>

namespace leadsheet::server::http {

class HttpServer::Impl {
public:
    Impl(HttpConfig config, Handler handler, ErrorRenderer renderer)
        : config_(std::move(config))
        , renderer_(std::move(renderer))
        , mailbox_(std::make_shared<Mailbox>())
        , workers_(std::make_unique<WorkerPool>(config_.workers, config_.limits.queuedRequests,
                                                std::move(handler), mailbox_)) {}

    ~Impl() {
        drain(std::chrono::milliseconds(0));
        stop();
    }

    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    tl::expected<void, StartError> start() {
        using Port = tl::expected<std::uint16_t, StartError>;
        std::promise<Port> promise;
        std::future<Port> listening = promise.get_future();
        ioThread_ = std::thread([this, &promise] {
            IoLoop loop(config_, renderer_, mailbox_, *workers_, counters_);
            Port port = loop.listen();
            const bool ready = port.has_value();
            promise.set_value(std::move(port));
            if (ready) {
                loop.run();
            }
        });
        const Port port = listening.get();
        if (!port) {
            return tl::unexpected(port.error());
        }
        port_ = *port;
        return {};
    }

    void drain(std::chrono::milliseconds time) {
        const std::lock_guard lock(stopMutex_);
        if (ioThread_.joinable()) {
            mailbox_->requestStop(time);
            ioThread_.join();
        }
        mailbox_->close();
    }

    void stop() {
        const std::lock_guard lock(stopMutex_);
        workers_.reset();
    }

    std::uint16_t port() const noexcept { return port_; }
    const ServerCounters& counters() const noexcept { return counters_; }

private:
    const HttpConfig config_;
    const ErrorRenderer renderer_;
    const std::shared_ptr<Mailbox> mailbox_;
    ServerCounters counters_;
    std::mutex stopMutex_;
    std::unique_ptr<WorkerPool> workers_;
    std::thread ioThread_;
    std::uint16_t port_ = 0;
};

HttpServer::HttpServer(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}

HttpServer::~HttpServer() = default;

tl::expected<std::unique_ptr<HttpServer>, StartError>
HttpServer::start(HttpConfig config, Handler handler, ErrorRenderer renderer) {
    auto impl = std::make_unique<Impl>(std::move(config), std::move(handler), std::move(renderer));
    if (auto started = impl->start(); !started) {
        return tl::unexpected(std::move(started.error()));
    }
    return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

std::uint16_t HttpServer::port() const noexcept {
    return impl_->port();
}

void HttpServer::drain(std::chrono::milliseconds time) {
    impl_->drain(time);
}

void HttpServer::stop(std::chrono::milliseconds time) {
    impl_->drain(time);
    impl_->stop();
}

HttpServer::Counters HttpServer::counters() const noexcept {
    const ServerCounters& counters = impl_->counters();
    return {counters.accepted.load(std::memory_order_relaxed),
            counters.refused.load(std::memory_order_relaxed),
            counters.requests.load(std::memory_order_relaxed),
            counters.open.load(std::memory_order_relaxed)};
}

} // namespace leadsheet::server::http
