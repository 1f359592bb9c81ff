// SPDX-License-Identifier: Apache-2.0
// A small ledger with damage: one byte of flags, then steps of eight bytes (what, page, other page,
// offset in two bytes, value, length, repeat) that are done to the file's bytes one after the
// other. With the first flag what follows the flags is the whole file instead.
#include "damaged_ledger.hpp"
#include "desk.hpp"
#include "fuzz_case.hpp"
#include "fuzz_input.hpp"

#include <algorithm>

namespace leadsheet::test {

namespace {

using namespace leadsheet::submit;

constexpr std::size_t kPage = 4'096;
constexpr unsigned kWholeFile = 1;
constexpr unsigned kReadOnly = 2;
constexpr std::size_t kMaxSteps = 32;

/// The ledger before anything happened to it, and what it says.
struct Original {
    std::string bytes;
    LedgerReading reading;
};

const Original& original() {
    static const Original made = [] {
        submit::test::Desk desk;
        static_cast<void>(desk.submit(submit::test::differentRows(12)));
        {
            Ledger ledger = desk.open();
            const RunLock lock = ledger.lock().value();
            auto rows = submit::test::differentRows(40);
            rows[13].problems = {{"Leads", "validation_failed", "must be a whole number"}};
            rows[14].skip = true;
            for (RowInput& row : rows)
                row.snapshot.append(row.sourceRow % 5 == 0 ? 6'000 : 200, 'x');
            static_cast<void>(desk.plan(ledger, lock, rows));
        }
        LedgerFolder folder;
        Original result;
        result.bytes = readFile(desk.file());
        folder.place(result.bytes);
        result.reading = readLedger(folder.file(), LedgerOptions::Mode::ReadWrite);
        return result;
    }();
    return made;
}

/// Does one step; whether it is damage that whole pages took, which cannot go unnoticed.
bool damage(std::string& bytes, FuzzInput& input) {
    const unsigned what = input.byte() % 6U;
    const std::size_t pages = std::max<std::size_t>(bytes.size() / kPage, 1);
    const std::size_t page = input.byte() % pages * kPage;
    const std::size_t other = input.byte() % pages * kPage;
    const auto offset = static_cast<std::size_t>(input.number(2)) % kPage;
    const auto value = static_cast<char>(input.byte());
    const std::size_t length = input.byte() + std::size_t{1};
    input.byte();
    if (bytes.size() < std::max(page, other) + kPage)
        return true;
    const auto at = [&bytes](std::size_t place) {
        return bytes.begin() + static_cast<std::ptrdiff_t>(place);
    };
    switch (what) {
    case 0: // a block that was never written
        std::fill_n(at(page), kPage, '\0');
        return true;
    case 1: // a block in another's place
        std::copy_n(std::string(at(other), at(other + kPage)).begin(), kPage, at(page));
        return true;
    case 2: // a file that was cut
        bytes.resize(page + (value % 2 == 0 ? 0 : offset));
        return true;
    case 3:
        std::swap_ranges(at(page), at(page + kPage), at(other));
        return true;
    case 4: // a bit
        bytes[page + offset] = static_cast<char>(bytes[page + offset] ^ (1 << (value & 7)));
        return false;
    default:
        std::fill_n(at(page + offset), std::min(length, kPage - offset), value);
        return false;
    }
}

std::string playLedgerOpen(std::string_view text) {
    FuzzInput input(text);
    const unsigned flags = input.byte();
    std::string bytes = original().bytes;
    bool wholePages = true;
    if ((flags & kWholeFile) != 0) {
        bytes = input.rest();
        wholePages = false;
    } else {
        for (std::size_t step = 0; step < kMaxSteps && !input.empty(); ++step)
            wholePages = damage(bytes, input) && wholePages;
    }
    LedgerFolder folder;
    folder.place(bytes);
    const auto mode =
        (flags & kReadOnly) != 0 ? LedgerOptions::Mode::ReadOnly : LedgerOptions::Mode::ReadWrite;
    const LedgerReading reading = readLedger(folder.file(), mode);
    const Damage kind = bytes == original().bytes ? Damage::None
                        : wholePages              ? Damage::WholePages
                                                  : Damage::Bytes;
    if (auto problem = ledgerProblem(reading, folder, kind); !problem.empty())
        return problem;
    const bool emptied = bytes.empty(); // an empty file is a new ledger
    if (bytes == original().bytes && reading.error)
        return "an undamaged ledger is refused: " + reading.error->message;
    if (wholePages && !emptied && !reading.error)
        return difference(original().reading, reading);
    return {};
}

} // namespace

LEADSHEET_FUZZ_CASE(ledger_open, playLedgerOpen);

} // namespace leadsheet::test
