// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/lead_cache.hpp"

#include "leads/cache/cache_file.hpp"
#include "leads/cache/lead_search.hpp"
#include "leads/export_facts.hpp"
#include "leads/row_codec.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/model/lead.hpp"
#include "leadsheet/timestamp.hpp"
#include "leadsheet/try.hpp"

#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace leadsheet::app {
namespace {

const std::vector<LeadField>& everyField() {
    static const std::vector<LeadField> fields = [] {
        std::vector<LeadField> all;
        for (std::size_t i = 0; i < kLeadFieldCount; ++i)
            all.push_back(static_cast<LeadField>(i));
        return all;
    }();
    return fields;
}

struct ToLeadValue {
    LeadValue operator()(std::monostate) const { return {}; }
    LeadValue operator()(std::string_view text) const { return std::string(text); }
    LeadValue operator()(std::int64_t number) const { return number; }
    LeadValue operator()(double number) const { return number; }
    LeadValue operator()(bool flag) const { return flag; }
    LeadValue operator()(std::chrono::sys_days) const { return {}; }
    LeadValue operator()(ExportAmount) const { return {}; }
    LeadValue operator()(ExportTime time) const {
        return formatTimestamp(
            WallTime(std::chrono::duration_cast<WallTime::duration>(time.time_since_epoch())));
    }
    LeadValue operator()(const ExportList& list) const {
        return std::vector<std::string>(list.texts.begin(), list.texts.end());
    }
};

/// All fields of a lead as one text of bytes, and back.
void appendLeadBody(std::string& out, const Lead& lead) {
    encodeLead(out, lead, everyField());
}

[[noreturn]] void failDamaged() {
    throw CacheFailure(
        localError(ErrorCode::LedgerDamaged, {messages::ledger::copiedLeadDamaged()}));
}

/// The values of all fields, in the memory of `bytes`, for a look at many leads.
class BodyValues {
public:
    std::span<const ExportValue> of(std::string_view bytes) {
        if (!reader_.next(bytes, values_) || !bytes.empty())
            failDamaged();
        return values_;
    }

private:
    LeadRowReader reader_;
    std::array<ExportValue, kLeadFieldCount> values_;
};

/// False when it is not such a text.
bool readLeadBody(std::string_view bytes, Lead& lead) {
    LeadRowReader reader;
    std::array<ExportValue, kLeadFieldCount> values;
    if (!reader.next(bytes, values) || !bytes.empty())
        return false;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!std::holds_alternative<std::monostate>(values.at(i)))
            lead[static_cast<LeadField>(i)] = std::visit(ToLeadValue{}, values.at(i));
    return true;
}

std::int64_t millisOf(WallTime time) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

WallTime wallTimeOf(std::int64_t millis) {
    return WallTime(
        std::chrono::duration_cast<WallTime::duration>(std::chrono::milliseconds(millis)));
}

std::int64_t flagOf(const Lead& lead, LeadField field) {
    const auto* flag = std::get_if<bool>(&lead[field]);
    return flag != nullptr && *flag ? 1 : 0;
}

bool isErased(const Lead& lead) {
    return lead.text(LeadField::ResultReason) == kErasedReason;
}

Lead erasedOf(const Lead& lead) {
    Lead left;
    for (std::size_t i = 0; i < kLeadFieldCount; ++i)
        if (const auto field = static_cast<LeadField>(i); staysWhenErased(field))
            left[field] = lead[field];
    left[LeadField::ResultReason] = std::string(kErasedReason);
    return left;
}

std::int64_t deliveredOf(const Lead& lead) {
    const auto time = parseTimestamp(lead.text(LeadField::DeliveredAt));
    return time ? millisOf(*time) : 0;
}

} // namespace

struct LeadCache::Impl {
    std::unique_ptr<CacheDatabase> database;
    std::map<std::string, std::int64_t, std::less<>> words; ///< those met in this transaction
    std::map<std::pair<CacheFacet, std::int64_t>, std::int64_t> added; ///< likewise, how often

    std::optional<std::int64_t> knownWord(std::string_view word) {
        if (word.empty())
            return 0;
        CacheStatement look = database->use("SELECT id FROM words WHERE word = ?1");
        look.bind(word);
        return look.next() ? std::optional(look.integer(0)) : std::nullopt;
    }

    std::int64_t wordId(const std::string& word) {
        if (const auto found = words.find(word); found != words.end())
            return found->second;
        auto id = knownWord(word);
        if (!id) {
            database->use("INSERT INTO words(word) VALUES(?1)").bind(std::string_view(word)).run();
            id = knownWord(word);
        }
        words.emplace(word, *id);
        return *id;
    }

