// SPDX-License-Identifier: Apache-2.0
#include "stage.hpp"

#include "http/request_head.hpp"
#include "leadsheet/testing/seeded_rng.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <set>

namespace leadsheet::sim {
namespace {

constexpr std::string_view kBase = "http://localhost";

/// A request that is under way, whatever becomes of who sent it.
struct Trip {
    server::http::Request request;
    std::optional<server::http::Response> answer;
};

class Network final : public Transport {
public:
    Network(Machine& machine, Service& service, Model& model)
        : machine_(machine)
        , service_(service)
        , model_(model) {}

    Exchange send(const HttpRequest& request, const std::stop_token& stop) override;

private:
    Exchange fail(TransportProblem problem, Progress progress) const {
        Exchange exchange;
        exchange.failure.problem = problem;
        exchange.failure.progress = progress;
        return exchange;
    }
    Exchange ofGateway(int status) const {
        Exchange exchange;
        exchange.response = HttpResponse{status, {{"Content-Type", "text/html"}}, "<html></html>"};
        return exchange;
    }
    bool strikes(Kind kind, int chance) {
        return machine_.world.strikes(kind, chance, machine_.name);
    }
    enum class Copy : std::uint8_t { First, Another };
    std::shared_ptr<Trip> depart(const HttpRequest& request, Micros takes, Copy copy = Copy::First);
    Exchange way(const HttpRequest& request);
    Exchange arrive(const HttpRequest& request, Trip& trip);
    Exchange heard(const HttpRequest& request, Exchange exchange);
    void checkPace(const HttpRequest& request) const;
    void heed(const HttpRequest& request, const HttpResponse& response);
    void noteUnknownKeys(const HttpRequest& request, const Exchange& exchange);

