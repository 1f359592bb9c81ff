// SPDX-License-Identifier: Apache-2.0
#include "ingest_job.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"

#include "leadsheet/resource/admin_deliveries.hpp"

#include <QCoreApplication>

#include <sstream>

namespace leadsheet::desktop {
namespace {

struct IngestWords {
    Q_DECLARE_TR_FUNCTIONS(Ingest)
};

constexpr int kDigestLength = 32; // characters of it in a delivery's name

IngestFault faultOf(const IngestRow& row, std::uint32_t sheetRow) {
    if (row.outcome == "duplicate")
        return {sheetRow, {}, IngestWords::tr("The account owns this lead already.")};
    if (row.errors.empty())
        return {sheetRow, {}, IngestWords::tr("The service refused this row.")};
    const FieldError& error = row.errors.front();
    const std::string column =
        error.pointer.starts_with('/') ? error.pointer.substr(1) : error.pointer;
    return {sheetRow, text(column), say(error.detail)};
}

} // namespace

OpenedLeads openLeads(const std::filesystem::path& file, std::optional<std::size_t> tab,
                      const std::filesystem::path& memory, const std::stop_token& stop) {
    auto tabs = app::leadTabs(file, stop);
    if (!tabs)
        return {{}, tab, tl::unexpected(tabs.error())};
    const auto known = app::LeadColumnMemory::load(memory);
    auto sheet = app::openLeadSheet(file, {tab, known ? &*known : nullptr}, stop);
    const auto shown = sheet ? std::optional(sheet->tab) : tab;
    return {*std::move(tabs), shown, std::move(sheet)};
}

void keepColumns(const app::LeadSheet& sheet, const std::filesystem::path& memory) {
    auto known = app::LeadColumnMemory::load(memory);
    if (!known || !known->learn(sheet))
        return;
    std::error_code ignored;
    std::filesystem::create_directories(memory.parent_path(), ignored);
    (void)known->save(memory);
}

Result<IngestOutcome> sendLeads(const Connected& at, const OrderNumber& number,
                                const app::LeadReport& report, bool final,
                                const std::function<void(std::int64_t)>& sent,
                                const std::stop_token& stop) {
    auto id = DeliveryId::parse("desktop-" + report.digest.substr(0, kDigestLength) +
                                (final ? "-final" : ""));
    if (!id)
        return failure(id.error());
    DeliveryUpload upload(number, *std::move(id));
    upload.final = final;
    CallOptions call;
    call.stop = stop;
    IngestOutcome outcome;
    std::istringstream leads(report.leads);
    std::int64_t through = 0;
    const auto totals = at.client->admin().deliveries().upload(
        upload, leads,
        [&](const UploadedPart& part) {
            for (const IngestRow& row : part.result.rows) {
                const auto place = static_cast<std::size_t>(part.firstRow + row.row);
                if (place < report.sheetRows.size() && outcome.faults.size() < app::kMostLeadFaults)
                    outcome.faults.push_back(faultOf(row, report.sheetRows[place]));
            }
            through += part.rows;
            sent(through);
        },
        call);
    if (!totals)
        return failure(totals.error());
    outcome.accepted = totals->accepted;
    outcome.duplicate = totals->duplicate;
    outcome.rejected = totals->rejected;
    return outcome;
}

std::vector<IngestFault> faultsOf(const app::LeadReport& report) {
    std::vector<IngestFault> faults;
    for (const app::LeadFault& fault : report.faults)
        faults.push_back({fault.row, text(fault.header), say(fault.reason)});
    return faults;
}

} // namespace leadsheet::desktop
