// SPDX-License-Identifier: Apache-2.0
// Leads in the store: how fast they are taken in and delivered as a share of SQLite alone with the
// same tables and rows, which are written once, or staged and moved as a delivery in two steps has
// to; and what a page costs at the end of a long list. Usage: leads_bench [directory [leads]]
#include "bench_row.hpp"
#include "domain/json.hpp"
#include "domain/lead.hpp"
#include "orders/steps.hpp"
#include "raw_leads.hpp"
#include "store/open_store.hpp"
#include "store_bench_support.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <random>
#include <vector>

namespace domain = leadsheet::server::domain;
using namespace leadsheet::server::store;
using namespace leadsheet::server::orders;
using bench::now;
using bench::pseudoRandom;
using bench::require;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int kPart = 10'000; // leads a transaction, as many as one call may bring
constexpr int kRounds = 3;
constexpr int kPartsARound = 5;
constexpr int kPages = 300;
constexpr int kPage = 100; // leads
constexpr double kDepthTarget = 1.1;
constexpr double kIngestTarget = 0.5;

/// An account with one order in progress that takes any number of leads.
class Receiver {
public:
    explicit Receiver(Store& store)
        : store_(store)
        , key_(bench::addAccount(store, 7))
        , number_(bench::addOrder(store, key_, 7)) {}

    void take(const std::vector<NewLead>& leads) {
        IngestPart part;
        part.number = number_;
        part.deliveryId = std::to_string(++parts_);
        part.leads = leads;
        part.now = now();
        part.renderAnswer = [](const IngestCounts&) {
            return std::string("{}");
        };
        const auto result =
            require(store_.writeAndWait([&](Tx& tx) { return ingestPart(tx, part); }));
        if (result.outcome != IngestResult::Outcome::Applied)
            std::exit(1);
        deliver();
    }

    const AccountId& account() const { return key_.account; }

private:
    /// As a part; as the server does it.
    void deliver() {
        const auto answer = [](Reader&, const Order&) {
            return std::string("{}");
        };
        OrderStep step;
        step.number = number_;
        step.action = domain::OrderAction::DeliverPart;
        step.now = now();
        require(store_.writeAndWait(
            [&](Tx& tx) { return startDelivery(tx, step, std::nullopt, answer).begun; }));
        PieceSize size;
        while (require(
            store_.writeAndWait([&](Tx& tx) { return moveDelivery(tx, key_.account, now(), size); },
                                Durability::Relaxed))) {
        }
        require(store_.writeAndWait([&](Tx& tx) {
            finishDelivery(tx, key_.account, answer, now());
            return true;
        }));
    }

    Store& store_;
    ApiKey key_;
    OrderNumber number_;
    int parts_ = 0;
};

/// The next leads of an endless series of different ones.
std::vector<NewLead> nextLeads(int count) {
    static std::int64_t made = 0;
    const auto ids = domain::makeLeadIds(static_cast<std::size_t>(count), now(), pseudoRandom(7));
    std::vector<NewLead> leads;
    leads.reserve(static_cast<std::size_t>(count));
    for (const auto& id : ids) {
        const std::string n = std::to_string(++made);
        auto draft = domain::checkLead(*domain::parseJson(
            R"({"firstName":"Person","lastName":"Number )" + n + R"(","email":"person)" + n +
            R"(@company)" + std::to_string(made % 5000) +
            R"(.example","jobTitle":"Head of Sales","companyName":"Company","companyDomain":"company)" +
            std::to_string(made % 5000) + R"(.example","country":")" +
            (made % 3 == 0 ? "DE" : "FR") + R"(","result":"good","industry":"Software"})"));
        auto identities = domain::leadIdentities(*draft);
        leads.push_back({id, std::move(*draft), std::move(identities)});
    }
    return leads;
}

/// Makes the list long. What tells duplicates apart is left out: pages do not read it, and its
/// random places make it most of the work of taking in.
void fillUp(Receiver& receiver, std::int64_t count) {
    std::vector<NewLead> leads = nextLeads(kPart);
    for (auto& lead : leads)
        lead.identities.clear();
    for (std::int64_t taken = 0; taken < count; taken += kPart) {
        const auto ids = domain::makeLeadIds(leads.size(), now(), pseudoRandom(7));
        for (std::size_t i = 0; i < leads.size(); ++i)
            leads[i].id = ids[i];
        receiver.take(leads);
    }
}

/// Leads a second, of the clock and of the processor time of the whole process.
struct Rate {
    double wall;
    double cpu;
};

