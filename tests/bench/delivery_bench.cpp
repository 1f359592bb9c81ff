// SPDX-License-Identifier: Apache-2.0
// What a delivery of 50,000 leads costs another account: the longest of its small writes meanwhile,
// beside those of a quiet time; and the same while they are taken in. On SQLite, and on PostgreSQL
// where LEADSHEET_BENCH_POSTGRES names a server. Usage: delivery_bench [directory [leads]]
#include "bench_row.hpp"
#include "domain/json.hpp"
#include "domain/lead.hpp"
#include "orders/steps.hpp"
#include "store/open_store.hpp"
#include "store_bench_support.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <vector>

namespace domain = leadsheet::server::domain;
using namespace leadsheet::server::store;
using namespace leadsheet::server::orders;
using bench::addAccount;
using bench::addOrder;
using bench::now;
using bench::pseudoRandom;
using bench::require;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int kPart = 10'000;         // leads of one ingest call
constexpr double kLongestTarget = 50; // ms
constexpr double kRatioTarget = 2;    // where the quiet time is no better: a busy disk
constexpr auto kQuietTime = std::chrono::seconds(3);
constexpr auto kPause = std::chrono::milliseconds(2); // between two small writes

std::string answerOf(Reader&, const Order&) {
    return "{}";
}

std::vector<NewLead> someLeads(int first, int count) {
    const auto ids = domain::makeLeadIds(static_cast<std::size_t>(count), now(), pseudoRandom());
    std::vector<NewLead> leads;
    leads.reserve(ids.size());
    for (int at = 0; at < count; ++at) {
        const std::string n = std::to_string(first + at);
        const std::string company = "company" + std::to_string((first + at) % 5000) + ".example";
        auto draft = domain::checkLead(*domain::parseJson(
            R"({"firstName":"Person","lastName":"Number )" + n + R"(","email":"person)" + n + "@" +
            company + R"(","jobTitle":"Head of Sales","companyName":"Company","companyDomain":")" +
            company + R"(","country":"DE","result":"good","industry":"Software"})"));
        auto identities = domain::leadIdentities(*draft);
        leads.push_back(
            {ids[static_cast<std::size_t>(at)], std::move(*draft), std::move(identities)});
    }
    return leads;
}

/// Small durable writes of an account, one after the other, and how long each took.
class Neighbour {
public:
    Neighbour(Store& store, const ApiKey& key)
        : store_(store)
        , key_(key)
        , thread_([this](const std::stop_token& stop) { run(stop); }) {}

    /// Milliseconds of the writes since the last call, sorted.
    std::vector<double> end() {
        thread_.request_stop();
        thread_.join();
        std::sort(took_.begin(), took_.end());
        return took_;
    }

private:
    void run(const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            const auto start = Clock::now();
            require(store_.writeAndWait(
                [&](Tx& tx) {
                    tx.renameAccount(key_.account, std::to_string(took_.size()));
                    return true;
                },
                Durability::Full, key_.account));
            const std::chrono::duration<double, std::milli> spent = Clock::now() - start;
            took_.push_back(spent.count());
            std::this_thread::sleep_for(kPause);
        }
    }

    Store& store_;
    const ApiKey& key_;
    std::vector<double> took_;
    std::jthread thread_;
};

double at(const std::vector<double>& sorted, double share) {
    return sorted[std::min(sorted.size() - 1,
                           static_cast<std::size_t>(share * static_cast<double>(sorted.size())))];
}

void print(const char* what, const std::vector<double>& took) {
    std::printf("%-28s %6zu writes, median %.1f ms, p99 %.1f ms, longest %.1f ms\n", what,
                took.size(), at(took, 0.5), at(took, 0.99), took.back());
}

