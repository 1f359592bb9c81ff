// SPDX-License-Identifier: Apache-2.0
#include "run_lane.hpp"

#include "../account/trouble.hpp"
#include "run_engine.hpp"

#include "leadsheet/app/run_record.hpp"
#include "leadsheet/submit/order_service.hpp"
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

/// A ledger with the right to run.
struct Held {
    std::unique_ptr<submit::Ledger> ledger;
    std::unique_ptr<submit::Submission> submission;
};

LaneResult<Held> hold(const Connected& at) {
    auto ledger = submit::Ledger::open(at.ledgerFile);
    if (!ledger)
        return fail(at, ledger.error());
    Held held;
    held.ledger = std::make_unique<submit::Ledger>(*std::move(ledger));
    auto lock = held.ledger->lock();
    if (!lock)
        return fail(at, lock.error());
    held.submission = std::make_unique<submit::Submission>(*held.ledger, *std::move(lock),
                                                           submit::serviceOver(*at.client),
                                                           systemClock(), systemRng());
    return held;
}

/// The run, unless its rows are another account's.
LaneResult<submit::RunInfo> ownRun(const Connected& at, const submit::Ledger& ledger,
                                   submit::RunId run) {
    auto info = ledger.run(run);
    if (!info)
        return fail(at, info.error());
    const submit::AccountRef& owner = info->spec.account;
    if (submit::isSameAccount(owner, at.ref))
        return *std::move(info);
    return tl::unexpected<Trouble>(Trouble{
        RunEngine::tr("Run %1 belongs to account %2 at %3; connected is account %4 at %5.")
            .arg(QString::number(run.value), QString::fromStdString(owner.accountId),
                 QString::fromStdString(owner.baseUrl), QString::fromStdString(at.ref.accountId),
                 QString::fromStdString(at.ref.baseUrl)),
        RunEngine::tr("No order was sent and nothing was spent."),
        owner.profile.empty() ? RunEngine::tr("Connect the account of the run first.")
                              : RunEngine::tr("Connect profile “%1” first.")
                                    .arg(QString::fromStdString(owner.profile)),
        QStringLiteral("wrong_account"),
        {}});
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

LaneResult<LeftOut> leftOutOf(const Connected& at, const submit::Ledger& ledger,
                              submit::RunId run) {
    LeftOut left;
    submit::RowFilter filter;
    filter.states = {RowState::Skipped, RowState::AlreadyOrdered, RowState::NeedsFix};
    submit::RowReader reader(ledger, run, filter);
    while (true) {
        const auto page = reader.next();
        if (!page)
            return fail(at, page.error());
        if (page->empty())
            return left;
        for (const submit::RowRecord& row : *page) {
            if (row.state == RowState::Skipped)
                ++left.skipped[row.skipReason];
            else
                ++(row.state == RowState::NeedsFix ? left.needsFix : left.alreadyOrdered);
        }
    }
}

LaneResult<SheetChanges> changesOf(const Connected& at, const submit::Ledger& ledger,
                                   submit::RunId run) {
    SheetChanges changes;
    submit::RowFilter filter;
    filter.finding = submit::Finding::Changed;
    filter.withContent = true;
    filter.pageSize = SheetChanges::kMostListed;
    submit::RowReader reader(ledger, run, filter);
    const auto changed = reader.next();
    if (!changed)
        return fail(at, changed.error());
    for (const submit::RowRecord& row : *changed) {
        ChangedRow one{row.tab, row.sourceRow, {}, {}, row.product, {}, row.request};
        if (row.related)
            if (const auto earlier = ledger.row(*row.related)) {
                one.orderNumber = earlier->orderNumber;
                one.productBefore = earlier->product;
                one.before = earlier->request;
            }
        changes.changed.push_back(std::move(one));
    }
    submit::GoneReader missing(ledger, run, SheetChanges::kMostListed);
    const auto gone = missing.next();
    if (!gone)
        return fail(at, gone.error());
    for (const submit::RowRecord& row : *gone)
        changes.gone.push_back({row.tab, row.sourceRow, row.orderNumber});
    return changes;
}

std::chrono::milliseconds aheadOf(const WallTime& here, const std::string& serverTime) {
    const auto there = parseTimestamp(serverTime);
    return there ? std::chrono::duration_cast<std::chrono::milliseconds>(*there - here)
                 : std::chrono::milliseconds(0);
}

LaneResult<Priced> quoted(const std::shared_ptr<const Connected>& connected, Held& held,
                          submit::RunId run, const submit::PlanSummary& plan,
                          const CountTo& progress, const std::stop_token& stop) {
    const Connected& at = *connected;
    PriceObserver observer(progress);
    const auto quote = held.submission->quote(run, stop, &observer);
    if (!quote)
        return fail(at, quote.error());
    CallOptions call;
    call.stop = stop;
    const auto account = at.client->account().get(call);
    if (!account)
        return fail(at, account.error());
    auto left = leftOutOf(at, *held.ledger, run);
    if (!left)
        return tl::unexpected<Trouble>(left.error());
    SheetChanges changes;
    if (plan.changed + plan.gone > 0) {
        auto found = changesOf(at, *held.ledger, run);
        if (!found)
            return tl::unexpected<Trouble>(found.error());
        changes = *std::move(found);
    }
    const auto info = held.ledger->run(run);
    if (!info)
        return fail(at, info.error());
    return Priced{connected,
                  run,
                  plan,
                  *quote,
                  *std::move(left),
                  account->available,
                  std::move(changes),
                  {info->totals.of(RowState::Queued), info->totals.queued},
                  aheadOf(systemClock()->wallNow(), account->serverTime)};
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
            [[maybe_unused]] const auto gone =
                held.ledger->discard(run.id, held.submission->lock());
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
    spec.sourceSha256 = check->sha256();
    spec.account = at.ref;
    spec.currency = at.account.available.currency;
    spec.orderDuplicates = request.orderDuplicates;
    spec.orderChanged = request.orderChanged;
    app::RunRecord record = app::recordOf(request.path, *check, options.edits.get());
    record.encoding = options.sheet.encoding.value_or("");
    record.delimiter = options.sheet.delimiter ? std::string(1, *options.sheet.delimiter) : "";
    record.keepDuplicates = request.orderDuplicates;
    spec.options = app::toJson(record);
    auto planner = submit::RunPlanner::begin(*held.ledger, held.submission->lock(), spec);
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
        [[maybe_unused]] const auto gone =
            held->ledger->discard(*dropped, held->submission->lock());
    }
    removeLeftoverPlans(*held);
    const auto summary = plan(*at, *held, request, progress, stop);
    if (!summary)
        return tl::unexpected<Trouble>(summary.error());
    auto priced = quoted(at, *held, summary->run, *summary, progress, stop);
    if (!priced) {
        [[maybe_unused]] const auto gone =
            held->ledger->discard(summary->run, held->submission->lock());
    }
    return priced;
}

