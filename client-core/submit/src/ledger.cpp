// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/submit/ledger.hpp"

#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/try.hpp"
#include "ledger_store.hpp"
#include "lock_file.hpp"
#include "row_table.hpp"
#include "run_table.hpp"
#include "sheet_history.hpp"

namespace leadsheet::submit {

RunLock::RunLock(std::unique_ptr<detail::LockFile> file)
    : file_(std::move(file)) {}
RunLock::RunLock(RunLock&&) noexcept = default;
RunLock& RunLock::operator=(RunLock&&) noexcept = default;
RunLock::~RunLock() = default;

Ledger::Ledger(std::unique_ptr<detail::LedgerStore> store)
    : store_(std::move(store)) {}
Ledger::Ledger(Ledger&&) noexcept = default;
Ledger& Ledger::operator=(Ledger&&) noexcept = default;
Ledger::~Ledger() = default;

Result<Ledger> Ledger::open(const std::filesystem::path& file, LedgerOptions options) {
    LEADSHEET_TRY(auto database, detail::openLedgerFile(file, options));
    return Ledger(std::make_unique<detail::LedgerStore>(
        std::move(database), options.clock ? options.clock : systemClock()));
}

const std::filesystem::path& Ledger::file() const {
    return store_->database().file();
}

Result<RunLock> Ledger::lock() {
    LEADSHEET_TRY(auto file,
                  detail::LockFile::acquire(this->file(), detail::timestamp(store_->now())));
    RunLock lock(std::move(file));
    auto recovered =
        detail::guarded([&] { return detail::recover(store_->database(), store_->now()); });
    if (!recovered)
        return failure(recovered.error());
    return lock;
}

Result<void> Ledger::identify(const AccountRef& account, const RunLock& /*lock*/) {
    return detail::guarded([&] {
        detail::Transaction transaction(store_->database());
        detail::accountNumber(store_->database(), account);
        transaction.commit();
    });
}

Result<std::vector<EarlierRun>> Ledger::earlierRuns(RunId planned) const {
    return detail::guarded([&] { return detail::earlierRuns(store_->database(), planned.value); });
}

std::optional<LockHolder> Ledger::lockHolder() const {
    return detail::LockFile::holder(file());
}

Result<RunInfo> Ledger::run(RunId id) const {
    return detail::guarded([&] {
        RunInfo info = detail::loadRun(store_->database(), id.value);
        info.interrupted = info.state == RunState::Running && !lockHolder();
        return info;
    });
}

Result<std::vector<RunInfo>> Ledger::runs(std::size_t limit) const {
    return detail::guarded([&] {
        const bool held = lockHolder().has_value();
        std::vector<RunInfo> infos;
        for (const std::int64_t run : detail::newestRuns(store_->database(), limit)) {
            infos.push_back(detail::loadRun(store_->database(), run));
            infos.back().interrupted = infos.back().state == RunState::Running && !held;
        }
        return infos;
    });
}

Result<std::vector<ProductTotal>> Ledger::totalsByProduct(RunId id) const {
    return detail::guarded([&] { return detail::loadProductTotals(store_->database(), id.value); });
}

Result<RowRecord> Ledger::row(RowRef ref) const {
    return detail::guarded([&] {
        auto row = detail::findRow(store_->database(), ref);
        if (!row) {
            throw detail::StorageFailure(
                localError(ErrorCode::NotFound,
                           {messages::ledger::runWithoutSuchRow(std::to_string(ref.run))}));
        }
        detail::addContent(store_->database(), *row);
        return *row;
    });
}

} // namespace leadsheet::submit
