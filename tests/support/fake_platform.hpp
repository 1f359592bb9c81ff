// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/http_server.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace leadsheet::test {

/// An outreach platform on a free loopback port that behaves as its public documentation says:
/// credentials, published limits with 429, duplicates, refusals, campaigns. Knows one campaign,
/// "c-1", and two credentials, key() and plainKey(). An e-mail that begins with "invalid" is
/// refused. Shares no code with the adapters. Thread-safe.
class FakePlatform {
public:
    enum class Kind { Instantly, Smartlead, Lemlist };
    using Clock = std::function<std::chrono::system_clock::time_point()>;

    /// Something that happens to one call instead of the usual answer.
    struct Fault {
        enum class What {
            Answer,               ///< nothing is taken; `status` and `body`
            AnswerWhenReleased,   ///< the same, once releasePushes() is called
            ResetBeforeTaking,    ///< nothing is taken, the connection is reset
            ResetAfterTaking,     ///< the leads are taken, the connection is reset
            OddAnswerAfterTaking, ///< the leads are taken; `status` and `body`
            HangAfterTaking,      ///< the leads are taken, no answer comes
        };
        What what = What::Answer;
        int status = 500;
        std::string body = {};
        std::vector<server::http::Header> headers = {};
    };

    /// Without a clock limits are not enforced.
    explicit FakePlatform(Kind kind, Clock clock = {});
    ~FakePlatform();

    std::string baseUrl() const;
    static std::string key() { return "platform key/1"; }
    /// Another one that it accepts, without anything that a URL has to escape.
    static std::string plainKey() { return "platform-key-2"; }

    void next(Fault fault); ///< for the next push that has none yet
    void releasePushes();
    /// From now on, calls for the campaigns get no answer until releaseCampaigns().
    void holdCampaigns();
    std::size_t heldCampaigns() const;
    void releaseCampaigns();

    /// How often each e-mail was added to the campaign.
    std::map<std::string, int> added() const;
    std::size_t pushes() const;    ///< push calls, of whatever outcome
    std::size_t overLimit() const; ///< calls of any kind that were answered 429 by the limits
    std::vector<std::size_t> batches() const; ///< leads of each push call
    std::string lastBody() const;

private:
    struct Taken {
        std::vector<std::string> created;
        std::size_t known = 0;
        std::vector<std::string> invalid;
    };

    void take(const server::http::Request& request, const server::http::Responder& responder);
    bool overLimits();
    bool authorised(const server::http::Request& request) const;
    Taken takeLeads(const std::vector<std::string>& emails);
    std::vector<std::string> emailsOf(const server::http::Request& request) const;
    server::http::Response pushed(const std::vector<std::string>& emails, const Taken& taken) const;
    server::http::Response campaigns() const;

    const Kind kind_;
    const Clock clock_;
    mutable std::mutex mutex_;
    std::deque<Fault> faults_;
    std::map<std::string, int> added_;
    std::deque<std::chrono::system_clock::time_point> calls_;
    std::vector<std::size_t> batches_;
    std::size_t overLimit_ = 0;
    std::string lastBody_;
    std::vector<server::http::Responder> held_;
    bool campaignsWait_ = false;
    std::vector<server::http::Responder> heldCampaigns_;
    std::vector<std::pair<server::http::Responder, server::http::Response>> heldPushes_;
    std::unique_ptr<server::http::HttpServer> server_;
};

} // namespace leadsheet::test
