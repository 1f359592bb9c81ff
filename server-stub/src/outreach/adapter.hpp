// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/lead.hpp"
#include "outreach/pace.hpp"

#include <leadsheet/contract/platforms.hpp>

#include <boost/json/value.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace leadsheet::server::outreach {

using Platform = contract::Platform;

/// Where a lead the platform already knows is skipped. Every platform has its own switches: each
/// takes the nearest one that skips at least as much.
enum class DuplicatePolicy { SkipIfInWorkspace, SkipIfInCampaign, SkipIfInList, Send };

/// The contract's spellings: instantly, ..., skip_if_in_workspace, ...
std::string_view name(Platform platform);
std::string_view name(DuplicatePolicy policy);
std::optional<Platform> platformNamed(std::string_view text);
std::optional<DuplicatePolicy> duplicatePolicyNamed(std::string_view text);

/// Lead column -> the platform's name for it; empty = the adapter's usual columns and names.
using FieldMap = std::vector<std::pair<domain::LeadField, std::string>>;

/// Where leads go and how.
struct PushTarget {
    std::string credential; ///< the platform's API key
    std::string campaign;   ///< the platform's identifier of it
    DuplicatePolicy duplicates = DuplicatePolicy::SkipIfInWorkspace;
    FieldMap fields;
};

/// One call of a platform, to be sent to its base URL. Target and headers hold the credential, so
/// neither may be logged: `shown` may.
struct PlatformRequest {
    std::string method;
    std::string target; ///< path and query
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    std::string shown; ///< method and path, without query
};

/// What a platform answered.
struct PlatformAnswer {
    int status = 0;
    std::optional<std::string> retryAfter; ///< the header in seconds, or as it came
    std::string body;
    bool cut = false; ///< the body is not whole
};

/// What became of one lead of a call.
enum class LeadResult {
    Accepted,         ///< the platform has it because of us
    SkippedDuplicate, ///< the platform had it before
    Rejected,         ///< the platform will not take it
    Unknown,          ///< it may or may not have it
    NotSent,          ///< it has not got it by this call; another one may bring it there
};

struct LeadOutcome {
    LeadResult result = LeadResult::Unknown;
    std::string reason; ///< the platform's words or ours about them; empty = none

    friend bool operator==(const LeadOutcome&, const LeadOutcome&) = default;
};

/// What a whole answer says.
struct PushReading {
    std::vector<LeadOutcome> leads; ///< as many as were sent, in their order
    /// Leads that are Unknown or NotSent go on in smaller calls, where the answer says more.
    bool narrow = false;
    /// The platform asks for silence of the whole workspace.
    std::optional<std::chrono::milliseconds> quietFor;
    /// Credential, plan or campaign is at fault: the same call fails until people change that.
    bool needsAttention = false;
};

struct Campaign {
    std::string id;
    std::string name;
    std::optional<std::string> state;

    friend bool operator==(const Campaign&, const Campaign&) = default;
};

/// One page of a platform's campaigns, or why there is none.
struct CampaignReading {
    bool ok = false;
    bool refused = false; ///< the credential was refused: it is no use asking again
    std::string reason;   ///< when not ok: the platform's words
    std::vector<Campaign> campaigns;
    std::optional<std::string> next; ///< what campaignsRequest() needs for the next page
};

/// What is particular to one platform. Pure: it makes requests and reads answers, from public
/// documentation; no live call was ever made. Stateless and thread-safe.
class Adapter {
public:
    virtual ~Adapter() = default;

    /// Published limits of one workspace, without a margin.
    std::span<const PaceLimit> limits() const { return info_.limits; }
    /// Leads of one call, at most.
    std::size_t batchSize() const { return static_cast<std::size_t>(info_.batchSize); }

    /// `leads`: 1 to batchSize(), each with an e-mail.
    virtual PlatformRequest pushRequest(const PushTarget& target,
                                        std::span<const domain::LeadDraft> leads) const = 0;
    /// `emails`: of the leads that were sent, in their order.
    virtual PushReading readPush(std::span<const std::string> emails,
                                 const PlatformAnswer& answer) const = 0;

    /// A page of the campaigns: the first, or the one that CampaignReading::next names.
    virtual PlatformRequest campaignsRequest(const std::string& credential,
                                             const std::optional<std::string>& page) const = 0;
    virtual CampaignReading readCampaigns(const PlatformAnswer& answer) const = 0;

protected:
    explicit Adapter(Platform platform)
        : info_(contract::info(platform)) {}

