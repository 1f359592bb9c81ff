// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/statement.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/timestamp.hpp"
#include "leadsheet/try.hpp"

#include <array>

namespace leadsheet::app {
namespace {

constexpr std::array<std::pair<std::string_view, ColumnType>, 21> kColumns{{
    {"Time (UTC)", ColumnType::DateTime},
    {"Movement", ColumnType::Text},
    {"Order", ColumnType::Text},
    {"Run", ColumnType::Number},
    {"Sheet", ColumnType::Text},
    {"File", ColumnType::Text},
    {"Tab", ColumnType::Text},
    {"Row", ColumnType::Number},
    {"Reference", ColumnType::Text},
    {"Product", ColumnType::Text},
    {"Leads", ColumnType::Number},
    {"Campaign", ColumnType::Text},
    {"Credited", ColumnType::Amount},
    {"Held", ColumnType::Amount},
    {"Charged", ColumnType::Amount},
    {"Released", ColumnType::Amount},
    {"Refunded", ColumnType::Amount},
    {"Available After", ColumnType::Amount},
    {"Held After", ColumnType::Amount},
    {"Currency", ColumnType::Text},
    {"Reason", ColumnType::Text},
}};
using Record = std::array<ExportValue, kColumns.size()>;

constexpr std::size_t kFirstKind = 12;
constexpr std::size_t kAvailable = 17;
constexpr std::size_t kHeld = 18;
constexpr std::size_t kCurrency = 19;
constexpr std::size_t kReason = 20;

/// In the order of their columns.
constexpr std::array<std::string_view, 5> kKinds{"credit", "hold", "capture", "release", "refund"};

ExportValue textOrNothing(const std::string& text) {
    return text.empty() ? ExportValue() : ExportValue(std::string_view(text));
}

ExportValue numberOrNothing(std::int64_t number) {
    return number == 0 ? ExportValue() : ExportValue(number);
}

SheetResult<void> writeBalance(RecordWriter& writer, std::string_view word,
                               const std::optional<WallTime>& at, const StatementBalance& balance,
                               const std::string& currency) {
    const int digits = minorDigits(currency);
    Record record;
    if (at)
        record[0] = ExportTime(*at);
    record[1] = word;
    record[kAvailable] = ExportAmount{balance.available, digits};
    record[kHeld] = ExportAmount{balance.held, digits};
    record[kCurrency] = std::string_view(currency);
    return writer.row(record);
}

SheetResult<void> writeLine(RecordWriter& writer, const StatementLine& line) {
    const LedgerEntry& entry = line.entry;
    const int digits = minorDigits(entry.amount.currency);
    Record record;
    if (const auto at = parseTimestamp(entry.at))
        record[0] = ExportTime(*at);
    record[1] = movementWord(entry.type);
    for (std::size_t i = 0; i < kKinds.size(); ++i)
        if (entry.type == kKinds[i])
            record[kFirstKind + i] = ExportAmount{entry.amount.amount, digits};
    if (entry.orderNumber)
        record[2] = std::string_view(*entry.orderNumber);
    record[3] = numberOrNothing(line.run);
    record[4] = textOrNothing(line.sheet);
    record[5] = textOrNothing(line.file);
    record[6] = textOrNothing(line.tab);
    record[7] = numberOrNothing(line.row);
    record[8] = textOrNothing(line.reference);
    record[9] = textOrNothing(line.product);
    record[10] = numberOrNothing(line.leads);
    record[11] = textOrNothing(line.campaign);
    record[kAvailable] = ExportAmount{entry.available.amount, digits};
    record[kHeld] = ExportAmount{entry.held.amount, digits};
    record[kCurrency] = std::string_view(entry.amount.currency);
    if (entry.reason)
        record[kReason] = std::string_view(*entry.reason);
    return writer.row(record);
}

} // namespace

std::string_view movementWord(std::string_view type) {
    return type == "capture" ? "charge" : type;
}

ExportOptions statementOptions(const std::string& currency, bool overwrite) {
    ExportOptions options;
    options.overwrite = overwrite;
    options.sheetName = "Statement";
    options.currency = currency;
    options.manifest = false;
    return options;
}

SheetResult<ExportReport> writeStatement(Statement& statement, RecordWriter& writer) {
    const StatementTotals& totals = statement.totals();
    std::vector<ExportColumn> columns;
    for (const auto& [name, type] : kColumns)
        columns.push_back({std::string(name), type});
    LEADSHEET_TRY_DONE(writer.begin(columns));
    LEADSHEET_TRY_DONE(
        writeBalance(writer, "opening balance", totals.since, totals.opening, totals.currency));
    statement.rewind();
    for (;;) {
        const auto lines = statement.next();
        if (!lines)
            return tl::unexpected(SheetError{SheetErrorCode::StorageError,
                                             {},
                                             {lines.error().is(ErrorCode::StorageFull)
                                                  ? messages::ledger::noRoomForMovements()
                                                  : messages::ledger::movementsNotKept()},
                                             {},
                                             {}});
        if (lines->empty())
            break;
        for (const StatementLine& line : *lines)
            LEADSHEET_TRY_DONE(writeLine(writer, line));
    }
    LEADSHEET_TRY_DONE(
        writeBalance(writer, "closing balance", totals.until, totals.closing, totals.currency));
    return writer.finish();
}

} // namespace leadsheet::app