LaneResult<Priced> priceRun(const std::shared_ptr<const Connected>& at, submit::RunId run,
                            bool retryRefused, const CountTo& progress,
                            const std::stop_token& stop) {
    auto held = hold(*at);
    if (!held)
        return tl::unexpected<Trouble>(held.error());
    if (const auto own = ownRun(*at, *held->ledger, run); !own)
        return tl::unexpected<Trouble>(own.error());
    if (retryRefused)
        if (const auto ready = held->ledger->retryRefused(run, {}, held->submission->lock());
            !ready)
            return fail(*at, ready.error());
    submit::PlanSummary summary;
    summary.run = run;
    return quoted(at, *held, run, summary, progress, stop);
}

LaneResult<PartPrice> priceOfFirst(const Connected& at, submit::RunId run, std::int64_t count) {
    submit::LedgerOptions options;
    options.mode = submit::LedgerOptions::Mode::ReadOnly;
    options.checkIntegrity = false;
    const auto ledger = submit::Ledger::open(at.ledgerFile, options);
    if (!ledger)
        return fail(at, ledger.error());
    PartPrice price;
    submit::RowFilter filter;
    filter.states = {RowState::Ready};
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
        }
    }
    return price;
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
                                      submit::RunControl& control,
                                      const std::function<void()>& started,
                                      const std::function<void(submit::RunProgress)>& progress) {
    auto held = hold(at);
    if (!held)
        return tl::unexpected<Trouble>(held.error());
    if (const auto own = ownRun(at, *held->ledger, run); !own)
        return tl::unexpected<Trouble>(own.error());
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
