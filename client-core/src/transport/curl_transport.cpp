// SPDX-License-Identifier: Apache-2.0
#include "transport/curl_exchange.hpp"

namespace leadsheet {
namespace {

/// Each call runs on a pooled handle in the caller's own thread: no hand-over between threads, and
/// a stop request wakes exactly that call.
class CurlTransport final : public Transport {
public:
    explicit CurlTransport(TransportOptions options)
        : options_(std::move(options))
        , pool_(options_.maxIdleConnections) {}

    Exchange send(const HttpRequest& request, const std::stop_token& stop) override {
        return perform(request, nullptr, stop);
    }

    Exchange receive(const HttpRequest& request, ByteSink& sink,
                     const std::stop_token& stop) override {
        return perform(request, &sink, stop);
    }

private:
    Exchange perform(const HttpRequest& request, ByteSink* sink, const std::stop_token& stop) {
        Exchange refused;
        if (const auto why = detail::refuseRequest(request, options_)) {
            refused.failure.problem = TransportProblem::InvalidRequest;
            refused.failure.detail = *why;
            return refused;
        }
        if (stop.stop_requested()) {
            refused.failure.problem = TransportProblem::Cancelled;
            return refused;
        }
        auto handle = pool_.take();
        if (!handle) {
            refused.failure.detail = "the HTTP library could not be started";
            return refused;
        }
        Exchange exchange = detail::CurlExchange(*handle, options_, request, sink).run(stop);
        pool_.giveBack(std::move(handle));
        return exchange;
    }

    const TransportOptions options_;
    detail::CurlHandlePool pool_;
};

} // namespace

std::shared_ptr<Transport> makeCurlTransport(const TransportOptions& options) {
    return std::make_shared<CurlTransport>(options);
}

} // namespace leadsheet
