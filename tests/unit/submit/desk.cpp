// SPDX-License-Identifier: Apache-2.0
#include "desk.hpp"

#include <QDir>

#include <set>

namespace leadsheet::submit::test {

RowInput rowOf(const std::string& industry, std::int64_t count, std::int64_t sourceRow) {
    RowInput row;
    row.sourceRow = sourceRow;
    row.tab = "Q3";
    row.snapshot = "[\"" + industry + "\",\"" + std::to_string(count) + "\"]";
    row.request.product = "filters";
    row.request.leadCount = count;
    row.request.fields["industries"] = std::vector<std::string>{industry};
    return row;
}

std::vector<RowInput> differentRows(int count) {
    std::vector<RowInput> rows;
    for (int i = 0; i < count; ++i)
        rows.push_back(rowOf("Industry " + std::to_string(i), 100, i + 2));
    return rows;
}

namespace {

/// In memory where there is such a place: these tests wait for the disk otherwise.
QString directoryTemplate() {
    const QString memory = QStringLiteral("/dev/shm");
    return (QDir(memory).exists() ? memory : QDir::tempPath()) +
           QStringLiteral("/leadsheet-XXXXXX");
}

} // namespace

Desk::Desk()
    : directory(directoryTemplate()) {
    options.progressInterval = std::chrono::milliseconds(0);
}

std::filesystem::path Desk::file() const {
    return std::filesystem::path(directory.path().toStdString()) / "leadsheet" / "orders.ledger";
}

Ledger Desk::open(StorageHook hook) {
    LedgerOptions ledgerOptions;
    ledgerOptions.hook = std::move(hook);
    ledgerOptions.clock = clock;
    return Ledger::open(file(), ledgerOptions).value();
}

RunSpec Desk::spec(const std::string& source) const {
    RunSpec spec;
    spec.title = "Q3 ICPs";
    spec.sourceName = source;
    spec.sourceSha256 = std::string(64, 'a');
    spec.account = {"https://api.example.com", "acc_1", "Work"};
    return spec;
}

namespace {

/// All that a plan says of a row, and that a person or the prices learn of it.
std::vector<std::string> said(const Ledger& ledger, RunId run) {
    std::vector<std::string> lines;
    RowReader reader(ledger, run, {{}, {}, {}, true, 500});
    for (auto page = reader.next().value(); !page.empty(); page = reader.next().value())
        for (const RowRecord& row : page) {
            std::string line = row.key + " " + row.mark + " " + row.reference + " " + row.request;
            for (const std::int64_t number :
                 {row.ref.ordinal, row.sourceRow, row.generation, row.occurrence, row.leadCount,
                  static_cast<std::int64_t>(row.finding), static_cast<std::int64_t>(row.state),
                  static_cast<std::int64_t>(row.skipReason), std::int64_t{row.consented},
                  row.price.value_or(-1),
                  row.orderedAt ? row.orderedAt->time_since_epoch().count() : -1})
                line += " " + std::to_string(number);
            line += " " + row.orderNumber + " " + row.orderStatus + " " + row.code + " " +
                    row.message + " " + inWords(row.earlier, std::nullopt);
            if (row.related)
                line += (row.related->run == run.value ? " here " : " there ") +
                        std::to_string(row.related->ordinal);
            for (const RowProblem& problem : row.problems)
                line += " " + problem.code + " " + problem.message;
            lines.push_back(line);
        }
    return lines;
}

std::optional<PlanPreview> previewOf(const Ledger& ledger, const std::vector<RowInput>& rows,
                                     const RunSpec& spec, const std::shared_ptr<Clock>& clock) {
    LedgerOptions options;
    options.clock = clock;
    options.mode = LedgerOptions::Mode::ReadOnly;
    options.checkIntegrity = false;
    auto preview = PlanPreview::begin(Ledger::open(ledger.file(), options).value(), spec).value();
    for (const RowInput& row : rows)
        if (preview && !preview->add(row))
            qFatal("no preview");
    return preview;
}

} // namespace

// Whatever is planned is looked at first as a check does, which has to say the same of every row.
PlanSummary Desk::plan(Ledger& ledger, const RunLock& lock, const std::vector<RowInput>& rows,
                       const RunSpec& spec) {
    constexpr std::size_t kMostPreviewed = 2'000; // so that large sheets stay quick
    auto preview =
        rows.size() > kMostPreviewed ? std::nullopt : previewOf(ledger, rows, spec, clock);
    auto planner = RunPlanner::begin(ledger, lock, spec).value();
    for (const RowInput& row : rows) {
        if (const auto added = planner.add(row); !added)
            qFatal("%s", added.error().message.c_str());
    }
    const PlanSummary plan = planner.finish().value();
    const auto lines = said(ledger, plan.run);
    const auto previewed = preview ? said(preview->ledger(), preview->finish().value().run) : lines;
    for (std::size_t i = 0; i < lines.size(); ++i)
        if (i >= previewed.size() || previewed[i] != lines[i])
            qFatal("preview: %s\nplan:    %s", i < previewed.size() ? previewed[i].c_str() : "",
                   lines[i].c_str());
    return plan;
}

PlanSummary Desk::plan(Ledger& ledger, const RunLock& lock, const std::vector<RowInput>& rows) {
    return plan(ledger, lock, rows, spec());
}

Submission Desk::submission(Ledger& ledger, RunLock lock) {
    return {ledger, std::move(lock), service, clock, rng, options};
}

RunId Desk::approved(Ledger& ledger, Submission& submission, const std::vector<RowInput>& rows,
                     const Approval& approval) {
    const RunId run = plan(ledger, submission.lock(), rows).run;
    static_cast<void>(submission.quote(run).value());
    Approval agreed = approval;
    agreed.retire = true;
    static_cast<void>(submission.approve(run, agreed).value());
    return run;
}

RunReport Desk::submit(const std::vector<RowInput>& rows) {
    Ledger ledger = open();
    Submission desk = submission(ledger, ledger.lock().value());
    const RunId run = approved(ledger, desk, rows);
    RunControl control;
    return desk.run(run, control).value();
}

RunReport Desk::resume(RunId run) {
    Ledger ledger = open();
    Submission desk = submission(ledger, ledger.lock().value());
    RunControl control;
    return desk.run(run, control).value();
}

std::vector<RowRecord> Desk::rows(RunId run) {
    Ledger ledger = open();
    RowFilter filter;
    filter.withContent = true;
    RowReader reader(ledger, run, filter);
    std::vector<RowRecord> all;
    for (;;) {
        auto page = reader.next().value();
        if (page.empty())
            return all;
        all.insert(all.end(), page.begin(), page.end());
    }
}

std::string Desk::discrepancy(RunId run, std::size_t expectedOrders) {
    const auto made = service->orders();
    if (made.size() != expectedOrders)
        return "the service has " + std::to_string(made.size()) + " orders";
    std::set<std::string> keys;
    std::int64_t held = 0;
    for (const RowRecord& row : rows(run)) {
        if (row.state != RowState::Placed)
            continue;
        const auto order = made.find(row.key);
        if (order == made.end() || order->second.number != row.orderNumber)
            return "row " + std::to_string(row.ref.ordinal) + " has an order the service has not";
        if (!keys.insert(row.key).second)
            return "two rows have one key";
        held += row.price.value_or(0);
    }
    if (keys.size() != expectedOrders)
        return "the ledger has " + std::to_string(keys.size()) + " orders";
    if (held != service->moneyTaken())
        return "the money differs";
    const RunTotals totals = open().run(run).value().totals;
    return totals.held == held ? "" : "the totals differ from the rows";
}

OpenDesk::OpenDesk(Desk& desk)
    : ledger(desk.open())
    , submission(desk.submission(ledger, ledger.lock().value())) {}

RowRecord OpenDesk::row(RunId run, std::int64_t ordinal) const {
    return ledger.row({run.value, ordinal}).value();
}

RunReport OpenDesk::send(RunId run) {
    RunControl control;
    return submission.run(run, control).value();
}

RunReport OpenDesk::order(RunId run) {
    static_cast<void>(submission.quote(run).value());
    static_cast<void>(submission.approve(run, {}).value());
    return send(run);
}

Sent send(Desk& desk, const std::vector<RowInput>& rows, const RunSpec& spec,
          const std::function<void(Ledger&, Submission&, RunId)>& beforeApproval) {
    Ledger ledger = desk.open();
    Submission submission = desk.submission(ledger, ledger.lock().value());
    Sent sent;
    sent.run = desk.plan(ledger, submission.lock(), rows, spec).run;
    sent.quote = submission.quote(sent.run).value();
    sent.earlier = ledger.earlierRuns(sent.run).value();
    if (beforeApproval)
        beforeApproval(ledger, submission, sent.run);
    static_cast<void>(submission.quote(sent.run).value());
    Approval agreed;
    agreed.retire = true;
    static_cast<void>(submission.approve(sent.run, agreed).value());
    RunControl control;
    sent.totals = submission.run(sent.run, control).value().totals;
    return sent;
}
Sent send(Desk& desk, const std::vector<RowInput>& rows) {
    return send(desk, rows, desk.spec());
}

void moveToAnotherComputer(Desk& desk) {
    std::filesystem::remove_all(desk.file().parent_path());
}

std::size_t orderCount(const Desk& desk) {
    return desk.service->orders().size();
}

} // namespace leadsheet::submit::test