    Machine& machine_;
    Service& service_;
    Model& model_;
    // Of this process and its connection.
    std::set<std::string> doubtful_; ///< keys of requests that may have been carried out
    Micros notBefore_{0};            ///< no order earlier, says the server
    int limited_ = 0;                ///< answers 429 to orders
    int unread_ = 0;                 ///< orders whose answer was not read
};

std::string headerOf(const std::vector<HttpHeader>& headers, std::string_view name) {
    for (const HttpHeader& header : headers)
        if (server::http::equalsIgnoreCase(header.name, name))
            return header.value;
    return {};
}

bool isCreate(const HttpRequest& request) {
    return request.method == "POST" && request.url.ends_with("/v1/orders");
}

/// Nothing was sent, or something in front of the service refused it.
bool wasNotAsked(const Exchange& exchange) {
    return exchange.response ? exchange.response->status == 429
                             : exchange.failure.progress == Progress::NothingSent;
}

/// The service itself refused, which it does only where the key has bought nothing.
bool boughtNothing(const Exchange& exchange) {
    return exchange.response &&
           (exchange.response->status == 402 || exchange.response->status == 409 ||
            exchange.response->status == 422) &&
           exchange.response->body.find("idempotency") == std::string::npos;
}

/// The server has answered an order that this computer sent.
void notePlaced(Model& model, const std::string& machine, const server::http::Response& answer) {
    const bool isReplay = std::ranges::any_of(answer.headers, [](const auto& header) {
        return server::http::equalsIgnoreCase(header.name, "idempotent-replayed");
    });
    if (answer.status != 201 || isReplay)
        return;
    const auto order = boost::json::parse(answer.body).as_object();
    model.sendings.placed(machine, std::string(order.at("order_number").as_string()));
}

std::shared_ptr<Trip> Network::depart(const HttpRequest& request, Micros takes, Copy copy) {
    auto trip = std::make_shared<Trip>();
    trip->request.method = request.method;
    trip->request.target = request.url.substr(kBase.size());
    for (const HttpHeader& header : request.headers)
        trip->request.headers.push_back({header.name, header.value});
    trip->request.body = request.body;
    trip->request.peerAddress = "127.0.0.1";
    static_cast<void>(server::http::resolveTarget(trip->request, {}));
    // What the network repeats by itself nobody can know of.
    const bool creates = isCreate(request) && copy == Copy::First;
    // It arrives even where the process that sent it has ended.
    machine_.world.at(machine_.world.now() + takes,
                      [&service = service_, &model = model_, who = machine_.name, creates, trip] {
                          trip->answer = service.handle(trip->request);
                          if (creates && trip->answer)
                              notePlaced(model, who, *trip->answer);
                      });
    return trip;
}

Exchange Network::heard(const HttpRequest& request, Exchange exchange) {
    try {
        machine_.pulse.heard(request, exchange, machine_.world.now());
    } catch (const Broken& broken) {
        machine_.world.fail(broken);
    }
    return exchange;
}

/// A process does not order before the time that the server told it, and where nobody else has the
/// budget it knows that by itself.
void Network::checkPace(const HttpRequest& request) const {
    if (!isCreate(request))
        return;
    if (machine_.world.now() < notBefore_)
        machine_.world.fail(
            Broken("waits as long as asked",
                   machine_.name + " orders " +
                       std::to_string((notBefore_ - machine_.world.now()).count() / 1000) +
                       " ms too early"));
    if (limited_ > 1 + unread_)
        machine_.world.fail(Broken("knows its budget", machine_.name + " was limited " +
                                                           std::to_string(limited_) + " times"));
}

void Network::heed(const HttpRequest& request, const HttpResponse& response) {
    const std::string wait = headerOf(response.headers, "retry-after");
    if (!isCreate(request) || response.status != 429 || wait.empty())
        return;
    ++limited_;
    notBefore_ = machine_.world.now() + std::chrono::seconds(std::stol(wait));
}

/// Of a batch of quotes the keys that have bought nothing yet.
void Network::noteUnknownKeys(const HttpRequest& request, const Exchange& exchange) {
    if (!request.url.ends_with("/v1/quotes") || !exchange.response ||
        exchange.response->status != 200)
        return;
    const boost::json::value asked = boost::json::parse(request.body);
    const boost::json::value told = boost::json::parse(exchange.response->body);
    const auto* items = asked.as_object().if_contains("items");
    const auto* answers = told.as_object().if_contains("items");
    if (items == nullptr || answers == nullptr)
        return;
    for (std::size_t i = 0; i < items->as_array().size(); ++i) {
        const auto* key = items->as_array()[i].as_object().if_contains("idempotencyKey");
        if (key != nullptr && !answers->as_array().at(i).as_object().contains("existingOrder"))
            model_.sendings.knowsOfNothing(machine_.name, std::string(key->as_string()),
                                           machine_.world.now());
    }
}

Exchange Network::send(const HttpRequest& request, const std::stop_token& stop) {
    if (std::uncaught_exceptions() > 0 || stop.stop_requested())
        return fail(TransportProblem::Cancelled, Progress::NothingSent);
    machine_.mayDie("before a call");
    checkPace(request);
    const std::string key = headerOf(request.headers, "idempotency-key");
    // Of a first attempt a proxy's refusal would count.
    if (doubtful_.contains(key) && strikes(Kind::GatewayRefuses, 1'500))
        return heard(request,
                     ofGateway(machine_.world.draw(Kind::GatewayRefuses, 2) == 0 ? 409 : 422));
    if (isCreate(request))
        model_.sendings.sends(machine_.name, key, request.body, machine_.world.now());
    Exchange exchange = heard(request, way(request));
    const bool isUnread = !exchange.response || exchange.response->status >= 500;
    if (isUnread && isCreate(request))
        model_.sendings.remainsUnclear(machine_.name, key);
    if (isCreate(request) && wasNotAsked(exchange))
        model_.sendings.wasNotAsked(machine_.name, key);
    if (isCreate(request) && boughtNothing(exchange))
        model_.sendings.boughtNothing(machine_.name, key);
    noteUnknownKeys(request, exchange);
    if (!exchange.response && exchange.failure.progress != Progress::NothingSent && !key.empty())
        doubtful_.insert(key);
    // The service's own refusal says that the key has done nothing.
    if (exchange.response && (exchange.response->status == 402 ||
                              exchange.response->status == 409 || exchange.response->status == 422))
        doubtful_.erase(key);
    if (isUnread && isCreate(request))
        ++unread_;
    return exchange;
}

Exchange Network::way(const HttpRequest& request) {
    World& world = machine_.world;
    const auto takes = Micros(5'000 + world.any("way", 40'000));
    if (strikes(Kind::ConnectionRefused, 150))
        return fail(TransportProblem::Connect, Progress::NothingSent);
    if (strikes(Kind::Gateway429, 100))
        return ofGateway(429);
    if (strikes(Kind::RequestLost, 100)) {
        world.sleep(request.timeout);
        return fail(TransportProblem::Timeout, Progress::MaybeSent);
    }
    if (strikes(Kind::RequestLate, 150)) {
        depart(request, request.timeout + Micros(world.draw(Kind::RequestLate, 20'000'000)));
        world.sleep(request.timeout);
        return fail(TransportProblem::Timeout, Progress::MaybeSent);
    }
    if (strikes(Kind::RequestRepeated, 200))
        depart(request, takes + Micros(world.draw(Kind::RequestRepeated, 30'000'000)),
               Copy::Another);
    const Micros more(strikes(Kind::Slow, 300) ? world.draw(Kind::Slow, 5'000'000) : 0);
    const auto trip = depart(request, takes + more);
    world.sleep(takes + more + takes);
    machine_.mayDie("after a call");
    return arrive(request, *trip);
}

Exchange Network::arrive(const HttpRequest& request, Trip& trip) {
    if (strikes(Kind::Gateway502, 100))
        return ofGateway(502);
    if (!trip.answer)
        return fail(TransportProblem::Receive, Progress::MaybeSent);
    if (strikes(Kind::AnswerLost, 200))
        return fail(TransportProblem::Receive, Progress::MaybeSent);
    HttpResponse response;
    response.status = trip.answer->status;
    for (const auto& header : trip.answer->headers)
        response.headers.push_back({header.name, header.value});
    response.body = trip.answer->body;
    if (strikes(Kind::AnswerCut, 100)) {
        Exchange cut = fail(TransportProblem::Receive, Progress::AnswerCut);
        cut.failure.status = response.status;
        cut.failure.headers = response.headers;
        return cut;
    }
    if (isCreate(request) && response.status < 300) {
        const boost::json::value order = boost::json::parse(response.body);
        model_.acknowledge(std::string(order.at("order_number").as_string()));
    }
    heed(request, response);
    Exchange exchange;
    exchange.response = std::move(response);
    return exchange;
}

} // namespace

std::shared_ptr<Transport> networkOf(Machine& machine, Service& service, Model& model) {
    return std::make_shared<Network>(machine, service, model);
}

Client clientOn(Machine& machine, Service& service, Model& model, const std::string& key) {
    ClientOptions options(std::string(kBase), ApiKey::parse(key).value());
    options.customTransport = networkOf(machine, service, model);
    options.clock = std::make_shared<MachineClock>(machine);
    options.rng = std::make_shared<testing::SeededRng>(machine.world.any("client", 1U << 30U));
    return Client::create(std::move(options)).value();
}

} // namespace leadsheet::sim
