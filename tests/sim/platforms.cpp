// SPDX-License-Identifier: Apache-2.0
#include "stage.hpp"

#include <array>
#include <memory>
#include <optional>

namespace leadsheet::sim {
namespace {

namespace egress = server::egress;

/// How a platform treats one call.
struct Treatment {
    bool takes = true;
    Micros answersAfter{0};
    std::optional<egress::Result> answer; ///< absent = what it says of the leads
};

Treatment treatmentOf(World& world, const egress::Request& request, const std::string& who) {
    Treatment treatment;
    if (world.strikes(Kind::PlatformRefuses, 800, who)) {
        constexpr std::array kStatus{401, 403, 404, 429};
        treatment.takes = false;
        treatment.answer = answerOf(kStatus[world.draw(Kind::PlatformRefuses, kStatus.size())]);
    } else if (world.strikes(Kind::PlatformSlow, 1'000, who)) {
        treatment.answersAfter = request.totalTimeout;
        treatment.answer = noAnswer(egress::Failure::Kind::Timeout, true);
    } else if (world.strikes(Kind::PlatformFails, 2'000, who)) {
        switch (world.draw(Kind::PlatformFails, 5)) {
        case 0:
            treatment.takes = false;
            treatment.answer = noAnswer(egress::Failure::Kind::Connect, false);
            break;
        case 1: // taken in, and the answer is lost
            treatment.answer = noAnswer(egress::Failure::Kind::Broken, true);
            break;
        case 2:
            treatment.takes = false;
            treatment.answer = answerOf(503);
            break;
        case 3: // taken in, and answered with an error
            treatment.answer = answerOf(500);
            break;
        default: // or with something that tells nothing
            treatment.answer = answerOf(200, "<html></html>");
        }
    }
    return treatment;
}

} // namespace

void callPlatform(World& world, Model& model, const egress::Request& request,
                  const DoneAtServer& done) {
    Campaign* campaign = model.campaignAt(request);
    if (campaign == nullptr)
        throw Broken("nothing is told that did not happen", request.url + " is nobody's campaign");
    const Micros way(20'000 + world.any("platform", 100'000));
    auto treatment = std::make_shared<Treatment>(treatmentOf(world, request, campaign->platform()));
    const bool tells = !treatment->answer;
    world.at(world.now() + way, [&world, campaign, request, treatment] {
        if (!treatment->takes)
            return;
        const std::size_t refused = campaign->refused();
        const egress::Result said = campaign->take(request);
        if (!treatment->answer)
            treatment->answer = said;
        world.count("calls of a platform");
        if (campaign->refused() > refused)
            world.count("leads that a platform refuses");
    });
    world.at(world.now() + way + way + treatment->answersAfter,
             [campaign, request, treatment, tells, done] {
                 if (tells)
                     campaign->told(request);
                 done(*treatment->answer);
             });
}

} // namespace leadsheet::sim
