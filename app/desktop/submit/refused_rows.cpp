// SPDX-License-Identifier: Apache-2.0
#include "sheet_checking.hpp"

#include "leadsheet/app/fields.hpp"
#include "leadsheet/app/run_record.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <system_error>

namespace leadsheet::desktop {
namespace {

/// `file`: the sheet's path as runs name it.
bool isOfSheet(const submit::RunInfo& run, const std::filesystem::path& sheet,
               const std::string& file) {
    if (!run.spec.sourcePath.empty())
        return run.spec.sourcePath == file;
    // A run of a copy has no path but the one in its record.
    const auto record = app::recordOf(run);
    return record && record->sheet == sheet.string();
}

std::optional<submit::RunId> newestRun(const submit::Ledger& ledger,
                                       const submit::AccountRef& account,
                                       const std::filesystem::path& sheet) {
    std::error_code ignored;
    const std::string file = std::filesystem::weakly_canonical(sheet, ignored).string();
    const auto runs = ledger.runs(std::numeric_limits<std::int32_t>::max());
    if (!runs)
        return std::nullopt;
    const auto found = std::find_if(runs->begin(), runs->end(), [&](const auto& run) {
        return !work::isOnlyPlanned(run) && submit::isSameAccount(run.spec.account, account) &&
               isOfSheet(run, sheet, file);
    });
    return found == runs->end() ? std::nullopt : std::optional(found->id);
}

} // namespace

RefusedRows::RefusedRows(const std::optional<work::OrdersOf>& orders, const work::SheetPlan& plan,
                         const std::stop_token& stop) {
    if (!orders)
        return;
    const auto ledger = work::openToRead(orders->ledger);
    const auto run = ledger ? newestRun(*ledger, orders->buyer.account, plan.path)
                            : std::optional<submit::RunId>();
    if (!run)
        return;
    submit::RowFilter filter;
    filter.states = {submit::RowState::Refused};
    filter.withContent = true;
    [[maybe_unused]] const auto read =
        work::forRowsWhile(*ledger, *run, filter, [&](const submit::RowRecord& row) {
            submit::RowRecord& kept = rows_[Place(row.tab, row.sourceRow)] = row;
            kept.snapshot.clear();
            return !stop.stop_requested();
        });
}

const submit::RowRecord* RefusedRows::of(const app::CheckedRow& row) const {
    if (rows_.empty() || row.blocked || !row.input)
        return nullptr;
    const auto found = rows_.find(Place(row.input->tab, row.row));
    if (found == rows_.end())
        return nullptr;
    OrderRequest order = row.input->request;
    if (!row.input->reference.empty())
        order.fields[std::string(app::kReferenceField)] = row.input->reference;
    return canonicalBody(order) == found->second.request ? &found->second : nullptr;
}

} // namespace leadsheet::desktop
