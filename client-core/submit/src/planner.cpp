// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/submit/planner.hpp"

#include "digest.hpp"
#include "earlier_orders.hpp"
#include "earlier_rows.hpp"
#include "leadsheet/messages/check.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/submit/row_identity.hpp"
#include "ledger_store.hpp"
#include "plan_compare.hpp"
#include "questions.hpp"
#include "row_table.hpp"
#include "run_table.hpp"
#include "stored_messages.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <unordered_map>

namespace leadsheet::submit {
namespace {

namespace say = messages::ledger;

using detail::Database;
using detail::Flush;
using detail::Transaction;

/// Keys and marks lie anywhere in their indexes, so that few large commits write far fewer pages.
constexpr std::int64_t kRowsPerCommit = 10'000;

/// This computer's clock, beside the service's.
constexpr std::chrono::hours kClockMayBeOff{1};

using Digest = std::array<char, 16>;

struct DigestHash {
    std::size_t operator()(const Digest& digest) const {
        std::size_t value = 0;
        std::memcpy(&value, digest.data(), sizeof value);
        return value;
    }
};

Digest digestOf(const std::string& text) {
    const std::string full = detail::sha256(normalised(text));
    Digest digest{};
    std::copy_n(full.begin(), digest.size(), digest.begin());
    return digest;
}

/// How often a body, a mark or a Reference has come up, and where first.
struct Seen {
    std::int64_t count = 0;
    std::int64_t ordinal = 0;
    std::int64_t sourceRow = 0;
    std::int64_t leadCount = 0;
    std::size_t tab = 0; ///< n-th tab of the run
};

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos)
        return {};
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

} // namespace

