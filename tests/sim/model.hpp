// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "campaign.hpp"
#include "inbox.hpp"
#include "sendings.hpp"
#include "store/store.hpp"
#include "witness.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace leadsheet::sim {

/// What a computer's ledger says of a row that was ordered.
struct Claim {
    std::string machine;
    std::string run;
    std::string key; ///< of the order
    std::string reference;
    std::string account;
    std::string orderNumber;
    std::string wish;
    std::int64_t leads = 0;
    std::optional<std::int64_t> held; ///< of an order that it placed itself
    bool hasEnded = false;            ///< the ledger says that the order ended
};

/// What must be true, of an independent count of wishes and answers.
class Model {
public:
    Witness witness;
    Sendings sendings;

    /// Somebody wants this, by the text that names it in the order: so many leads, and at most so
    /// many orders, however often it is said.
    void wish(const std::string& account, const std::string& text, std::int64_t leads,
              int orders = 1);
    /// And calls it so; "" = by nothing but what it is.
    void refers(const std::string& account, const std::string& text, const std::string& reference) {
        wishes_[account][text].references.insert(reference);
    }
    /// Whether several wishes were called so.
    bool isAmbiguous(const std::string& account, const std::string& reference) const;
    /// And one order more, on purpose.
    void wishAgain(const std::string& account, const std::string& text);
    /// And pays at most so much for each.
    void pays(const std::string& account, const std::string& text, std::int64_t most) {
        wishes_[account][text].most = most;
    }
    /// From then on a lead costs so many millionths of a dollar.
    void costs(WallTime since, std::int64_t unitPrice) { prices_.emplace_back(since, unitPrice); }
    void opened(const std::string& account, std::int64_t balance) { opening_[account] = balance; }
    /// And gets so much more at some time before the end.
    void expectsCredit(const std::string& account, std::int64_t amount) {
        credits_[account] = amount;
    }
    /// A client has read that this order is placed.
    void acknowledge(const std::string& orderNumber) { acknowledged_.insert(orderNumber); }
    /// An operator gives back so much, under a key of its own, until it is told that it is done or
    /// that so much is not left; nullopt = all that is left.
    void refunds(const std::string& orderNumber, std::optional<std::int64_t> amount) {
        refunds_[orderNumber].push_back(amount);
    }
    /// An operator tries to end an order before its delivery and to give everything back; does
    /// something different where that fails.
    void mayGiveBack(const std::string& orderNumber) { givenBack_.insert(orderNumber); }
    void claim(Claim claim) { claims_.push_back(std::move(claim)); }
    /// An account has a receiver of webhooks there.
    Inbox& openInbox(const std::string& account, const std::string& url) {
        return inboxes_.emplace_back(account, url);
    }
    /// An account has a campaign at that platform; one for each platform.
    Campaign& openCampaign(const std::string& account, const std::string& platform, bool skips) {
        return campaigns_.emplace_back(account, platform, skips);
    }
    Campaign* campaignAt(const server::egress::Request& request);
    void rememberPushes(server::store::Reader& reader);
    Inbox* inboxAt(const std::string& url);

    /// At any moment: no wish is ordered twice, nothing acknowledged is lost, money is conserved,
    /// charged for what was handed over and for nothing else.
    void check(server::store::Reader& reader) const;
    /// At the end: every wish is ordered, every lead delivered once, every refund done once; the
    /// statements and the ledgers of all computers say the same as the orders.
    void checkEnd(server::store::Reader& reader) const;
    std::size_t acknowledged() const { return acknowledged_.size(); }

private:
    struct Wish {
        int orders = 1;
        std::set<std::int64_t> leads;
        std::set<std::string> references;
        std::optional<std::int64_t> most; ///< that one order may cost
        bool again = false;               ///< something was ordered once more on purpose
    };
    using Orders = std::vector<server::store::Order>;
    void checkWishes(const std::string& account, const Orders& orders) const;
    bool hasCost(WallTime at, std::int64_t unitPrice) const;
    void checkPrice(server::store::Reader& reader, const server::store::Order& order) const;
    void checkRefund(const server::store::Order& order, bool atEnd) const;
    void checkLeads(server::store::Reader& reader, const std::string& account,
                    const Orders& orders) const;
    void checkClaims(const std::string& account, const Orders& orders) const;
    void checkBalance(server::store::Reader& reader, const std::string& account,
                      const Orders& orders) const;

    std::map<std::string, std::map<std::string, Wish>> wishes_;
    std::vector<std::pair<WallTime, std::int64_t>> prices_; ///< with their beginnings
    std::map<std::string, std::int64_t> opening_;
    std::map<std::string, std::int64_t> credits_;
    std::set<std::string> acknowledged_;
    std::map<std::string, std::vector<std::optional<std::int64_t>>> refunds_;
    std::set<std::string> givenBack_;
    std::vector<Claim> claims_;
    std::deque<Inbox> inboxes_;
    std::deque<Campaign> campaigns_;
};

} // namespace leadsheet::sim
