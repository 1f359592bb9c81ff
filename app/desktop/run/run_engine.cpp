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

RunEngine::RunEngine(AccountSession& account, QObject* parent)
    : QObject(parent)
    , account_(account)
    , pricingProgress_([this](const auto& counts) {
        if (state_ == State::Pricing)
            emit pricing(counts.first, counts.second);
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

void RunEngine::price(PlanRequest request) {
    if (planAt_ && planAt_ != account_.connection())
        dropPlan();
    const auto connection = begin(State::Pricing);
    if (!connection)
        return;
    background_.run(
        [connection, request = std::move(request), dropped = std::exchange(plan_, std::nullopt),
         send = pricingProgress_.sender()](const std::stop_token& stop) {
            return planAndPrice(
                connection, request, dropped,
                [&](std::int64_t done, std::int64_t of) {
                    send({done, of});
                },
                stop);
        },
        [this](const LaneResult<Priced>& result) { pricedNow(result); });
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

void RunEngine::priceAgain(submit::RunId run) {
    priceExisting(run, false);
}

void RunEngine::retryRefused(submit::RunId run) {
    priceExisting(run, true);
}

void RunEngine::priceExisting(submit::RunId run, bool refusedToo) {
    const auto connection = begin(State::Pricing);
    if (!connection)
        return;
    background_.run(
        [connection, run, refusedToo,
         send = pricingProgress_.sender()](const std::stop_token& stop) {
            return priceRun(
                connection, run, refusedToo,
                [&](std::int64_t done, std::int64_t of) {
                    send({done, of});
                },
                stop);
        },
        [this](const LaneResult<Priced>& result) { pricedNow(result); });
}

void RunEngine::priceFirst(std::int64_t count) {
    if (!plan_)
        return;
    background_.run([at = planAt_, run = *plan_,
                     count](const std::stop_token&) { return priceOfFirst(*at, run, count); },
                    [this, count](const LaneResult<PartPrice>& result) {
                        if (result)
                            emit partPriced(count, *result);
                        else
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
        emit failed(otherPrices());
        return false;
    }
    send(priced.run, approval);
    return true;
}

void RunEngine::resume(submit::RunId run) {
    send(run, std::nullopt);
}

void RunEngine::send(submit::RunId run, std::optional<submit::Approval> approval) {
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
        [connection, run, approval = std::move(approval), control = control_, tellStarted,
         progress = sendingProgress_.sender()](const std::stop_token&) {
            return sendRun(*connection, run, approval, *control, tellStarted, progress);
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