class RunPlanner::Impl {
public:
    /// `known`: the ledger whose rows the plan is compared with, where that is not the plan's own.
    Impl(detail::LedgerStore& store, const RunSpec& spec, Database* known)
        : store_(store)
        , spec_(spec) {
        Transaction transaction(db());
        account_ = detail::accountNumber(db(), spec.account);
        run_ = detail::insertRun(db(), spec, account_, store_.now(), true);
        transaction.commit();
        if (known != nullptr)
            earlier_.emplace(*known, detail::accountNumbers(*known, spec.account), db(), account_,
                             run_);
    }
    ~Impl() {
        transaction_.reset();
        if (!finished_)
            static_cast<void>(detail::guarded([&] {
                const detail::WithoutForeignKeys deletesAll(db());
                Transaction transaction(db());
                detail::deleteRun(db(), run_);
                transaction.commit();
            }));
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    void add(const RowInput& input) {
        refuseAfterFailure();
        failed_ = true;
        if (!transaction_)
            transaction_.emplace(db(), Flush::Later);
        noteTab(input.tab);
        if (earlier_ && !input.formerKey.empty())
            earlier_->bringKey(input.formerKey);
        const RowRecord row = classify(input);
        detail::insertRow(db(), account_, row);
        anyNew_ = anyNew_ || (row.finding == Finding::New && row.state == RowState::Ready);
        if (row.finding == Finding::New && !input.orderAgain && row.reference.empty() &&
            !input.formerKey.empty() && input.formerKey != row.key)
            formerKeys_.emplace_back(rows_, input.formerKey);
        ++rows_;
        if (rows_ % kRowsPerCommit == 0)
            commit();
        failed_ = false;
    }

    PlanSummary finish() {
        refuseAfterFailure();
        failed_ = true;
        if (!transaction_)
            transaction_.emplace(db(), Flush::Later);
        refuseRepeatedReferences();
        nameSkippedRows();
        commit();
        detail::holdBackRepeats(db(), run_, spec_.orderDuplicates, store_.now());
        detail::ChangeFinder changes(db(), account_, run_);
        // With a period the service's own dates decide of the same wish, when the rows are priced;
        // what the person agreed to holds beside it. Of another wish the service names none, and
        // those that are held for one that is nearly past are freed by its dates.
        if (!spec_.againAfter || spec_.orderChanged)
            changes.markChanged(spec_, store_.now());
        else
            changes.useOnlySince(store_.now() - *spec_.againAfter - kClockMayBeOff);
        changes.markEdited(formerKeys_, spec_, store_.now());
        markReplaced(changes);
        transaction_.emplace(db());
        if (anyNew_ && !earlier_)
            detail::keepQuestions(db(), run_, store_.now());
        if (const auto other = detail::runToCompareWith(db(), account_, run_, spec_.sourceName))
            detail::setComparedWith(db(), run_, *other);
        detail::setRunState(db(), run_, RunState::Planned, PauseReason::None, Said(), store_.now());
        commit();
        finished_ = true;
        return detail::summarise(db(), run_);
    }

private:
    /// Rows of a tab come one after the other, so the last one is nearly always it.
    void noteTab(const std::string& tab) {
        if (tabs_.empty() || tabs_.back() != tab)
            if (std::find(tabs_.begin(), tabs_.end(), tab) == tabs_.end())
                tabs_.push_back(tab);
    }
    std::size_t tabNumber(const std::string& tab) const {
        const auto found = std::find(tabs_.rbegin(), tabs_.rend(), tab);
        return static_cast<std::size_t>(tabs_.rend() - found) - 1;
    }

    Database& db() { return store_.database(); }
    void commit() {
        transaction_->commit();
        transaction_.reset();
    }

    /// A row may be missing after a failed add(), and then counting identical rows would be wrong.
    void refuseAfterFailure() const {
        if (!failed_ && !finished_)
            return;
        throw detail::StorageFailure(localError(
            ErrorCode::InvalidArgument,
            finished_ ? "The plan is finished." : "The plan failed before; begin a new one."));
    }

    RowRecord classify(const RowInput& input) {
        RowRecord row;
        row.ref = {run_, rows_};
        row.sourceRow = input.sourceRow;
        row.tab = input.tab;
        row.snapshot = input.snapshot;
        row.problems = input.problems;
        row.product = input.request.product;
        row.leadCount = input.request.leadCount;
        row.reference = trimmed(input.reference);
        row.updatedAt = store_.now();
        if (input.skip) {
            row.state = RowState::Skipped;
            row.skipReason = SkipReason::ByPerson;
        }
        if (!input.problems.empty()) {
            if (!input.skip)
                row.state = RowState::NeedsFix;
            return row;
        }
        OrderRequest request = input.request;
        if (!row.reference.empty())
            request.fields["externalRef"] = row.reference;
        row.request = canonicalBody(request);
        row.mark = input.mark.empty() ? orderMark(request) : input.mark;
        if (earlier_)
            earlier_->bringMark(row.mark);
        // Skipped rows take no part in counting identical rows: which of two equal rows is left out
        // makes no difference to the keys. They get theirs at the end.
        if (!input.skip)
            compare(row, input, excludesOwned(request));
        return row;
    }

    void compare(RowRecord& row, const RowInput& input, bool withoutLike) {
        const bool orderAgain = input.orderAgain;
        const Seen& seen = note(row);
        row.occurrence = row.reference.empty() ? seen.count - 1 : 0;
        const Seen alike = withoutLike ? Seen{} : meet(marks_[digestOf(row.mark)], row);
        auto other = lookUp(row);
        while (orderAgain && other && isOrdered(other->state)) {
            row.earlier.orders.push_back(detail::sameWish(other->orderNumber, other->leadCount));
            ++row.generation;
            other = lookUp(row);
        }
        // What ended may have been ordered again; with a period the newest order decides.
        if (spec_.againAfter || (other && other->state == RowState::Ended))
            other = lastOrdered(row, std::move(other));
        row.consented = orderAgain && row.generation > 0;
        if (other && (isOrdered(other->state) || detail::isLive(other->state))) {
            row.related = other->ref;
            useEarlier(row, *other);
        } else if (row.occurrence > 0) {
            holdBackRepeat(row, seen, say::sameOrder(placeOf(row, seen)), input.differsIn);
        } else if (alike.count > 1) {
            const bool sameCount = alike.leadCount == row.leadCount;
            const Message place = placeOf(row, alike);
            holdBackRepeat(row, alike,
                           !sameCount
                               ? say::sameOrderOtherCount(place, row.leadCount, alike.leadCount)
                           : !row.reference.empty() ? say::sameOrderOtherReference(place)
                                                    : say::sameOrderReworded(place),
                           input.differsIn);
        }
    }

    static void keep(RowRecord& row, std::vector<Message> sentences) {
        Said said(std::move(sentences));
        row.message = std::move(said.text);
        row.said = std::move(said.messages);
    }

    Message placeOf(const RowRecord& row, const Seen& first) const {
        return tabs_[first.tab] == row.tab
                   ? messages::check::rowPlace(first.sourceRow)
                   : messages::check::rowOfTabPlace(first.sourceRow, tabs_[first.tab]);
    }

    void holdBackRepeat(RowRecord& row, const Seen& first, Message how,
                        const std::string& differsIn) {
        row.finding = Finding::InSheetTwice;
        row.related = RowRef{run_, first.ordinal};
        std::vector<Message> said{std::move(how)};
        if (!differsIn.empty())
            said.push_back(say::rowsDifferIn({differsIn}));
        keep(row, std::move(said));
        if (!spec_.orderDuplicates) {
            row.state = RowState::Skipped;
            row.skipReason = SkipReason::DuplicateInSheet;
            if (!differsIn.empty())
                row.code = kDiffersInUnusedColumn;
        }
    }

    /// The newest generation that the ledger knows as ordered, where there is one: whether it is
    /// past is decided by the service's clock.
    std::optional<RowRecord> lastOrdered(RowRecord& row, std::optional<RowRecord> other) {
        if (!other || !isOrdered(other->state))
            return other;
        for (;;) {
            ++row.generation;
            auto next = lookUp(row);
            if (!next || !isOrdered(next->state))
                break;
            other = std::move(next);
        }
        --row.generation;
        lookUp(row);
        return other;
    }

    /// The key is known from an earlier run.
    void useEarlier(RowRecord& row, RowRecord& other) {
        detail::addContent(db(), other);
        const bool ordered = isOrdered(other.state);
        // An order that ended does not keep its Reference from being ordered with other details.
        const bool changed = other.state != RowState::Ended && !row.reference.empty() &&
                             !isSameRequest(other.request, row.request);
        // What certainly was not sent is replaced; what may have been is settled first.
        const bool replaced = other.state == RowState::Queued || other.state == RowState::WillRetry;
        if (changed && !replaced && !(ordered && spec_.againAfter)) {
            row.finding = Finding::Changed;
            row.state = RowState::Skipped;
            row.skipReason = SkipReason::ChangedSinceOrdered;
            row.orderNumber = other.orderNumber;
            keep(row, {ordered ? say::referenceBoughtOtherDetails(other.orderNumber)
                               : say::referenceOfUnsettledRow(std::to_string(other.ref.run))});
        } else if (other.state == RowState::Ended) {
            row.finding = Finding::Ended;
            row.state = RowState::Ended;
            row.orderNumber = other.orderNumber;
            row.orderStatus = other.orderStatus;
            row.orderedAt = other.orderedAt;
            row.price = other.price;
        } else if (isOrdered(other.state)) {
            row.finding = Finding::AlreadyOrdered;
            row.state = RowState::AlreadyOrdered;
            row.orderNumber = other.orderNumber;
            row.orderedAt = other.orderedAt;
            row.price = other.price;
        } else {
            row.finding = Finding::Unfinished;
        }
    }

    std::optional<RowRecord> lookUp(RowRecord& row) {
        row.key = orderKey({row.request, row.occurrence, row.generation, row.reference}).str();
        if (earlier_)
            earlier_->bringKey(row.key);
        auto found = detail::findByKey(db(), account_, row.key, run_);
        // How an order ended is known to the run that heard of it, not to the one that placed it.
        if (found && (found->state == RowState::Placed || found->state == RowState::AlreadyOrdered))
            detail::hearOfEnd(db(), account_, run_, *found);
        return found;
    }

    Seen& meet(Seen& seen, const RowRecord& row) const {
        if (++seen.count == 1) {
            seen.ordinal = row.ref.ordinal;
            seen.sourceRow = row.sourceRow;
            seen.leadCount = row.leadCount;
            seen.tab = tabNumber(row.tab);
        }
        return seen;
    }

    Seen& note(const RowRecord& row) {
        const bool referenced = !row.reference.empty();
        Seen& seen =
            meet(referenced ? references_[digestOf(row.reference)] : bodies_[digestOf(row.request)],
                 row);
        if (seen.count > 1 && referenced) {
            auto& rows = repeated_[row.reference];
            if (rows.empty())
                rows.push_back(seen.ordinal);
            rows.push_back(row.ref.ordinal);
        }
        return seen;
    }

    void refuseRepeatedReferences() {
        for (const auto& [reference, ordinals] : repeated_) {
            std::string places;
            for (const std::int64_t ordinal : ordinals) {
                const auto row = detail::findRow(db(), {run_, ordinal});
                if (row && places.size() < 60)
                    places += (places.empty() ? "" : ", ") + std::to_string(row->sourceRow) +
                              (tabs_.size() > 1 ? " of tab \"" + row->tab + "\"" : "");
            }
            const Said message(
                {say::referenceOnSeveralRows(reference, std::ssize(ordinals), places),
                 say::referenceHasToBeUnique()});
            for (const std::int64_t ordinal : ordinals)
                refuse(ordinal, message);
        }
    }

    void markReplaced(detail::ChangeFinder& changes) {
        if (!anyNew_)
            return;
        auto runs = earlier_ ? earlier_->runsLike(spec_)
                             : detail::runsLike(db(), {account_}, db(), spec_, run_);
        if (earlier_)
            earlier_->bringRuns(runs);
        changes.markReplaced(std::move(runs), spec_, store_.now(), [this](const RowRecord& order) {
            if (!earlier_)
                return;
            earlier_->bringKey(order.key);
            earlier_->bringMark(order.mark);
        });
    }

    void refuse(std::int64_t ordinal, const Said& message) {
        db().use("UPDATE rows SET state = ?3, order_key = NULL, finding = 0, related_run = NULL,"
                 " related_ordinal = NULL, order_number = '', price = NULL"
                 " WHERE run = ?1 AND ordinal = ?2")
            .bind(run_, ordinal, static_cast<int>(RowState::NeedsFix))
            .run();
        db().use("INSERT INTO problems(run, ordinal, number, column_name, code, message, said)"
                 " VALUES(?1, ?2, 0, '', 'duplicate_reference', ?3, ?4)")
            .bind(run_, ordinal, message.text, detail::toStored(message.messages))
            .run();
    }

    void nameSkippedRows() {
        RowFilter filter;
        filter.states = {RowState::Skipped};
        filter.withContent = true;
        std::int64_t after = -1;
        for (;;) {
            auto page = detail::pageOfRows(db(), run_, filter, after);
            if (page.empty())
                return;
            after = page.back().ref.ordinal;
            for (RowRecord& row : page) {
                if (!row.key.empty() || row.request.empty())
                    continue;
                if (row.reference.empty())
                    row.occurrence = note(row).count - 1;
                lookUp(row);
                db().use("UPDATE rows SET order_key = ?3, occurrence = ?4"
                         " WHERE run = ?1 AND ordinal = ?2")
                    .bind(run_, row.ref.ordinal, row.key, row.occurrence)
                    .run();
            }
        }
    }

    detail::LedgerStore& store_;
    RunSpec spec_;
    std::int64_t account_ = 0;
    std::int64_t run_ = 0;
    std::int64_t rows_ = 0;
    std::vector<std::pair<std::int64_t, std::string>> formerKeys_; ///< of New rows, by ordinal
    bool anyNew_ = false; ///< a row that may be ordered, and that no earlier one has the key of
    bool finished_ = false;
    bool failed_ = false;
    std::unordered_map<Digest, Seen, DigestHash> bodies_;
    std::unordered_map<Digest, Seen, DigestHash> references_;
    std::unordered_map<Digest, Seen, DigestHash> marks_;
    std::map<std::string, std::vector<std::int64_t>> repeated_;
    std::vector<std::string> tabs_;
    std::optional<detail::EarlierRows> earlier_;
    std::optional<Transaction> transaction_;
};

RunPlanner::RunPlanner(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
RunPlanner::RunPlanner(RunPlanner&&) noexcept = default;
RunPlanner& RunPlanner::operator=(RunPlanner&&) noexcept = default;
RunPlanner::~RunPlanner() = default;

Result<RunPlanner> RunPlanner::begin(Ledger& ledger, const RunLock& /*lock*/, const RunSpec& spec) {
    if (spec.account.baseUrl.empty() || spec.account.accountId.empty()) {
        return failure(localError(ErrorCode::InvalidArgument,
                                  "A run needs the account its orders belong to."));
    }
    return detail::guarded(
        [&] { return RunPlanner(std::make_unique<Impl>(ledger.store(), spec, nullptr)); });
}

Result<RunPlanner> RunPlanner::beside(const Ledger& known, Ledger& plans, const RunSpec& spec) {
    return detail::guarded([&] {
        return RunPlanner(std::make_unique<Impl>(plans.store(), spec, &known.store().database()));
    });
}

Result<PlanSummary> planSummary(const Ledger& ledger, RunId run) {
    return detail::guarded([&] { return detail::summarise(ledger.store().database(), run.value); });
}

Result<void> RunPlanner::add(const RowInput& row) {
    return detail::guarded([&] { impl_->add(row); });
}

Result<PlanSummary> RunPlanner::finish() {
    return detail::guarded([&] { return impl_->finish(); });
}

} // namespace leadsheet::submit
