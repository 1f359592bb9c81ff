// SPDX-License-Identifier: Apache-2.0
#include "stage.hpp"

#include <memory>

namespace leadsheet::sim {
namespace {

namespace egress = server::egress;

/// How a receiver treats one message.
struct Manners {
    bool arrives = true;
    Micros answersAfter{0};
    egress::Result answer = egress::Response{200, {}, "", false, std::chrono::milliseconds(20)};
};

Manners mannersFor(World& world, const egress::Request& request) {
    Manners manners;
    const std::string& who = request.url;
    if (world.strikes(Kind::ReceiverGone, 300, who)) {
        manners.arrives = false;
        manners.answer = answerOf(410);
    } else if (world.strikes(Kind::ReceiverSlow, 800, who)) {
        manners.answersAfter = request.totalTimeout;
        manners.answer = noAnswer(egress::Failure::Kind::Timeout, true);
    } else if (world.strikes(Kind::ReceiverFails, 1'500, who)) {
        switch (world.draw(Kind::ReceiverFails, 4)) {
        case 0:
            manners.arrives = false;
            manners.answer = noAnswer(egress::Failure::Kind::Connect, false);
            break;
        case 1: // taken in, and the answer is lost
            manners.answer = noAnswer(egress::Failure::Kind::Broken, true);
            break;
        case 2:
            manners.arrives = false;
            manners.answer = answerOf(302);
            break;
        default:
            manners.arrives = false;
            manners.answer = answerOf(500);
        }
    }
    return manners;
}

} // namespace

egress::Result answerOf(int status, std::string body) {
    egress::Response response;
    response.status = status;
    response.body = std::move(body);
    return response;
}

egress::Result noAnswer(egress::Failure::Kind kind, bool mayHaveArrived) {
    egress::Failure failure;
    failure.kind = kind;
    failure.detail = "The simulated receiver did not answer.";
    failure.mayHaveArrived = mayHaveArrived;
    return tl::make_unexpected(std::move(failure));
}

void receive(World& world, Model& model, const egress::Request& request, const DoneAtServer& done) {
    const Micros way(20'000 + world.any("webhook", 100'000));
    auto manners = std::make_shared<Manners>(mannersFor(world, request));
    world.at(world.now() + way, [&world, &model, request, manners] {
        if (!manners->arrives)
            return;
        Inbox* inbox = model.inboxAt(request.url);
        if (inbox == nullptr || !inbox->take(request, wallAt(world.now())))
            manners->answer = answerOf(401);
    });
    world.at(world.now() + way + way + manners->answersAfter,
             [manners, done] { done(manners->answer); });
}

} // namespace leadsheet::sim
