// SPDX-License-Identifier: Apache-2.0
#include "damaged_ledger.hpp"

#include <array>
#include <fstream>
#include <iterator>
#include <tuple>
#include <unistd.h>

namespace leadsheet::test {

namespace {

namespace fs = std::filesystem;
using namespace leadsheet::submit;

constexpr std::size_t kPageSize = 7; ///< several pages even in a small ledger
constexpr std::size_t kMaxRuns = 100;

auto identity(const RowRecord& row) {
    return std::tie(row.sourceRow, row.tab, row.key, row.mark, row.reference, row.generation,
                    row.occurrence, row.product, row.leadCount, row.finding, row.state,
                    row.skipReason, row.orderNumber, row.price, row.quoteId, row.quoted);
}

bool same(const RowRecord& a, const RowRecord& b) {
    return a.ref == b.ref && identity(a) == identity(b) && a.snapshot == b.snapshot &&
           a.request == b.request && a.problems.size() == b.problems.size();
}

/// Reads on until something fails; throws that error.
class Reader {
public:
    explicit Reader(const Ledger& ledger)
        : ledger_(ledger) {}

    void readAll(LedgerReading& into) const {
        into.runs = must(ledger_.runs(kMaxRuns));
        for (const RunInfo& run : into.runs) {
            auto& rows = into.rows[run.id.value];
            RowFilter filter;
            filter.withContent = true;
            filter.pageSize = kPageSize;
            RowReader reader(ledger_, run.id, filter);
            for (;;) {
                const auto page = must(reader.next());
                if (page.empty())
                    break;
                for (const RowRecord& row : page)
                    if (!rows.empty() && row.ref.ordinal <= rows.back().ref.ordinal)
                        into.contradiction = "rows come out of order";
                if (!into.contradiction.empty())
                    return;
                rows.insert(rows.end(), page.begin(), page.end());
            }
            static_cast<void>(must(ledger_.totalsByProduct(run.id)));
            for (const RowRecord& row : rows) {
                static_cast<void>(must(attemptsOf(ledger_, row.ref)));
                if (!same(must(ledger_.row(row.ref)), row))
                    into.contradiction = "a row asked for alone is another than among the others";
            }
        }
    }

private:
    template <class T>
    static T must(Result<T> result) {
        if (!result)
            throw result.error();
        return std::move(*result);
    }

    const Ledger& ledger_;
};

std::string checkRow(const RowRecord& row) {
    const auto among = [](auto value, auto last) {
        return static_cast<int>(value) >= 0 && value <= last;
    };
    if (!among(row.state, RowState::WillRetry) || !among(row.finding, Finding::Unfinished) ||
        !among(row.skipReason, SkipReason::BeyondLimit))
        return "a row is in a state that there is not";
    return {};
}

std::string checkRun(const RunInfo& run, const std::vector<RowRecord>& rows, Damage damage) {
    if (static_cast<int>(run.state) < 1 || run.state > RunState::Finished ||
        static_cast<int>(run.pauseReason) < 0 || run.pauseReason > PauseReason::Cancelled)
        return "a run is in a state that there is not";
    std::array<std::int64_t, kRowStateCount> counted{};
    std::int64_t held = 0;
    for (const RowRecord& row : rows) {
        if (auto problem = checkRow(row); !problem.empty())
            return problem;
        ++counted.at(static_cast<std::size_t>(row.state));
        if (row.state == RowState::Placed &&
            __builtin_add_overflow(held, row.price.value_or(0), &held))
            return "more is held than there is money";
    }
    if (damage != Damage::None)
        return {};
    if (counted != run.totals.rows)
        return "the totals of a run are not those of its rows";
    return held == run.totals.held ? "" : "a run held something else than its rows";
}

std::string checkError(const LedgerReading& reading, const LedgerFolder& folder) {
    const Error& error = *reading.error;
    const bool known = error.is(ErrorCode::LedgerDamaged) || error.is(ErrorCode::LedgerTooNew) ||
                       error.is(ErrorCode::StorageError) || error.is(ErrorCode::StorageFull);
    if (!known)
        return "damage is reported as " + std::string(error.codeName()) + ": " + error.message;
    if (error.message.find(folder.file().string()) == std::string::npos)
        return "an error does not name the file: " + error.message;
    if (!error.is(ErrorCode::LedgerDamaged) || !reading.whileOpening)
        return {};
    if (!folder.hasCopy())
        return "a damaged ledger was not copied";
    // The way out that the message offers.
    if (const auto aside = Ledger::setAside(folder.file()); !aside)
        return "a damaged ledger cannot be set aside: " + aside.error().message;
    const auto fresh = Ledger::open(folder.file());
    if (!fresh)
        return "there is no new ledger after a damaged one: " + fresh.error().message;
    return fresh->runs().value().empty() ? "" : "a new ledger has runs";
}

} // namespace

LedgerFolder::LedgerFolder() {
    static int made = 0;
    const fs::path memory = "/dev/shm";
    folder_ = (fs::is_directory(memory) ? memory : fs::temp_directory_path()) /
              ("leadsheet-fuzz-" + std::to_string(::getpid()) + "-" + std::to_string(++made));
    fs::create_directories(folder_);
}

LedgerFolder::~LedgerFolder() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

void LedgerFolder::place(std::string_view bytes) const {
    std::ofstream(file(), std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

bool LedgerFolder::hasCopy() const {
    for (const auto& entry : fs::directory_iterator(folder_))
        if (entry.path().filename().string().starts_with("orders.ledger.damaged-"))
            return true;
    return false;
}

std::string readFile(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

LedgerReading readLedger(const fs::path& file, LedgerOptions::Mode mode) {
    LedgerReading reading;
    LedgerOptions options;
    options.mode = mode;
    auto ledger = Ledger::open(file, options);
    if (!ledger) {
        reading.error = ledger.error();
        reading.whileOpening = true;
        return reading;
    }
    try {
        Reader(*ledger).readAll(reading);
    } catch (const Error& error) {
        reading.error = error;
        return reading;
    }
    if (mode == LedgerOptions::Mode::ReadWrite)
        if (const auto lock = ledger->lock(); !lock)
            reading.error = lock.error();
    return reading;
}

std::string ledgerProblem(const LedgerReading& reading, const LedgerFolder& folder, Damage damage) {
    if (reading.error)
        return checkError(reading, folder);
    if (!reading.contradiction.empty())
        return damage == Damage::Bytes ? "" : reading.contradiction;
    for (const RunInfo& run : reading.runs)
        if (auto problem = checkRun(run, reading.rows.at(run.id.value), damage); !problem.empty())
            return problem;
    return {};
}

std::string difference(const LedgerReading& first, const LedgerReading& second) {
    if (first.runs.size() != second.runs.size())
        return "there are " + std::to_string(second.runs.size()) + " runs, not " +
               std::to_string(first.runs.size());
    for (const auto& [run, rows] : first.rows) {
        const auto others = second.rows.find(run);
        if (others == second.rows.end() || others->second.size() != rows.size())
            return "run " + std::to_string(run) + " has other rows";
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (identity(rows[i]) != identity(others->second[i]))
                return "row " + std::to_string(i) + " of run " + std::to_string(run) +
                       " says something else";
    }
    return {};
}

} // namespace leadsheet::test
