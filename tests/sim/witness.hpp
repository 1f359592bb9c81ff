// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "http/message.hpp"
#include "store/records.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace leadsheet::sim {

/// Remembers what the server answered and holds later answers, and what is stored, against it.
class Witness {
public:
    /// Whose key it is.
    void knows(const std::string& apiKey, const std::string& account) {
        accounts_[apiKey] = account;
    }
    /// The server has decided on this answer, whoever still reads it. A key that was answered with
    /// a success is answered with the same bytes for ever.
    void answered(const server::http::Request& request, const server::http::Response& response);
    /// What was answered about an order is never taken back: its version does not fall.
    void check(const server::store::Order& order) const;
    /// Whether this caller was told that this key has bought something else.
    bool wasReused(const std::string& caller, const std::string& key) const {
        return reused_.contains({caller, key});
    }
    /// Every order that was answered about.
    const std::map<std::string, std::int64_t>& versions() const { return versions_; }

private:
    struct Answer {
        int status = 0;
        std::string body;
    };
    std::map<std::string, std::string> accounts_;
    std::map<std::string, Answer> successes_;
    std::map<std::string, int> requests_;                  ///< with the same key
    std::set<std::pair<std::string, std::string>> reused_; ///< by caller and key
    std::map<std::string, std::int64_t> versions_;
};

} // namespace leadsheet::sim
