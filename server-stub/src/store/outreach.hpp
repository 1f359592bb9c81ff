// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/ids.hpp"
#include "domain/request_rules.hpp"
#include "domain/timestamp.hpp"
#include "store/records.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::store {

struct Order;
struct PublishedSpan;
template <class Row>
struct Page;

using DestinationId = domain::StrongId<struct DestinationIdTag>;

/// States of a lead on its way to a destination (contract section 9).
class SqlSession;

enum class PushState { Pending, Sending, Accepted, SkippedDuplicate, Rejected, Unknown };
inline constexpr int kPushStates = 6;
std::string_view name(PushState state); ///< pending, sending, accepted, skipped_duplicate, ...
std::optional<PushState> pushStateNamed(std::string_view text);

/// A campaign of an outreach platform that leads go to.
struct Destination {
    std::int64_t seq = 0; ///< given by the store, ascending
    DestinationId id;
    domain::AccountId account;
    std::string platform;
    std::string name;
    std::string credential; ///< sealed
    std::string workspace;  ///< the same for destinations that share the platform's limits
    std::optional<std::string> campaign;
    std::string fieldMap; ///< JSON object
    std::string duplicatePolicy;
    std::vector<std::string> results; ///< leads with other verification results are left out
    bool autoDeliver = true;
    bool enabled = true;
    /// Whether the platform reports a lead that is sent twice: only then is an unknown one
    /// repeated.
    bool repeatable = false;
    std::int64_t version = 1;
    domain::Timestamp createdAt;
    domain::Timestamp updatedAt;
};

/// Leads of a destination by the state of their push.
struct PushCounts {
    std::int64_t of[kPushStates] = {};

    std::int64_t operator[](PushState state) const { return of[static_cast<int>(state)]; }
};

/// The ledger's row of one lead and one destination: there is at most one.
struct Push {
    std::int64_t seq = 0; ///< ascending in the order of queueing
    domain::LeadId lead;
    domain::OrderNumber order;
    PushState state = PushState::Pending;
    std::optional<std::string> reason;
    std::int64_t attempts = 0;
    domain::Timestamp createdAt;
    domain::Timestamp updatedAt;
};

struct PushFilter {
    std::optional<PushState> state;
    std::optional<domain::OrderNumber> order;
};

struct QueuedPushes {
    std::int64_t queued = 0;
    std::int64_t alreadyPushed = 0; ///< their push is under way, done, or must not be repeated
    std::int64_t filtered = 0;      ///< no e-mail, or another verification result
};

/// A push that a sender has taken: its state is sending until it is finished or the lease ends.
struct ClaimedPush {
    std::int64_t seq = 0;
    std::int64_t lead = 0; ///< seq of the lead within its account
    PushState before = PushState::Pending;
    std::int64_t attempts = 0; ///< with this one
    std::int64_t maxBatch = 0; ///< of the call it travels in
};

struct PushClaim {
    std::int64_t destination = 0;
    domain::Timestamp now;
    domain::Timestamp leaseUntil;
    std::int64_t lease = 0; ///< random, the sender's proof that it is his
    std::int64_t limit = 0; ///< at most so many
    std::optional<domain::LeadId> only;
};

/// What became of a claimed push.
struct PushResult {
    std::int64_t seq = 0;
    PushState state = PushState::Unknown;
    std::optional<std::string> reason;
    std::optional<domain::Timestamp> dueAt; ///< when to go on; absent = it is over
    std::int64_t maxBatch = 0;
    bool wasTried = true; ///< else the attempt does not count
};

/// A destination that has something to send.
struct DueDestination {
    std::int64_t seq = 0;
    domain::AccountId account;
    std::string platform;
    std::string workspace;
    std::string pace;          ///< outreach::Pace::text() of the workspace; empty = never used
    std::int64_t servedAt = 0; ///< of the workspace; 0 = never
};

/// Reading what outreach keeps. See Reader.
class OutreachReads {
public:
    explicit OutreachReads(SqlSession& session)
        : session_(session) {}

