// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/lead_sheet.hpp"

#include "check/tab_head.hpp"
#include "ingest/lead_row.hpp"
#include "leadsheet/try.hpp"
#include "sheet/sha256.hpp"

#include <unordered_map>

namespace leadsheet::app {
namespace {

/// Adds up what rows come to.
class LeadTally {
public:
    LeadTally(const LeadSheet& sheet, LeadReport& report)
        : sheet_(sheet)
        , report_(report) {}

    void take(const RowView& row) {
        const std::int64_t further = row.repeat - 1; // identical ones directly below
        report_.rows += row.repeat;
        report_.repeated += further;
        LeadRow lead;
        for (const LeadColumn& column : sheet_.columns) {
            if (!column.field)
                continue;
            if (std::string fault = lead.set(*column.field, row.textAt(column.column));
                !fault.empty())
                return refuse({row.row, column.header, std::move(fault), false});
        }
        if (!lead.names())
            return refuse({row.row, {}, "The row names neither a person nor a company.", false});
        if (const std::string identity = lead.identity(); !identity.empty()) {
            const auto [known, isNew] = seen_.emplace(identity, row.row);
            if (!isNew)
                return refuse(
                    {row.row,
                     {},
                     "The same lead is already in row " + std::to_string(known->second) + ".",
                     true});
        }
        ++report_.ready;
        report_.leads += lead.json() + '\n';
        report_.sheetRows.push_back(row.row);
    }

private:
    void refuse(LeadFault fault) {
        ++(fault.repeated ? report_.repeated : report_.refused);
        if (report_.faults.size() < kMaxLeadFaults)
            report_.faults.push_back(std::move(fault));
    }

    const LeadSheet& sheet_;
    LeadReport& report_;
    std::unordered_map<std::string, std::uint32_t> seen_;
};

} // namespace

SheetResult<LeadReport> checkLeads(const LeadSheet& sheet, std::stop_token stop) {
    auto source = openDecided(sheet.file, {}, std::move(stop));
    if (!source)
        return tl::unexpected(source.error());
    LEADSHEET_TRY_DONE((*source)->open(sheet.tab));
    LeadReport report;
    LeadTally tally(sheet, report);
    RowView row;
    for (;;) {
        LEADSHEET_TRY(const auto next, (*source)->next(row));
        if (next == Next::End)
            break;
        if (row.row < sheet.firstDataRow || row.blank())
            continue;
        if (row.hidden)
            report.hidden += row.repeat;
        else
            tally.take(row);
    }
    report.digest = sha256Of(report.leads);
    return report;
}

} // namespace leadsheet::app
