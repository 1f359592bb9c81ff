// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/sandbox/webhook_lab.hpp"

#include "http/http_server.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <map>
#include <mutex>

namespace leadsheet::app {
namespace {

namespace http = server::http;

constexpr int kRefused = 401;
constexpr int kFailing = 503;
constexpr std::size_t kMaxBodyBytes = 1024 * 1024; // the service sends 256 KiB at most
constexpr std::size_t kIdsRemembered = 10'000;
constexpr std::chrono::milliseconds kDrain{200};

std::string headerText(const http::Request& request, std::string_view name) {
    const std::string* value = request.header(name);
    return value == nullptr ? std::string() : *value;
}

std::string eventTypeOf(const std::string& body) {
    boost::json::error_code error;
    const auto document = boost::json::parse(body, error);
    const auto* object = error ? nullptr : document.if_object();
    const auto* type = object == nullptr ? nullptr : object->if_contains("type");
    return type != nullptr && type->is_string() ? std::string(type->get_string()) : std::string();
}

bool isAnswer(const LabAnswers& answers) {
    return answers.status >= 200 && answers.status <= 599 && answers.failures >= 0 &&
           answers.delay.count() >= 0;
}

} // namespace

struct WebhookLab::Impl {
    WebhookLabOptions options; ///< never changed while it listens
    std::mutex mutex;          ///< of what follows, and held while `received` is called
    std::vector<WebhookSecret> secrets;
    LabAnswers answers;
    std::map<std::string, int> attempts;
    std::unique_ptr<http::HttpServer> server; ///< declared last: ends before what it uses

    http::Response take(const http::Request& request) {
        http::Response response;
        if (request.method != "POST") {
            response.status = 405;
            response.headers.push_back({"Allow", "POST"});
            return response;
        }
        LabMessage message;
        message.id = headerText(request, "webhook-id");
        message.eventType = eventTypeOf(request.body);
        message.body = request.body;
        for (const char* name :
             {"content-type", "webhook-id", "webhook-timestamp", "webhook-signature"})
            if (const std::string* value = request.header(name))
                message.headers.push_back({name, *value});
        const std::scoped_lock lock(mutex);
        message.checked = !secrets.empty();
        if (message.checked) {
            const std::string timestamp = headerText(request, "webhook-timestamp");
            const std::string signature = headerText(request, "webhook-signature");
            message.problem = verifyWebhook(secrets, {message.id, timestamp, signature},
                                            message.body, options.now());
        }
        message.attempt = attemptOf(message.id);
        message.status = message.problem ? kRefused : nextStatus();
        response.status = message.status;
        if (answers.delay.count() > 0)
            response.fault = {http::WireFault::Kind::Stall, 0, answers.delay};
        if (options.received)
            options.received(message);
        return response;
    }

    int attemptOf(const std::string& id) {
        if (attempts.size() >= kIdsRemembered)
            attempts.clear();
        return ++attempts[id];
    }

    int nextStatus() {
        if (answers.failures == 0)
            return answers.status;
        --answers.failures;
        return kFailing;
    }
};

WebhookLab::WebhookLab(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}

WebhookLab::~WebhookLab() {
    impl_->server->stop(kDrain);
}

Result<std::unique_ptr<WebhookLab>> WebhookLab::start(WebhookLabOptions options) {
    if (!isAnswer(options.answers))
        return failure(
            localError(ErrorCode::InvalidArgument, "An answer has a status from 200 to 599."));
    if (!options.now)
        options.now = [] {
            return std::chrono::time_point_cast<std::chrono::milliseconds>(
                std::chrono::system_clock::now());
        };
    auto impl = std::make_unique<Impl>();
    impl->answers = options.answers;
    impl->secrets = std::move(options.secrets);
    impl->options = std::move(options);
    http::HttpConfig config;
    config.port = impl->options.port;
    config.workers = 2;
    config.limits.bodyBytes = kMaxBodyBytes;
    auto server = http::HttpServer::start(
        std::move(config), [lab = impl.get()](http::Request request, http::Responder responder) {
            responder.send(lab->take(request));
        });
    if (!server)
        return failure(localError(ErrorCode::InvalidArgument, server.error().message));
    impl->server = std::move(*server);
    return std::unique_ptr<WebhookLab>(new WebhookLab(std::move(impl)));
}

std::string WebhookLab::url() const {
    return "http://127.0.0.1:" + std::to_string(impl_->server->port()) + "/";
}

void WebhookLab::answer(const LabAnswers& answers) {
    const std::scoped_lock lock(impl_->mutex);
    if (isAnswer(answers))
        impl_->answers = answers;
}

void WebhookLab::checkWith(std::vector<WebhookSecret> secrets) {
    const std::scoped_lock lock(impl_->mutex);
    impl_->secrets = std::move(secrets);
}

} // namespace leadsheet::app
