// SPDX-License-Identifier: Apache-2.0
#include "run_lane.hpp"

#include "../account/trouble.hpp"
#include "price_findings.hpp"
#include "run_engine.hpp"

#include "leadsheet/app/run_record.hpp"
#include "leadsheet/submit/results.hpp"
#include "leadsheet/timestamp.hpp"

#include <algorithm>

namespace leadsheet::desktop {
namespace {

using submit::RowState;

constexpr std::int64_t kReadStep = 1000;

tl::unexpected<Trouble> fail(const Connected& at, const Error& error) {
    return tl::unexpected<Trouble>(troubleOf(error, at));
}

tl::unexpected<Trouble> fail(const app::SheetError& error) {
    return tl::unexpected<Trouble>(troubleOf(error));
}

bool contains(const std::vector<RowSpan>& spans, std::size_t sheet, std::uint32_t row) {
    return std::any_of(spans.begin(), spans.end(), [&](const RowSpan& span) {
        return span.sheet == sheet && span.first <= row && row <= span.last;
    });
}

class PriceObserver final : public submit::RunObserver {
public:
    explicit PriceObserver(const CountTo& progress)
        : progress_(progress) {}
    void onQuoted(std::int64_t done, std::int64_t of) override { progress_(done, of); }

private:
    const CountTo& progress_;
};

class SendObserver final : public submit::RunObserver {
public:
    explicit SendObserver(const std::function<void(submit::RunProgress)>& progress)
        : progress_(progress) {}
    void onProgress(const submit::RunProgress& progress) override { progress_(progress); }

private:
    const std::function<void(submit::RunProgress)>& progress_;
};

std::chrono::milliseconds aheadOf(const WallTime& here, const std::string& serverTime) {
    const auto there = parseTimestamp(serverTime);
    return there ? std::chrono::duration_cast<std::chrono::milliseconds>(*there - here)
                 : std::chrono::milliseconds(0);
}

/// `ofSheet`: the run has all rows of a sheet, not what is left of one.
LaneResult<Priced> quoted(const std::shared_ptr<const Connected>& connected, Held& held,
                          submit::RunId run, bool ofSheet, const CountTo& progress,
                          const std::stop_token& stop, const PlanRequest& request = {}) {
    const Connected& at = *connected;
    const submit::Ledger& ledger = *held.ledger;
    PriceObserver observer(progress);
    auto quote = held.submission->quote(run, stop, &observer);
    if (!quote)
        return fail(at, quote.error());
    if (!request.anyway.empty()) {
        const auto wanted = rowsOrderedBefore(at, ledger, run, &request.anyway);
        if (!wanted)
            return tl::unexpected<Trouble>(wanted.error());
        if (const auto added = held.ledger->include(run, *wanted, held.lock()); !added)
            return fail(at, added.error());
        if (!wanted->empty())
            quote = held.submission->quote(run, stop, &observer);
        if (!quote)
            return fail(at, quote.error());
    }
    CallOptions call;
    call.stop = stop;
    const auto account = at.client->account().get(call);
    if (!account)
        return fail(at, account.error());
    Priced priced;
    priced.at = connected;
    priced.run = run;
    priced.quote = *std::move(quote);
    priced.balance = account->available;
    priced.clockAhead = aheadOf(systemClock()->wallNow(), account->serverTime);
    priced.plan.run = run;
    if (ofSheet) {
        const auto plan = submit::planSummary(ledger, run);
        if (!plan)
            return fail(at, plan.error());
        priced.plan = *plan;
    }
    const auto keep = [](auto& place, auto found) -> LaneResult<void> {
        if (!found)
            return tl::unexpected<Trouble>(found.error());
        place = *std::move(found);
        return {};
    };
    auto found = keep(priced.leftOut, leftOutOf(at, ledger, run));
    if (found)
        found = keep(priced.meaning, overviewOf(at, ledger, run));
    if (found && priced.plan.changed + priced.plan.gone > 0)
        found = keep(priced.changes, changesOf(at, ledger, run));
    if (found && priced.quote.orderedBefore + priced.quote.ended > 0)
        found = keep(priced.known, knownOrdersOf(at, ledger, run));
    if (found)
        found = keep(priced.anyway, orderedAnyway(at, ledger, run));
    if (!found)
        return tl::unexpected<Trouble>(found.error());
    auto earlier = ledger.earlierRuns(run);
    if (!earlier)
        return fail(at, earlier.error());
    priced.earlier = *std::move(earlier);
    const auto info = ledger.run(run);
    if (!info)
        return fail(at, info.error());
    priced.waiting = {info->totals.of(RowState::Queued), info->totals.queued};
    priced.newer = info->newer;
    priced.sourceName = info->spec.sourceName;
    return priced;
}

Trouble newerRun(const submit::RunInfo& run) {
    return {RunEngine::tr("Run %1 of the same sheet is newer than run %2.")
                .arg(QString::number(run.newer->value), QString::number(run.id.value)),
            RunEngine::tr("No order was sent and nothing was spent."),
            RunEngine::tr("Look at the run, and decide what is to become of its rows."),
            QStringLiteral("newer_run_exists"),
            {}};
}

/// Plans that were priced and never placed, by this program or the command line. Nobody works on
/// one: the lock is held here.
void removeLeftoverPlans(Held& held) {
    const auto runs = held.ledger->runs();
    if (!runs)
        return;
    for (const submit::RunInfo& run : *runs) {
        const auto record = app::recordOf(run);
        if (run.state == submit::RunState::Planned && !run.cap && record &&
            record->droppedUnlessApproved) {
            [[maybe_unused]] const auto gone = held.ledger->discard(run.id, held.lock());
        }
    }
}

LaneResult<submit::PlanSummary> plan(const Connected& at, Held& held, const PlanRequest& request,
                                     const CountTo& progress, const std::stop_token& stop) {
    app::CheckOptions options = request.options;
    options.sheet.hashInput = true;
    auto check = app::SheetCheck::open(request.path, options, stop);
    if (!check)
        return fail(check.error());
    submit::RunSpec spec;
    spec.title = request.title;
    spec.sourceName = request.sourceName;
    app::describeSheet(spec, *check, request.isCopy ? std::filesystem::path() : request.path);
    spec.account = at.ref;
    spec.currency = at.account.available.currency;
    spec.orderDuplicates = request.orderDuplicates;
    spec.orderChanged = request.orderChanged;
    spec.allowed.all = request.allAnyway;
    spec.againAfter = request.againAfter;
    app::RunRecord record = app::recordOf(request.path, *check, options.edits.get());
    record.encoding = options.sheet.encoding.value_or("");
    record.delimiter = options.sheet.delimiter ? std::string(1, *options.sheet.delimiter) : "";
    record.keepDuplicates = request.orderDuplicates;
    spec.options = app::toJson(record);
    auto planner = submit::RunPlanner::begin(*held.ledger, held.lock(), spec);
    if (!planner)
        return fail(at, planner.error());
    app::CheckedRow row;
    for (std::int64_t count = 1;; ++count) {
        const auto next = check->next(row);
        if (!next)
            return fail(next.error());
        if (*next == app::Next::End)
            break;
        if (!row.input)
            continue;
        submit::RowInput input = *std::move(row.input);
        input.skip =
            input.skip || (!request.rows.empty() && !contains(request.rows, row.sheet, row.row));
        if (const auto added = planner->add(input); !added)
            return fail(at, added.error());
        if (count % kReadStep == 0)
            progress(count, 0);
    }
    const auto summary = planner->finish();
    if (!summary)
        return fail(at, summary.error());
    return *summary;
}

} // namespace

std::int64_t countOf(const std::vector<RowSpan>& spans) {
    std::int64_t sum = 0;
    for (const RowSpan& span : spans)
        sum += std::int64_t{span.last} - span.first + 1;
    return sum;
}

std::int64_t LeftOut::all() const {
    std::int64_t sum = alreadyOrdered + needsFix;
    for (const auto& [reason, count] : skipped)
        sum += count;
    for (const auto& [status, count] : ended)
        sum += count;
    return sum;
}

bool wantsApproval(const submit::RunInfo& run) {
    const bool paused = run.state == submit::RunState::Paused;
    return run.totals.of(RowState::Ready) > 0 ||
           (paused && run.pauseReason == submit::PauseReason::SpendCap);
}

LaneResult<Priced> planAndPrice(const std::shared_ptr<const Connected>& at,
                                const PlanRequest& request, std::optional<submit::RunId> dropped,
                                const CountTo& progress, const std::stop_token& stop) {
    auto held = hold(*at);
    if (!held)
        return tl::unexpected<Trouble>(held.error());
    if (dropped) {
        [[maybe_unused]] const auto gone = held->ledger->discard(*dropped, held->lock());
    }
    removeLeftoverPlans(*held);
    const auto summary = plan(*at, *held, request, progress, stop);
    if (!summary)
        return tl::unexpected<Trouble>(summary.error());
    auto priced = quoted(at, *held, summary->run, true, progress, stop, request);
    if (!priced) {
        [[maybe_unused]] const auto gone = held->ledger->discard(summary->run, held->lock());
    }
    return priced;
}

LaneResult<Priced> priceRun(const std::shared_ptr<const Connected>& at, submit::RunId run,
                            bool retryRefused, const CountTo& progress,
                            const std::stop_token& stop) {
    auto held = holdFor(*at, run);
    if (!held)
        return tl::unexpected<Trouble>(held.error());
    if (retryRefused)
        if (const auto ready = held->ledger->retryRefused(run, {}, held->lock()); !ready)
            return fail(*at, ready.error());
    return quoted(at, *held, run, false, progress, stop);
}

LaneResult<Priced> orderAnyway(const std::shared_ptr<const Connected>& at, submit::RunId run,
                               std::vector<std::int64_t> ordinals, bool ofSheet,
                               const CountTo& progress, const std::stop_token& stop) {
    auto held = holdFor(*at, run);
    if (!held)
        return tl::unexpected<Trouble>(held.error());
    if (ordinals.empty()) {
        auto all = rowsOrderedBefore(*at, *held->ledger, run);
        if (!all)
            return tl::unexpected<Trouble>(all.error());
        ordinals = *std::move(all);
    }
    if (const auto added = held->ledger->include(run, ordinals, held->lock()); !added)
        return fail(*at, added.error());
    return quoted(at, *held, run, ofSheet, progress, stop);
}

LaneResult<Priced> orderAgain(const std::shared_ptr<const Connected>& at, submit::RunId run,
                              std::vector<std::int64_t> ordinals, const CountTo& progress,
                              const std::stop_token& stop) {
    auto held = holdFor(*at, run);
    if (!held)
        return tl::unexpected<Trouble>(held.error());
    if (ordinals.empty()) {
        auto all = rowsEnded(*at, *held->ledger, run);
        if (!all)
            return tl::unexpected<Trouble>(all.error());
        ordinals = *std::move(all);
    }
    const auto again = held->ledger->orderAgain(run, ordinals, held->lock());
    if (!again)
        return fail(*at, again.error());
    auto priced = quoted(at, *held, *again, false, progress, stop);
    if (!priced) {
        [[maybe_unused]] const auto gone = held->ledger->discard(*again, held->lock());
    }
    return priced;
}

LaneResult<PricedPart> priceOfFirst(const Connected& at, submit::RunId run, std::int64_t count) {
    submit::LedgerOptions options;
    options.mode = submit::LedgerOptions::Mode::ReadOnly;
    options.checkIntegrity = false;
    const auto ledger = submit::Ledger::open(at.ledgerFile, options);
    if (!ledger)
        return fail(at, ledger.error());
    PricedPart part;
    PartPrice& price = part.price;
    submit::RowFilter filter;
    filter.states = {RowState::Ready};
    filter.withContent = true;
    submit::RowReader reader(*ledger, run, filter);
    while (price.rows < count) {
        const auto page = reader.next();
        if (!page)
            return fail(at, page.error());
        if (page->empty())
            break;
        for (const submit::RowRecord& row : *page) {
            if (price.rows == count)
                break;
            ++price.rows;
            price.amount += row.quoted.value_or(0);
            if (const auto order = app::orderOfBody(row.request))
                part.meaning.add(*order);
        }
    }
    return part;
}

void dropRun(const Connected& at, submit::RunId run) {
    auto ledger = submit::Ledger::open(at.ledgerFile);
    if (!ledger)
        return;
    const auto lock = ledger->lock();
    if (!lock)
        return;
    // What cannot be removed now is only clutter, and harms nobody.
    [[maybe_unused]] const auto gone = ledger->discard(run, *lock);
}

LaneResult<submit::RunReport> sendRun(const Connected& at, submit::RunId run,
                                      const std::optional<submit::Approval>& approval,
                                      std::optional<submit::RunId> newerSeen,
                                      submit::RunControl& control,
                                      const std::function<void()>& started,
                                      const std::function<void(submit::RunProgress)>& progress) {
    auto held = holdFor(at, run);
    if (!held)
        return tl::unexpected<Trouble>(held.error());
    if (!approval && held->run.newer && held->run.newer != newerSeen)
        return tl::unexpected<Trouble>(newerRun(held->run));
    if (approval)
        if (const auto approved = held->submission->approve(run, *approval); !approved)
            return fail(at, approved.error());
    started();
    SendObserver observer(progress);
    const auto report = held->submission->run(run, control, &observer);
    if (!report)
        return fail(at, report.error());
    return *report;
}

} // namespace leadsheet::desktop