template <class Take>
Rate rate(Take take) {
    std::chrono::duration<double> spent{0};
    std::clock_t ticks = 0;
    for (int part = 0; part < kPartsARound; ++part) {
        const auto leads = nextLeads(kPart);
        const auto start = Clock::now();
        const std::clock_t before = std::clock();
        take(leads);
        ticks += std::clock() - before;
        spent += Clock::now() - start;
    }
    return {kPartsARound * kPart / spent.count(),
            kPartsARound * kPart / (static_cast<double>(ticks) / CLOCKS_PER_SEC)};
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// Microseconds for the page after this lead.
double pageMicros(Store& store, const AccountId& account, std::int64_t after) {
    LeadQuery query;
    query.account = account;
    query.after = after;
    query.limit = kPage;
    std::size_t bytes = 0;
    const auto start = Clock::now();
    require(store.read([&](Reader& reader) {
        return reader.visitLeads(query, [&](const LeadRow& lead) {
            for (LeadField field = 0; field < domain::kLeadFieldCount; ++field)
                bytes += lead.isNull(field) ? 0 : 1;
        });
    }));
    const std::chrono::duration<double, std::micro> spent = Clock::now() - start;
    return bytes > 0 ? spent.count() : 1e9;
}

} // namespace

int main(int argc, char** argv) {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const std::filesystem::path base = argc > 1 ? argv[1] : std::filesystem::temp_directory_path();
    const std::int64_t wanted = argc > 2 ? std::atoll(argv[2]) : 1'000'000;
    const auto folder = base / ("leadsheet-leads-bench-" + domain::makeId("", pseudoRandom(7)));
    std::filesystem::create_directories(folder);
    SqliteOptions options;
    options.path = (folder / "store.db").string();
    auto opened = openSqliteStore(options);
    if (!opened) {
        std::fprintf(stderr, "%s\n", opened.error().detail.c_str());
        return 1;
    }
    Store& store = **opened;
    Receiver receiver(store);
    std::vector<double> shares;
    std::vector<double> stagingShares;
    std::int64_t stored = 0;
    {
        bench::RawLeads raw((folder / "raw.db").string());
        bench::RawLeads rawStaging((folder / "raw-staging.db").string());
        for (int round = 0; round < kRounds; ++round) {
            const Rate alone = rate([&](const auto& leads) { raw.take(leads); });
            const Rate staging = rate([&](const auto& leads) { rawStaging.stageAndMove(leads); });
            const Rate ours = rate([&](const auto& leads) { receiver.take(leads); });
            stored += kPartsARound * kPart;
            shares.push_back(ours.wall / alone.wall);
            stagingShares.push_back(ours.cpu / staging.cpu);
            std::printf("leads/s, %d a commit (a second of CPU): SQLite alone %.0f (%.0f), staging "
                        "%.0f (%.0f), store %.0f (%.0f); share %.2f, of staging by CPU %.2f\n",
                        kPart, alone.wall, alone.cpu, staging.wall, staging.cpu, ours.wall,
                        ours.cpu, shares.back(), stagingShares.back());
        }
    }
    const auto start = Clock::now();
    fillUp(receiver, wanted - stored);
    const std::chrono::duration<double> filling = Clock::now() - start;
    stored = std::max(stored, wanted);
    std::printf("filled up to %lld leads in %.0f s\n", static_cast<long long>(stored),
                filling.count());

    std::vector<double> early;
    std::vector<double> late;
    std::mt19937_64 engine(1);
    for (int i = 0; i < kPages; ++i) {
        const auto near = static_cast<std::int64_t>(engine() % 5'000);
        early.push_back(pageMicros(store, receiver.account(), near));
        late.push_back(pageMicros(store, receiver.account(), stored * 99 / 100 + near));
    }
    const double depth = median(late) / median(early);
    const double share = median(shares);
    std::printf("page of %d among %lld leads: first %.0f us, at 99 %% %.0f us\n", kPage,
                static_cast<long long>(stored), median(early), median(late));
    std::printf("page at 99 %% depth / first page: %.2f (target at most %.1f)%s\n", depth,
                kDepthTarget, depth > kDepthTarget ? "  MISSED" : "");
    std::printf("ingest, share of SQLite alone: %.2f (target at least %.1f)%s\n", share,
                kIngestTarget, share < kIngestTarget ? "  MISSED" : "");
    bench::addRow({"page of leads at 99 % of 1,000,000", bench::figure(median(late), "µs"),
                   "first page " + bench::figure(median(early), "µs"), depth, bench::Better::Less,
                   std::nullopt, kDepthTarget});
    bench::addRow({"ingest of leads", "store", "bare SQLite", share, bench::Better::More,
                   std::nullopt, kIngestTarget});
    bench::addRow({"ingest of leads, staged and delivered, CPU", "store",
                   "bare SQLite with the same two steps", median(stagingShares),
                   bench::Better::More, kIngestTarget, std::nullopt});
    opened->reset();
    std::filesystem::remove_all(folder);
    return depth > kDepthTarget || share < kIngestTarget ? 1 : 0;
}
