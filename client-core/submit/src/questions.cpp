// SPDX-License-Identifier: Apache-2.0
#include "questions.hpp"

#include "ledger_store.hpp"

namespace leadsheet::submit::detail {

void keepQuestions(Database& ledger, std::int64_t run, WallTime now) {
    ledger
        .use(
            "INSERT OR REPLACE INTO questions(account, order_key, ordered_key, asked_at)"
            " SELECT mine.account, mine.order_key, was.order_key, ?2 FROM rows AS mine"
            " JOIN rows AS was ON was.run = mine.related_run AND was.ordinal = mine.related_ordinal"
            " WHERE mine.run = ?1 AND mine.finding = 1 AND mine.order_key IS NOT NULL"
            " AND was.order_key IS NOT NULL AND was.mark <> mine.mark"
            " AND was.order_key <> mine.order_key")
        .bind(run, toStored(now))
        .run();
    ledger.use("DELETE FROM questions WHERE asked_at < ?1").bind(toStored(now - kRemembered)).run();
}

void copyQuestions(Database& ledger, const std::vector<std::int64_t>& accounts, Database& plans,
                   std::int64_t account) {
    for (const std::int64_t number : accounts) {
        Statement found =
            ledger.use("SELECT order_key, ordered_key, asked_at FROM questions WHERE account = ?1");
        found.bind(number);
        while (found.next())
            plans
                .use("INSERT OR REPLACE INTO questions(account, order_key, ordered_key, asked_at)"
                     " VALUES(?1, ?2, ?3, ?4)")
                .bind(account, found.text(0), found.text(1), found.integer(2))
                .run();
    }
}

std::vector<Question> questionsOf(Database& plans, std::int64_t run) {
    std::vector<Question> questions;
    Statement found = plans.use(
        "SELECT mine.ordinal, q.ordered_key FROM rows AS mine JOIN questions AS q"
        " ON q.account = mine.account AND q.order_key = mine.order_key WHERE mine.run = ?1"
        " AND mine.finding = 0 AND mine.state = 0 ORDER BY q.asked_at DESC, mine.ordinal");
    found.bind(run);
    while (found.next())
        questions.push_back({found.integer(0), found.text(1)});
    return questions;
}

} // namespace leadsheet::submit::detail
