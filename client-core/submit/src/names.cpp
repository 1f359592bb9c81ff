// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/submit/run.hpp"

#include <numeric>

namespace leadsheet::submit {

bool isOrdered(RowState state) {
    return state == RowState::Placed || state == RowState::AlreadyOrdered ||
           state == RowState::Ended;
}

std::string_view name(RowState state) {
    switch (state) {
    case RowState::Ready:
        return "Ready";
    case RowState::NeedsFix:
        return "Needs Fix";
    case RowState::Skipped:
        return "Skipped";
    case RowState::Queued:
        return "Queued";
    case RowState::Sending:
        return "Sending";
    case RowState::Placed:
        return "Placed";
    case RowState::AlreadyOrdered:
        return "Already Ordered";
    case RowState::Refused:
        return "Refused";
    case RowState::Unknown:
        return "Unknown Outcome";
    case RowState::WillRetry:
        return "Will Retry";
    case RowState::Ended:
        return "Ordered, Then Ended";
    }
    return "Unknown Outcome";
}

std::string_view name(SkipReason reason) {
    switch (reason) {
    case SkipReason::None:
        return "";
    case SkipReason::ByPerson:
        return "not selected";
    case SkipReason::ChangedSinceOrdered:
        return "changed since ordered";
    case SkipReason::DuplicateInSheet:
        return "in the sheet twice";
    case SkipReason::TakenOver:
        return "continued in a later run";
    case SkipReason::BeyondLimit:
        return "beyond the first rows asked for";
    case SkipReason::OrderedBefore:
        return "ordered before";
    case SkipReason::Retired:
        return "replaced in a later run";
    case SkipReason::GivenUp:
        return "given up";
    }
    return "";
}

std::string_view name(Finding finding) {
    switch (finding) {
    case Finding::New:
        return "New";
    case Finding::Changed:
        return "Changed";
    case Finding::AlreadyOrdered:
        return "Already ordered";
    case Finding::InSheetTwice:
        return "In the sheet twice";
    case Finding::Unfinished:
        return "Unfinished in an earlier run";
    case Finding::OrderedBefore:
        return "Ordered before";
    case Finding::Ended:
        return "Ordered, then ended";
    }
    return "New";
}

std::string_view name(RunState state) {
    switch (state) {
    case RunState::Planning:
        return "Planning";
    case RunState::Planned:
        return "Planned";
    case RunState::Approved:
        return "Approved";
    case RunState::Running:
        return "Running";
    case RunState::Paused:
        return "Paused";
    case RunState::Stopped:
        return "Stopped";
    case RunState::Finished:
        return "Finished";
    }
    return "Planned";
}

std::string_view name(PauseReason reason) {
    switch (reason) {
    case PauseReason::None:
        return "";
    case PauseReason::ByPerson:
        return "by the person";
    case PauseReason::SameRefusal:
        return "the same refusal again and again";
    case PauseReason::KeyRejected:
        return "key rejected";
    case PauseReason::NoCredit:
        return "no credit";
    case PauseReason::SpendCap:
        return "spending cap";
    case PauseReason::ServerSpendCap:
        return "spending cap of the key";
    case PauseReason::AccountSuspended:
        return "account suspended";
    case PauseReason::HeldOtherThanQuoted:
        return "held other than quoted";
    case PauseReason::PriceRose:
        return "price rose";
    case PauseReason::LocalStorage:
        return "local storage";
    case PauseReason::ServerUnreachable:
        return "server unreachable";
    case PauseReason::LimitReached:
        return "limit reached";
    case PauseReason::Deadline:
        return "deadline";
    case PauseReason::Cancelled:
        return "cancelled";
    }
    return "";
}

std::int64_t RunTotals::all() const {
    return std::accumulate(rows.begin(), rows.end(), std::int64_t{0});
}

std::int64_t RunTotals::unsettled() const {
    return of(RowState::Queued) + of(RowState::Sending) + of(RowState::Unknown) +
           of(RowState::WillRetry);
}

} // namespace leadsheet::submit
