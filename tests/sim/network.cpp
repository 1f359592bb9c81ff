// SPDX-License-Identifier: Apache-2.0
#include "stage.hpp"

#include "http/request_head.hpp"
#include "leadsheet/testing/seeded_rng.hpp"

#include <boost/json.hpp>

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
    std::shared_ptr<Trip> depart(const HttpRequest& request, Micros takes);
    Exchange arrive(const HttpRequest& request, Trip& trip);

    Machine& machine_;
    Service& service_;
    Model& model_;
};

std::shared_ptr<Trip> Network::depart(const HttpRequest& request, Micros takes) {
    auto trip = std::make_shared<Trip>();
    trip->request.method = request.method;
    trip->request.target = request.url.substr(kBase.size());
    for (const HttpHeader& header : request.headers)
        trip->request.headers.push_back({header.name, header.value});
    trip->request.body = request.body;
    trip->request.peerAddress = "127.0.0.1";
    static_cast<void>(server::http::resolveTarget(trip->request, {}));
    machine_.world.at(machine_.world.now() + takes, [&service = service_, trip] {
        trip->answer = service.handle(trip->request);
    });
    return trip;
}

Exchange Network::send(const HttpRequest& request, const std::stop_token& stop) {
    World& world = machine_.world;
    if (std::uncaught_exceptions() > 0 || stop.stop_requested())
        return fail(TransportProblem::Cancelled, Progress::NothingSent);
    machine_.mayDie("before a call");
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
        depart(request, takes + Micros(world.draw(Kind::RequestRepeated, 30'000'000)));
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
    if (request.method == "POST" && request.url.ends_with("/v1/orders") && response.status < 300) {
        const boost::json::value order = boost::json::parse(response.body);
        model_.acknowledge(std::string(order.at("order_number").as_string()));
    }
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
