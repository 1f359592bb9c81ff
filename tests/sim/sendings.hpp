// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace leadsheet::sim {

/// Which computer sent which order, and whose request it was that the server carried out.
class Sendings {
public:
    /// A computer sends this body under this key, whether or not it arrives. Throws Broken when the
    /// same computer sent another order under it before that may have arrived; guards of the price
    /// may differ.
    void sends(const std::string& machine, const std::string& key, const std::string& body,
               std::chrono::microseconds now);
    /// That computer does not know what the server did with it.
    void remainsUnclear(const std::string& machine, const std::string& key) {
        sent_[{machine, key}].isClear = false;
    }
    /// That computer knows that the last one did not reach the service.
    void wasNotAsked(const std::string& machine, const std::string& key) {
        --sent_[{machine, key}].open;
    }
    /// That computer was told by the service that all of them have done nothing.
    void boughtNothing(const std::string& machine, const std::string& key) {
        sent_[{machine, key}].open = 0;
    }
    /// The service, asked what the key bought, knew of nothing. What the network still carries may
    /// come; it carries nothing for longer than kLatest.
    void knowsOfNothing(const std::string& machine, const std::string& key,
                        std::chrono::microseconds now);
    /// The server placed this order for it.
    void placed(const std::string& machine, const std::string& orderNumber) {
        placedBy_[orderNumber] = machine;
    }

    /// A process of that computer ended in the middle of its work: the next one has to reckon with
    /// orders that were sent.
    void interrupted(const std::string& machine) { interrupted_.insert(machine); }

    /// Who sent the request that placed an order; "" = nobody knows.
    std::string placerOf(const std::string& orderNumber) const;

    /// Whether that computer was told, by the only answer that it can have got under this key, that
    /// the order had been placed by somebody else.
    bool knowsOfAnother(const std::string& machine, const std::string& key,
                        const std::string& orderNumber) const;

private:
    static constexpr std::chrono::seconds kLatest{60};

    struct Sent {
        std::string order;
        std::chrono::microseconds last{0}; ///< when it was sent last
        int times = 0;
        int open = 0; ///< sendings that may have done something
        bool isClear = true;
    };
    std::map<std::pair<std::string, std::string>, Sent> sent_; ///< by computer and key
    std::map<std::string, std::string> placedBy_;              ///< by order number
    std::set<std::string> interrupted_;
};

} // namespace leadsheet::sim
