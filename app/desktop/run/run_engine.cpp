// SPDX-License-Identifier: Apache-2.0
#include "run_engine.hpp"

#include "run_lane.hpp"

namespace leadsheet::desktop {
namespace {

Trouble notConnected() {
    return {RunEngine::tr("No account is connected."),
            RunEngine::tr("No order was sent and nothing was spent."),
            RunEngine::tr("Connect an account, or start the sandbox."),
            QStringLiteral("not_connected"),
            {}};
}

Trouble otherPrices() {
    return {RunEngine::tr("These prices are not the ones asked for last."),
            RunEngine::tr("No order was sent and nothing was spent."),
            RunEngine::tr("Ask for the prices again and look at them."),
            QStringLiteral("stale_prices"),
            {}};
}

} // namespace

RunEngine::RunEngine(AccountSession& account)
    : account_(account)
    , pricingProgress_([this](const submit::QuoteProgress& progress) {
        if (state_ == State::Pricing)
            emit pricing(progress);
    })
    , sendingProgress_([this](const submit::RunProgress& progress) {
        if (state_ == State::Sending)
            emit progressed(progress);
    }) {}

RunEngine::~RunEngine() {
    if (control_)
        control_->pause();
}

std::shared_ptr<const Connected> RunEngine::begin(State state) {
    if (state_ != State::Idle)
        return nullptr;
    auto connection = account_.connection();
    if (!connection) {
        emit failed(notConnected());
        return nullptr;
    }
    state_ = state;
    at_ = connection;
    emit stateChanged();
    return connection;
}

void RunEngine::finish() {
    state_ = State::Idle;
    control_.reset();
    emit stateChanged();
}

template <class Work>
void RunEngine::askForPrices(Work work) {
    if (state_ == State::Idle)
        sent_.reset();
    const auto connection = begin(State::Pricing);
    if (!connection)
        return;
    background_.run(
        [connection, ask = std::move(work),
         send = pricingProgress_.sender()](const std::stop_token& stop) {
            return ask(connection, work::PricingProgress(send), stop);
        },
        [this](const LaneResult<Priced>& result) { pricedNow(result); });
}

void RunEngine::price(PlanRequest request) {
    if (planAt_ && planAt_ != account_.connection())
        dropPlan();
    const bool idle = state_ == State::Idle && account_.connection();
    askForPrices(
        [request = std::move(request),
         dropped = idle ? std::exchange(plan_, std::nullopt) : std::nullopt](
            const auto& at, const work::PricingProgress& progress, const std::stop_token& stop) {
            return planAndPrice(at, request, dropped, progress, stop);
        });
}

void RunEngine::pricedNow(const tl::expected<Priced, Trouble>& result) {
    finish();
    if (!result) {
        emit failed(result.error());
        return;
    }
    plan_ = result->run;
    planAt_ = result->at;
    emit priced(*result);
}

void RunEngine::priceAgain(submit::RunId run, const std::string& replaces) {
    askForPrices([run, replaces](const auto& at, const work::PricingProgress& progress,
                                 const std::stop_token& stop) {
        return inPlaceOf(replaces, priceRun(at, run, false, progress, stop), stop);
    });
}

void RunEngine::retryRefused(submit::RunId run) {
    askForPrices(
        [run](const auto& at, const work::PricingProgress& progress, const std::stop_token& stop) {
            return priceRun(at, run, true, progress, stop);
        });
}

void RunEngine::orderAnyway(submit::RunId run, std::vector<std::int64_t> ordinals, bool ofSheet) {
    askForPrices([run, ordinals = std::move(ordinals),
                  ofSheet](const auto& at, const work::PricingProgress& progress,
                           const std::stop_token& stop) {
        return desktop::orderAnyway(at, run, ordinals, ofSheet, progress, stop);
    });
}

void RunEngine::orderAgain(submit::RunId run, std::vector<std::int64_t> ordinals,
                           const std::string& replaces) {
    askForPrices([run, ordinals = std::move(ordinals),
                  replaces](const auto& at, const work::PricingProgress& progress,
                            const std::stop_token& stop) {
        return inPlaceOf(replaces, desktop::orderAgain(at, run, ordinals, progress, stop), stop);
    });
}

void RunEngine::priceFirst(const submit::QuoteSummary& quote, std::int64_t count) {
    if (!plan_)
        return;
    background_.run([at = planAt_, run = *plan_, quote, count](
                        const std::stop_token&) { return priceOfFirst(*at, run, quote, count); },
                    [this, count](const LaneResult<PricedPart>& result) {
                        if (result)
                            emit partPriced(count, *result);
                        // What is under way since then did not fail.
                        else if (state_ == State::Idle)
                            emit failed(result.error());
                    });
}

void RunEngine::dropPlan() {
    const auto run = std::exchange(plan_, std::nullopt);
    if (!run || state_ != State::Idle)
        return;
    background_.run([at = planAt_, run = *run](const std::stop_token&) { dropRun(*at, run); },
                    [] {});
}

bool RunEngine::place(const Priced& priced, const submit::Approval& approval) {
    if (state_ != State::Idle)
        return false;
    if (plan_ != priced.run || planAt_ != priced.at || priced.at != account_.connection()) {
        sent_.reset();
        emit failed(otherPrices());
        return false;
    }
    send(priced.run, approval, std::nullopt, priced.cancels);
    return true;
}

void RunEngine::resume(submit::RunId run, std::optional<submit::RunId> newerSeen) {
    send(run, std::nullopt, newerSeen);
}

void RunEngine::send(submit::RunId run, std::optional<submit::Approval> approval,
                     std::optional<submit::RunId> newerSeen, std::optional<Order> cancels) {
    if (state_ == State::Idle)
        sent_ = run;
    const auto connection = begin(State::Sending);
    if (!connection)
        return;
    control_ = std::make_shared<submit::RunControl>();
    const auto tellStarted = [this, run] {
        QMetaObject::invokeMethod(
            this,
            [this, run] {
                plan_.reset();
                emit started(run);
            },
            Qt::QueuedConnection);
    };
    background_.run(
        [connection, run, approval = std::move(approval), newerSeen, cancels = std::move(cancels),
         control = control_, tellStarted,
         progress = sendingProgress_.sender()](const std::stop_token&) {
            return sendRun(*connection, run, approval, newerSeen, cancels, *control, tellStarted,
                           progress);
        },
        [this](const LaneResult<submit::RunReport>& result) {
            sendingProgress_.drop();
            finish();
            if (result)
                emit ended(*result);
            else
                emit failed(result.error());
        });
}

void RunEngine::pause() {
    if (control_)
        control_->pause();
}

void RunEngine::stop() {
    if (control_)
        control_->stop();
}

void RunEngine::cancelPricing() {
    if (state_ != State::Pricing)
        return;
    background_.cancel();
    finish();
}

} // namespace leadsheet::desktop
