// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/http_server.hpp"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::test {

/// A party outside that the server sends to: listens on a free loopback port, keeps what came and
/// answers as told. Thread-safe.
class Receiver {
public:
    struct Message {
        std::string method;
        std::string path;
        std::map<std::string, std::string> headers; ///< names in lower case
        std::string body;
    };
    /// Called on worker threads, one call at a time; nullopt = never answer (until release()).
    using Answer = std::function<std::optional<server::http::Response>(const Message&)>;

    /// Answers 204 until told otherwise.
    explicit Receiver(server::http::HttpConfig config = {});
    ~Receiver();

    std::uint16_t port() const { return server_->port(); }
    /// "http://127.0.0.1:port" + path.
    std::string url(const std::string& path = "/hook") const;

    void answer(Answer answer);
    void answerStatus(int status);
    /// Lets go of the requests that were never answered: their senders get a 500.
    void release();
    /// Answers the requests that were not answered.
    void release(int status);

    std::vector<Message> messages() const;
    std::size_t count() const;
    /// Waits until that many messages came; false after a minute.
    bool waitFor(std::size_t count) const;

private:
    void take(server::http::Request request, const server::http::Responder& responder);

    mutable std::mutex mutex_;
    mutable std::condition_variable came_;
    std::vector<Message> messages_;
    std::vector<server::http::Responder> held_;
    Answer answer_;
    std::unique_ptr<server::http::HttpServer> server_;
};

/// A response of that status and body.
server::http::Response response(int status, std::string body = {},
                                std::vector<server::http::Header> headers = {});

} // namespace leadsheet::test
