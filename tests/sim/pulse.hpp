// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/ledger.hpp"
#include "leadsheet/transport.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace leadsheet::sim {

/// What a process knows of the two request budgets of its key by what it sent and what it read, one
/// request after the other, and when it last sent anything.
class Pulse {
public:
    /// A process begins; an earlier one may have used up its budgets.
    explicit Pulse(std::chrono::microseconds now)
        : moved_(now)
        , orders_{0, now + std::chrono::hours(1), 0, {}}
        , others_(orders_) {}
    /// One request, and what came of it.
    void heard(const HttpRequest& request, const Exchange& exchange, std::chrono::microseconds now);
    /// A run begins to be sent.
    void begins(std::chrono::microseconds now) {
        moved_ = now;
        sends_ = true;
        known_.clear();
    }
    void ends() { sends_ = false; }
    /// It means to do nothing until then. Throws Broken when the budget that something needs which
    /// is left of the run has been free for long by then.
    void rests(const submit::Ledger& ledger, submit::RunId run,
               std::chrono::microseconds until) const;

private:
    struct Budget {
        std::int64_t left = 0;
        std::chrono::microseconds ends{0}; ///< until then no more is left
        std::int64_t quota = 0;            ///< of the next window; 0 = not told yet
        std::chrono::microseconds length{0};
        /// The latest moment from which on a request could go; in the future where none can now.
        std::chrono::microseconds freeSince(std::chrono::microseconds moved) const {
            return left > 0 ? moved : std::max(moved, ends);
        }
    };
    void read(Budget& budget, std::string_view policy, const HttpResponse& response,
              std::chrono::microseconds now);
    void readPrices(const HttpRequest& request, const Exchange& exchange);

    std::chrono::microseconds moved_;
    Budget orders_;
    Budget others_;
    std::set<std::string> refused_; ///< keys whose prices were
    bool sends_ = false;            ///< a run
    std::set<std::string> known_;   ///< keys of which it was told what no other price can tell
};

} // namespace leadsheet::sim
