// SPDX-License-Identifier: Apache-2.0
#include "open_sheet.hpp"

#include "../interrupts.hpp"
#include "../output/console.hpp"
#include "sheet_input.hpp"

#include "leadsheet/messages/clisheet.hpp"
#include "leadsheet/messages/strip.hpp"
#include "leadsheet/try.hpp"
#include "leadsheet/work/opening.hpp"

#include <algorithm>
#include <charconv>
#include <unistd.h>

namespace leadsheet::cli {
namespace {

namespace say = messages::clisheet;

Outcome<std::optional<char>> delimiterOf(const std::string& text) {
    const auto delimiter = app::delimiterNamed(text);
    if (!delimiter)
        return fail(usageFailure(say::delimiterWords()));
    return *delimiter;
}

const StoredTab* storedFor(const SheetArguments& arguments, const std::string& name) {
    const auto found = std::find_if(arguments.stored.begin(), arguments.stored.end(),
                                    [&](const StoredTab& tab) { return tab.name == name; });
    if (found != arguments.stored.end())
        return &*found;
    return arguments.stored.empty() ? nullptr : &arguments.stored.front();
}

/// Inspects tabs as the file's options say now.
work::Look lookInto(Context& context, const SheetFile& file) {
    return [&context, &file](const work::TabRequest& tab) {
        app::CheckOptions options = file.options;
        options.sheetIndex = tab.sheet;
        options.headerRow = tab.headerRow;
        return app::inspectSheet(file.path, options, context.interrupts.token());
    };
}

Outcome<void> applyDecisions(Context& context, SheetFile& file,
                             const app::SourceDecisions& decisions) {
    file.options.decisions = decisions;
    for (InspectedTab& tab : file.tabs)
        LEADSHEET_TRY_DONE(explained(work::decide(tab, decisions, lookInto(context, file))));
    return {};
}

Outcome<MappedFile::Choice> chooseMap(Context& context, const SheetArguments& arguments,
                                      const InspectedTab& tab) {
    MappedFile::Choice choice;
    if (tab.stored != nullptr) {
        LEADSHEET_TRY(auto stored, explained(app::mapFromJson(tab.stored->mapJson)));
        return MappedFile::Choice{std::move(stored), say::mapOfRun(), {}};
    }
    app::MapSpec& spec = choice.spec;
    if (!arguments.mapFile.empty()) {
        LEADSHEET_TRY(auto loaded, explained(app::loadMapFile(arguments.mapFile)));
        spec = std::move(loaded);
        choice.origin = say::mapFile(arguments.mapFile.filename().string());
    } else if (arguments.maps.empty() && !tab.header.empty()) {
        LEADSHEET_TRY(auto saved,
                      explained(app::findSavedMap(context.folders.mapsFolder(), tab.header)));
        if (saved) {
            spec = *std::move(saved);
            choice.origin = say::mapOfColumns();
        }
    }
    for (const std::string& text : arguments.maps) {
        LEADSHEET_TRY(auto stated, explained(app::parseMapSpec(text)));
        std::move(stated.columns.begin(), stated.columns.end(), std::back_inserter(spec.columns));
        std::move(stated.values.begin(), stated.values.end(), std::back_inserter(spec.values));
        std::move(stated.ignored.begin(), stated.ignored.end(), std::back_inserter(spec.ignored));
    }
    for (const std::string& text : arguments.fixes) {
        if (text == kAllFixes)
            continue;
        LEADSHEET_TRY(auto fixes, explained(app::parseFix(text)));
        std::move(fixes.begin(), fixes.end(), std::back_inserter(spec.fixes));
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
        names += (names.empty() ? "" : ", ") + (sheet.visibility == app::SheetVisibility::Visible
                                                    ? sheet.name
                                                    : said(messages::strip::hiddenTab(sheet.name)));
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
            context.console.note(say::tabWithoutColumn(mapped.file.tabs[i].name(), column));
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
                return fail(
                    usageFailure(say::mapsDecideDifferently(info.option, saved.word(info.matter),
                                                            mapped.file.tabs[i].name(),
                                                            decisions.word(info.matter)),
                                 say::decideForRun(info.option, info.standard, info.other)));
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
        console.say(Text(Sentences(choice.reason), Style::Dim));
}

std::string SheetFile::tabTitle(const InspectedTab& tab) const {
    return tabs.size() > 1 ? "Tab \"" + tab.name() + "\"" : std::string();
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
    LEADSHEET_TRY(file.options.sheet.delimiter, delimiterOf(arguments.delimiter));
    if (!arguments.encoding.empty())
        file.options.sheet.encoding = arguments.encoding;
    LEADSHEET_TRY(const auto source, explained(app::openSheet(file.path, file.options.sheet,
                                                              context.interrupts.token())));
    const std::vector<app::SheetInfo> sheets(source->sheets().begin(), source->sheets().end());
    auto chosen = chosenTabs(arguments, sheets);
    if (!chosen)
        return fail(chosen.error());
    if (arguments.tabs.empty() && arguments.stored.empty() && !arguments.allTabs) {
        file.choice = foundTab(context, arguments, file, *source);
        chosen = std::vector{file.choice.sheet};
    }
    if (arguments.allTabs)
        for (std::size_t i = 0; i < sheets.size(); ++i)
            if (!std::binary_search(chosen->begin(), chosen->end(), i)) {
                const bool hidden = sheets[i].visibility != app::SheetVisibility::Visible;
                const app::TabName says = app::tabNameOf(sheets[i].name);
                file.choice.unread.push_back({sheets[i].name, hidden, false, says});
                if (!hidden)
                    context.console.note(
                        say::tabLeftOut(sheets[i].name, app::tabNameMessage(says)));
            }
    LEADSHEET_TRY(file.options.edits, editsOf(arguments, *chosen, sheets));
    std::vector<work::TabRequest> given;
    for (const std::size_t sheet : *chosen) {
        const StoredTab* const stored = storedFor(arguments, sheets[sheet].name);
        LEADSHEET_TRY(auto headerRow, statedHeaderRow(arguments, sheets, sheet));
        given.push_back({sheet, stored != nullptr ? stored->headerRow : headerRow});
    }
    auto looked = work::lookAtTabs(given, sheets, lookInto(context, file));
    if (!looked) {
        Failure failure = explain(looked.error());
        if (looked.error().code == app::SheetErrorCode::Empty && sheets.size() > 1)
            failure.fix = say::fixEmptyTab(namesOf(sheets));
        return fail(std::move(failure));
    }
    for (const std::string& name : looked->empty)
        context.console.note(say::tabEmpty(name));
    for (work::LookedTab& tab : looked->tabs) {
        const StoredTab* const stored = storedFor(arguments, tab.name());
        file.tabs.push_back({std::move(tab), stored});
    }
    // What a run kept was laid over the same content before.
    if (arguments.editsJson.empty())
        LEADSHEET_TRY_DONE(checkEditReach(context, file));
    return applyDecisions(context, file, arguments.decisions);
}

Outcome<void> chooseMaps(Context& context, const SheetArguments& arguments, MappedFile& mapped) {
    for (const InspectedTab& tab : mapped.file.tabs) {
        LEADSHEET_TRY(auto choice, chooseMap(context, arguments, tab));
        mapped.choices.push_back(std::move(choice));
    }
    LEADSHEET_TRY(const auto decisions, decisionsFor(arguments, mapped));
    if (!(decisions == arguments.decisions))
        LEADSHEET_TRY_DONE(applyDecisions(context, mapped.file, decisions));
    if (mapped.choices.size() > 1 && arguments.stored.empty() &&
        (!arguments.maps.empty() || !arguments.mapFile.empty()))
        shareStatedMap(context, mapped);
    app::CheckOptions& options = mapped.file.options;
    for (std::size_t i = 0; i < mapped.choices.size(); ++i) {
        const InspectedTab& tab = mapped.file.tabs[i];
        mapped.choices[i].spec.decisions = decisions;
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
    LEADSHEET_TRY(auto input, sheetInput(context, arguments.path));
    SheetFile file;
    file.path = input.path;
    file.piped = input.temporary;
    file.name = input.name;
    if (auto inspected = inspectTabs(context, arguments, file); !inspected) {
        forget(file);
        return fail(inspected.error());
    }
    return file;
}

Outcome<MappedFile> openForMapping(Context& context, const SheetArguments& arguments) {
    LEADSHEET_TRY(auto file, openForInspection(context, arguments));
    MappedFile mapped{std::move(file), {}};
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
    constexpr int kMaxPasses = 3;
    app::SheetResult<app::SheetCheck> fixed = std::move(check);
    for (int pass = 0; pass < kMaxPasses; ++pass) {
        LEADSHEET_TRY(const auto fixes, app::likelyFixes(*fixed));
        const auto add = [&](app::MapSpec& spec) {
            spec.fixes.insert(spec.fixes.end(), fixes.begin(), fixes.end());
        };
        add(file.options.map);
        for (app::TabOptions& tab : file.options.moreTabs)
            add(tab.map);
        fixed = app::SheetCheck::open(file.path, file.options, context.interrupts.token());
        if (!fixed || fixes.empty())
            return fixed;
    }
    return fixed;
}

/// A fix for a field that no column fills would change nothing, and nobody would know.
std::optional<Failure> fixWithoutColumn(const app::SheetCheck& check, const app::MapSpec& spec) {
    for (const app::MapSpec::Fix& fix : spec.fixes)
        if (std::none_of(check.tabs().begin(), check.tabs().end(),
                         [&](const auto& tab) { return tab.map.columnFor(fix.target) != nullptr; }))
            return usageFailure(say::fixWithoutColumn(fix.target, app::fixText(fix)),
                                say::leaveFixOut());
    return std::nullopt;
}

} // namespace

Outcome<OpenSheet> openForCheck(Context& context, const SheetArguments& arguments, SheetUse use) {
    LEADSHEET_TRY(auto mapped, openForMapping(context, arguments));
    SheetFile& file = mapped.file;
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
    std::vector<Message> origins;
    for (MappedFile::Choice& choice : mapped.choices)
        origins.push_back(std::move(choice.origin));
    return OpenSheet{file.path,
                     file.piped,
                     file.name,
                     file.options,
                     *std::move(check),
                     std::move(origins),
                     std::move(file.choice)};
}

std::shared_ptr<const app::LearnedNames> learnedNames(Context& context) {
    auto learned = work::learnedNames(context.folders);
    if (learned)
        return *std::move(learned);
    context.console.note(sentencesOf(learned.error()));
    return nullptr;
}

namespace {

void remember(Context& context, const std::function<bool(app::LearnedNames&)>& learn) {
    if (auto kept = work::remember(context.folders, learn); !kept)
        context.console.note(Sentences(say::notRemembered()).add(sentencesOf(kept.error())));
}

} // namespace

void learnFrom(Context& context, const app::ColumnMap& map) {
    remember(context, [&](app::LearnedNames& learned) { return learned.learn(map); });
}

void learnMeanings(Context& context, const std::vector<app::CheckedTab>& tabs) {
    remember(context, [&](app::LearnedNames& learned) {
        bool news = false;
        for (const app::CheckedTab& tab : tabs)
            news = learned.learnMeanings(tab.map) || news;
        return news;
    });
}

} // namespace leadsheet::cli
