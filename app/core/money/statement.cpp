// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/statement.hpp"

#include "money/statement_spool.hpp"

#include "leadsheet/client.hpp"
#include "leadsheet/submit/results.hpp"
#include "leadsheet/timestamp.hpp"
#include "leadsheet/try.hpp"

#include <map>
#include <unordered_set>

namespace leadsheet::app {
namespace {

constexpr std::int64_t kPageSize = 1000;
/// While orders are being placed the account moves on between two questions.
constexpr int kBalanceTries = 5;

struct Kind {
    std::string_view name;
    int available; ///< what a movement does to it: 1, 0 or -1 times its amount
    int held;
    std::int64_t MovementSums::*sum;
};
constexpr Kind kKinds[] = {
    {"credit", 1, 0, &MovementSums::credited},  {"hold", -1, 1, &MovementSums::held},
    {"capture", 0, -1, &MovementSums::charged}, {"release", 1, -1, &MovementSums::released},
    {"refund", 1, 0, &MovementSums::refunded},
};

const Kind* kindOf(const LedgerEntry& entry) {
    for (const Kind& kind : kKinds)
        if (entry.type == kind.name)
            return &kind;
    return nullptr;
}

StatementBalance balanceAfter(const LedgerEntry& entry) {
    return {entry.available.amount, entry.held.amount};
}

StatementBalance balanceBefore(const LedgerEntry& entry, const Kind& kind) {
    return {entry.available.amount - kind.available * entry.amount.amount,
            entry.held.amount - kind.held * entry.amount.amount};
}

std::string words(const StatementBalance& balance, const std::string& currency) {
    return format({balance.available, currency}) + " available and " +
           format({balance.held, currency}) + " held";
}

bool isWithin(WallTime at, const StatementOptions& options) {
    return !options.until || at < *options.until;
}

/// Reads the movements newest first, holds them against each other, and keeps those asked for.
class Reading {
public:
    Reading(const Client& client, const submit::Ledger* ledger, const StatementOptions& options,
            StatementSpool& spool, StatementTotals& totals)
        : client_(client)
        , ledger_(ledger)
        , options_(options)
        , spool_(spool)
        , totals_(totals) {}

    Result<void> run() {
        if (auto read = movements(); !read || !totals_.disagreement.empty())
            return read;
        if (auto agreed = compareWithAccount(); !agreed || !totals_.disagreement.empty())
            return agreed;
        return askForOthers();
    }

private:
    Result<void> movements();
    /// False once the beginning is reached.
    bool take(const LedgerEntry& entry, std::vector<StatementLine>& kept);
    void count(const LedgerEntry& entry, const Kind& kind);
    Result<void> joinSheets(std::vector<StatementLine>& lines);
    Result<const submit::RunInfo*> runOf(std::int64_t run);
    Result<void> compareWithAccount();
    Result<void> askForOthers();
    void disagree(std::string what) {
        totals_.disagreement = std::move(what) + " Take it up with the service's support.";
    }

    const Client& client_;
    const submit::Ledger* ledger_;
    const StatementOptions& options_;
    StatementSpool& spool_;
    StatementTotals& totals_;

