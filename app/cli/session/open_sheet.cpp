// SPDX-License-Identifier: Apache-2.0
#include "open_sheet.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "edit_reach.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/text/render.hpp"
#include "learned_names.hpp"
#include "sheet_input.hpp"
#include "tab_choice.hpp"

#include <algorithm>
#include <charconv>
#include <unistd.h>

namespace leadsheet::cli {
namespace {

Outcome<std::optional<char>> delimiterOf(const std::string& text) {
    const auto delimiter = app::delimiterNamed(text);
    if (!delimiter)
        return fail(
            usageFailure("--delimiter is one character, or comma, semicolon, tab or pipe."));
    return *delimiter;
}

const StoredTab* storedFor(const SheetArguments& arguments, const std::string& name) {
    const auto found = std::find_if(arguments.stored.begin(), arguments.stored.end(),
                                    [&](const StoredTab& tab) { return tab.name == name; });
    if (found != arguments.stored.end())
        return &*found;
    return arguments.stored.empty() ? nullptr : &arguments.stored.front();
}

/// The tab as it is stored, whatever was decided: its names are those that maps are saved by.
Outcome<InspectedTab> inspectTab(Context& context, const SheetFile& file, std::size_t sheet,
                                 const std::string& name, std::optional<std::uint32_t> headerRow,
                                 bool several) {
    app::CheckOptions options = file.options;
    options.sheetIndex = sheet;
    options.headerRow = headerRow;
    auto overview = app::inspectSheet(file.path, options, context.interrupts.token());
    if (!overview) {
        app::SheetError error = overview.error();
        if (several)
            error.reason.insert(error.reason.begin(), messages::sheet::tabPrefix(name));
        return fail(explain(error));
    }
    InspectedTab tab{sheet, name, *std::move(overview), {}, nullptr};
    tab.header = app::columnNames(tab.overview.head, tab.overview.header);
    return tab;
}

/// Looks at the tabs again where a decision changes what the first look showed.
Outcome<void> applyDecisions(Context& context, SheetFile& file,
                             const app::SourceDecisions& decisions) {
    file.options.decisions = decisions;
    const bool other = decisions.takesOther(app::SourceMatter::MergedCells) ||
                       decisions.takesOther(app::SourceMatter::HiddenColumns);
    for (InspectedTab& tab : file.tabs) {
        tab.overview.state.decisions = decisions;
        if (!other)
            continue;
        app::CheckOptions options = file.options;
        options.sheetIndex = tab.sheet;
        options.headerRow = tab.overview.header.row.value_or(0);
        const app::HeaderChoice found = tab.overview.header;
        auto overview = app::inspectSheet(file.path, options, context.interrupts.token());
        if (!overview)
            return fail(explain(overview.error()));
        tab.overview = *std::move(overview);
        tab.overview.header = found;
    }
    return {};
}

Outcome<MappedFile::Choice> chooseMap(Context& context, const SheetArguments& arguments,
                                      const InspectedTab& tab) {
    MappedFile::Choice choice;
    if (tab.stored != nullptr) {
        auto stored = app::mapFromJson(tab.stored->mapJson);
        if (!stored)
            return fail(explain(stored.error()));
        return MappedFile::Choice{*std::move(stored), "the map of the run", {}};
    }
    app::MapSpec& spec = choice.spec;
    if (!arguments.mapFile.empty()) {
        auto loaded = app::loadMapFile(arguments.mapFile);
        if (!loaded)
            return fail(explain(loaded.error()));
        spec = *std::move(loaded);
        choice.origin = arguments.mapFile.filename().string();
    } else if (arguments.maps.empty() && !tab.header.empty()) {
        auto saved = app::findSavedMap(context.folders.mapsFolder(), tab.header);
        if (!saved)
            return fail(explain(saved.error()));
        if (*saved) {
            spec = **std::move(saved);
            choice.origin = "the map saved for these columns";
        }
    }
    for (const std::string& text : arguments.maps) {
        auto stated = app::parseMapSpec(text);
        if (!stated)
            return fail(explain(stated.error()));
        std::move(stated->columns.begin(), stated->columns.end(), std::back_inserter(spec.columns));
        std::move(stated->values.begin(), stated->values.end(), std::back_inserter(spec.values));
        std::move(stated->ignored.begin(), stated->ignored.end(), std::back_inserter(spec.ignored));
    }
    for (const std::string& text : arguments.fixes) {
        if (text == kAllFixes)
            continue;
        auto fixes = app::parseFix(text);
        if (!fixes)
            return fail(explain(fixes.error()));
        std::move(fixes->begin(), fixes->end(), std::back_inserter(spec.fixes));
    }
    return choice;
}

/// The tab that is read when none is named. Mistakes in what is stated are told later, in full.
app::TabChoice foundTab(Context& context, const SheetArguments& arguments, const SheetFile& file,
                        app::RowSource& source) {
    app::CheckOptions options = file.options;
    options.learned = learnedNames(context);
    for (const std::string& argument : arguments.headerRows) {
        std::uint32_t row = 0;
        const auto [end, error] =
            std::from_chars(argument.data(), argument.data() + argument.size(), row);
        if (error == std::errc() && end == argument.data() + argument.size())
            options.headerRow = row;
    }
    return app::chooseTab(source, options, [&](const std::vector<std::string>& header) {
        InspectedTab tab;
        tab.header = header;
        auto choice = chooseMap(context, arguments, tab);
        return choice ? std::move(choice->spec) : app::MapSpec();
    });
}

std::string namesOf(const std::vector<app::SheetInfo>& sheets) {
    std::string names;
    for (const app::SheetInfo& sheet : sheets)
        names += (names.empty() ? "" : ", ") + sheet.name +
                 (sheet.visibility == app::SheetVisibility::Visible ? "" : " (hidden)");
    return names;
}

/// One stated map for tabs with different columns: each takes what it has. A column that no tab has
/// stays, and is refused by its name.
void shareStatedMap(Context& context, MappedFile& mapped) {
    std::vector<app::MapSpec> own;
    for (std::size_t i = 0; i < mapped.choices.size(); ++i) {
        MappedFile::Choice& choice = mapped.choices[i];
        const InspectedTab& tab = mapped.file.tabs[i];
        own.push_back(app::specFor(choice.spec,
                                   app::columnNames(tab.overview.head, tab.overview.header),
                                   app::widthOf(tab.overview.head), choice.absent));
    }
    const auto isAbsent = [](const MappedFile::Choice& choice, const std::string& column) {
        return std::find(choice.absent.begin(), choice.absent.end(), column) != choice.absent.end();
    };
    for (const std::string& column : mapped.choices.front().absent)
        if (std::all_of(mapped.choices.begin(), mapped.choices.end(),
                        [&](const auto& choice) { return isAbsent(choice, column); }))
            return;
    for (std::size_t i = 0; i < mapped.choices.size(); ++i) {
        mapped.choices[i].spec = std::move(own[i]);
        for (const std::string& column : mapped.choices[i].absent)
            context.console.note("Tab \"" + mapped.file.tabs[i].name + "\" has no column \"" +
                                 column + "\"; the map is used there without it.");
    }
}

Outcome<app::SourceDecisions> decisionsFor(const SheetArguments& arguments,
                                           const MappedFile& mapped) {
    app::SourceDecisions decisions = arguments.decisions;
    for (std::size_t i = 0; i < mapped.choices.size(); ++i) {
        const app::SourceDecisions& saved = mapped.choices[i].spec.decisions;
        for (const app::SourceMatterInfo& info : app::sourceMatters())
            if (saved.isStated(info.matter) && decisions.isStated(info.matter) &&
                !arguments.decisions.isStated(info.matter) &&
                saved.word(info.matter) != decisions.word(info.matter))
                return fail(usageFailure(
                    "The maps saved for these tabs decide differently: --" +
                        std::string(info.option) + " is " + std::string(saved.word(info.matter)) +
                        " for tab \"" + mapped.file.tabs[i].name + "\" and " +
                        std::string(decisions.word(info.matter)) + " before it.",
                    "Decide for this run: --" + std::string(info.option) + " " +
                        std::string(info.standard) + " or " + std::string(info.other)));
        decisions.fillFrom(saved);
    }
    return decisions;
}

} // namespace

void addTabChoice(app::SourceState& state, const app::TabChoice& choice) {
    state.unreadTabs = choice.unread;
    state.tabFound = !choice.reason.empty() && choice.sheet > 0;
}

void sayTabChoice(Console& console, const app::TabChoice& choice) {
    if (!choice.reason.empty())
        console.say(Text(text::render(choice.reason), Style::Dim));
}

std::string SheetFile::tabTitle(const InspectedTab& tab) const {
    return tabs.size() > 1 ? "Tab \"" + tab.name + "\"" : std::string();
}

std::vector<std::string> OpenSheet::tabNames() const {
    std::vector<std::string> names;
    for (const app::CheckedTab& tab : check.tabs())
        names.push_back(tab.name);
    return names;
}

namespace {

/// For what is not read again.
void forget(const SheetFile& file) {
    if (file.piped)
        ::unlink(file.path.c_str());
}

Outcome<void> inspectTabs(Context& context, const SheetArguments& arguments, SheetFile& file) {
    auto delimiter = delimiterOf(arguments.delimiter);
    if (!delimiter)
        return fail(delimiter.error());
    file.options.sheet.delimiter = *delimiter;
    if (!arguments.encoding.empty())
        file.options.sheet.encoding = arguments.encoding;
    const auto source = app::openSheet(file.path, file.options.sheet, context.interrupts.token());
    if (!source)
        return fail(explain(source.error()));
    const std::vector<app::SheetInfo> sheets((*source)->sheets().begin(),
                                             (*source)->sheets().end());
    auto chosen = chosenTabs(arguments, sheets);
    if (!chosen)
        return fail(chosen.error());
    if (arguments.tabs.empty() && arguments.stored.empty() && !arguments.allTabs) {
        file.choice = foundTab(context, arguments, file, **source);
        chosen = std::vector{file.choice.sheet};
    }
    if (arguments.allTabs)
        for (std::size_t i = 0; i < sheets.size(); ++i)
            if (!std::binary_search(chosen->begin(), chosen->end(), i)) {
                const bool hidden = sheets[i].visibility != app::SheetVisibility::Visible;
                const app::TabName says = app::tabNameOf(sheets[i].name);
                file.choice.unread.push_back({sheets[i].name, hidden, false, says});
                if (!hidden)
                    context.console.note("Tab \"" + sheets[i].name + "\" is left out: it is " +
                                         text::render(app::tabNameMessage(says)) +
                                         ". --tab takes it too.");
            }
    auto edits = editsOf(arguments, *chosen, sheets);
    if (!edits)
        return fail(edits.error());
    file.options.edits = *std::move(edits);
    for (const std::size_t sheet : *chosen) {
        const StoredTab* const stored = storedFor(arguments, sheets[sheet].name);
        auto headerRow = statedHeaderRow(arguments, sheets, sheet);
        if (!headerRow)
            return fail(headerRow.error());
        auto tab =
            inspectTab(context, file, sheet, sheets[sheet].name,
                       stored != nullptr ? stored->headerRow : *headerRow, chosen->size() > 1);
        const bool isLast = sheet == chosen->back() && file.tabs.empty();
        const bool isEmpty =
            !tab && tab.error().code == app::sheetErrorName(app::SheetErrorCode::Empty);
        if (isEmpty && arguments.allTabs && !isLast) {
            context.console.note("Tab \"" + sheets[sheet].name + "\" is empty and left out.");
            continue;
        }
        if (isEmpty && sheets.size() > 1) {
            Failure failure = tab.error();
            failure.fix = "The workbook has these tabs: " + namesOf(sheets) +
                          ". Name another one (--tab), or choose another file.";
            return fail(std::move(failure));
        }
        if (!tab)
            return fail(tab.error());
        tab->stored = stored;
        file.tabs.push_back(*std::move(tab));
    }
    // What a run kept was laid over the same content before.
    if (arguments.editsJson.empty())
        if (auto reached = checkEditReach(context, file); !reached)
            return fail(reached.error());
    return applyDecisions(context, file, arguments.decisions);
}

Outcome<void> chooseMaps(Context& context, const SheetArguments& arguments, MappedFile& mapped) {
    for (const InspectedTab& tab : mapped.file.tabs) {
        auto choice = chooseMap(context, arguments, tab);
        if (!choice)
            return fail(choice.error());
        mapped.choices.push_back(*std::move(choice));
    }
    const auto decisions = decisionsFor(arguments, mapped);
    if (!decisions)
        return fail(decisions.error());
    if (!(*decisions == arguments.decisions))
        if (auto applied = applyDecisions(context, mapped.file, *decisions); !applied)
            return fail(applied.error());
    if (mapped.choices.size() > 1 && arguments.stored.empty() &&
        (!arguments.maps.empty() || !arguments.mapFile.empty()))
        shareStatedMap(context, mapped);
    app::CheckOptions& options = mapped.file.options;
    for (std::size_t i = 0; i < mapped.choices.size(); ++i) {
        const InspectedTab& tab = mapped.file.tabs[i];
        mapped.choices[i].spec.decisions = *decisions;
        // Header and tab as they were found: the sheet is read the same way each time.
        const std::uint32_t headerRow = tab.overview.header.row.value_or(0);
        if (i == 0) {
            options.sheetIndex = tab.sheet;
            options.headerRow = headerRow;
            options.map = mapped.choices[i].spec;
        } else {
            options.moreTabs.push_back({tab.sheet, headerRow, mapped.choices[i].spec});
        }
    }
    return {};
}

} // namespace

Outcome<SheetFile> openForInspection(Context& context, const SheetArguments& arguments) {
    auto input = sheetInput(context, arguments.path);
    if (!input)
        return fail(input.error());
    SheetFile file;
    file.path = input->path;
    file.piped = input->temporary;
    file.name = input->name;
    if (auto inspected = inspectTabs(context, arguments, file); !inspected) {
        forget(file);
        return fail(inspected.error());
    }
    return file;
}

Outcome<MappedFile> openForMapping(Context& context, const SheetArguments& arguments) {
    auto file = openForInspection(context, arguments);
    if (!file)
        return fail(file.error());
    MappedFile mapped{*std::move(file), {}};
    if (auto chosen = chooseMaps(context, arguments, mapped); !chosen) {
        forget(mapped.file);
        return fail(chosen.error());
    }
    return mapped;
}

namespace {

/// Opens the sheet again with what puts its problems right.
app::SheetResult<app::SheetCheck> openFixed(Context& context, SheetFile& file,
                                            app::SheetCheck check) {
    // What is read of a row depends on its product, which may be put right itself.
    constexpr int kMostPasses = 3;
    app::SheetResult<app::SheetCheck> fixed = std::move(check);
    for (int pass = 0; pass < kMostPasses; ++pass) {
        const auto fixes = app::likelyFixes(*fixed);
        if (!fixes)
            return tl::unexpected(fixes.error());
        const auto add = [&](app::MapSpec& spec) {
            spec.fixes.insert(spec.fixes.end(), fixes->begin(), fixes->end());
        };
        add(file.options.map);
        for (app::TabOptions& tab : file.options.moreTabs)
            add(tab.map);
        fixed = app::SheetCheck::open(file.path, file.options, context.interrupts.token());
        if (!fixed || fixes->empty())
            return fixed;
    }
    return fixed;
}

/// A fix for a field that no column fills would change nothing, and nobody would know.
std::optional<Failure> fixWithoutColumn(const app::SheetCheck& check, const app::MapSpec& spec) {
    for (const app::MapSpec::Fix& fix : spec.fixes)
        if (std::none_of(check.tabs().begin(), check.tabs().end(),
                         [&](const auto& tab) { return tab.map.columnFor(fix.target) != nullptr; }))
            return usageFailure("No column fills the field " + fix.target + ", so --fix " +
                                    app::fixText(fix) + " would change nothing.",
                                "Leave it out, or map a column to the field.");
    return std::nullopt;
}

} // namespace

Outcome<OpenSheet> openForCheck(Context& context, const SheetArguments& arguments, SheetUse use) {
    auto mapped = openForMapping(context, arguments);
    if (!mapped)
        return fail(mapped.error());
    SheetFile& file = mapped->file;
    file.options.learned = learnedNames(context);
    file.options.sheet.hashInput = use == SheetUse::Order;
    auto check = app::SheetCheck::open(file.path, file.options, context.interrupts.token());
    if (check && arguments.stored.empty()) {
        if (auto failure = fixWithoutColumn(*check, file.options.map)) {
            forget(file);
            return fail(*std::move(failure));
        }
        const auto& wanted = arguments.fixes;
        if (std::find(wanted.begin(), wanted.end(), kAllFixes) != wanted.end())
            check = openFixed(context, file, *std::move(check));
        if (check && !wanted.empty())
            learnMeanings(context, check->tabs());
    }
    if (!check || use == SheetUse::Look)
        forget(file); // it stays readable while it is open
    if (!check) {
        app::SheetError error = check.error();
        if (error.code == app::SheetErrorCode::MapIncomplete && !file.choice.reason.empty())
            error.reason.insert(error.reason.begin(), file.choice.reason.begin(),
                                file.choice.reason.end());
        for (const InspectedTab& tab : file.tabs)
            if (error.code == app::SheetErrorCode::MapIncomplete && tab.overview.header.tooFarDown)
                error.wayOut.insert(error.wayOut.end(), tab.overview.header.reason.begin(),
                                    tab.overview.header.reason.end());
        return fail(explain(error));
    }
    std::vector<std::string> origins;
    for (MappedFile::Choice& choice : mapped->choices)
        origins.push_back(std::move(choice.origin));
    return OpenSheet{file.path,
                     file.piped,
                     file.name,
                     file.options,
                     *std::move(check),
                     std::move(origins),
                     std::move(file.choice)};
}

} // namespace leadsheet::cli