/// As the server does it.
void deliver(Store& store, const ApiKey& key, const OrderNumber& number) {
    OrderStep step;
    step.number = number;
    step.action = domain::OrderAction::Deliver;
    step.now = now();
    require(store.writeAndWait(
        [&](Tx& tx) { return startDelivery(tx, step, std::nullopt, answerOf).begun; }));
    PieceSize size;
    while (require(
        store.writeAndWait([&](Tx& tx) { return moveDelivery(tx, key.account, now(), size); },
                           Durability::Relaxed, key.account))) {
    }
    require(store.writeAndWait([&](Tx& tx) {
        finishDelivery(tx, key.account, answerOf, now());
        return true;
    }));
}

bool measure(const char* name, Store& store, int leads) {
    const ApiKey key = addAccount(store);
    const ApiKey other = addAccount(store);
    const OrderNumber number = addOrder(store, key);
    std::printf("%s, %d leads\n", name, leads);
    Neighbour quiet(store, other);
    std::this_thread::sleep_for(kQuietTime);
    const auto before = quiet.end();
    print("quiet", before);

    std::vector<std::vector<NewLead>> parts;
    for (int first = 0; first < leads; first += kPart)
        parts.push_back(someLeads(first, std::min(kPart, leads - first)));
    Neighbour beside(store, other);
    auto start = Clock::now();
    for (std::size_t at = 0; at < parts.size(); ++at) {
        IngestPart part;
        part.number = number;
        part.deliveryId = std::to_string(at);
        part.leads = parts[at];
        part.now = now();
        part.renderAnswer = [](const IngestCounts&) {
            return std::string("{}");
        };
        require(store.writeAndWait([&](Tx& tx) { return ingestPart(tx, part).outcome; }));
    }
    std::chrono::duration<double> spent = Clock::now() - start;
    print("while they are ingested", beside.end());
    std::printf("  ingested in %.1f s, parts of %d\n", spent.count(), kPart);

    Neighbour waiting(store, other);
    start = Clock::now();
    deliver(store, key, number);
    spent = Clock::now() - start;
    const auto took = waiting.end();
    print("while they are delivered", took);
    const auto delivered =
        require(store.read([&](Reader& reader) { return reader.findOrder(number)->delivered; }));
    const double ratio = took.back() / before.back();
    const bool fine = took.back() <= kLongestTarget || ratio <= kRatioTarget;
    std::printf("  delivered in %.1f s; longest wait %.1f ms (target at most %.0f), %.1f times the "
                "longest of the quiet time%s\n",
                spent.count(), took.back(), kLongestTarget, ratio, fine ? "" : "  MISSED");
    bench::addRow({std::string("longest wait beside a delivery of 50,000, ") + name,
                   bench::figure(took.back(), "ms"), "limit " + bench::figure(kLongestTarget, "ms"),
                   took.back() / kLongestTarget, bench::Better::Less, 1.0, std::nullopt});
    return fine && delivered == leads;
}

} // namespace

int main(int argc, char** argv) {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const std::filesystem::path base = argc > 1 ? argv[1] : std::filesystem::temp_directory_path();
    const int leads = argc > 2 ? std::atoi(argv[2]) : 50'000;
    const auto folder = base / ("leadsheet-delivery-bench-" + domain::makeId("", pseudoRandom()));
    std::filesystem::create_directories(folder);
    SqliteOptions options;
    options.path = (folder / "store.db").string();
    auto opened = openSqliteStore(options);
    if (!opened) {
        std::fprintf(stderr, "%s\n", opened.error().detail.c_str());
        return 1;
    }
    bool fine = measure("SQLite", **opened, leads);
    opened->reset();
    std::filesystem::remove_all(folder);
    if (const char* uri = std::getenv("LEADSHEET_BENCH_POSTGRES")) {
        PostgresOptions postgres;
        postgres.uri = uri;
        auto shared = openPostgresStore(std::move(postgres));
        if (!shared) {
            std::fprintf(stderr, "%s\n", shared.error().detail.c_str());
            return 1;
        }
        fine = measure("PostgreSQL", **shared, leads) && fine;
    }
    return fine ? 0 : 1;
}
