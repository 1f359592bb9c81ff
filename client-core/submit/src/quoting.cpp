// SPDX-License-Identifier: Apache-2.0
#include "quoting.hpp"

#include "earlier_orders.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/submit/row_identity.hpp"
#include "leadsheet/timestamp.hpp"
#include "patience.hpp"
#include "quote_answers.hpp"
#include "row_table.hpp"
#include "run_progress.hpp"
#include "run_table.hpp"
#include "sheet_history.hpp"
#include "stored_messages.hpp"
#include "verdict.hpp"

#include <algorithm>
#include <functional>
#include <future>

namespace leadsheet::submit::detail {

using std::chrono::milliseconds;

namespace {

/// Orders a second where the service did not answer in time to be measured.
constexpr double kAssumedPerSecond = 50;
/// More is not promised, however soon a small question is answered.
constexpr double kMostPerSecond = 1000;
/// An order takes about twice as long as the question for the budget.
constexpr double kOrderBesideQuestion = 2;
/// Already Ordered, Ended, and what is left out because the ledger knows an order behind it: as one
/// ordered before under another key or with other details. That order may have ended since.
#define LEADSHEET_SETTLED                                                                          \
    "(r.state IN (6, 10) OR (r.state = 2 AND r.skip_reason = 6 AND r.earlier_at IS NULL)"          \
    " OR (r.state = 2 AND r.skip_reason = 2))"

std::int64_t rowsToAskAbout(Database& database, std::int64_t run) {
    Statement counted =
        database.use("SELECT count(*) FROM rows AS r WHERE r.run = ?1 AND (r.state = 0"
                     " OR " LEADSHEET_SETTLED ")");
    counted.bind(run);
    return counted.next() ? counted.integer(0) : 0;
}

/// Ready rows without a price; and with `settled` those that the ledger calls ordered, ended, or
/// ordered before under another key or with other details: what became of that only the service
/// knows.
Batch nextBatch(Database& database, std::int64_t run, std::int64_t after, WallTime now,
                bool settled) {
    Batch batch;
    Statement found =
        database.use("SELECT r.ordinal, r.order_key, coalesce(r.reference, ''), r.product,"
                     " r.lead_count, c.request, r.generation, r.occurrence, r.consented, r.earlier,"
                     " r.state, r.order_number, r.skip_reason"
                     " FROM rows AS r JOIN contents AS c ON c.run = r.run AND c.ordinal = r.ordinal"
                     " WHERE r.run = ?1 AND r.ordinal > ?2 AND ((r.state = 0"
                     " AND (r.quote_id = '' OR r.quote_expires <= ?3))"
                     " OR (?5 AND " LEADSHEET_SETTLED "))"
                     " ORDER BY r.ordinal LIMIT ?4");
    found.bind(run, after, toStored(now), static_cast<std::int64_t>(OrderService::kMaxQuoteItems),
               settled ? 1 : 0);
    while (found.next()) {
        auto key = IdempotencyKey::parse(found.text(1));
        if (!key)
            throw StorageFailure(key.error());
        batch.rows.push_back({found.integer(0),
                              static_cast<RowState>(found.integer(10)),
                              static_cast<SkipReason>(found.integer(12)),
                              false,
                              found.text(11),
                              found.text(2),
                              found.text(3),
                              found.integer(4),
                              found.integer(6),
                              found.integer(7),
                              found.integer(8) != 0,
                              earlierFromText(found.text(9)),
                              {},
                              {}});
        batch.asks.push_back({found.text(5), std::move(*key)});
    }
    return batch;
}

/// How long sending `rows` takes at the budget that the service tells, and as fast as it told it. A
/// service that does not tell costs the estimate its precision, not the price.
std::optional<milliseconds> timeToSend(std::int64_t rows, const QuoteSetting& setting,
                                       const std::stop_token& stop) {
    const SteadyTime asked = setting.clock.now();
    const auto told = setting.service.askPacing(stop);
    const SteadyTime now = setting.clock.now();
    if (!told)
        return timeFor(rows, kAssumedPerSecond, setting.service.pacing(), now);
    const std::chrono::duration<double> anOrder = (now - asked) * kOrderBesideQuestion;
    const int senders = std::clamp(setting.options.maxInFlight, 1, 16); // as a run has
    const double perSecond = senders / std::max(anOrder.count(), 1e-6);
    return timeFor(rows, std::min(perSecond, kMostPerSecond), *told, now);
}

QuoteSummary summarise(const QuoteSetting& setting, const RunInfo& run,
                       const std::stop_token& stop) {
    Database& database = setting.store.database();
    QuoteSummary summary;
    Statement sums = database.use("SELECT product, count(*), sum(lead_count), sum(quoted),"
                                  " min(quote_expires) FROM rows WHERE run = ?1 AND state = 0"
                                  " GROUP BY product ORDER BY product");
    sums.bind(run.id.value);
    while (sums.next()) {
        summary.products.push_back(
            {sums.text(0), sums.integer(1), sums.integer(2), sums.integer(3)});
        summary.rows += sums.integer(1);
        summary.amount += sums.integer(3);
        const WallTime expires = fromStored(sums.integer(4));
        if (!summary.validUntil || expires < *summary.validUntil)
            summary.validUntil = expires;
    }
    summary.alreadyOrdered = run.totals.of(RowState::AlreadyOrdered);
    summary.ended = run.totals.of(RowState::Ended);
    summary.needsFix = run.totals.of(RowState::NeedsFix);
    summary.skipped = run.totals.of(RowState::Skipped);
    Statement before =
        database.use("SELECT count(*) FROM rows WHERE run = ?1 AND state = 2 AND skip_reason = 6");
    before.bind(run.id.value);
    summary.orderedBefore = before.next() ? before.integer(0) : 0;
    Statement missing = database.use("SELECT count(*) FROM rows WHERE run = ?1 AND state = 6 AND"
                                     " code = 'order_not_found'");
    missing.bind(run.id.value);
    summary.missing = missing.next() ? missing.integer(0) : 0;
    Statement similar = database.use("SELECT count(*) FROM rows WHERE run = ?1 AND state = 0 AND"
                                     " earlier LIKE '%\"match\":\"similar\"%'");
    similar.bind(run.id.value);
    summary.similar = similar.next() ? similar.integer(0) : 0;
    if (summary.rows == 0)
        return summary;
    if (const auto time = timeToSend(summary.rows, setting, stop))
        summary.timeToFinish = std::chrono::ceil<std::chrono::seconds>(*time);
    return summary;
}

} // namespace

Result<std::vector<QuoteAnswer>> askForQuotes(const QuoteSetting& setting,
                                              const std::vector<QuoteAsk>& asks,
                                              const OnWait& onWait, const std::stop_token& stop) {
    auto answers = askPatiently(setting, {setting.clock.now(), onWait}, stop,
                                [&] { return setting.service.quote(asks, stop); });
    if (answers && answers->size() != asks.size())
        return failure(
            localError(ErrorCode::InvalidResponse, {messages::ledger::pricedRowCountDiffers()}));
    return answers;
}

Settled settleEarlierRuns(const QuoteSetting& setting, RunId id, const std::stop_token& stop,
                          RunObserver* observer) {
    Settled settled;
    for (const EarlierRun& earlier : earlierRuns(setting.store.database(), id.value))
        if (earlier.unknown > 0) {
            const Settled once = settleRun(setting, earlier.id, stop, observer);
            settled.placed += once.placed;
            settled.notPlaced += once.notPlaced;
        }
    return settled;
}

namespace {

void writeAnswers(Database& database, AnswerBook& book, const Batch& batch,
                  const std::vector<QuoteAnswer>& answers) {
    Transaction transaction(database, Flush::Later);
    // What is ordered first: rows of the sheet that ask for the same look for it.
    for (const bool existing : {true, false})
        for (std::size_t i = 0; i < answers.size(); ++i)
            if (answers[i].existing.has_value() == existing)
                book.write(batch.rows[i], batch.asks[i], answers[i]);
    transaction.commit();
}

/// Asks about the next rows while the answers about the last ones are written down. Answers change
/// nothing but their own rows, so what is asked next does not depend on them. One call at a time.
class AskingAhead {
public:
    AskingAhead(const QuoteSetting& setting, const std::stop_token& stop)
        : setting_(setting)
        , passOn_(stop, [this] { stop_.request_stop(); }) {}
    ~AskingAhead() { stop_.request_stop(); }
    AskingAhead(const AskingAhead&) = delete;
    AskingAhead& operator=(const AskingAhead&) = delete;