    std::optional<LedgerEntry> newest_;
    /// What the movement before the one looked at last has to leave, and the id of that one.
    std::optional<StatementBalance> expected_;
    std::string expectedBy_;
    bool closingKnown_ = false;
    std::map<std::int64_t, submit::RunInfo> runs_;
    std::unordered_set<std::string> elsewhere_;
};

void Reading::count(const LedgerEntry& entry, const Kind& kind) {
    ++totals_.movements;
    std::int64_t& sum = totals_.sums.*kind.sum;
    if (__builtin_add_overflow(sum, entry.amount.amount, &sum))
        disagree("The amounts are too large to be added up.");
}

bool Reading::take(const LedgerEntry& entry, std::vector<StatementLine>& kept) {
    const Kind* kind = kindOf(entry);
    const auto at = parseTimestamp(entry.at);
    if (kind == nullptr || !at || entry.amount.currency != totals_.currency) {
        disagree("Movement " + entry.id +
                 " is of a kind, time or currency that this program does not know (" + entry.type +
                 ", " + entry.at + ", " + entry.amount.currency + ").");
        return false;
    }
    const StatementBalance after = balanceAfter(entry);
    if (expected_ && *expected_ != after) {
        disagree("After movement " + entry.id + " the service reports " +
                 words(after, totals_.currency) + ", but going by movement " + expectedBy_ +
                 " it should be " + words(*expected_, totals_.currency) + ".");
        return false;
    }
    expected_ = balanceBefore(entry, *kind);
    expectedBy_ = entry.id;
    if (!isWithin(*at, options_))
        return true;
    if (!closingKnown_) {
        closingKnown_ = true;
        totals_.closing = after;
        totals_.opening = after;
    }
    if (options_.since && *at < *options_.since)
        return false;
    totals_.opening = *expected_;
    count(entry, *kind);
    StatementLine line;
    line.entry = entry;
    kept.push_back(std::move(line));
    return true;
}

Result<void> Reading::movements() {
    auto range = client_.account().ledgerAll({kPageSize, {}}, options_.call);
    for (bool goesOn = true; goesOn;) {
        LEADSHEET_TRY(const auto page, range.nextPage());
        if (page.empty())
            break;
        if (!newest_)
            newest_ = page.front();
        std::vector<StatementLine> kept;
        for (const LedgerEntry& entry : page) {
            goesOn = take(entry, kept);
            if (!totals_.disagreement.empty())
                return {};
            if (!goesOn)
                break;
        }
        LEADSHEET_TRY_DONE(joinSheets(kept));
        LEADSHEET_TRY_DONE(spool_.add(kept));
        if (options_.progress)
            options_.progress(totals_.movements);
        if (!goesOn)
            return {};
    }
    // The very first movement begins with nothing.
    if (expected_ && *expected_ != StatementBalance())
        disagree("Before the first movement " + expectedBy_ + " there would have been " +
                 words(*expected_, totals_.currency) + ".");
    return {};
}

Result<const submit::RunInfo*> Reading::runOf(std::int64_t run) {
    auto known = runs_.find(run);
    if (known == runs_.end()) {
        LEADSHEET_TRY(auto info, ledger_->run(submit::RunId{run}));
        known = runs_.emplace(run, std::move(info)).first;
    }
    return &known->second;
}

Result<void> Reading::joinSheets(std::vector<StatementLine>& lines) {
    std::unordered_map<std::string, std::vector<StatementLine*>> ofOrder;
    std::vector<std::string> numbers;
    for (StatementLine& line : lines) {
        if (!line.entry.orderNumber)
            continue;
        line.source = OrderSource::Unknown;
        auto& same = ofOrder[*line.entry.orderNumber];
        if (same.empty())
            numbers.push_back(*line.entry.orderNumber);
        same.push_back(&line);
    }
    if (ledger_ != nullptr && !numbers.empty()) {
        LEADSHEET_TRY(const auto rows, submit::rowsOfOrders(*ledger_, options_.account, numbers));
        for (const submit::RowRecord& row : rows) {
            LEADSHEET_TRY(const auto run, runOf(row.ref.run));
            const OrderLabels labels = labelsOf(row.request);
            for (StatementLine* line : ofOrder[row.orderNumber]) {
                line->source = OrderSource::Computer;
                line->run = row.ref.run;
                line->sheet = run->spec.title;
                line->file = run->spec.sourceName;
                line->tab = row.tab == line->file ? std::string() : row.tab; // text has no tabs
                line->row = row.sourceRow;
                line->reference = row.reference.empty() ? labels.reference : row.reference;
                line->product = row.product;
                line->leads = row.leadCount;
                line->campaign = labels.campaign;
            }
        }
    }
    for (const StatementLine& line : lines)
        if (line.source == OrderSource::Unknown)
            elsewhere_.insert(*line.entry.orderNumber);
    return {};
}

Result<void> Reading::compareWithAccount() {
    for (int i = 0; i < kBalanceTries; ++i) {
        LEADSHEET_TRY(const auto account, client_.account().get(options_.call));
        const StatementBalance told{account.available.amount, account.held.amount};
        if (told == (newest_ ? balanceAfter(*newest_) : StatementBalance()))
            return {};
        LEADSHEET_TRY(const auto page, client_.account().ledger({1, {}}, options_.call));
        if (!page.items.empty())
            newest_ = page.items.front();
        if (told == (newest_ ? balanceAfter(*newest_) : StatementBalance()))
            return {};
        if (i + 1 == kBalanceTries)
            disagree(
                "The account's balance is reported as " + words(told, totals_.currency) +
                ", but after the last movement it should be " +
                words(newest_ ? balanceAfter(*newest_) : StatementBalance(), totals_.currency) +
                ".");
    }
    return {};
}

Result<void> Reading::askForOthers() {
    totals_.elsewhere = static_cast<std::int64_t>(elsewhere_.size());
    std::size_t left = elsewhere_.size();
    auto range = client_.orders().all({}, {kPageSize, {}}, options_.call);
    while (left > 0) {
        const auto page = range.nextPage();
        if (!page && page.error().is(ErrorCode::MissingScope))
            break;
        if (!page)
            return failure(page.error());
        if (page->empty())
            break;
        for (const Order& order : *page) {
            if (!elsewhere_.contains(order.number.str()) || spool_.hasFacts(order.number.str()))
                continue;
            auto added = spool_.addFacts(order.number.str(),
                                         {order.externalRef.value_or(""), order.product,
                                          order.leadCount, labelsOf(order.request).campaign});
            if (!added)
                return added;
            --left;
        }
    }
    totals_.unknown = static_cast<std::int64_t>(left);
    return {};
}

} // namespace

struct Statement::Impl {
    explicit Impl(const std::filesystem::path& folder)
        : spool(folder) {}
    StatementSpool spool;
    StatementTotals totals;
};

Statement::Statement(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
Statement::Statement(Statement&&) noexcept = default;
Statement& Statement::operator=(Statement&&) noexcept = default;
Statement::~Statement() = default;

Result<Statement> Statement::read(const Client& client, const submit::Ledger* ledger,
                                  const StatementOptions& options) {
    auto impl = std::make_unique<Impl>(options.workFolder);
    LEADSHEET_TRY(const auto account, client.account().get(options.call));
    impl->totals.currency = account.available.currency;
    impl->totals.since = options.since;
    impl->totals.until = options.until;
    LEADSHEET_TRY_DONE(Reading(client, ledger, options, impl->spool, impl->totals).run());
    return Statement(std::move(impl));
}

const StatementTotals& Statement::totals() const {
    return impl_->totals;
}

Result<std::vector<StatementLine>> Statement::next() {
    return impl_->spool.take();
}

void Statement::rewind() {
    impl_->spool.rewind();
}

std::optional<WallTime> statementTime(std::string_view text, bool end) {
    constexpr std::size_t kDay = std::string_view("2026-01-31").size();
    if (text.size() != kDay)
        return parseTimestamp(text);
    auto day = parseTimestamp(std::string(text) + "T00:00:00Z");
    if (day && end)
        *day += std::chrono::hours(24);
    return day;
}

} // namespace leadsheet::app
