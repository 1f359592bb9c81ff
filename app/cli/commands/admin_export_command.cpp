// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/calls.hpp"
#include "common_arguments.hpp"
#include "lead_choice.hpp"

#include "leadsheet/app/accounts/private_draft.hpp"
#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/cliadmin.hpp"
#include "leadsheet/resource/admin_orders.hpp"
#include "leadsheet/try.hpp"

#include <boost/json.hpp>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
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
