// SPDX-License-Identifier: Apache-2.0
#include "act_run.hpp"

namespace leadsheet::desktop {
namespace {

constexpr int kMostSilent = 3;

/// The next order would fare no better.
bool concernsTheKey(const Error& error) {
    switch (error.code) {
    case ErrorCode::MissingApiKey:
    case ErrorCode::InvalidApiKey:
    case ErrorCode::ExpiredApiKey:
    case ErrorCode::RevokedApiKey:
    case ErrorCode::MissingScope:
    case ErrorCode::WrongKeyType:
    case ErrorCode::RateLimited:
        return true;
    default:
        return false;
    }
}

} // namespace

ActRun::ActRun(std::shared_ptr<const Connected> connection, ActWish wish,
               const std::vector<AdminOrder>& orders, QObject* parent)
    : QObject(parent)
    , connection_(std::move(connection))
    , wish_(std::move(wish)) {
    for (const AdminOrder& order : orders)
        outcomes_.push_back({order, ActState::Waiting, {}});
}

void ActRun::start() {
    if (running())
        return;
    stopping_ = false;
    silent_ = 0;
    trouble_.reset();
    next(0);
}

void ActRun::stop() {
    stopping_ = running();
}

void ActRun::next(std::size_t from) {
    while (from < outcomes_.size() && outcomes_[from].state != ActState::Waiting &&
           outcomes_[from].state != ActState::Unknown)
        ++from;
    if (stopping_ || from == outcomes_.size())
        return finish();
    at_ = from;
    ActOutcome& outcome = outcomes_[from];
    wasUnknown_ = outcome.state == ActState::Unknown;
    outcome.state = ActState::Sending;
    emit changed(static_cast<int>(from));
    background_.run(
        [connection = connection_, wish = wish_,
         order = outcome.order](const std::stop_token& stop) {
            CallOptions call;
            call.stop = stop;
            return perform(*connection->client, order, wish, call);
        },
        [this](const Result<AdminOrder>& answer) { landed(answer); });
}

void ActRun::landed(const Result<AdminOrder>& answer) {
    const std::size_t row = *at_;
    ActOutcome& outcome = outcomes_[row];
    if (answer) {
        outcome = {*answer, ActState::Done, {}};
        silent_ = 0;
    } else {
        const Error& error = answer.error();
        outcome.error = error;
        const bool silent = error.certainty == Certainty::Unknown || error.httpStatus == 0;
        silent_ = silent ? silent_ + 1 : 0;
        if (error.certainty == Certainty::Unknown)
            outcome.state = ActState::Unknown;
        else if (concernsTheKey(error) || error.stop != StopReason::Permanent)
            // That this attempt did nothing does not say what became of an earlier one.
            outcome.state = wasUnknown_ ? ActState::Unknown : ActState::Waiting;
        else
            outcome.state = ActState::Refused;
        if (concernsTheKey(error) || silent_ == kMostSilent)
            trouble_ = error;
    }
    emit changed(static_cast<int>(row));
    if (trouble_)
        return finish();
    next(row + 1);
}

void ActRun::finish() {
    at_.reset();
    stopping_ = false;
    emit finished();
}

ActCounts ActRun::counts() const {
    ActCounts counts;
    for (const ActOutcome& outcome : outcomes_) {
        switch (outcome.state) {
        case ActState::Waiting:
        case ActState::Sending:
            ++counts.waiting;
            break;
        case ActState::Done:
            ++counts.done;
            break;
        case ActState::Refused:
            ++counts.refused;
            break;
        case ActState::Unknown:
            ++counts.unknown;
            break;
        }
    }
    return counts;
}

} // namespace leadsheet::desktop