    void insert(std::int64_t place, const Lead& lead, std::string& body) {
        const std::int64_t order = wordId(lead.text(LeadField::OrderNumber));
        const std::int64_t country = wordId(lead.text(LeadField::Country));
        ++added[{CacheFacet::Order, order}];
        ++added[{CacheFacet::Country, country}];
        database
            ->use("INSERT INTO marks(place, delivered, order_word, country, result, email, phone)"
                  " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)")
            .bind(place, deliveredOf(lead), order, country, wordId(lead.text(LeadField::Result)),
                  flagOf(lead, LeadField::HasEmail), flagOf(lead, LeadField::HasPhone))
            .run();
        body.clear();
        appendLeadBody(body, lead);
        database->use("INSERT INTO leads(place, body) VALUES(?1, ?2)")
            .bind(place, CacheBlob{body})
            .run();
    }

    void count() {
        for (const auto& [what, n] : added)
            database
                ->use("INSERT INTO counts(facet, word, n) VALUES(?1, ?2, ?3)"
                      " ON CONFLICT(facet, word) DO UPDATE SET n = n + excluded.n")
                .bind(static_cast<std::int64_t>(what.first), what.second, n)
                .run();
    }

    LeadCacheState readState() {
        CacheStatement row = database->use("SELECT leads, cursor, whole, checked_at, erasures"
                                           " FROM cache WHERE one = 1");
        LeadCacheState state;
        if (!row.next())
            return state;
        state.leads = row.integer(0);
        if (!row.isNull(1))
            state.cursor = row.text(1);
        state.whole = row.integer(2) != 0;
        if (!row.isNull(3))
            state.checkedAt = wallTimeOf(row.integer(3));
        if (!row.isNull(4))
            state.erasures = row.text(4);
        return state;
    }

    std::int64_t erase(std::span<const std::string> ids, const std::string& next) {
        CacheTransaction transaction(*database);
        std::map<std::int64_t, std::string> emptied;
        if (!ids.empty()) {
            const std::set<std::string_view> wanted(ids.begin(), ids.end());
            CacheStatement rows = database->use("SELECT place, body FROM leads");
            BodyValues body;
            while (rows.next()) {
                const auto id = body.of(rows.bytes(1))[static_cast<std::size_t>(LeadField::Id)];
                const auto* text = std::get_if<std::string_view>(&id);
                Lead lead;
                if (text == nullptr || !wanted.contains(*text) ||
                    !readLeadBody(rows.bytes(1), lead) || isErased(lead))
                    continue;
                appendLeadBody(emptied[rows.integer(0)], erasedOf(lead));
            }
        }
        for (const auto& [place, bytes] : emptied)
            database->use("UPDATE leads SET body = ?2 WHERE place = ?1")
                .bind(place, CacheBlob{bytes})
                .run();
        database->use("UPDATE cache SET erasures = ?1 WHERE one = 1")
            .bind(std::string_view(next))
            .run();
        transaction.commit();
        if (!emptied.empty()) // what was there before goes from both files
            database->run("PRAGMA wal_checkpoint(TRUNCATE)");
        return static_cast<std::int64_t>(emptied.size());
    }

    bool add(const LeadCachePage& page) {
        words.clear();
        added.clear();
        CacheTransaction transaction(*database);
        const LeadCacheState now = readState();
        if (now.cursor != page.before)
            return false;
        std::int64_t place = now.leads;
        std::string body;
        for (const Lead& lead : page.leads)
            insert(++place, lead, body);
        count();
        CacheStatement update =
            database->use("UPDATE cache SET leads = ?1, cursor = ?2, whole = max(whole, ?3),"
                          " checked_at = CASE WHEN ?3 THEN ?4 ELSE checked_at END WHERE one = 1");
        const auto& next = page.next ? page.next : page.before;
        const std::int64_t whole = page.last ? 1 : 0;
        if (next)
            update.bind(place, std::string_view(*next), whole, millisOf(page.at));
        else
            update.bind(place, nullptr, whole, millisOf(page.at));
        update.run();
        transaction.commit();
        return true;
    }

    std::vector<LeadPlace> find(const LeadFilter& filter, std::int64_t after, std::int64_t upTo,
                                std::string_view typed) {
        LeadSearch search(typed);
        std::string sql = search.empty() ? "SELECT place FROM marks"
                                         : "SELECT place, body FROM marks JOIN leads USING(place)";
        sql += " WHERE place > ?1 AND place <= ?2";
        std::vector<std::int64_t> values{after, upTo};
        bool possible = true;
        const auto demand = [&](std::string_view column, std::int64_t value) {
            values.push_back(value);
            sql.append(" AND ").append(column).append("?").append(std::to_string(values.size()));
        };
        const auto demandWord = [&](std::string_view column, std::string_view word) {
            const auto id = knownWord(word);
            possible = possible && id && *id != 0;
            demand(column, id.value_or(0));
        };
        if (filter.result)
            demandWord("result = ", toString(*filter.result));
        if (filter.orderNumber)
            demandWord("order_word = ", filter.orderNumber->str());
        if (filter.country)
            demandWord("country = ", *filter.country);
        if (filter.hasEmail)
            demand("email = ", *filter.hasEmail ? 1 : 0);
        if (filter.hasPhone)
            demand("phone = ", *filter.hasPhone ? 1 : 0);
        if (filter.deliveredAfter) {
            const auto time = parseTimestamp(*filter.deliveredAfter);
            possible = possible && time.has_value();
            demand("delivered > ", time ? millisOf(*time) : 0);
        }
        std::vector<LeadPlace> places;
        if (!possible)
            return places;
        CacheStatement rows = database->use(sql + " ORDER BY place");
        for (std::size_t i = 0; i < values.size(); ++i)
            rows.bindAt(static_cast<int>(i) + 1, values[i]);
        BodyValues body;
        while (rows.next())
            if (search.empty() || search.finds(body.of(rows.bytes(1))))
                places.push_back(static_cast<LeadPlace>(rows.integer(0)));
        return places;
    }

