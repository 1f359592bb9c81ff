// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/lead_fill.hpp"

#include "leadsheet/app/lead_cache.hpp"
#include "leadsheet/client.hpp"
#include "leadsheet/messages/ledger.hpp"
#include "leadsheet/try.hpp"

#include <optional>
#include <string>
#include <vector>

namespace leadsheet::app {

namespace {

enum class WalkEnd {
    Whole,
    Resting,
    Moved, ///< another program added pages meanwhile
    Stale  ///< the copy is not the beginning of this list
};

class LeadWalk {
public:
    LeadWalk(const Client& client, LeadCache& cache, const LeadFillOptions& options)
        : client_(client)
        , cache_(cache)
        , options_(options) {}

    Result<WalkEnd> run(LeadFill& fill) {
        LEADSHEET_TRY(auto state, cache_.state());
        fill.state = state;
        PageOptions page;
        page.limit = options_.pageSize;
        page.cursor = fill.state.cursor;
        LeadPages pages = client_.leads().all({}, {}, page, options_.call);
        bool more = true;
        while (more) {
            if (const auto rest = restNeeded()) {
                fill.rest = rest;
                return WalkEnd::Resting;
            }
            const auto leads = pages.nextPage();
            if (!leads) {
                if (leads.error().is(ErrorCode::InvalidCursor))
                    return WalkEnd::Stale;
                return failure(leads.error());
            }
            more = !pages.finished();
            LEADSHEET_TRY(const auto taken, take(fill.state, *leads, pages.cursor(), !more));
            if (!taken)
                return WalkEnd::Moved;
            if (options_.progress)
                options_.progress(fill.state);
        }
        LEADSHEET_TRY(const auto end, verify(fill.state));
        if (end == WalkEnd::Whole)
            LEADSHEET_TRY_DONE(follow(fill));
        return end;
    }

private:
    Result<bool> take(LeadCacheState& state, const std::vector<Lead>& leads,
                      const std::optional<std::string>& next, bool last) {
        const WallTime now = client_.clock().wallNow();
        const auto added = cache_.add({leads, state.cursor, next, last, now});
        if (!added || !*added)
            return added;
        LEADSHEET_TRY(auto after, cache_.state());
        state = std::move(after);
        return true;
    }

    /// Leads never go away: a list that is shorter than the copy is another list.
    Result<WalkEnd> verify(const LeadCacheState& state) const {
        LEADSHEET_TRY(const auto counted, client_.leads().count({}, options_.call));
        return counted < state.leads ? WalkEnd::Stale : WalkEnd::Whole;
    }

    /// Empties what was erased since.
    Result<void> follow(LeadFill& fill) const {
        for (bool more = true; more;) {
            const auto page =
                client_.leads().erasures({options_.pageSize, fill.state.erasures}, options_.call);
            // A service of before there were erasures; a bookmark that it no longer takes.
            if (!page && page.error().is(ErrorCode::NotFound))
                return {};
            if (!page && page.error().is(ErrorCode::InvalidCursor) && fill.state.erasures) {
                fill.state.erasures.reset();
                continue;
            }
            if (!page)
                return failure(page.error());
            std::vector<std::string> ids;
            for (const LeadErasure& erasure : page->items)
                ids.push_back(erasure.leadId);
            more = page->hasMore;
            if (!page->resumeCursor || page->resumeCursor == fill.state.erasures)
                return {};
            LEADSHEET_TRY(const auto erased, cache_.erase(ids, *page->resumeCursor));
            fill.erased += erased;
            fill.state.erasures = page->resumeCursor;
        }
        return {};
    }

    std::optional<std::chrono::seconds> restNeeded() const {
        const PacerView view = client_.gate(Budget::Default).view();
        const SteadyTime now = client_.clock().now();
        if (!view.fromServer || view.windowEnds <= now ||
            view.remaining * 100 > view.quota * options_.spare)
            return {};
        return std::chrono::ceil<std::chrono::seconds>(view.windowEnds - now);
    }

    const Client& client_;
    LeadCache& cache_;
    const LeadFillOptions& options_;
};

} // namespace

Result<LeadFill> fillLeadCache(const Client& client, const std::filesystem::path& file,
                               const LeadOwner& owner, const LeadFillOptions& options) {
    LeadFill fill;
    while (true) {
        LEADSHEET_TRY(auto cache, LeadCache::open(file, owner));
        const auto end = LeadWalk(client, cache, options).run(fill);
        const bool damaged = !end && end.error().is(ErrorCode::LedgerDamaged);
        const bool useless = damaged || (end && *end == WalkEnd::Stale);
        if (end && (*end == WalkEnd::Whole || *end == WalkEnd::Resting))
            return fill;
        if (end && *end == WalkEnd::Moved && !options.call.stop.stop_requested())
            continue;
        if (!useless || fill.startedOver)
            return failure(
                end ? localError(ErrorCode::InvalidResponse, {messages::ledger::fewerLeadsListed()})
                    : end.error());
        fill.startedOver = true;
        if (damaged) {
            LeadCache::remove(file);
        } else if (auto cleared = cache.clear(); !cleared) {
            return failure(cleared.error());
        }
    }
}

} // namespace leadsheet::app
