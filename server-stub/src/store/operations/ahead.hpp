// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/known.hpp"
#include "store/sql_session.hpp"
#include "store/store.hpp"

#include <functional>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace leadsheet::server::store {

/// Questions that are all asked before the first answer is read.
class Tx::Ahead {
public:
    explicit Ahead(SqlSession& session)
        : session_(session) {}

    /// `take` is called with the rows, before the first next().
    void ask(std::string_view sql, std::initializer_list<SqlValue> values,
             std::function<void(SqlRows&)> take) {
        questions_.emplace_back(session_.ask(sql, {values.begin(), values.size()}),
                                std::move(take));
    }
    void readAnswers() {
        for (auto& [rows, take] : questions_)
            take(*rows);
    }

private:
    SqlSession& session_;
    std::vector<std::pair<std::unique_ptr<SqlRows>, std::function<void(SqlRows&)>>> questions_;
};

} // namespace leadsheet::server::store
