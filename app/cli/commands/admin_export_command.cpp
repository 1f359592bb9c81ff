// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/calls.hpp"
#include "common_arguments.hpp"
#include "lead_choice.hpp"

#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/cliadmin.hpp"
#include "leadsheet/resource/admin_orders.hpp"
#include "leadsheet/try.hpp"

#include <boost/json.hpp>

#include <fstream>
#include <memory>
#include <unistd.h>

namespace leadsheet::cli {
namespace {

namespace say = messages::cliadmin;

struct AdminExportArguments {
    std::string order;
    std::filesystem::path file;
    std::string fields;
    bool overwrite = false;
};

/// A file under a temporary name, which starts over with each transfer.
class FileSink final : public ByteSink {
public:
    explicit FileSink(const std::filesystem::path& target)
        : target_(target)
        , temporary_(target.string() + "." + std::to_string(::getpid()) + ".tmp") {}
    ~FileSink() override {
        out_.close();
        std::error_code ignored;
        std::filesystem::remove(temporary_, ignored);
    }

    bool restart() override {
        out_.close();
        out_.clear();
        out_.open(temporary_, std::ios::binary | std::ios::trunc);
        return good();
    }
    bool write(std::string_view bytes) override {
        out_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        return good();
    }
    bool commit() {
        out_.flush();
        std::error_code error;
        if (good())
            std::filesystem::rename(temporary_, target_, error);
        return good() && !error;
    }
    bool good() const { return out_.good(); }

private:
    const std::filesystem::path target_;
    const std::filesystem::path temporary_;
    std::ofstream out_;
};

Failure cannotWrite(const std::filesystem::path& file) {
    return {ExitCode::Storage,
            say::cannotWrite(file.string()),
            {},
            say::chooseFolder(),
            "storage_error",
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
        return fail({ExitCode::Storage,
                     say::alreadyExists(arguments.file.string()),
                     {},
                     say::nameOrOverwrite(),
                     "output_exists",
                     {}});
    LEADSHEET_TRY(auto connection, connectOperator(context));
    FileSink sink(arguments.file);
    const auto bytes = connection.admin().orders().exportLeads(
        order, ending == ".csv" ? LeadFileFormat::Csv : LeadFileFormat::Ndjson, fields, sink,
        callOf(context));
    if (!bytes)
        return fail(sink.good() ? connection.explained(bytes.error())
                                : cannotWrite(arguments.file));
    if (!sink.commit())
        return fail(cannotWrite(arguments.file));
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