    /// Name and text of everything of a lead that is sent beside its e-mail, without empty texts:
    /// what `fields` says, or the platform's usual columns when it is empty.
    std::vector<std::pair<std::string, std::string>> leadMembers(const domain::LeadDraft& lead,
                                                                 const FieldMap& fields) const;

    /// Leads as objects with their e-mails: members of the names in `own`, and everything else in
    /// an object `others` beside them.
    boost::json::array leadObjects(std::span<const domain::LeadDraft> leads, const FieldMap& fields,
                                   std::span<const std::string_view> own,
                                   std::string_view others) const;

private:
    const contract::PlatformInfo& info_;
};

const Adapter& adapterFor(Platform platform);

/// Whether a lead that is sent twice under this policy is reported and not taken twice, so that a
/// push whose answer was lost may be sent again.
bool reportsDuplicates(const contract::PlatformInfo& platform, DuplicatePolicy policy);

/// The adapters by themselves; see adapterFor().
const Adapter& instantlyAdapter();
const Adapter& smartleadAdapter();
const Adapter& lemlistAdapter();

/// A column of a lead as text, as people write it: lists with commas, times in RFC 3339, 4.5 for a
/// decimal; empty when the lead has none.
std::string leadText(const domain::LeadDraft& lead, domain::LeadField field);

/// The e-mail of a lead; empty when it has none.
std::string leadEmail(const domain::LeadDraft& lead);

/// Longest reason that is kept, in bytes.
inline constexpr std::size_t kMaxReasonBytes = 500;

/// The answer's JSON; null when it is none, or was cut.
boost::json::value answerJson(const PlatformAnswer& answer);

/// What a platform says for people: the usual members of error bodies, or the text itself when it
/// is not a document. One line, valid UTF-8, at most kMaxReasonBytes. Empty when it says nothing.
std::string answerReason(const PlatformAnswer& answer);

/// The text with `secret` blotted out, should a platform repeat it: plain, encoded as in a URL or a
/// form, as the password of Basic authentication without a name, or as JSON escapes it.
std::string withoutSecret(std::string text, std::string_view secret);

/// A member that is a count: a number that is none below zero, or the length of a list. Platforms
/// use both, and decimal texts too.
std::optional<std::int64_t> countMember(const boost::json::object& object, std::string_view name);

/// A member that is a text or a number, as text.
std::optional<std::string> textMember(const boost::json::object& object, std::string_view name);

/// The same e-mail as far as platforms care: ASCII letters in lower case.
std::string foldedEmail(std::string_view email);

/// Percent-encodes everything but unreserved characters (RFC 3986).
std::string percentEncoded(std::string_view text);

/// How long the platform asks to wait, by header or body; at most an hour, nullopt when it does not
/// say it in seconds.
std::optional<std::chrono::milliseconds> askedToWait(const PlatformAnswer& answer);

/// The same outcome for each of `count` leads.
PushReading readingOfAll(std::size_t count, LeadResult result, std::string reason);

/// Nothing was taken, for this reason: several leads are to be sent in smaller calls, and what it
/// says of a single one refuseSingle() knows.
PushReading refusedReading(std::size_t count, const PlatformAnswer& answer,
                           const std::string& reason);

/// The answer is not one that the platform's documentation knows.
PushReading unreadableReading(std::size_t count);

/// What an answer says by its status alone; nullopt for 2xx. Nothing was taken by 4xx; of a single
/// lead refuseSingle() says what that means, several are to be sent in smaller calls; 3xx and 5xx
/// may have been acted on, or not.
std::optional<PushReading> readStatus(std::size_t count, const PlatformAnswer& answer);

/// The same for a list of campaigns.
std::optional<CampaignReading> readListStatus(const PlatformAnswer& answer);

/// How long a workspace is silent when its platform says "too many" and not how long.
inline constexpr std::chrono::seconds kUsualQuiet{10};

/// What the reading of a call with a single lead makes of a refusal in these words. The lead is
/// rejected for good, unless the words are about credential, plan or campaign, which people have to
/// change first, or about the pace, and name nothing of a lead: then it is NotSent.
void refuseSingle(PushReading& reading, const PlatformAnswer& answer, const std::string& words);

/// Whether the words speak of a lead that is there already.
bool tellsOfDuplicate(const std::string& reason);

/// The campaigns of a platform's list, which is null when the answer has none; those without an id
/// are left out. `state` reads the state of one.
CampaignReading
readCampaignList(const boost::json::value* list, std::string_view idMember,
                 std::optional<std::string> (*state)(const boost::json::object& campaign));

} // namespace leadsheet::server::outreach
