// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/crypto.hpp"
#include "domain/ids.hpp"
#include "domain/lead.hpp"
#include "domain/request_rules.hpp"
#include "domain/timestamp.hpp"
#include "store/records.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::store {

using domain::SuppressionId;

class SqlSession;

/// What is kept of an identity of somebody who is suppressed: a hash under a key that is not in the
/// database, of the bytes of a domain::LeadIdentity.
using PersonHash = std::function<domain::Digest(std::string_view identity)>;

/// That a person is suppressed for all accounts, or was. Says nothing about the person.
struct Suppression {
    domain::SuppressionId id;
    domain::KeyId key; ///< that asked for it
    domain::Timestamp at;
    bool byEmail = false;
    bool byProfile = false;
    std::int64_t erased = 0; ///< leads so far
    std::optional<domain::KeyId> liftedBy = {};
    std::optional<domain::Timestamp> liftedAt = {};
    std::int64_t seq = 0; ///< given by the store, ascending
};

/// A lead that is not delivered yet.
struct StagedLead {
    domain::AccountId account;
    std::int64_t place = 0;
    domain::LeadId id;
};

/// Finding persons. A person is a lead that has an e-mail address, a LinkedIn profile or both;
/// leads with the one or the other are his. See Reader.
class PrivacyReads {
public:
    explicit PrivacyReads(SqlSession& session)
        : session_(session) {}

    /// Leads of the account, delivered or about to be. Costs a look at every lead of an account
    /// that has, or had, such a person.
    std::vector<domain::LeadId> find(const domain::AccountId& account,
                                     const domain::LeadDraft& person);
    /// Accounts that have, or had, such a person. Those that have the person from an earlier
    /// release, where hasOtherSpellings(), are found by look() alone.
    std::vector<domain::AccountId> accountsWith(const domain::LeadDraft& person);
    /// Whether earlier releases kept the person under other identities: an address or a profile
    /// with letters beyond ASCII, in whatever form.
    static bool hasOtherSpellings(const domain::LeadDraft& person);
    struct Look {
        std::vector<domain::AccountId> accounts; ///< that have the person among these leads
        std::optional<std::int64_t> reached;     ///< place of the last one; nothing = none is left
    };
    /// Looks at the next `limit` leads of all accounts, in the order of their places.
    Look look(const domain::LeadDraft& person, std::int64_t after, int limit);
    std::vector<StagedLead> findStaged(const domain::LeadDraft& person);
    /// Oldest first; `after` holds the seq of the last one seen.
    Page<Suppression> list(const std::optional<domain::CursorPosition>& after, int limit);
    std::optional<Suppression> findSuppression(const domain::SuppressionId& id);
    /// Those of `identities` (bytes of LeadIdentity::digest) whose person is suppressed, as they
    /// came in.
    std::vector<bool> suppressed(std::span<const std::string_view> identities,
                                 const PersonHash& hash);

protected:
    SqlSession& session_;
};

/// See Tx.
class PrivacyWrites : public PrivacyReads {
public:
    using PrivacyReads::PrivacyReads;

    /// Suppresses whoever has one of these identities; a person who is suppressed already keeps
    /// that suppression, which is returned, and gets the identities that it lacks. Of several, the
    /// oldest is kept and takes what the others have; these count as lifted.
    Suppression suppress(const Suppression& suppression, std::span<const domain::Digest> hashes);
    void countErased(const domain::SuppressionId& id, std::int64_t leads);
    /// Forgets the hashes. False when there is none of that id; a second time changes nothing.
    bool lift(const domain::SuppressionId& id, const domain::KeyId& key, domain::Timestamp at);
    /// Deletes what receivers of messages and outreach platforms answered before, at most `limit`
    /// texts of each; how many.
    std::int64_t purgeAnswers(domain::Timestamp before, int limit);
    /// Empties whatever a staged lead says about a person and what recognises it: it will not be
    /// delivered. Nothing when it has been moved on.
    void blankStaged(const StagedLead& lead);

private:
    void merge(std::int64_t newer, std::int64_t older, const Suppression& because);
};

} // namespace leadsheet::server::store
