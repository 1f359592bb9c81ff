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

void RunEngine::begin(State state) {
    state_ = state;
    emit stateChanged();
}

void RunEngine::finish() {
    state_ = State::Idle;
    control_.reset();
    emit stateChanged();
}

void RunEngine::price(PlanRequest request) {
    const auto connection = account_.connection();
    if (!connection) {
        emit failed(notConnected());
        return;
    }
    begin(State::Pricing);
    background_.run(
        [connection, request = std::move(request), dropped = std::exchange(plan_, std::nullopt),
         send = pricingProgress_.sender()](const std::stop_token& stop) {
            return planAndPrice(
                *connection, request, dropped,
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
    emit priced(*result);
}

void RunEngine::priceAgain(submit::RunId run) {
    priceExisting(run, false);
}

void RunEngine::retryRefused(submit::RunId run) {
    priceExisting(run, true);
}

void RunEngine::priceExisting(submit::RunId run, bool refusedToo) {
    const auto connection = account_.connection();
    if (!connection) {
        emit failed(notConnected());
        return;
    }
    begin(State::Pricing);
    background_.run(
        [connection, run, refusedToo,
         send = pricingProgress_.sender()](const std::stop_token& stop) {
            return priceRun(
                *connection, run, refusedToo,
                [&](std::int64_t done, std::int64_t of) {
                    send({done, of});
                },
                stop);
        },
        [this](const LaneResult<Priced>& result) { pricedNow(result); });
}

void RunEngine::priceFirst(std::int64_t count) {
    const auto connection = account_.connection();
    if (!connection || !plan_)
        return;
    background_.run([connection, run = *plan_, count](
                        const std::stop_token&) { return priceOfFirst(*connection, run, count); },
                    [this, count](const LaneResult<PartPrice>& result) {
                        if (result)
                            emit partPriced(count, *result);
                        else
                            emit failed(result.error());
                    });
}

void RunEngine::dropPlan() {
    const auto connection = account_.connection();
    const auto run = std::exchange(plan_, std::nullopt);
    if (!connection || !run || state_ != State::Idle)
        return;
    background_.run([connection, run = *run](const std::stop_token&) { dropRun(*connection, run); },
                    [] {});
}

void RunEngine::place(const submit::Approval& approval) {
    if (plan_)
        send(*plan_, approval);
}

void RunEngine::resume(submit::RunId run) {
    send(run, std::nullopt);
}

void RunEngine::send(submit::RunId run, std::optional<submit::Approval> approval) {
    const auto connection = account_.connection();
    if (!connection) {
        emit failed(notConnected());
        return;
    }
    begin(State::Sending);
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
