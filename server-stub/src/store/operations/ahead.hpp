// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/known.hpp"
#include "store/sql_session.hpp"
#include "store/store.hpp"

#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace leadsheet::server::store {

/// Questions of many orders to come, all asked before the first answer is read.
class Ahead {
public:
    Ahead(SqlSession& session, std::span<const ComingOrder> orders)
        : session_(session)
        , orders_(orders) {}

    void each(const std::function<void(Known&, const OrderAhead&)>& visit) const {
        for (const ComingOrder& coming : orders_)
            visit(*coming.known, *coming.order);
    }
    /// Of the account with this id, which is among those of the orders.
    Known& of(std::string_view account) const;

    /// Asks unless there is nothing in `asked`. `take` is called with the rows, before the first
    /// next().
    void ask(std::string_view sql, const SqlColumn& asked, std::initializer_list<SqlValue> values,
             std::function<void(SqlRows&)> take) {
        if (!asked.empty())
            questions_.emplace_back(session_.ask(sql, {values.begin(), values.size()}),
                                    std::move(take));
    }
    void readAnswers() {
        for (auto& [rows, take] : questions_)
            take(*rows);
    }

private:
    SqlSession& session_;
    std::span<const ComingOrder> orders_;
    std::vector<std::pair<std::unique_ptr<SqlRows>, std::function<void(SqlRows&)>>> questions_;
};

// Each notes first that there is nothing, and then what there is.
void askAccounts(Ahead& ahead);
void askCounters(Ahead& ahead);
void askBalances(Ahead& ahead);
void askAnswers(Ahead& ahead);
void askQuotes(Ahead& ahead);
void askUnmarked(Ahead& ahead);
void askEquivalents(Ahead& ahead);
void askWebhooks(Ahead& ahead);
/// Takes numbers for the orders and, where there are webhooks, for messages.
void askNumbers(Ahead& ahead);

} // namespace leadsheet::server::store
