// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/work/exporting.hpp"

#include "leadsheet/app/accounts/private_file.hpp"
#include "leadsheet/app/order_money.hpp"
#include "leadsheet/app/run_record.hpp"
#include "leadsheet/money.hpp"
#include "leadsheet/timestamp.hpp"
#include "leadsheet/try.hpp"
#include "leadsheet/work/opening.hpp"
#include "leadsheet/work/run_summary.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace leadsheet::work {

bool isOfCopy(const submit::RunInfo& run, const app::AppFolders& folders) {
    const auto record = app::recordOf(run);
    return record && std::filesystem::path(record->sheet).parent_path() == copiesFolder(folders);
}

std::filesystem::path proposedResults(const submit::RunInfo& run, const app::AppFolders& folders,
                                      bool onlyToFix) {
    const auto record = app::recordOf(run);
    if (!record)
        return {};
    std::filesystem::path sheet = record->sheet;
    if (isOfCopy(run, folders)) // whose own name says nothing
        sheet = std::filesystem::path(run.spec.sourceName)
                    .filename()
                    .replace_extension(sheet.extension());
    if (onlyToFix)
        return app::toFixResultsPathFor(sheet);
    std::error_code unknown;
    return std::filesystem::exists(record->sheet, unknown) ? app::resultsPathFor(sheet)
                                                           : app::keptResultsPathFor(sheet);
}

tl::expected<app::RunResults, app::RunResultsError>
writeResults(const submit::Ledger& ledger, const submit::RunInfo& run,
             const ResultsRequest& request, const app::AppFolders& folders,
             std::function<std::string(WallTime)> clock, const std::stop_token& stop) {
    if (auto made = app::makePrivateFolder(folders.data); !made)
        return tl::unexpected(app::RunResultsError{{}, made.error(), false});
    app::RunResultsOptions options;
    options.output = request.output;
    options.overwrite = request.overwrite;
    options.inPlace = request.inPlace;
    options.fittingName = true;
    if (request.onlyToFix)
        options.states = toFixStates();
    options.workFolder = folders.data;
    options.clock = std::move(clock);
    return app::writeRunResults(ledger, run, options, stop);
}

namespace {

using app::ColumnType;
using app::ExportValue;

constexpr std::array<std::pair<const char*, ColumnType>, 15> kColumns{{
    {"orderNumber", ColumnType::Text},
    {"externalRef", ColumnType::Text},
    {"product", ColumnType::Text},
    {"status", ColumnType::Text},
    {"paymentStatus", ColumnType::Text},
    {"leadCount", ColumnType::Number},
    {"deliveredLeads", ColumnType::Number},
    {"price", ColumnType::Amount},
    {"held", ColumnType::Amount},
    {"charged", ColumnType::Amount},
    {"released", ColumnType::Amount},
    {"refunded", ColumnType::Amount},
    {"currency", ColumnType::Text},
    {"createdAt", ColumnType::DateTime},
    {"deliveredAt", ColumnType::DateTime},
}};

ExportValue momentOf(const std::string& text) {
    const auto time = parseTimestamp(text);
    if (!time)
        return std::monostate();
    return app::ExportTime(
        std::chrono::duration_cast<std::chrono::milliseconds>(time->time_since_epoch()));
}

/// Looks into the order.
std::array<ExportValue, kColumns.size()> valuesOf(const Order& order) {
    const auto sums = app::moneyOf(order);
    const std::string_view currency = order.price ? order.price->currency : std::string_view();
    const int digits = minorDigits(currency);
    const auto amount = [&](std::int64_t app::OrderMoney::*part) -> ExportValue {
        if (!sums)
            return std::monostate();
        return app::ExportAmount{*sums.*part, digits};
    };
    std::array<ExportValue, kColumns.size()> values;
    values[0] = std::string_view(order.number.str());
    if (order.externalRef)
        values[1] = std::string_view(*order.externalRef);
    values[2] = std::string_view(order.product);
    values[3] = std::string_view(order.statusText);
    values[4] = toString(order.payment);
    values[5] = order.leadCount;
    if (order.deliveredLeads)
        values[6] = *order.deliveredLeads;
    if (order.price)
        values[7] = app::ExportAmount{order.price->amount, digits};
    values[8] = amount(&app::OrderMoney::held);
    values[9] = amount(&app::OrderMoney::charged);
    values[10] = amount(&app::OrderMoney::released);
    values[11] = amount(&app::OrderMoney::refunded);
    if (order.price)
        values[12] = currency;
    values[13] = momentOf(order.createdAt);
    if (order.deliveredAt)
        values[14] = momentOf(*order.deliveredAt);
    return values;
}

} // namespace

app::SheetResult<app::ExportReport> writeOrders(const std::filesystem::path& file,
                                                std::span<const Order> orders, bool overwrite) {
    app::ExportOptions options;
    options.overwrite = overwrite;
    options.sheetName = "Orders";
    options.manifest = false;
    for (const Order& order : orders)
        if (order.price) {
            options.currency = order.price->currency;
            break;
        }
    LEADSHEET_TRY(auto writer,
                  app::RecordWriter::create(
                      file, app::exportFormatFor(file).value_or(app::ExportFormat::Csv), options));
    std::vector<app::ExportColumn> columns;
    for (const auto& [name, type] : kColumns)
        columns.push_back({name, type});
    LEADSHEET_TRY_DONE(writer.begin(columns));
    for (const Order& order : orders)
        LEADSHEET_TRY_DONE(writer.row(valuesOf(order)));
    return writer.finish();
}

} // namespace leadsheet::work
