// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "desk.hpp"
#include "row_table.hpp"
#include "run_book.hpp"
#include "run_table.hpp"

namespace leadsheet::submit::test {

inline constexpr std::chrono::minutes kMinute{1};

/// The book of a run of so many rows of 20.00 that is ready to go.
struct OpenBook {
    explicit OpenBook(int rows, std::int64_t cap = 1'000'000)
        : OpenBook(differentRows(rows), cap) {}
    OpenBook(const std::vector<RowInput>& rows, std::int64_t cap)
        : run([&] {
            OpenDesk open(desk);
            Approval approval;
            approval.cap = cap;
            return desk.approved(open.ledger, open.submission, rows, approval);
        }())
        , database(desk.file(), false, {})
        , book(database, detail::loadRun(database, run.value)) {}

    RowRecord row(std::int64_t ordinal) {
        RowRecord found = detail::findRow(database, {run.value, ordinal}).value();
        detail::addContent(database, found);
        return found;
    }
    std::vector<detail::SentRow> take(std::size_t limit, WallTime due) {
        return book.takeDue(limit, due, due);
    }
    std::vector<detail::SentRow> take(std::size_t limit) { return take(limit, now); }
    void record(const detail::SentRow& sent, RowState state, WallTime wait = {},
                bool known = true) {
        detail::Verdict verdict;
        verdict.state = state;
        verdict.waitUntil = wait;
        verdict.outcomeKnown = known;
        if (state == RowState::Placed)
            verdict.price = sent.quoted - 100;
        book.record(sent, verdict, now);
    }
    /// The totals that are kept are those of the rows.
    bool agrees() {
        const RunTotals rows = detail::loadTotals(database, run.value);
        const RunTotals& kept = book.totals();
        return rows.rows == kept.rows && rows.held == kept.held && rows.atRisk == kept.atRisk &&
               rows.retrying == kept.retrying && rows.queued == kept.queued &&
               rows.ready == kept.ready;
    }
    std::int64_t number(const char* sql) {
        detail::Statement found = database.prepare(sql);
        return found.next() ? found.integer(0) : -1;
    }

    Desk desk;
    RunId run;
    detail::Database database;
    detail::RunBook book;
    WallTime now = desk.clock->wallNow();
};

} // namespace leadsheet::submit::test
