// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "context.hpp"
#include "sheet_arguments.hpp"

#include "leadsheet/app/learned_names.hpp"
#include "leadsheet/app/sheet_check.hpp"
#include "leadsheet/work/opening.hpp"

#include <memory>
#include <string>
#include <vector>

namespace leadsheet::cli {

/// A tab before anything is mapped.
struct InspectedTab : work::LookedTab {
    const StoredTab* stored = nullptr; ///< how an earlier run read it
};

/// The part before mapping, for `sheet inspect`, `sheet dump` and results.
struct SheetFile {
    std::filesystem::path path; ///< absolute; of a copy when it was not a file
    bool piped = false;         ///< came from standard input or from a URL
    std::string name;           ///< "standard input", or what a download calls itself; else empty
    app::CheckOptions options;  ///< without tabs and maps
    std::vector<InspectedTab> tabs; ///< in the order of the workbook; at least one
    app::TabChoice choice;          ///< empty when the tabs were named

    /// Says "Tab "Q4"" only where there are several.
    std::string tabTitle(const InspectedTab& tab) const;
};
/// `arguments` must outlive the result.
Outcome<SheetFile> openForInspection(Context& context, const SheetArguments& arguments);

/// A file whose tabs have a map each, stated or saved, not yet tied to the columns.
struct MappedFile {
    SheetFile file; ///< its options with tabs, maps and all decisions
    struct Choice {
        app::MapSpec spec;
        Message origin;                  ///< "saved map" and the like; empty = matched by name
        std::vector<std::string> absent; ///< stated columns that this tab does not have
    };
    std::vector<Choice> choices; ///< one a tab
};
/// --map and --map-file first, then a map saved for the tab's header, then by name. Fails when the
/// saved maps of two tabs decide differently on how the sheet is read.
Outcome<MappedFile> openForMapping(Context& context, const SheetArguments& arguments);

/// A sheet that is open, mapped, and about to be walked row by row.
struct OpenSheet {
    std::filesystem::path path;
    bool piped = false;
    std::string name;
    app::CheckOptions options;
    app::SheetCheck check;
    std::vector<Message> mapOrigins; ///< one a tab
    app::TabChoice choice;           ///< empty when the tabs were named

    std::vector<std::string> tabNames() const;
};

/// Prints why a tab was chosen, unless it was named; says in `state` which are not read.
void sayTabChoice(Console& console, const app::TabChoice& choice);
void addTabChoice(app::SourceState& state, const app::TabChoice& choice);

/// What a sheet is opened for.
enum class SheetUse {
    Look,  ///< a piped sheet is forgotten afterwards
    Order, ///< a piped sheet is kept for later retries
};

/// Takes the copy of a piped sheet away unless something was planned from it.
class PipedCopy {
public:
    explicit PipedCopy(const OpenSheet& sheet)
        : file_(sheet.piped ? sheet.path : std::filesystem::path()) {}
    PipedCopy(const PipedCopy&) = delete;
    PipedCopy& operator=(const PipedCopy&) = delete;
    ~PipedCopy() {
        std::error_code ignored;
        if (!file_.empty())
            std::filesystem::remove(file_, ignored);
    }
    void keep() { file_.clear(); }

private:
    std::filesystem::path file_;
};

Outcome<OpenSheet> openForCheck(Context& context, const SheetArguments& arguments, SheetUse use);

/// What column names meant in earlier maps. A memory that cannot be read is said and done without.
std::shared_ptr<const app::LearnedNames> learnedNames(Context& context);

/// Keeps what a map states for other sheets. Failing to keep it is said, and harms nobody.
void learnFrom(Context& context, const app::ColumnMap& map);
/// Remembers what the maps say that texts mean, to offer it for the next sheet.
void learnMeanings(Context& context, const std::vector<app::CheckedTab>& tabs);

} // namespace leadsheet::cli
