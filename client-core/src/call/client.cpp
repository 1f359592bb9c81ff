// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/client.hpp"

#include "call/call_runner.hpp"
#include "leadsheet/messages/service.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>

namespace leadsheet {
namespace {

constexpr int kMaxInFlight = 64;
constexpr std::size_t kMaxUserAgent = 200;

Error invalid(std::string message) {
    return localError(ErrorCode::InvalidArgument, std::move(message));
}

std::optional<Error> check(const ClientOptions& options, const detail::BaseUrl& base) {
    if (!base.secure && !options.transport.allowPlainHttp && !detail::isLoopbackHost(base.host))
        return localError(ErrorCode::InvalidArgument,
                          {messages::service::serverAddressUnprotected(base.host),
                           messages::service::useHttps()});
    if (options.maxInFlight < 1 || options.maxInFlight > kMaxInFlight)
        return invalid("maxInFlight must be 1 to 64.");
    if (options.userAgent.size() > kMaxUserAgent ||
        std::any_of(options.userAgent.begin(), options.userAgent.end(),
                    [](char c) { return c < 0x20 || c >= 0x7f; }))
        return invalid("userAgent must be at most 200 printable ASCII characters.");
    if (options.transport.callTimeout.count() <= 0 || options.transport.connectTimeout.count() <= 0)
        return invalid("Timeouts must be longer than nothing.");
    if (!options.transport.caFile.empty())
        if (auto problem = caFileProblem(options.transport.caFile))
            return invalid("The file of certificate authorities " + *problem);
    if (!options.transport.proxy.empty())
        if (auto problem = proxyProblem(options.transport.proxy))
            return invalid("The proxy " + *problem);
    if (options.retry.totalTime.count() <= 0 || options.retry.baseDelay.count() < 0 ||
        options.retry.maxDelay < options.retry.baseDelay)
        return invalid(
            "The retry policy needs a total time above zero and maxDelay >= baseDelay >= 0.");
    return {};
}

} // namespace

Result<Client> Client::create(ClientOptions options) {
    LEADSHEET_TRY(auto base, detail::parseBaseUrl(options.baseUrl));
    if (auto problem = check(options, base))
        return failure(std::move(*problem));
    if (!options.clock)
        options.clock = systemClock();
    if (!options.rng)
        options.rng = systemRng();
    auto transport =
        options.customTransport ? options.customTransport : makeCurlTransport(options.transport);
    return Client(std::make_shared<detail::CallRunner>(std::move(options), std::move(base),
                                                       std::move(transport)));
}

PaceGate& Client::gate(Budget budget) const {
    return runner_->gate(budget);
}

RetryBudget& Client::retryBudget() const {
    return runner_->retryBudget();
}

Clock& Client::clock() const {
    return runner_->clock();
}

Rng& Client::rng() const {
    return runner_->rng();
}

} // namespace leadsheet