    std::optional<Destination> find(std::int64_t destination);
    /// Absent and foreign destinations are the same: nullopt.
    std::optional<Destination> find(const domain::AccountId& account, const DestinationId& id);
    /// Oldest first; `after` holds the seq of the last one seen.
    Page<Destination> list(const domain::AccountId& account,
                           const std::optional<domain::CursorPosition>& after, int limit);
    PushCounts counts(std::int64_t destination);
    /// Of all destinations, those held that are disabled or lack a campaign; costs a step for each,
    /// however many pushes there are.
    DeliveryBacklog backlog();
    /// Newest first; `after` holds the seq of the last one seen.
    Page<Push> listPushes(std::int64_t destination, const PushFilter& filter,
                          const std::optional<domain::CursorPosition>& after, int limit);
    std::optional<Push> findPush(std::int64_t destination, const domain::LeadId& lead);

    /// Enabled destinations with a campaign and due pushes; of the workspace that was served
    /// longest ago first.
    std::vector<DueDestination> due(domain::Timestamp now, const DueDestination* after, int limit);
    /// An account that has something for movePublished().
    std::optional<domain::AccountId> publishedAccount();
    /// At most `limit` accounts that have pushes whose sender's lease has ended.
    std::vector<domain::AccountId> expiredAccounts(domain::Timestamp now, int limit);
    /// outreach::Pace::text() of a workspace; empty = never used.
    std::string pace(const std::string& workspace);

protected:
    SqlSession& session_;
};

/// Writing it. See Tx.
class OutreachWrites : public OutreachReads {
public:
    using OutreachReads::OutreachReads;

    /// Ignores `seq` and returns the given one.
    std::int64_t insert(const Destination& destination);
    /// Writes everything but id, account and platform, with version + 1, if the stored version is
    /// destination.version; false when it is not. What waits is due at once.
    bool update(const Destination& destination);
    /// Erases the credential; what waits is not sent, and goes with the rest in purge().
    void remove(std::int64_t destination);
    /// Sends nothing there before `until`, or before it is changed.
    void quieten(std::int64_t destination, domain::Timestamp until);

    /// Queues the leads of an order (of the same account) that fit the destination. A lead that was
    /// rejected is queued again; so is an unknown one, where it may be repeated.
    QueuedPushes queueOrder(const Destination& destination, const domain::OrderNumber& order,
                            domain::Timestamp now);
    /// Leaves leads of an order that were just published to movePublished().
    void queuePublished(const Destination& destination, const domain::OrderNumber& order,
                        const PublishedSpan& span, domain::Timestamp now);
    /// Queues at most `limit` leads of what queuePublished() left of the account, as queueOrder()
    /// would; those that were queued before stay as they are. Writes of that account only. May be
    /// lost without harm in a power loss.
    void movePublished(const domain::AccountId& account, int limit);
    /// The same for single leads; nullopt and nothing queued when the account lacks one of them.
    std::optional<QueuedPushes> queueLeads(const Destination& destination,
                                           std::span<const domain::LeadId> leads,
                                           domain::Timestamp now);

    /// Rejects what waits of a lead that was erased.
    void dropErased(const domain::AccountId& account, const domain::LeadId& lead,
                    domain::Timestamp now);
    /// Takes due pushes of a destination, oldest first, as many as fit one call. Those of leads
    /// that were erased meanwhile end instead.
    std::vector<ClaimedPush> claim(const PushClaim& claim);
    /// Writes what became of claimed pushes; those that are not the lease's any more are left.
    void finish(std::int64_t destination, std::int64_t lease, std::span<const PushResult> results,
                domain::Timestamp now);
    /// Makes unknown what a sender of the account has not finished within its lease, at most
    /// `limit`.
    void expire(const domain::AccountId& account, domain::Timestamp now, int limit);
    /// Has pushes and destinations that wait for longer than anything does be due, a push that may
    /// be under way in two hours: the clock was set back. At most `limit` of each; how many.
    std::int64_t bringForward(domain::Timestamp now, int limit);
    /// pace() for a call that is counted: until the end of the transaction nobody else counts one.
    /// Accounts may share a workspace.
    std::string holdPace(const std::string& workspace);
    /// Marks the workspace as served now, too.
    void keepPace(const std::string& workspace, std::string_view pace, domain::Timestamp now);
    /// Deletes at most `limit` ledger rows of removed destinations; returns how many.
    std::int64_t purge(int limit);

private:
    void endErased(std::int64_t seq, std::int64_t destination, PushState state,
                   domain::Timestamp now);
    void count(std::int64_t destination, PushState state, std::int64_t change);
};

} // namespace leadsheet::server::store
