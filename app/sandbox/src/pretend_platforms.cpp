// SPDX-License-Identifier: Apache-2.0
#include "pretend_platforms.hpp"

#include "http/http_server.hpp"

#include <leadsheet/contract/platforms.hpp>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace leadsheet::app {
namespace {

namespace http = server::http;
namespace json = boost::json;
using contract::Platform;

constexpr std::chrono::seconds kSlowly{5};
constexpr std::string_view kWrongKey = "wrong";
constexpr std::string_view kWrongKeyBasic = "Basic Ondyb25n"; // ":wrong"

struct Pretence {
    std::string_view id;
    std::string_view name;
};
constexpr std::array kCampaigns = {
    Pretence{"accept", "Pretend: accepts every lead"},
    Pretence{"duplicate", "Pretend: knows every lead already"},
    Pretence{"reject", "Pretend: rejects every lead"},
    Pretence{"slow", "Pretend: answers after 5 seconds"},
    Pretence{"down", "Pretend: is down"},
};

http::Response answer(int status, const json::value& body) {
    http::Response response;
    response.status = status;
    response.headers = {{"Content-Type", "application/json"}};
    response.body = json::serialize(body);
    return response;
}

bool hasWrongKey(const http::Request& request) {
    const std::string* header = request.header("authorization");
    const std::string given = header == nullptr ? std::string() : *header;
    const auto inQuery = [](const auto& parameter) {
        return parameter.first == "api_key" && parameter.second == kWrongKey;
    };
    return given == "Bearer " + std::string(kWrongKey) || given == kWrongKeyBasic ||
           std::ranges::any_of(request.query, inQuery);
}

http::Response campaigns(Platform platform) {
    json::array all;
    for (const Pretence& campaign : kCampaigns)
        all.push_back({{"id", campaign.id},
                       {"_id", campaign.id},
                       {"name", campaign.name},
                       {"status", "active"}});
    switch (platform) {
    case Platform::Instantly:
        return answer(200, {{"items", std::move(all)}});
    case Platform::Smartlead:
        return answer(200, std::move(all));
    case Platform::Lemlist:
        return answer(200, {{"campaigns", std::move(all)},
                            {"pagination", {{"currentPage", 1}, {"totalPage", 1}}}});
    }
    std::abort(); // a platform without a pretence must not answer like another
}

/// Platforms but Instantly name the campaign in the path: .../campaigns/{id}/leads
std::string campaignOf(const http::Request& request, const json::value& body) {
    if (const auto* object = body.if_object(); object && object->contains("campaign_id"))
        return std::string(json::value_to<std::string>(object->at("campaign_id")));
    constexpr std::string_view kBefore = "/campaigns/";
    const auto from = request.path.find(kBefore);
    const std::string rest =
        from == std::string::npos ? std::string() : request.path.substr(from + kBefore.size());
    return rest.substr(0, rest.find('/'));
}

json::array leadsOf(const json::value& body) {
    for (const char* member : {"leads", "lead_list"})
        if (const auto* object = body.if_object(); object && object->contains(member))
            return json::value_to<json::array>(object->at(member));
    return {body};
}

http::Response pushedToInstantly(const std::string& campaign, const json::array& leads) {
    json::array created;
    if (campaign != "duplicate" && campaign != "reject")
        for (const json::value& lead : leads)
            created.push_back({{"id", "pretend"}, {"email", lead.at("email")}});
    return answer(200, {{"status", "success"},
                        {"total_sent", leads.size()},
                        {"leads_uploaded", created.size()},
                        {"skipped_count", campaign == "duplicate" ? leads.size() : 0},
                        {"invalid_email_count", campaign == "reject" ? leads.size() : 0},
                        {"remaining_in_plan", 1'000},
                        {"created_leads", created}});
}

http::Response pushedToSmartlead(const std::string& campaign, const json::array& leads) {
    const bool taken = campaign != "duplicate" && campaign != "reject";
    return answer(200, {{"ok", true},
                        {"upload_count", campaign == "reject" ? 0 : leads.size()},
                        {"total_leads", taken ? leads.size() : 0},
                        {"already_added_to_campaign", campaign == "duplicate" ? leads.size() : 0},
                        {"invalid_email_count", campaign == "reject" ? leads.size() : 0}});
}

http::Response pushedToLemlist(const std::string& campaign, const json::array& leads) {
    if (campaign == "duplicate")
        return answer(409, {{"message", "Lead already exists in the campaign"}});
    if (campaign == "reject")
        return answer(400, {{"message", "The e-mail is invalid"}});
    return answer(200, {{"_id", "pretend"}, {"email", leads.front().at("email")}});
}

http::Response pushed(Platform platform, const std::string& campaign, const json::array& leads) {
    switch (platform) {
    case Platform::Instantly:
        return pushedToInstantly(campaign, leads);
    case Platform::Smartlead:
        return pushedToSmartlead(campaign, leads);
    case Platform::Lemlist:
        return pushedToLemlist(campaign, leads);
    }
    std::abort(); // as above
}

http::Response respond(const http::Request& request) {
    const std::string id = request.path.substr(1, request.path.find('/', 1) - 1);
    const auto& known = contract::kPlatforms;
    const auto platform = std::ranges::find(known, id, &contract::PlatformInfo::id);
    if (platform == known.end())
        return answer(404, {{"message", "There is nothing here."}});
    if (hasWrongKey(request))
        return answer(401, {{"message", "This key is not known."}});
    if (request.method == "GET")
        return campaigns(platform->platform);
    json::error_code error;
    const json::value body = json::parse(request.body, error);
    const json::array leads = error ? json::array() : leadsOf(body);
    if (leads.empty())
        return answer(400, {{"message", "There are no leads in it."}});
    const std::string campaign = campaignOf(request, body);
    if (campaign == "down")
        return answer(503, {{"message", "This pretend platform is down."}});
    http::Response response = pushed(platform->platform, campaign, leads);
    if (campaign == "slow")
        response.fault = {http::WireFault::Kind::Stall, 0, kSlowly};
    return response;
}

class Running final : public PretendPlatforms {
public:
    explicit Running(std::unique_ptr<http::HttpServer> server)
        : server_(std::move(server)) {}

    std::map<std::string, std::string> baseUrls() const override {
        std::map<std::string, std::string> urls;
        const std::string address = "http://127.0.0.1:" + std::to_string(server_->port()) + "/";
        for (const contract::PlatformInfo& platform : contract::kPlatforms)
            urls[std::string(platform.id)] = address + std::string(platform.id);
        return urls;
    }

private:
    std::unique_ptr<http::HttpServer> server_;
};

} // namespace

Result<std::unique_ptr<PretendPlatforms>> PretendPlatforms::start() {
    http::HttpConfig config;
    config.workers = 2;
    auto server = http::HttpServer::start(
        std::move(config), [](const http::Request& request, const http::Responder& responder) {
            responder.send(respond(request));
        });
    if (!server)
        return failure(localError(ErrorCode::NetworkError, server.error().message));
    return std::make_unique<Running>(*std::move(server));
}

} // namespace leadsheet::app
