// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/outreach.hpp"
#include "store/sql_session.hpp"
#include "store/store.hpp"

namespace leadsheet::server::store {

/// The outreach operations of the seam, in SQL, over any engine's session.
class SqlOutreach final : public OutreachWrites {
public:
    explicit SqlOutreach(SqlSession& session)
        : session_(session) {}

    // destinations.cpp
    std::optional<Destination> find(std::int64_t destination) override;
    std::optional<Destination> find(const AccountId& account, const DestinationId& id) override;
    Page<Destination> list(const AccountId& account, const std::optional<CursorPosition>& after,
                           int limit) override;
    std::int64_t insert(const Destination& destination) override;
    bool update(const Destination& destination) override;
    void remove(std::int64_t destination) override;
    void quieten(std::int64_t destination, Timestamp until) override;
    std::string pace(const std::string& workspace) override;
    void keepPace(const std::string& workspace, std::string_view pace, Timestamp now) override;

    // pushes.cpp
    PushCounts counts(std::int64_t destination) override;
    DeliveryBacklog backlog() override;
    Page<Push> listPushes(std::int64_t destination, const PushFilter& filter,
                          const std::optional<CursorPosition>& after, int limit) override;
    std::optional<Push> findPush(std::int64_t destination, const domain::LeadId& lead) override;
    QueuedPushes queueOrder(const Destination& destination, const OrderNumber& order,
                            Timestamp now) override;
    void queuePublished(const Destination& destination, const OrderNumber& order,
                        const PublishedSpan& span, Timestamp now) override;
    std::optional<AccountId> publishedAccount() override;
    void movePublished(const AccountId& account, int limit) override;
    std::optional<QueuedPushes> queueLeads(const Destination& destination,
                                           std::span<const domain::LeadId> leads,
                                           Timestamp now) override;

    // push_claims.cpp
    std::vector<DueDestination> due(Timestamp now, int limit) override;
    bool anyExpired(Timestamp now) override;
    std::vector<ClaimedPush> claim(const PushClaim& claim) override;
    void finish(std::int64_t destination, std::int64_t lease, std::span<const PushResult> results,
                Timestamp now) override;
    void expire(Timestamp now, int limit) override;
    std::int64_t purge(int limit) override;

private:
    void count(std::int64_t destination, PushState state, std::int64_t change);

    SqlSession& session_;
};

} // namespace leadsheet::server::store
