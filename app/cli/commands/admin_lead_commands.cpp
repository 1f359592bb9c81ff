// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/connection.hpp"
#include "common_arguments.hpp"
#include "leads_commands.hpp"

#include "leadsheet/app/accounts/private_file.hpp"
#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/cliadmin.hpp"
#include "leadsheet/resource/admin_deliveries.hpp"
#include "leadsheet/resource/admin_orders.hpp"
#include "leadsheet/try.hpp"

#include <boost/json.hpp>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <unistd.h>

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
            for (const FieldError& error : row.errors)
                line.add(" " + error.pointer + " " + error.detail);
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
        .valueName("NAME");
    command.addOption("--format", arguments->format, help::exportFormat())
        .valueName("FORMAT")
        .oneOf({"csv", "ndjson"});
    command.addFlag("--more-follows", arguments->more, help::moreFollows());
    command.addFlag("--uncompressed", arguments->plain, help::uncompressed());
    registry.bind(command, ingest, arguments);
}

namespace {

struct AdminExportArguments {
    std::string order;
    std::filesystem::path file;
    std::string fields;
    bool overwrite = false;
};

/// A file that gets its name at the end, and starts over with each transfer. Persons' data: only
/// its owner may read it.
class FileSink final : public ByteSink {
public:
    FileSink(const std::filesystem::path& target, bool overwrite)
        : overwrite_(overwrite)
        , draft_(app::PrivateDraft::beside(target))
        , good_(draft_.has_value()) {}

    bool restart() override {
        good_ = draft_ && ::ftruncate(draft_->descriptor(), 0) == 0 &&
                ::lseek(draft_->descriptor(), 0, SEEK_SET) == 0;
        return good_;
    }
    bool write(std::string_view bytes) override {
        good_ = good_ && draft_->write(bytes) == 0;
        return good_;
    }
    enum class Ending { Written, Taken, Failed };
    /// Under its name and on the disk. Taken: another file has got the name meanwhile.
    Ending commit() {
        const int reason = good_ ? draft_->publish(overwrite_) : EIO;
        return reason == 0 ? Ending::Written : reason == EEXIST ? Ending::Taken : Ending::Failed;
    }
    bool good() const { return good_; }

private:
    const bool overwrite_;
    tl::expected<app::PrivateDraft, int> draft_;
    bool good_;
};

Failure cannotWrite(const std::filesystem::path& file) {
    return {ExitCode::Storage,
            say::cannotWrite(file.string()),
            {},
            say::chooseFolder(),
            "storage_error",
            {}};
}

Failure nameTaken(const std::filesystem::path& file) {
    return {ExitCode::Storage,
            say::alreadyExists(file.string()),
            {},
            say::nameOrOverwrite(),
            "output_exists",
            {}};
}

Outcome<ExitCode> exportOrder(Context& context, const AdminExportArguments& arguments) {
    LEADSHEET_TRY(auto order, orderNumberOf(arguments.order));
    LEADSHEET_TRY(auto fields, leadFieldsOf(arguments.fields));
    const std::string ending = arguments.file.extension().string();
    if (ending != ".csv" && ending != ".ndjson" && ending != ".jsonl")
        return fail(usageFailure(messages::cliaccount::noFormatInName(arguments.file.string()),
                                 say::endInCsvOrNdjson()));
    std::error_code ignored;
    if (!arguments.overwrite && std::filesystem::exists(arguments.file, ignored))
        return fail(nameTaken(arguments.file));
    LEADSHEET_TRY(auto connection, connectOperator(context));
    FileSink sink(arguments.file, arguments.overwrite);
    const auto bytes = connection.admin().orders().exportLeads(
        order, ending == ".csv" ? LeadFileFormat::Csv : LeadFileFormat::Ndjson, fields, sink,
        callOf(context));
    if (!bytes)
        return fail(sink.good() ? connection.explained(bytes.error())
                                : cannotWrite(arguments.file));
    if (const auto ended = sink.commit(); ended != FileSink::Ending::Written)
        return fail(ended == FileSink::Ending::Taken ? nameTaken(arguments.file)
                                                     : cannotWrite(arguments.file));
    context.console.say(
        Text(arguments.file.string(), Style::Bold).add(" · " + app::displayBytes(*bytes)));
    context.console.emit({{"type", "orderExport"},
                          {"orderNumber", order.str()},
                          {"file", arguments.file.string()},
                          {"bytes", *bytes}});
    return ExitCode::Done;
}

} // namespace

void addAdminExportCommand(Registry& registry, const Command& admin) {
    auto arguments = std::make_shared<AdminExportArguments>();
    const Command command = admin.addCommand("export", help::adminExport());
    command.addOption("ORDER", arguments->order, help::orderNumber()).required();
    command.addOption("FILE", arguments->file, help::adminExportFile())
        .required()
        .check(standardOutputProblem);
    addLeadFields(command, arguments->fields, help::allLeadFields());
    command.addFlag("--overwrite", arguments->overwrite, help::exportOverwrite());
    registry.bind(command, exportOrder, arguments);
}

} // namespace leadsheet::cli
