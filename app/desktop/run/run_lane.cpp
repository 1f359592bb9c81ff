// SPDX-License-Identifier: Apache-2.0
#include "run_lane.hpp"

#include "../phrases/say.hpp"
#include "run_engine.hpp"

#include "leadsheet/work/connecting.hpp"

#include <algorithm>

namespace leadsheet::desktop {
namespace {

using submit::RowState;
using work::RunLedger;

tl::unexpected<Trouble> fail(const Connected& at, const Error& error) {
    return tl::unexpected<Trouble>(troubleOf(error, at));
}

tl::unexpected<Trouble> fail(const Connected& at, const work::PlanError& error) {
    if (const auto* sheet = std::get_if<app::SheetError>(&error))
        return tl::unexpected<Trouble>(troubleOf(*sheet));
    return fail(at, std::get<Error>(error));
}

template <class T>
LaneResult<T> told(const Connected& at, Result<T> result) {
    return std::move(result).map_error([&at](const Error& error) { return troubleOf(error, at); });
}

/// A ledger with the right to run, and one of its runs as it stands.
struct HeldRun : RunLedger {
    submit::RunInfo run;
};

LaneResult<RunLedger> hold(const Connected& at) {
    return told(at, work::openRunLedger(at.ledgerFile, *at.client, at.ref));
}

/// Fails with wrong_account when the run's rows are another account's, since the one connected
/// would pay for them.
LaneResult<HeldRun> holdFor(const Connected& at, submit::RunId run) {
    auto held = hold(at);
    if (!held)
        return tl::unexpected<Trouble>(held.error());
    auto info = held->ledger->run(run);
    if (!info)
        return tl::unexpected<Trouble>(troubleOf(info.error(), at));
    const auto why = work::notOfAccount(*info, at.ref);
    if (!why)
        return HeldRun{{*std::move(held)}, *std::move(info)};
    const submit::AccountRef& owner = info->spec.account;
    return tl::unexpected<Trouble>(
        Trouble{say(*why),
                RunEngine::tr("No order was sent and nothing was spent."),
                owner.profile.empty() ? RunEngine::tr("Connect the account of the run first.")
                                      : RunEngine::tr("Connect profile “%1” first.")
                                            .arg(QString::fromStdString(owner.profile)),
                QStringLiteral("wrong_account"),
                {}});
}

bool contains(const std::vector<RowSpan>& spans, std::size_t sheet, std::uint32_t row) {
    return std::any_of(spans.begin(), spans.end(), [&](const RowSpan& span) {
        return span.sheet == sheet && span.first <= row && row <= span.last;
    });
}

class SendObserver final : public submit::RunObserver {
public:
    explicit SendObserver(const std::function<void(submit::RunProgress)>& progress)
        : progress_(progress) {}
    void onProgress(const submit::RunProgress& progress) override { progress_(progress); }

private:
    const std::function<void(submit::RunProgress)>& progress_;
};

/// `known`: as for work::keepFoundOrders(). `ofSheet`: the run has all rows of a sheet, not what is
/// left of one.
LaneResult<Priced> quoted(const std::shared_ptr<const Connected>& connected, RunLedger& held,
                          submit::RunId run, std::int64_t known, bool ofSheet,
                          const work::PricingProgress& progress, const std::stop_token& stop,
                          const work::Agreements& agreed = {}) {
    const Connected& at = *connected;
    const submit::Ledger& ledger = *held.ledger;
    auto price = work::priceRun(held, run, agreed, progress, stop);
    if (!price)
        return fail(at, price.error());
    CallOptions call;
    call.stop = stop;
    const auto account = at.client->account().get(call);
    if (!account)
        return fail(at, account.error());
    Priced priced;
    static_cast<work::Pricing&>(priced) = *std::move(price);
    priced.at = connected;
    priced.balance = account->available;
    priced.clockAhead = work::clockAhead(*account);
    priced.plan.run = run;
    Result<void> read;
    const auto keep = [&read](auto& place, auto found) {
        if (found)
            place = *std::move(found);
        else
            read = failure(found.error());
    };
    if (ofSheet)
        keep(priced.plan, submit::planSummary(ledger, run));
    if (read && priced.plan.changed + priced.plan.gone > 0)
        keep(priced.changes, work::changesOf(ledger, run));
    if (read)
        keep(priced.known, work::knownOrdersOf(ledger, run, priced.quote));
    if (read)
        keep(priced.anyway, work::orderedAnyway(ledger, run));
    if (read)
        keep(priced.kept, work::keepFoundOrders(held, priced, known));
    if (read)
        keep(priced.info, ledger.run(run));
    if (!read)
        return fail(at, read.error());
    return priced;
}

Trouble newerRun(const Message& why) {
    return {say(why),
            RunEngine::tr("No order was sent and nothing was spent."),
            RunEngine::tr("Look at the run, and decide what happens to its rows."),
            QStringLiteral("newer_run_exists"),
            {}};
}

LaneResult<submit::PlanSummary> plan(const Connected& at, RunLedger& held, PlanRequest request,
                                     const work::PricingProgress& progress,
                                     const std::stop_token& stop) {
    request.options.sheet.hashInput = true;
    if (!request.rows.empty())
        request.takes = [&rows = request.rows](const app::CheckedRow& row) {
            return contains(rows, row.sheet, row.row);
        };
    auto check = app::SheetCheck::open(request.path, request.options, stop);
    if (!check)
        return fail(at, check.error());
    const auto summary = work::planSheet(
        *held.ledger, held.lock(), {at.ref, at.account.available.currency}, request, *check,
        [&progress](std::int64_t rows) { progress({rows}); }, stop);
    if (!summary)
        return fail(at, summary.error());
    return *summary;
}

/// Repeated with the same key: after a lost answer it is the same act. Where none comes at all, the
/// order itself says whether it is cancelled.
Result<Order> cancel(const Connected& at, const Order& order) {
    const auto key = IdempotencyKey::parse("desktop-cancel-" + order.number.str() + "-" +
                                           std::to_string(order.version));
    auto cancelled = at.client->orders().cancel(order.number, {}, *key, order.version);
    if (cancelled || cancelled.error().certainty != Certainty::Unknown)
        return cancelled;
    auto now = at.client->orders().get(order.number);
    if (now && now->status == OrderStatus::Cancelled)
        return now;
    if (now)
        cancelled.error().certainty = Certainty::NotApplied;
    return cancelled;
}

Trouble notCancelled(const Error& error, const Connected& at, const Order& order) {
    Trouble trouble = troubleOf(error, at);
    if (error.certainty == Certainty::Unknown)
        trouble.meaning = RunEngine::tr("Nothing was ordered, and whether %1 was cancelled is not "
                                        "known.")
                              .arg(QString::fromStdString(order.number.str()));
    return trouble;
}

/// The rows that are meant: those named, or all that `find` finds.
LaneResult<std::vector<std::int64_t>>
namedOr(const Connected& at, std::vector<std::int64_t> ordinals,
        const std::function<Result<std::vector<std::int64_t>>()>& find) {
    if (!ordinals.empty())
        return ordinals;
    return told(at, find());
}

} // namespace

std::int64_t countOf(const std::vector<RowSpan>& spans) {
    std::int64_t sum = 0;
    for (const RowSpan& span : spans)
        sum += std::int64_t{span.last} - span.first + 1;
    return sum;
}

LaneResult<Priced> planAndPrice(const std::shared_ptr<const Connected>& at,
                                const PlanRequest& request, std::optional<submit::RunId> dropped,
                                const work::PricingProgress& progress,
                                const std::stop_token& stop) {
    auto held = hold(*at);
    if (!held)
        return tl::unexpected<Trouble>(held.error());
    if (dropped) {
        [[maybe_unused]] const auto gone = held->ledger->discard(*dropped, held->lock());
    }
    work::removeLeftoverPlans(*held->ledger, held->lock());
    const auto summary = plan(*at, *held, request, progress, stop);
    if (!summary)
        return tl::unexpected<Trouble>(summary.error());
    work::PendingPlan pending(*held, summary->run);
    auto priced = quoted(at, *held, summary->run, summary->alreadyOrdered + summary->ended, true,
                         progress, stop, request.anyway);
    if (priced)
        pending.keep();
    return priced;
}

LaneResult<Priced> priceRun(const std::shared_ptr<const Connected>& at, submit::RunId run,
                            bool retryRefused, const work::PricingProgress& progress,
                            const std::stop_token& stop) {
    auto held = holdFor(*at, run);
    if (!held)
        return tl::unexpected<Trouble>(held.error());
    if (retryRefused)
        if (const auto ready = held->ledger->retryRefused(run, {}, held->lock()); !ready)
            return fail(*at, ready.error());
    return quoted(at, *held, run, 0, false, progress, stop);
}

LaneResult<Priced> orderAnyway(const std::shared_ptr<const Connected>& at, submit::RunId run,
                               std::vector<std::int64_t> ordinals, bool ofSheet,
                               const work::PricingProgress& progress, const std::stop_token& stop) {
    auto held = holdFor(*at, run);
    if (!held)
        return tl::unexpected<Trouble>(held.error());
    const auto meant = namedOr(*at, std::move(ordinals),
                               [&] { return work::rowsOrderedBefore(*held->ledger, run); });
    if (!meant)
        return tl::unexpected<Trouble>(meant.error());
    if (const auto added = held->ledger->include(run, *meant, held->lock()); !added)
        return fail(*at, added.error());
    return quoted(at, *held, run, 0, ofSheet, progress, stop);
}

LaneResult<Priced> orderAgain(const std::shared_ptr<const Connected>& at, submit::RunId run,
                              std::vector<std::int64_t> ordinals,
                              const work::PricingProgress& progress, const std::stop_token& stop) {
    auto held = holdFor(*at, run);
    if (!held)
        return tl::unexpected<Trouble>(held.error());
    const auto meant =
        namedOr(*at, std::move(ordinals), [&] { return work::rowsEnded(*held->ledger, run); });
    if (!meant)
        return tl::unexpected<Trouble>(meant.error());
    const auto again = held->ledger->orderAgain(run, *meant, held->lock());
    if (!again)
        return fail(*at, again.error());
    work::PendingPlan pending(*held, *again);
    auto priced = quoted(at, *held, *again, 0, false, progress, stop);
    if (priced)
        pending.keep();
    return priced;
}

LaneResult<Priced> inPlaceOf(const std::string& orderNumber, LaneResult<Priced> priced,
                             const std::stop_token& stop) {
    const auto number = OrderNumber::parse(orderNumber);
    if (!priced || !number)
        return priced;
    CallOptions call;
    call.stop = stop;
    const auto order = priced->at->client->orders().get(*number, call);
    if (!order)
        return fail(*priced->at, order.error());
    if (order->status == OrderStatus::PendingReview)
        priced->cancels = *order;
    else if (order->status != OrderStatus::Cancelled)
        return tl::unexpected<Trouble>(
            Trouble{RunEngine::tr("%1 is no longer in review, so it cannot be cancelled.")
                        .arg(QString::fromStdString(orderNumber)),
                    RunEngine::tr("No order was sent and nothing was spent."),
                    RunEngine::tr("Order the changed row as well, or leave it."),
                    QStringLiteral("invalid_transition"),
                    {}});
    return priced;
}

LaneResult<PricedPart> priceOfFirst(const Connected& at, submit::RunId run,
                                    const submit::QuoteSummary& quote, std::int64_t count) {
    const auto ledger = work::openToRead(at.ledgerFile);
    if (!ledger)
        return fail(at, ledger.error());
    auto price = work::limitedQuote(*ledger, run, quote, count);
    if (!price)
        return fail(at, price.error());
    auto meaning = work::overviewOf(*ledger, run, count);
    if (!meaning)
        return fail(at, meaning.error());
    return PricedPart{*std::move(price), *std::move(meaning)};
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

LaneResult<submit::RunReport>
sendRun(const Connected& at, submit::RunId run, const std::optional<submit::Approval>& approval,
        std::optional<submit::RunId> newerSeen, const std::optional<Order>& cancels,
        submit::RunControl& control, const std::function<void()>& started,
        const std::function<void(submit::RunProgress)>& progress) {
    auto held = holdFor(at, run);
    if (!held)
        return tl::unexpected<Trouble>(held.error());
    if (!approval)
        if (const auto why = work::olderThanAnother(held->run, newerSeen))
            return tl::unexpected<Trouble>(newerRun(*why));
    if (cancels)
        if (const auto cancelled = cancel(at, *cancels); !cancelled)
            return tl::unexpected<Trouble>(notCancelled(cancelled.error(), at, *cancels));
    if (approval)
        if (const auto approved = held->submission->approve(run, *approval); !approved) {
            Trouble trouble = troubleOf(approved.error(), at);
            if (cancels)
                trouble.meaning = RunEngine::tr("%1 was cancelled, and nothing was ordered in its "
                                                "place.")
                                      .arg(QString::fromStdString(cancels->number.str()));
            return tl::unexpected<Trouble>(trouble);
        }
    started();
    SendObserver observer(progress);
    const auto report = held->submission->run(run, control, &observer);
    if (!report)
        return fail(at, report.error());
    return *report;
}

LaneResult<work::GivenUp> giveUpRest(const std::filesystem::path& ledgerFile,
                                     const std::shared_ptr<const Connected>& at, submit::RunId run,
                                     const std::stop_token& stop) {
    if (at) {
        auto held = holdFor(*at, run);
        if (!held)
            return tl::unexpected<Trouble>(held.error());
        return told(*at, work::giveUpRest(*held, run, stop));
    }
    const auto fail = [](const Error& error) {
        return tl::unexpected<Trouble>(troubleOf(error, TroubleContext{}));
    };
    auto ledger = submit::Ledger::open(ledgerFile);
    if (!ledger)
        return fail(ledger.error());
    const auto lock = ledger->lock();
    if (!lock)
        return fail(lock.error());
    const auto given = ledger->giveUp(run, *lock);
    if (!given)
        return fail(given.error());
    return work::GivenUp{*given, 0};
}

} // namespace leadsheet::desktop
