// SPDX-License-Identifier: Apache-2.0
#include "fake_platform.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <utility>

namespace leadsheet::test {
namespace {

namespace json = boost::json;
namespace http = server::http;
using std::chrono::system_clock;

struct Limit {
    std::size_t calls;
    std::chrono::milliseconds window;
};

std::vector<Limit> limitsOf(FakePlatform::Kind kind) {
    using namespace std::chrono_literals;
    switch (kind) {
    case FakePlatform::Kind::Instantly:
        return {{100, 1s}, {6'000, 1min}};
    case FakePlatform::Kind::Smartlead:
        return {{10, 1s}, {60, 1min}, {1'000, 1h}};
    case FakePlatform::Kind::Lemlist:
        break;
    }
    return {{20, 2s}};
}

http::Response answerOf(int status, const json::value& body) {
    http::Response response;
    response.status = status;
    response.headers = {{"Content-Type", "application/json"}};
    response.body = json::serialize(body);
    return response;
}

std::string headerOf(const http::Request& request, const std::string& name) {
    const std::string* value = request.header(name);
    return value == nullptr ? std::string() : *value;
}

http::Response tooMany(FakePlatform::Kind kind) {
    auto response = answerOf(429, kind == FakePlatform::Kind::Smartlead
                                      ? json::value{{"error", {{"retry_after", 2}}}}
                                      : json::value{{"message", "Too many requests"}});
    if (kind == FakePlatform::Kind::Lemlist)
        response.headers.push_back({"Retry-After", "2"});
    return response;
}

} // namespace

FakePlatform::FakePlatform(Kind kind, Clock clock)
    : kind_(kind)
    , clock_(std::move(clock)) {
    server_ =
        std::move(http::HttpServer::start(http::HttpConfig(), [this](http::Request request,
                                                                     http::Responder responder) {
                      take(request, responder);
                  }).value());
}

FakePlatform::~FakePlatform() {
    server_->stop(std::chrono::milliseconds(0));
}

std::string FakePlatform::baseUrl() const {
    return "http://127.0.0.1:" + std::to_string(server_->port());
}

void FakePlatform::next(Fault fault) {
    const std::lock_guard lock(mutex_);
    faults_.push_back(std::move(fault));
}

std::map<std::string, int> FakePlatform::added() const {
    const std::lock_guard lock(mutex_);
    return added_;
}

std::size_t FakePlatform::pushes() const {
    const std::lock_guard lock(mutex_);
    return batches_.size();
}

std::size_t FakePlatform::overLimit() const {
    const std::lock_guard lock(mutex_);
    return overLimit_;
}

std::vector<std::size_t> FakePlatform::batches() const {
    const std::lock_guard lock(mutex_);
    return batches_;
}

std::string FakePlatform::lastBody() const {
    const std::lock_guard lock(mutex_);
    return lastBody_;
}

bool FakePlatform::overLimits() {
    if (!clock_)
        return false;
    const auto now = clock_();
    const auto limits = limitsOf(kind_);
    while (!calls_.empty() && now - calls_.front() >= limits.back().window)
        calls_.pop_front();
    for (const Limit& limit : limits) {
        const auto recent = std::ranges::count_if(
            calls_, [&](const auto& call) { return now - call < limit.window; });
        if (static_cast<std::size_t>(recent) >= limit.calls)
            return true;
    }
    calls_.push_back(now);
    return false;
}

bool FakePlatform::authorised(const http::Request& request) const {
    switch (kind_) {
    case Kind::Instantly:
        return headerOf(request, "authorization") == "Bearer " + key() ||
               headerOf(request, "authorization") == "Bearer " + plainKey();
    case Kind::Smartlead:
        return std::ranges::any_of(request.query, [](const auto& parameter) {
            return parameter.first == "api_key" &&
                   (parameter.second == key() || parameter.second == plainKey());
        });
    case Kind::Lemlist:
        break;
    }
    const std::string given = headerOf(request, "authorization");
    return given == "Basic OnBsYXRmb3JtIGtleS8x" || given == "Basic OnBsYXRmb3JtLWtleS0y";
}

std::vector<std::string> FakePlatform::emailsOf(const http::Request& request) const {
    const json::value body = json::parse(request.body);
    std::vector<std::string> emails;
    const auto add = [&emails](const json::value& lead) {
        emails.emplace_back(lead.at("email").as_string());
    };
    if (kind_ == Kind::Lemlist)
        add(body);
    else
        for (const json::value& lead :
             body.at(kind_ == Kind::Instantly ? "leads" : "lead_list").as_array())
            add(lead);
    return emails;
}

FakePlatform::Taken FakePlatform::takeLeads(const std::vector<std::string>& emails) {
    const json::value body = json::parse(lastBody_);
    // Instantly adds a lead again unless it is told to skip known ones.
    const bool again = kind_ == Kind::Instantly && !body.at("skip_if_in_workspace").as_bool() &&
                       !body.at("skip_if_in_campaign").as_bool();
    Taken taken;
    for (const std::string& email : emails) {
        if (email.starts_with("invalid")) {
            taken.invalid.push_back(email);
        } else if (added_.contains(email) && !again) {
            ++taken.known;
        } else {
            ++added_[email];
            taken.created.push_back(email);
        }
    }
    return taken;
}

http::Response FakePlatform::pushed(const std::vector<std::string>& emails,
                                    const Taken& taken) const {
    json::object out;
    if (kind_ == Kind::Lemlist) {
        if (!taken.invalid.empty())
            return answerOf(400, {{"message", "Invalid email"}});
        if (taken.known > 0) {
            http::Response response;
            response.status = 400;
            response.body = "Lead already exists in the campaign";
            return response;
        }
        return answerOf(200, {{"_id", "lea_1"}, {"email", emails.front()}});
    }
    if (kind_ == Kind::Smartlead) {
        json::array invalid;
        for (const std::string& email : taken.invalid)
            invalid.push_back(json::value(email));
        return answerOf(200, {{"ok", true},
                              {"upload_count", taken.created.size() + taken.known},
                              {"total_leads", taken.created.size()},
                              {"already_added_to_campaign", taken.known},
                              {"duplicate_count", 0},
                              {"invalid_email_count", taken.invalid.size()},
                              {"invalid_emails", invalid}});
    }
    json::array created;
    for (const std::string& email : taken.created)
        created.push_back({{"id", "id of " + email}, {"email", email}});
    return answerOf(200, {{"status", "success"},
                          {"total_sent", emails.size()},
                          {"leads_uploaded", taken.created.size()},
                          {"skipped_count", taken.known},
                          {"invalid_email_count", taken.invalid.size()},
                          {"remaining_in_plan", 1'000},
                          {"created_leads", created}});
}

http::Response FakePlatform::campaigns() const {
    const json::object one{{"id", "c-1"}, {"_id", "c-1"}, {"name", "Spring"}, {"status", "active"}};
    if (kind_ == Kind::Instantly)
        return answerOf(200, {{"items", json::array{one}}});
    if (kind_ == Kind::Smartlead)
        return answerOf(200, json::array{one});
    return answerOf(200, {{"campaigns", json::array{one}},
                          {"pagination", {{"currentPage", 1}, {"totalPage", 1}}}});
}

void FakePlatform::holdCampaigns() {
    const std::lock_guard lock(mutex_);
    campaignsWait_ = true;
}

std::size_t FakePlatform::heldCampaigns() const {
    const std::lock_guard lock(mutex_);
    return heldCampaigns_.size();
}

void FakePlatform::releaseCampaigns() {
    const std::lock_guard lock(mutex_);
    campaignsWait_ = false;
    for (const http::Responder& responder : std::exchange(heldCampaigns_, {}))
        responder.send(campaigns());
}

void FakePlatform::releasePushes() {
    const std::lock_guard lock(mutex_);
    for (auto& [responder, response] : std::exchange(heldPushes_, {}))
        responder.send(std::move(response));
}

void FakePlatform::take(const http::Request& request, const http::Responder& responder) {
    const std::lock_guard lock(mutex_);
    if (!authorised(request)) {
        responder.send(answerOf(401, {{"message", "Invalid API key " + key()}}));
        return;
    }
    if (overLimits()) {
        ++overLimit_;
        responder.send(tooMany(kind_));
        return;
    }
    if (request.method == "GET") {
        if (campaignsWait_)
            heldCampaigns_.push_back(responder);
        else
            responder.send(campaigns());
        return;
    }
    lastBody_ = request.body;
    const auto emails = emailsOf(request);
    batches_.push_back(emails.size());
    const bool faulty = !faults_.empty();
    const Fault fault = faulty ? faults_.front() : Fault();
    if (faulty)
        faults_.pop_front();
    const bool waits = faulty && fault.what == Fault::What::AnswerWhenReleased;
    const bool takes = !faulty || (!waits && fault.what != Fault::What::Answer &&
                                   fault.what != Fault::What::ResetBeforeTaking);
    http::Response response;
    if (takes)
        response = pushed(emails, takeLeads(emails));
    if (fault.what == Fault::What::HangAfterTaking) {
        held_.push_back(responder);
        return;
    }
    if (faulty && (waits || fault.what == Fault::What::Answer ||
                   fault.what == Fault::What::OddAnswerAfterTaking)) {
        response.status = fault.status;
        response.body = fault.body;
        response.headers = fault.headers;
    } else if (faulty) {
        response.fault.kind = http::WireFault::Kind::ResetBeforeReply;
    }
    if (waits)
        heldPushes_.emplace_back(responder, std::move(response));
    else
        responder.send(std::move(response));
}

} // namespace leadsheet::test
