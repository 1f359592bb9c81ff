// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/calls.hpp"
#include "common_arguments.hpp"

#include "leadsheet/resource/admin_deliveries.hpp"

#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/cliadmin.hpp"
#include "leadsheet/try.hpp"
#include <boost/json.hpp>

#include <fstream>
#include <iostream>
#include <memory>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace say = messages::cliadmin;

constexpr std::size_t kMaxRowsShown = 20;

struct AdminIngestArguments {
    std::string order;
    std::string file;
    std::string delivery;
    std::string format;
    bool more = false;
    bool plain = false;
};

Outcome<DeliveryUpload> uploadOf(const AdminIngestArguments& arguments) {
    LEADSHEET_TRY(auto order, orderNumberOf(arguments.order));
    auto id = DeliveryId::parse(arguments.delivery);
    if (!id)
        return fail(
            usageFailure(say::noDeliveryName(arguments.delivery), say::whatDeliveryNamesAre()));
    DeliveryUpload upload(std::move(order), *std::move(id));
    const bool csv =
        arguments.format == "csv" || (arguments.format.empty() && arguments.file.ends_with(".csv"));
    const bool lines = arguments.format == "ndjson" || arguments.file.ends_with(".ndjson") ||
                       arguments.file.ends_with(".jsonl");
    if (!csv && !lines)
        return fail(
            usageFailure(messages::cliaccount::noFormatInName(arguments.file), say::giveFormat()));
    upload.format = csv ? IngestFormat::Csv : IngestFormat::Ndjson;
    upload.final = !arguments.more;
    upload.packed = !arguments.plain;
    return upload;
}

json::object partJson(const UploadedPart& part) {
    json::array rows;
    for (const IngestRow& row : part.result.rows) {
        json::array errors;
        for (const FieldError& error : row.errors)
            errors.push_back(
                {{"pointer", error.pointer}, {"code", error.code}, {"detail", error.detail}});
        rows.push_back({{"row", part.firstRow + row.row + 1},
                        {"outcome", row.outcome},
                        {"errors", std::move(errors)}});
    }
    return {{"type", "ingestPart"},
            {"deliveryId", part.id.str()},
            {"firstRow", part.firstRow + 1},
            {"rows", part.rows},
            {"accepted", part.result.accepted},
            {"duplicate", part.result.duplicate},
            {"rejected", part.result.rejected},
            {"replayed", part.result.replayed},
            {"notAccepted", std::move(rows)}};
}

/// The first rejected rows in words; duplicates are only counted.
class RowReport {
public:
    explicit RowReport(Console& console)
        : console_(console) {}

    void take(const UploadedPart& part) {
        for (const IngestRow& row : part.result.rows) {
            if (row.outcome != "rejected")
                continue;
            if (++rejected_ > kMaxRowsShown)
                continue;
            Text line(say::rowRejected(part.firstRow + row.row + 1), Style::Bad);
            line.add(" ", Style::Bad);
            for (const FieldError& error : row.errors)
                line.add(error.pointer + " " + error.detail + " ");
            console_.say(line, 2);
        }
    }
    void end() {
        if (rejected_ > kMaxRowsShown)
            console_.say(say::moreRows(rows(static_cast<std::int64_t>(rejected_ - kMaxRowsShown))));
    }

private:
    Console& console_;
    std::size_t rejected_ = 0;
};

Outcome<ExitCode> ingest(Context& context, const AdminIngestArguments& arguments) {
    LEADSHEET_TRY(auto upload, uploadOf(arguments));
    std::ifstream file;
    if (arguments.file != "-") {
        file.open(arguments.file, std::ios::binary);
        if (!file)
            return fail(usageFailure(say::cannotRead(arguments.file)));
    }
    LEADSHEET_TRY(auto connection, connectOperator(context));
    Console& console = context.console;
    RowReport report(console);
    std::int64_t sent = 0;
    const auto totals = connection.admin().deliveries().upload(
        upload, arguments.file == "-" ? std::cin : file,
        [&](const UploadedPart& part) {
            console.emit(partJson(part));
            report.take(part);
            sent += part.rows;
            console.progress(said(say::rowsIngested(rows(sent))));
        },
        patientCallOf(context));
    console.endProgress();
    report.end();
    if (!totals) {
        Failure failure = connection.explained(totals.error());
        if (failure.meaning.empty() && sent > 0)
            failure.meaning = say::firstRowsIngested(rows(sent));
        if (failure.fix.empty() && failure.exit != ExitCode::Usage)
            failure.fix = say::repeatIngest();
        else if (failure.fix.empty() && totals.error().is(ErrorCode::ValidationFailed))
            failure.fix = Sentences(say::columnNames()).add(say::fixFile());
        else if (failure.fix.empty())
            failure.fix = say::fixFile();
        return fail(failure);
    }
    console.say(
        Text(upload.order.str(), Style::Bold)
            .add(" · ")
            .add(say::ingestCounts(leads(totals->accepted), totals->duplicate, totals->rejected)));
    console.emit({{"type", "ingest"},
                  {"orderNumber", upload.order.str()},
                  {"parts", totals->parts},
                  {"rows", totals->rows},
                  {"accepted", totals->accepted},
                  {"duplicate", totals->duplicate},
                  {"rejected", totals->rejected},
                  {"replayedParts", totals->replayedParts}});
    return totals->rejected > 0 ? ExitCode::SomeRefused : ExitCode::Done;
}

} // namespace

void addAdminIngestCommand(Registry& registry, const Command& admin) {
    auto arguments = std::make_shared<AdminIngestArguments>();
    const Command command = admin.addCommand("ingest", help::adminIngest());
    command.addOption("ORDER", arguments->order, help::orderNumber()).required();
    command.addOption("FILE", arguments->file, help::ingestFile()).required();
    command.addOption("--delivery", arguments->delivery, help::ingestDelivery())
        .required()
        .valueName("NAME")
        .notEmpty();
    command.addOption("--format", arguments->format, help::exportFormat())
        .valueName("FORMAT")
        .oneOf({"csv", "ndjson"});
    command.addFlag("--more-follows", arguments->more, help::moreFollows());
    command.addFlag("--uncompressed", arguments->plain, help::uncompressed());
    registry.bind(command, ingest, arguments);
}

} // namespace leadsheet::cli
