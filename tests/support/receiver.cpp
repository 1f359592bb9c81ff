// SPDX-License-Identifier: Apache-2.0
#include "receiver.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <utility>

namespace leadsheet::test {
namespace {

constexpr auto kLongestWait = std::chrono::minutes(1);
constexpr int kNoContent = 204;

std::string lowered(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

} // namespace

server::http::Response response(int status, std::string body,
                                std::vector<server::http::Header> headers) {
    server::http::Response out;
    out.status = status;
    out.body = std::move(body);
    out.headers = std::move(headers);
    return out;
}

Receiver::Receiver(server::http::HttpConfig config)
    : answer_([](const Message&) { return response(kNoContent); }) {
    server_ = std::move(
        server::http::HttpServer::start(std::move(config), [this](
                                                               server::http::Request request,
                                                               server::http::Responder responder) {
            take(std::move(request), responder);
        }).value());
}

Receiver::~Receiver() {
    server_->stop(std::chrono::milliseconds(0));
}

std::string Receiver::url(const std::string& path) const {
    return "http://127.0.0.1:" + std::to_string(port()) + path;
}

void Receiver::answer(Answer answer) {
    const std::lock_guard lock(mutex_);
    answer_ = std::move(answer);
}

void Receiver::answerStatus(int status) {
    answer([status](const Message&) { return response(status); });
}

void Receiver::release() {
    const std::lock_guard lock(mutex_);
    held_.clear();
}

void Receiver::release(int status) {
    const std::lock_guard lock(mutex_);
    for (const server::http::Responder& responder : std::exchange(held_, {}))
        responder.send(response(status));
}

std::vector<Receiver::Message> Receiver::messages() const {
    const std::lock_guard lock(mutex_);
    return messages_;
}

std::size_t Receiver::count() const {
    const std::lock_guard lock(mutex_);
    return messages_.size();
}

bool Receiver::waitFor(std::size_t count) const {
    std::unique_lock lock(mutex_);
    return came_.wait_for(lock, kLongestWait, [&] { return messages_.size() >= count; });
}

void Receiver::take(server::http::Request request, const server::http::Responder& responder) {
    Message message{request.method, request.path, {}, std::move(request.body)};
    for (const auto& [name, value] : request.headers)
        message.headers[lowered(name)] = value;
    const std::lock_guard lock(mutex_);
    messages_.push_back(message);
    came_.notify_all();
    if (auto answered = answer_(message))
        responder.send(std::move(*answered));
    else
        held_.push_back(responder);
}

} // namespace leadsheet::test
