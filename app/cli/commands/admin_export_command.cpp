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
#include "leadsheet/work/watched_folder.hpp"

#include <boost/json.hpp>

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
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

/// A file under a temporary name, which starts over with each transfer. Persons' data: only its
/// owner may read it.
class FileSink final : public ByteSink {
public:
    FileSink(std::filesystem::path target, bool overwrite)
        : target_(std::move(target))
        , overwrite_(overwrite)
        , temporary_((target_.parent_path() / ".leadsheet-XXXXXX").string())
        , descriptor_(::mkostemp(temporary_.data(), O_CLOEXEC)) {}
    ~FileSink() override {
        if (descriptor_ < 0)
            return;
        ::close(descriptor_);
        if (!committed_)
            ::unlink(temporary_.c_str());
    }

    bool restart() override {
        good_ = descriptor_ >= 0 && ::ftruncate(descriptor_, 0) == 0 &&
                ::lseek(descriptor_, 0, SEEK_SET) == 0;
        return good_;
    }
    bool write(std::string_view bytes) override {
        while (good_ && !bytes.empty()) {
            const auto put = ::write(descriptor_, bytes.data(), bytes.size());
            good_ = put >= 0 || errno == EINTR;
            bytes.remove_prefix(put > 0 ? static_cast<std::size_t>(put) : 0);
        }
        return good_;
    }
    enum class Ending { Written, Taken, Failed };
    /// Under its name and on the disk. Taken: another file has got the name meanwhile.
    Ending commit() {
        if (!good_ || ::fsync(descriptor_) != 0)
            return Ending::Failed;
        std::error_code failed;
        if (overwrite_)
            std::filesystem::rename(temporary_, target_, failed);
        else
            failed = work::moveWithout(temporary_, target_);
        committed_ = !failed;
        if (failed == std::errc::file_exists)
            return Ending::Taken;
        syncFolder();
        return committed_ ? Ending::Written : Ending::Failed;
    }
    bool good() const { return good_; }

private:
    void syncFolder() const {
        const auto folder = target_.parent_path();
        if (const int opened =
                ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
            opened >= 0) {
            ::fsync(opened);
            ::close(opened);
        }
    }

    const std::filesystem::path target_;
    const bool overwrite_;
    std::string temporary_;
    const int descriptor_;
    bool good_ = true;
    bool committed_ = false;
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
