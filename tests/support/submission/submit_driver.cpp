// SPDX-License-Identifier: Apache-2.0
#include "submit_driver.hpp"

#include "hurried_clock.hpp"
#include "leadsheet/submit/planner.hpp"
#include "leadsheet/submit/results.hpp"

#include <fstream>
#include <mutex>

namespace leadsheet::test {
namespace {

using submit::RunState;

bool unfinished(RunState state) {
    return state == RunState::Planned || state == RunState::Approved ||
           state == RunState::Running || state == RunState::Paused;
}

Result<submit::RunId> planSheet(submit::Ledger& ledger, const submit::RunLock& lock,
                                const SubmitJob& job, const std::string& accountId) {
    submit::RunSpec spec;
    spec.title = "test sheet";
    spec.sourceName = "test.csv";
    spec.account = {job.baseUrl, accountId, "test"};
    auto planner = submit::RunPlanner::begin(ledger, lock, spec);
    if (!planner)
        return tl::make_unexpected(planner.error());
    for (std::int64_t i = 0; i < job.rows; ++i)
        if (auto added = planner->add(orderableRow(i, job.leadCount)); !added)
            return tl::make_unexpected(added.error());
    auto plan = planner->finish();
    if (!plan)
        return tl::make_unexpected(plan.error());
    return plan->run;
}

ClientOptions optionsFor(const SubmitJob& job, const ApiKey& key) {
    ClientOptions options(job.baseUrl, key);
    options.transport.callTimeout = job.callTimeout;
    options.transport.proxy = "none";
    options.clock = job.clock ? job.clock : std::make_shared<HurriedClock>();
    options.maxInFlight = job.maxInFlight;
    if (!job.log.empty()) {
        auto guard = std::make_shared<std::mutex>();
        options.log = [guard, path = job.log](const AttemptLog& line) {
            const std::lock_guard hold(*guard);
            std::ofstream(path, std::ios::app) << line.operation << ' ' << line.status << ' '
                                               << line.code << ' ' << line.took.count() << " ms\n";
        };
    }
    return options;
}

} // namespace

submit::RowInput orderableRow(std::int64_t index, std::int64_t leadCount) {
    submit::RowInput row;
    row.sourceRow = index + 2;
    row.snapshot = "{\"row\":" + std::to_string(index) + "}";
    row.request.product = "filters";
    row.request.leadCount = leadCount;
    row.request.fields["industries"] =
        std::vector<std::string>{"Industry " + std::to_string(index)};
    row.request.fields["jobTitles"] = std::vector<std::string>{"CTO", "VP Engineering"};
    row.request.fields["locations"] = std::vector<std::string>{"Germany"};
    return row;
}

Result<Client> clientFor(const SubmitJob& job) {
    auto key = ApiKey::parse(job.apiKey);
    if (!key)
        return tl::make_unexpected(key.error());
    return Client::create(optionsFor(job, *key));
}

Result<submit::RunReport> submitSheet(const SubmitJob& wanted) {
    SubmitJob job = wanted;
    if (!job.clock)
        job.clock = std::make_shared<HurriedClock>();
    auto client = clientFor(job);
    if (!client)
        return tl::make_unexpected(client.error());
    submit::LedgerOptions ledgerOptions;
    ledgerOptions.hook = job.hook;
    ledgerOptions.checkIntegrity = job.checkIntegrity;
    auto ledger = submit::Ledger::open(job.ledger, ledgerOptions);
    if (!ledger)
        return tl::make_unexpected(ledger.error());
    auto lock = ledger->lock();
    if (!lock)
        return tl::make_unexpected(lock.error());

    std::optional<submit::RunInfo> run;
    auto runs = ledger->runs(1);
    if (!runs)
        return tl::make_unexpected(runs.error());
    if (!runs->empty() && unfinished(runs->front().state))
        run = runs->front();
    if (!run) {
        auto account = client->account().get();
        if (!account)
            return tl::make_unexpected(account.error());
        auto id = planSheet(*ledger, *lock, job, account->id);
        if (!id)
            return tl::make_unexpected(id.error());
        auto info = ledger->run(*id);
        if (!info)
            return tl::make_unexpected(info.error());
        run = std::move(*info);
    }

    submit::SubmissionOptions options;
    options.maxInFlight = job.maxInFlight;
    options.maxOutage = job.maxOutage;
    options.settleAfter = std::chrono::milliseconds(50); // what is cut off here arrives at once
    submit::Submission submission(*ledger, std::move(*lock), submit::serviceOver(*client),
                                  job.clock, systemRng(), options);
    const submit::RunId id = run->id;
    if (run->state == RunState::Planned) {
        if (auto quote = submission.quote(id, {}, job.observer); !quote)
            return tl::make_unexpected(quote.error());
        submit::Approval approval;
        approval.cap = job.cap;
        if (auto approved = submission.approve(id, approval); !approved)
            return tl::make_unexpected(approved.error());
    }
    if (job.onApproved)
        job.onApproved();
    submit::RunControl own;
    return submission.run(id, job.control != nullptr ? *job.control : own, job.observer);
}

Result<std::vector<submit::RowRecord>> rowsOf(const std::filesystem::path& file) {
    submit::LedgerOptions options;
    options.mode = submit::LedgerOptions::Mode::ReadOnly;
    auto ledger = submit::Ledger::open(file, options);
    if (!ledger)
        return tl::make_unexpected(ledger.error());
    auto runs = ledger->runs(1);
    if (!runs)
        return tl::make_unexpected(runs.error());
    std::vector<submit::RowRecord> rows;
    if (runs->empty())
        return rows;
    submit::RowReader reader(*ledger, runs->front().id);
    for (;;) {
        auto page = reader.next();
        if (!page)
            return tl::make_unexpected(page.error());
        if (page->empty())
            return rows;
        rows.insert(rows.end(), page->begin(), page->end());
    }
}

Result<std::vector<Order>> allOrders(const SubmitJob& job) {
    auto client = clientFor(job);
    if (!client)
        return tl::make_unexpected(client.error());
    PageOptions page;
    page.limit = 1'000;
    return client->orders().all({}, page).take(1'000'000);
}

} // namespace leadsheet::test
