// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/submit/planner.hpp"

#include "digest.hpp"
#include "leadsheet/submit/row_identity.hpp"
#include "ledger_store.hpp"
#include "plan_compare.hpp"
#include "row_table.hpp"
#include "run_table.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <unordered_map>

namespace leadsheet::submit {
namespace {

using detail::Database;
using detail::Transaction;

constexpr std::int64_t kRowsPerCommit = 1'000;

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

/// How often a body or a Reference has come up, and where first.
struct Seen {
    std::int64_t count = 0;
    std::int64_t ordinal = 0;
    std::int64_t sourceRow = 0;
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
    Impl(detail::LedgerStore& store, const RunSpec& spec)
        : store_(store)
        , spec_(spec) {
        Transaction transaction(db());
        account_ = detail::accountNumber(db(), spec.account);
        run_ = detail::insertRun(db(), spec, account_, store_.now());
        transaction.commit();
    }
    ~Impl() {
        transaction_.reset();
        if (!finished_)
            static_cast<void>(detail::guarded([&] { detail::deleteRun(db(), run_); }));
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    void add(const RowInput& input) {
        refuseAfterFailure();
        failed_ = true;
        if (!transaction_)
            transaction_.emplace(db());
        noteTab(input.tab);
        detail::insertRow(db(), account_, classify(input));
        ++rows_;
        if (rows_ % kRowsPerCommit == 0)
            commit();
        failed_ = false;
    }

    PlanSummary finish() {
        refuseAfterFailure();
        failed_ = true;
        if (!transaction_)
            transaction_.emplace(db());
        refuseRepeatedReferences();
        nameSkippedRows();
        commit();
        detail::ChangeFinder(db(), account_, run_).markChanged(spec_.orderChanged, store_.now());
        transaction_.emplace(db());
        if (const auto other = detail::runToCompareWith(db(), account_, run_, spec_.sourceName))
            detail::setComparedWith(db(), run_, *other);
        detail::setRunState(db(), run_, RunState::Planned, PauseReason::None, "", store_.now());
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
        row.request = canonicalBody(input.request);
        row.mark = identityMark(input.request);
        // Skipped rows take no part in counting identical rows: which of two equal rows is left out
        // makes no difference to the keys. They get theirs at the end.
        if (!input.skip)
            compare(row, input.orderAgain);
        return row;
    }

    void compare(RowRecord& row, bool orderAgain) {
        Seen& seen = note(row);
        row.occurrence = row.reference.empty() ? seen.count - 1 : 0;
        auto other = lookUp(row);
        while (orderAgain && other && detail::isOrdered(other->state)) {
            ++row.generation;
            other = lookUp(row);
        }
        if (other && (detail::isOrdered(other->state) || detail::isLive(other->state))) {
            row.related = other->ref;
            useEarlier(row, *other);
        } else if (row.occurrence > 0) {
            row.finding = Finding::InSheetTwice;
            row.related = RowRef{run_, seen.ordinal};
            row.message = "The same order as row " + std::to_string(seen.sourceRow);
            if (tabs_[seen.tab] != row.tab)
                row.message += " of tab \"" + tabs_[seen.tab] + "\"";
            row.message += '.';
            if (!spec_.orderDuplicates) {
                row.state = RowState::Skipped;
                row.skipReason = SkipReason::DuplicateInSheet;
            }
        }
    }

    /// The key is known from an earlier run.
    void useEarlier(RowRecord& row, RowRecord& other) {
        detail::addContent(db(), other);
        if (!row.reference.empty() && normalised(other.request) != normalised(row.request)) {
            row.finding = Finding::Changed;
            row.state = RowState::Skipped;
            row.skipReason = SkipReason::ChangedSinceOrdered;
            row.orderNumber = other.orderNumber;
            row.message =
                other.orderNumber.empty()
                    ? "This Reference belongs to a row of an earlier run, with other details."
                    : "This Reference bought order " + other.orderNumber + " with other details.";
        } else if (detail::isOrdered(other.state)) {
            row.finding = Finding::AlreadyOrdered;
            row.state = RowState::AlreadyOrdered;
            row.orderNumber = other.orderNumber;
            row.price = other.price;
        } else {
            row.finding = Finding::Unfinished;
        }
    }

    std::optional<RowRecord> lookUp(RowRecord& row) {
        row.key = orderKey({row.request, row.occurrence, row.generation, row.reference}).str();
        return detail::findByKey(db(), account_, row.key, run_);
    }

    Seen& note(const RowRecord& row) {
        const bool referenced = !row.reference.empty();
        Seen& seen =
            referenced ? references_[digestOf(row.reference)] : bodies_[digestOf(row.request)];
        if (++seen.count == 1) {
            seen.ordinal = row.ref.ordinal;
            seen.sourceRow = row.sourceRow;
            seen.tab = tabNumber(row.tab);
        } else if (referenced) {
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
            const std::string message =
                "The Reference '" + reference + "' stands on " + std::to_string(ordinals.size()) +
                " rows (" + places +
                "). It has to be unique over all sheets: correct it or map no Reference column.";
            for (const std::int64_t ordinal : ordinals)
                refuse(ordinal, message);
        }
    }

    void refuse(std::int64_t ordinal, const std::string& message) {
        db().use("UPDATE rows SET state = ?3, order_key = NULL, finding = 0, related_run = NULL,"
                 " related_ordinal = NULL, order_number = '', price = NULL"
                 " WHERE run = ?1 AND ordinal = ?2")
            .bind(run_, ordinal, static_cast<int>(RowState::NeedsFix))
            .run();
        db().use("INSERT INTO problems(run, ordinal, number, column_name, code, message)"
                 " VALUES(?1, ?2, 0, '', 'duplicate_reference', ?3)")
            .bind(run_, ordinal, message)
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
                if (!row.key.empty() || row.request.empty() || !row.reference.empty())
                    continue;
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
    bool finished_ = false;
    bool failed_ = false;
    std::unordered_map<Digest, Seen, DigestHash> bodies_;
    std::unordered_map<Digest, Seen, DigestHash> references_;
    std::map<std::string, std::vector<std::int64_t>> repeated_;
    std::vector<std::string> tabs_;
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
        [&] { return RunPlanner(std::make_unique<Impl>(ledger.store(), spec)); });
}

Result<void> RunPlanner::add(const RowInput& row) {
    return detail::guarded([&] { impl_->add(row); });
}

Result<PlanSummary> RunPlanner::finish() {
    return detail::guarded([&] { return impl_->finish(); });
}

} // namespace leadsheet::submit