    /// Without threads of its own the call is made when its answers are asked for.
    void ask(Batch batch) {
        batch_ = std::move(batch);
        if (batch_.rows.empty())
            return;
        // Where no thread can be made, the call is made when its answers are asked for, too.
        const auto how = setting_.options.ownThreads ? std::launch::async | std::launch::deferred
                                                     : std::launch::deferred;
        answers_ = std::async(how, [this, asks = batch_.asks] {
            return askForQuotes(setting_, asks, {}, stop_.get_token());
        });
    }
    /// No rows when nothing is left to ask about.
    Batch take() { return std::move(batch_); }
    std::vector<QuoteAnswer> answers() { return orThrow(answers_.get()); }
    std::vector<QuoteAnswer> answersTo(const std::vector<QuoteAsk>& asks) {
        if (answers_.valid())
            answers_.wait();
        return orThrow(askForQuotes(setting_, asks, {}, stop_.get_token()));
    }

private:
    static std::vector<QuoteAnswer> orThrow(Result<std::vector<QuoteAnswer>> answers) {
        if (!answers)
            throw StorageFailure(answers.error());
        return *std::move(answers);
    }

    const QuoteSetting& setting_;
    std::stop_source stop_;
    std::stop_callback<std::function<void()>> passOn_;
    Batch batch_;
    std::future<Result<std::vector<QuoteAnswer>>> answers_; ///< last: its call uses the others
};

} // namespace

Result<QuoteSummary> quoteRun(const QuoteSetting& setting, RunId id, const std::stop_token& stop,
                              RunObserver* observer) {
    return guarded([&] {
        Database& database = setting.store.database();
        const RunInfo run = loadRun(database, id.value);
        const Settled settled = settleEarlierRuns(setting, id, stop, observer);
        std::int64_t left = rowsToAskAbout(database, id.value);
        // From here on it is the service that is waited for.
        if (observer != nullptr && left > 0)
            observer->onQuoting({0, left});
        recallPacing(database, accountOfRun(database, id.value), setting.service,
                     setting.store.now(), stop);
        Terms terms{run.spec, std::nullopt};
        if (run.spec.againAfter && left > 0) {
            const auto time = setting.service.serverTime(stop);
            if (!time)
                throw StorageFailure(time.error());
            terms.pastBefore = *time - *run.spec.againAfter;
        }
        std::int64_t done = 0;
        AskingAhead asking(setting, stop);
        for (bool first = true; left > 0; first = false) {
            std::int64_t again = 0;
            const auto rowsAfter = [&](std::int64_t ordinal) {
                return nextBatch(database, id.value, ordinal, setting.store.now(), first);
            };
            asking.ask(rowsAfter(-1));
            for (Batch batch = asking.take(); !batch.rows.empty(); batch = asking.take()) {
                const std::int64_t last = batch.rows.back().ordinal;
                std::int64_t rows = std::ssize(batch.rows);
                auto answers = asking.answers();
                asking.ask(rowsAfter(last));
                for (;;) {
                    AnswerBook book(setting.store, run, terms);
                    writeAnswers(database, book, batch, answers);
                    again += book.again();
                    rows -= book.again();
                    batch = std::move(book.next());
                    if (batch.rows.empty())
                        break;
                    answers = asking.answersTo(batch.asks);
                }
                done += rows;
                if (observer != nullptr)
                    observer->onQuoting({done, std::max(left, done)});
            }
            if (again == 0)
                break;
        }
        // From now on consent is what each row names.
        if (run.spec.allowed.all)
            forgetAllowedAll(database, id.value);
        QuoteSummary summary = summarise(setting, loadRun(database, id.value), stop);
        summary.settled = settled;
        return summary;
    });
}

namespace {

bool isUsedUp(const PacerMemory& memory, WallTime now) {
    return std::any_of(memory.windows.begin(), memory.windows.end(), [now](const auto& window) {
        return window.remaining <= 0 && window.ends > now;
    });
}

} // namespace

void recallPacing(Database& database, std::int64_t account, OrderService& service, WallTime now,
                  const std::stop_token& stop) {
    const PacerMemory memory = loadPacing(database, account);
    if (!isUsedUp(memory, now) || !service.askPacing(stop))
        service.recallPacing(memory);
}

} // namespace leadsheet::submit::detail
