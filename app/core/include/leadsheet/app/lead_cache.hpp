// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"
#include "leadsheet/model/lead.hpp"
#include "leadsheet/result.hpp"
#include "leadsheet/submit/run.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace leadsheet::app {

/// Whose leads a cache holds: the account and the service's own id, whatever address leads there.
struct LeadOwner {
    std::string baseUrl; ///< tells the service apart only where it has no instance id
    std::string accountId;
    std::string instanceId{}; ///< Account::instanceId

    /// As submit::isSameAccount().
    friend bool operator==(const LeadOwner& one, const LeadOwner& other);
};

LeadOwner leadOwnerOf(const submit::AccountRef& account);

/// `<dataFolder>/leads/<hash of the owner>.sqlite`: another account, another file.
std::filesystem::path leadCacheFile(const std::filesystem::path& dataFolder,
                                    const LeadOwner& owner);

/// Removes the owner's copy, and every other of the same account id, whatever address or service id
/// it was kept by: account ids are drawn at random.
void removeLeadCaches(const std::filesystem::path& dataFolder, const LeadOwner& owner);

/// A lead's number in the account's order, from 1 on. What the service calls the order of `seq`:
/// leads never change but by being erased, and new ones come at the end only, so a place stands for
/// one lead for ever.
using LeadPlace = std::uint32_t;

/// How much of the account's list is here. Always its beginning, without gaps.
struct LeadCacheState {
    std::int64_t leads = 0;            ///< places 1 to this are here
    std::optional<std::string> cursor; ///< where the list goes on; nothing before the first page
    bool whole = false; ///< all that the service had at `checkedAt`; an older end stays known
    std::optional<WallTime> checkedAt;   ///< when the end of the list was last reached
    std::optional<std::string> erasures; ///< where the list of erasures goes on
};

/// What the leads have in the columns that can be filtered by text, with how many have it; most
/// first.
struct LeadFacets {
    std::vector<std::pair<std::string, std::int64_t>> countries;
    std::vector<std::pair<std::string, std::int64_t>> orders;
};

/// The column that a list of leads is sorted by.
struct LeadSort {
    LeadField field = LeadField::Id;
    bool descending = false;
    friend bool operator==(const LeadSort&, const LeadSort&) = default;
};

/// A page of the list on its way into the cache.
struct LeadCachePage {
    std::span<const Lead> leads;
    std::optional<std::string> before; ///< the cursor that asked for it
    std::optional<std::string> next;   ///< the cursor behind it
    bool last = false;                 ///< there were none behind it
    WallTime at{};
};

/// The leads of one account in a file of this computer, which its owner alone may read. A page and
/// the cursor behind it are one transaction: after any end the next page goes on behind the last
/// one that is here. Memory does not grow with the number of leads. One thread at a time; other
/// threads and programs open their own, and read while one writes.
///
/// Errors: StorageFull, StorageError, and LedgerDamaged when the file can no longer be read, which
/// removing and filling it again repairs.
class LeadCache {
public:
    /// Makes the file, and its folder, when missing. What is not a database, is damaged, or was
    /// written by another version is replaced: it is a copy. A copy that was kept by the address,
    /// before the service had an id of its own, is taken over. StorageError for a database of
    /// another program or of another account, which stays untouched.
    static Result<LeadCache> open(const std::filesystem::path& file, const LeadOwner& owner);
    /// Removes the file and what belongs to it. True when there was one.
    static bool remove(const std::filesystem::path& file);

    LeadCache(LeadCache&&) noexcept;
    LeadCache& operator=(LeadCache&&) noexcept;
    ~LeadCache();

    Result<LeadCacheState> state();
    /// False, and nothing added, when the cache does not stand at `before`: somebody else went on.
    Result<bool> add(const LeadCachePage& page);
    /// The end of the list is where it was.
    Result<void> confirm(WallTime at);
    /// Empties what the leads with these ids say about persons, as the service has it, and keeps
    /// the cursor behind these erasures; how many leads that changed. Looks at every lead of the
    /// copy.
    Result<std::int64_t> erase(std::span<const std::string> ids, const std::string& next);
    /// Forgets everything.
    Result<void> clear();

    /// The places in `(after, upTo]` whose leads the filter lets through, in order, exactly as the
    /// service filters; of them those that have each of `words` (with blanks between them; case and
    /// accents do not count) in their name, company, job title or e-mail. Looks at as many rows as
    /// the span is long: large lists are searched in spans.
    Result<std::vector<LeadPlace>> find(const LeadFilter& filter, std::int64_t after,
                                        std::int64_t upTo, std::string_view words = {});
    /// The same places sorted: numbers, moments and yes or no by value, results best first, texts
    /// without regard to case and accents. Equal ones stay as they are, and what has nothing in the
    /// column comes last either way. Takes memory and time for all of them; Cancelled when stopped.
    Result<std::vector<LeadPlace>> sorted(std::span<const LeadPlace> places, const LeadSort& by,
                                          const std::stop_token& stop = {});
    /// The leads at these places; one that is not here is an empty Lead.
    Result<std::vector<Lead>> leads(std::span<const LeadPlace> places);
    Result<LeadFacets> facets();

private:
    struct Impl;
    explicit LeadCache(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Whether the filter lets everything through.
bool isEmpty(const LeadFilter& filter);
bool sameFilter(const LeadFilter& a, const LeadFilter& b);

} // namespace leadsheet::app