    std::vector<LeadPlace> sorted(std::span<const LeadPlace> places, const LeadSort& by,
                                  const std::stop_token& stop) {
        LeadSorter sorter(by);
        sorter.reserve(places.size());
        BodyValues body;
        for (const LeadPlace place : places) {
            if (stop.stop_requested())
                throw CacheFailure(localError(ErrorCode::Cancelled, "Cancelled."));
            CacheStatement row = database->use("SELECT body FROM leads WHERE place = ?1");
            row.bind(std::int64_t{place});
            if (row.next())
                sorter.add(place, body.of(row.bytes(0)));
        }
        return sorter.places();
    }

    std::vector<Lead> read(std::span<const LeadPlace> places) {
        std::vector<Lead> leads(places.size());
        for (std::size_t i = 0; i < places.size(); ++i) {
            CacheStatement row = database->use("SELECT body FROM leads WHERE place = ?1");
            row.bind(std::int64_t{places[i]});
            if (row.next() && !readLeadBody(row.bytes(0), leads[i]))
                failDamaged();
        }
        return leads;
    }

    std::vector<std::pair<std::string, std::int64_t>> counted(CacheFacet facet) {
        CacheStatement rows =
            database->use("SELECT words.word, n FROM counts JOIN words ON words.id = counts.word"
                          " WHERE facet = ?1 ORDER BY n DESC, words.word");
        rows.bind(static_cast<std::int64_t>(facet));
        std::vector<std::pair<std::string, std::int64_t>> all;
        while (rows.next())
            all.emplace_back(rows.text(0), rows.integer(1));
        return all;
    }
};

bool isEmpty(const LeadFilter& filter) {
    return sameFilter(filter, {});
}

bool sameFilter(const LeadFilter& a, const LeadFilter& b) {
    return filterText(a) == filterText(b);
}

LeadCache::LeadCache(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
LeadCache::LeadCache(LeadCache&&) noexcept = default;
LeadCache& LeadCache::operator=(LeadCache&&) noexcept = default;
LeadCache::~LeadCache() = default;

Result<LeadCache> LeadCache::open(const std::filesystem::path& file, const LeadOwner& owner) {
    LEADSHEET_TRY(auto database, openCacheFile(file, owner));
    auto impl = std::make_unique<Impl>();
    impl->database = std::move(database);
    return LeadCache(std::move(impl));
}

Result<LeadCacheState> LeadCache::state() {
    return cacheGuarded([&] { return impl_->readState(); });
}

Result<bool> LeadCache::add(const LeadCachePage& page) {
    return cacheGuarded([&] { return impl_->add(page); });
}

Result<void> LeadCache::confirm(WallTime at) {
    return cacheGuarded([&] {
        impl_->database->use("UPDATE cache SET whole = 1, checked_at = ?1 WHERE one = 1")
            .bind(millisOf(at))
            .run();
    });
}

Result<std::int64_t> LeadCache::erase(std::span<const std::string> ids, const std::string& next) {
    return cacheGuarded([&] { return impl_->erase(ids, next); });
}

Result<void> LeadCache::clear() {
    return cacheGuarded([&] {
        CacheTransaction transaction(*impl_->database);
        impl_->database->run(
            "DELETE FROM leads; DELETE FROM marks; DELETE FROM words; DELETE FROM counts;"
            "UPDATE cache SET leads = 0, cursor = NULL, whole = 0,"
            " checked_at = NULL, erasures = NULL");
        transaction.commit();
    });
}

Result<std::vector<LeadPlace>> LeadCache::find(const LeadFilter& filter, std::int64_t after,
                                               std::int64_t upTo, std::string_view words) {
    return cacheGuarded([&] { return impl_->find(filter, after, upTo, words); });
}

Result<std::vector<LeadPlace>> LeadCache::sorted(std::span<const LeadPlace> places,
                                                 const LeadSort& by, const std::stop_token& stop) {
    return cacheGuarded([&] { return impl_->sorted(places, by, stop); });
}

Result<std::vector<Lead>> LeadCache::leads(std::span<const LeadPlace> places) {
    return cacheGuarded([&] { return impl_->read(places); });
}

Result<LeadFacets> LeadCache::facets() {
    return cacheGuarded([&] {
        return LeadFacets{impl_->counted(CacheFacet::Country), impl_->counted(CacheFacet::Order)};
    });
}

} // namespace leadsheet::app
