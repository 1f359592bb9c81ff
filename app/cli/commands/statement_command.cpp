// SPDX-License-Identifier: Apache-2.0
#include "account_commands.hpp"
#include "registry.hpp"

#include "../output/console.hpp"
#include "../output/words.hpp"
#include "../session/connection.hpp"
#include "../session/run_session.hpp"
#include "common_arguments.hpp"

#include "leadsheet/app/statement.hpp"
#include "leadsheet/messages/check.hpp"
#include "leadsheet/messages/cliaccount.hpp"
#include "leadsheet/messages/clirun.hpp"
#include "leadsheet/try.hpp"

#include <boost/json.hpp>

namespace leadsheet::cli {
namespace {

namespace json = boost::json;
namespace say = messages::cliaccount;

struct StatementArguments {
    std::string since;
    std::string until;
    std::filesystem::path csv;
    std::filesystem::path xlsx;
    bool overwrite = false;

    const std::filesystem::path& file() const { return csv.empty() ? xlsx : csv; }
};

Outcome<std::optional<WallTime>> momentGiven(const std::string& text, bool end) {
    if (text.empty())
        return std::optional<WallTime>{};
    const auto moment = app::statementTime(text, end);
    if (!moment)
        return fail(usageFailure(say::noDate(text), say::fixNoDate()));
    return moment;
}

/// "12 movements from 2026-01-01T00:00:00Z until ..., times in UTC"
Message spanOf(const app::StatementTotals& totals) {
    return say::movementsOfSpan(
        totals.movements, totals.since ? say::moment(utcTime(*totals.since)) : say::firstMovement(),
        totals.until ? say::moment(utcTime(*totals.until)) : say::now());
}

std::string balanceText(const app::StatementBalance& balance, const std::string& currency) {
    return said(say::balance(Money{balance.available, currency}, Money{balance.held, currency}));
}

json::object balanceJson(const app::StatementBalance& balance, const std::string& currency) {
    return {{"available", moneyJson(balance.available, currency)},
            {"held", moneyJson(balance.held, currency)}};
}

json::object statementJson(const app::StatementTotals& totals) {
    const std::string& currency = totals.currency;
    json::object object{{"type", "statement"},
                        {"movements", totals.movements},
                        {"opening", balanceJson(totals.opening, currency)},
                        {"credited", moneyJson(totals.sums.credited, currency)},
                        {"held", moneyJson(totals.sums.held, currency)},
                        {"charged", moneyJson(totals.sums.charged, currency)},
                        {"released", moneyJson(totals.sums.released, currency)},
                        {"refunded", moneyJson(totals.sums.refunded, currency)},
                        {"closing", balanceJson(totals.closing, currency)},
                        {"ordersFromElsewhere", totals.elsewhere},
                        {"ordersUnknown", totals.unknown}};
    if (totals.since)
        object["since"] = utcTime(*totals.since);
    if (totals.until)
        object["until"] = utcTime(*totals.until);
    return object;
}

json::object lineJson(const app::StatementLine& line) {
    json::object object = ledgerEntryJson(line.entry);
    object["type"] = "statementLine";
    const auto add = [&object](const char* name, const std::string& text) {
        if (!text.empty())
            object[name] = text;
    };
    const auto addNumber = [&object](const char* name, std::int64_t number) {
        if (number != 0)
            object[name] = number;
    };
    addNumber("run", line.run);
    add("title", line.sheet);
    add("source", line.file);
    add("tab", line.tab);
    addNumber("row", line.row);
    add("externalRef", line.reference);
    add("reference", line.reference); // its earlier name
    add("product", line.product);
    addNumber("leadCount", line.leads);
    add("campaign", line.campaign);
    return object;
}

std::string placeOf(const app::StatementLine& line) {
    std::string text = line.file;
    if (!line.tab.empty())
        text += ", " + line.tab;
    if (line.row != 0)
        text += ", " + said(messages::check::rowPlace(line.row));
    return text;
}

/// The movements page by page, so that any number of them is shown in little memory.
Outcome<void> listLines(Context& context, app::Statement& statement) {
    for (;;) {
        LEADSHEET_TRY(const auto page, explained(statement.next()));
        if (page.empty() || context.console.outputLost())
            return {};
        Table table({{said(say::timeUtc()), {}},
                     {said(say::movement()), {}},
                     {said(say::amount()), Table::Align::Right},
                     {said(say::available()), Table::Align::Right},
                     {said(messages::clirun::held()), Table::Align::Right},
                     {said(messages::clirun::columnOrder()), {}},
                     {said(say::reference()), {}},
                     {said(say::campaign()), {}},
                     {said(say::purpose()), {}}});
        for (const app::StatementLine& line : page) {
            context.console.emit(lineJson(line));
            const LedgerEntry& entry = line.entry;
            table.row({entry.at, std::string(app::movementWord(entry.type)), money(entry.amount),
                       money(entry.available), money(entry.held), entry.orderNumber.value_or(""),
                       line.reference, line.campaign,
                       line.source == app::OrderSource::None ? entry.reason.value_or("")
                                                             : placeOf(line)});
        }
        if (!context.console.json())
            table.print(context.console);
    }
}

void sayTotals(Context& context, const app::StatementTotals& totals) {
    Console& console = context.console;
    const std::string& currency = totals.currency;
    const app::MovementSums& sums = totals.sums;
    console.say(spanOf(totals));
    Table table({{"", {}}, {"", {}}});
    table.row({said(say::openingBalance()), balanceText(totals.opening, currency)});
    table.row({said(say::credited()), money(sums.credited, currency)});
    table.row({said(messages::clirun::held()), money(sums.held, currency)});
    table.row({said(messages::clirun::charged()), money(sums.charged, currency)});
    table.row({said(messages::clirun::released()), money(sums.released, currency)});
    table.row({said(messages::clirun::refunded()), money(sums.refunded, currency)});
    table.row({said(say::closingBalance()), balanceText(totals.closing, currency)});
    table.print(console, 2);
    console.say(Text(say::sumsAgree(), Style::Good));
    if (totals.elsewhere > 0)
        console.say(say::ordersFromElsewhere(totals.elsewhere), 2);
    if (totals.unknown > 0)
        console.say(say::noDetails(orders(totals.unknown)), 2);
}

Failure storageFailureOf(const app::SheetError& error) {
    Failure failure = explain(error);
    failure.meaning.clear();
    if (failure.exit == ExitCode::SheetRefused)
        failure.exit = ExitCode::Storage;
    return failure;
}

Failure disagreementFailure(const app::StatementTotals& totals) {
    return {ExitCode::Server,   Sentences(say::sumsDisagree()).add(totals.disagreement),
            say::noStatement(), say::seeMovements(),
            "balance_mismatch", {}};
}

app::ExportFormat formatOf(const StatementArguments& arguments) {
    return arguments.csv.empty() ? app::ExportFormat::Xlsx : app::ExportFormat::Csv;
}

Outcome<app::ExportReport> writeToFile(app::Statement& statement,
                                       const StatementArguments& arguments) {
    auto writer = app::RecordWriter::create(
        arguments.file(), formatOf(arguments),
        app::statementOptions(statement.totals().currency, arguments.overwrite));
    if (!writer)
        return fail(storageFailureOf(writer.error()));
    auto report = app::writeStatement(statement, *writer);
    if (!report)
        return fail(storageFailureOf(report.error()));
    return *std::move(report);
}

Outcome<ExitCode> makeStatement(Context& context, const StatementArguments& arguments) {
    const auto since = momentGiven(arguments.since, false);
    const auto until = momentGiven(arguments.until, true);
    if (!since)
        return fail(since.error());
    if (!until)
        return fail(until.error());
    if (*since && *until && **until <= **since)
        return fail(usageFailure(say::endsBeforeBegin(), say::fixEndsBefore()));
    if (!arguments.file().empty()) {
        LEADSHEET_TRY_DONE(checkNameFits(arguments.file(), formatOf(arguments)));
    }
    if (auto problem = app::outputProblem(arguments.file(), arguments.overwrite);
        !arguments.file().empty() && problem)
        return fail(storageFailureOf(*problem));
    std::unique_ptr<submit::Ledger> ledger;
    std::error_code ignored;
    if (std::filesystem::exists(context.ledgerFile(), ignored)) {
        LEADSHEET_TRY(ledger, openLedgerToLook(context));
    }
    LEADSHEET_TRY(auto connection, connect(context));
    std::filesystem::create_directories(context.folders.data, ignored);
    app::StatementOptions options;
    options.since = *since;
    options.until = *until;
    options.account = connection.ref();
    options.call = patientCallOf(context);
    options.workFolder = context.folders.data;
    options.progress = [&console = context.console](std::int64_t movements) {
        console.progress(said(say::readingMovements(movements)));
    };
    auto statement = app::Statement::read(*connection.client, ledger.get(), options);
    context.console.endProgress();
    if (!statement)
        return fail(explain(statement.error(), connection.circumstances(false)));
    const app::StatementTotals& totals = statement->totals();
    if (!totals.disagreement.empty())
        return fail(disagreementFailure(totals));
    context.console.say(
        Text(connection.label(), connection.isSandbox() ? Style::Warn : Style::Bold));
    json::object summary = statementJson(totals);
    if (arguments.file().empty()) {
        LEADSHEET_TRY_DONE(listLines(context, *statement));
    } else {
        LEADSHEET_TRY(const auto report, writeToFile(*statement, arguments));
        context.console.say(Text(say::statement()).add(" ").add(report.path.string(), Style::Bold));
        summary["file"] = report.path.string();
        summary["sha256"] = report.sha256;
    }
    sayTotals(context, totals);
    context.console.emit(summary);
    return ExitCode::Done;
}

} // namespace

void addStatementCommand(Registry& registry) {
    const Command command = registry.root.addCommand("statement", help::statement());
    auto arguments = std::make_shared<StatementArguments>();
    command.addOption("--since", arguments->since, help::statementSince()).valueName("DATE");
    command.addOption("--until", arguments->until, help::until()).valueName("DATE");
    const Option csv = command.addOption("--csv", arguments->csv, help::csv())
                           .valueName("FILE")
                           .check(standardOutputProblem);
    command.addOption("--xlsx", arguments->xlsx, help::xlsx())
        .valueName("FILE")
        .check(standardOutputProblem)
        .excludes(csv);
    command.addFlag("--overwrite", arguments->overwrite, help::statementOverwrite());
    registry.bind(command, makeStatement, arguments);
}

} // namespace leadsheet::cli
