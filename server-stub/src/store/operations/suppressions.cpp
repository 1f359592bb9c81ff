// SPDX-License-Identifier: Apache-2.0
#include "domain/text_check.hpp"
#include "store/known.hpp"
#include "store/privacy.hpp"
#include "store/schema.hpp"
#include "store/sql_session.hpp"
#include "store/store.hpp"

#include <algorithm>
#include <string>

namespace leadsheet::server::store {

namespace {

using domain::LeadDraft;
using domain::LeadIdentity;

constexpr LeadField kEmail = domain::leadField("email");
constexpr LeadField kProfile = domain::leadField("linkedinUrl");

/// What LIKE looks for: every text with `path` in it, whichever of its signs and letters beyond
/// ASCII are percent-encoded.
std::string containing(std::string_view path) {
    std::string pattern = "%";
    for (const char c : path) {
        const bool isPlain =
            (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '/';
        if (isPlain)
            pattern += c;
        else if (!pattern.ends_with('%'))
            pattern += '%';
    }
    return pattern + "%";
}

/// What LIKE looks for: every text that may be the same address, with letters beyond ASCII in
/// whatever form.
std::string alike(std::string_view email) {
    const std::string plain = domain::plainCase(email);
    const std::size_t host = plain.rfind('@') + 1;
    std::string pattern;
    for (const char c : plain)
        pattern += c == '\\' ? '_' : static_cast<unsigned char>(c) < 0x80 ? c : '%';
    const bool hasSuchHost = pattern.find('%', host) != std::string::npos ||
                             plain.find("xn--", host) != std::string::npos;
    return hasSuchHost ? pattern.substr(0, pattern.rfind('@')) + "@%" : pattern;
}

/// Whether the text has letters beyond ASCII, be it in the name of a host.
bool isInternational(std::string_view text) {
    return domain::plainCase(text).find("xn--") != std::string::npos ||
           std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

/// Path of a profile, as every spelling of its address has it, but for the case.
std::string pathOf(const LeadDraft& person) {
    const std::string profile = domain::profileOf(person.text(kProfile));
    const auto slash = profile.find('/');
    return slash == std::string::npos ? profile : profile.substr(slash);
}

/// Rows that may be about a person, and their values; isPerson() decides.
struct PersonSearch {
    explicit PersonSearch(const LeadDraft& person)
        : identities(domain::leadIdentities(person))
        , email(alike(person.text(kEmail)))
        , profile(person.has(kProfile) ? containing(pathOf(person)) : std::string()) {}

    bool isPerson(SqlRows& row, int emailColumn, int profileColumn) const {
        LeadDraft lead;
        for (const auto& [field, column] :
             {std::pair{kEmail, emailColumn}, std::pair{kProfile, profileColumn}}) {
            if (auto text = row.optionalText(column))
                lead.values[field] = *std::move(text);
        }
        return std::ranges::any_of(domain::leadIdentities(lead), [this](const auto& own) {
            return std::ranges::any_of(
                identities, [&](const auto& asked) { return asked.digest == own.digest; });
        });
    }

    std::vector<LeadIdentity> identities;
    std::string email;
    std::string profile;
};

/// $1 and $2 are PersonSearch::email and profile.
#define LEADSHEET_MAYBE_PERSON                                                                     \
    "(lower(email) LIKE $1 OR ($2 <> '' AND lower(linkedin_url) LIKE lower($2)))"

#define LEADSHEET_SUPPRESSION_SELECT                                                               \
    "SELECT seq, id, key_id, created_at, by_email, by_profile, erased, lifted_by, lifted_at"       \
    " FROM suppressions"

Suppression suppressionOf(SqlRows& rows) {
    Suppression found;
    found.seq = rows.integer(0);
    found.id = rows.id<domain::SuppressionId>(1);
    found.key = rows.id<KeyId>(2);
    found.at = rows.time(3);
    found.byEmail = rows.boolean(4);
    found.byProfile = rows.boolean(5);
    found.erased = rows.integer(6);
    found.liftedBy = rows.optionalId<KeyId>(7);
    found.liftedAt = rows.optionalTime(8);
    return found;
}

const Statements& findHashes() {
    static const Statements statements = statementsOf([](std::size_t rows) {
        std::string text;
        for (std::size_t row = 0; row < rows; ++row)
            text.append(row == 0 ? "SELECT " : ", ")
                .append("(SELECT 1 FROM suppressed_identities WHERE hash = $")
                .append(std::to_string(row + 1)) += ")";
        return text;
    });
    return statements;
}

} // namespace

std::vector<LeadId> PrivacyReads::find(const AccountId& account, const LeadDraft& person) {
    const std::int64_t owner = session_.number(
        "SELECT COALESCE((SELECT owner FROM lead_owners WHERE account_id = $1), 0)", {account});
    const PersonSearch search(person);
    std::vector<LeadId> found;
    const auto rows = session_.query(
        "SELECT id, email, linkedin_url FROM leads"
        " WHERE place > $3 AND place < $4 AND " LEADSHEET_MAYBE_PERSON " ORDER BY place",
        {search.email, search.profile, owner * kPlacesPerOwner, (owner + 1) * kPlacesPerOwner});
    while (rows->next()) {
        if (search.isPerson(*rows, 1, 2))
            found.push_back(rows->id<LeadId>(0));
    }
    return found;
}

std::vector<AccountId> PrivacyReads::accountsWith(const LeadDraft& person) {
    std::string sql = "SELECT o.account_id FROM lead_owners o WHERE EXISTS (SELECT 1"
                      " FROM lead_identities i WHERE i.owner = o.owner AND i.identity IN (";
    std::vector<SqlValue> values;
    const auto identities = domain::leadIdentities(person);
    for (const LeadIdentity& identity : identities) {
        values.emplace_back(SqlBlob{identity.digest});
        sql.append(values.size() == 1 ? "$" : ", $").append(std::to_string(values.size()));
    }
    const auto rows = session_.open(sql + ")) ORDER BY o.owner", values);
    std::vector<AccountId> accounts;
    while (rows->next())
        accounts.push_back(rows->id<AccountId>(0));
    return accounts;
}

// The first release kept what is percent-encoded in a profile without need as it was written.
bool PrivacyReads::hasOtherSpellings(const LeadDraft& person) {
    return person.text(kProfile).find('%') != std::string::npos ||
           isInternational(person.text(kEmail)) || isInternational(person.text(kProfile)) ||
           isInternational(domain::profileOf(person.text(kProfile)));
}

PrivacyReads::Look PrivacyReads::look(const LeadDraft& person, std::int64_t after, int limit) {
    Look look;
    const std::int64_t end =
        session_.number("SELECT COALESCE(MAX(place), 0) FROM (SELECT place FROM leads"
                        " WHERE place > $1 ORDER BY place LIMIT $2) AS next_ones",
                        {after, limit});
    if (end == 0)
        return look;
    look.reached = end;
    const PersonSearch search(person);
    const auto rows = session_.query(
        "SELECT account_id FROM lead_owners WHERE owner IN (SELECT place / $5 FROM leads"
        " WHERE place > $3 AND place <= $4 AND " LEADSHEET_MAYBE_PERSON ") ORDER BY owner",
        {search.email, search.profile, after, end, kPlacesPerOwner});
    while (rows->next())
        look.accounts.push_back(rows->id<AccountId>(0));
    return look;
}

std::vector<StagedLead> PrivacyReads::findStaged(const LeadDraft& person) {
    const PersonSearch search(person);
    std::vector<StagedLead> found;
    const auto rows = session_.query("SELECT o.account_id, s.place, s.id, s.email, s.linkedin_url"
                                     " FROM staged_leads s JOIN orders o ON o.seq = s.order_seq"
                                     " WHERE " LEADSHEET_MAYBE_PERSON " ORDER BY s.place",
                                     {search.email, search.profile});
    while (rows->next()) {
        if (search.isPerson(*rows, 3, 4))
            found.push_back({rows->id<AccountId>(0), rows->integer(1), rows->id<LeadId>(2)});
    }
    return found;
}

Page<Suppression> PrivacyReads::list(const std::optional<CursorPosition>& after, int limit) {
    const auto rows =
        session_.query(LEADSHEET_SUPPRESSION_SELECT " WHERE seq > $1 ORDER BY seq LIMIT $2",
                       {after ? after->major : 0, limit + 1});
    return pageOf(*rows, limit, suppressionOf);
}

std::optional<Suppression> PrivacyReads::findSuppression(const domain::SuppressionId& id) {
    const auto rows = session_.query(LEADSHEET_SUPPRESSION_SELECT " WHERE id = $1", {id});
    return rows->next() ? std::optional(suppressionOf(*rows)) : std::nullopt;
}

std::vector<bool> PrivacyReads::suppressed(std::span<const std::string_view> identities,
                                           const PersonHash& hash) {
    std::vector<bool> found(identities.size());
    if (identities.empty() || !hash ||
        session_.number(
            "SELECT COUNT(*) FROM (SELECT 1 FROM suppressed_identities LIMIT 1) AS s") == 0)
        return found;
    std::vector<domain::Digest> hashes;
    std::ranges::transform(identities, std::back_inserter(hashes), hash);
    std::vector<SqlValue> values;
    for (const domain::Digest& digest : hashes)
        values.emplace_back(SqlBlob{digest});
    inPieces(session_, findHashes(), values.size(),
             [&](const std::string& sql, std::size_t first, std::size_t count) {
                 const auto rows = session_.open(sql, std::span(values).subspan(first, count));
                 rows->next();
                 for (std::size_t at = 0; at < count; ++at)
                     found[first + at] = !rows->isNull(static_cast<int>(at));
             });
    return found;
}

Suppression PrivacyWrites::suppress(const Suppression& suppression,
                                    std::span<const domain::Digest> hashes) {
    std::int64_t seq = 0;
    for (const domain::Digest& hash : hashes) {
        const std::int64_t found =
            session_.number("SELECT COALESCE((SELECT suppression FROM suppressed_identities"
                            " WHERE hash = $1), 0)",
                            {hash});
        if (found != 0 && seq != 0 && found != seq)
            merge(std::max(found, seq), std::min(found, seq), suppression);
        if (found != 0)
            seq = seq == 0 ? found : std::min(found, seq);
    }
    if (seq == 0)
        seq = session_
                  .insert("INSERT INTO suppressions (id, key_id, created_at, by_email, by_profile,"
                          " erased) VALUES ($1, $2, $3, $4, $5, 0)",
                          "seq",
                          {suppression.id, suppression.key, suppression.at, suppression.byEmail,
                           suppression.byProfile})
                  .value_or(0);
    for (const domain::Digest& hash : hashes)
        session_.execute("INSERT INTO suppressed_identities (hash, suppression) VALUES ($1, $2)"
                         " ON CONFLICT (hash) DO NOTHING",
                         {hash, seq});
    session_.execute("UPDATE suppressions SET by_email = CASE WHEN $2 = 1 THEN 1 ELSE by_email END,"
                     " by_profile = CASE WHEN $3 = 1 THEN 1 ELSE by_profile END WHERE seq = $1",
                     {seq, suppression.byEmail, suppression.byProfile});
    const auto rows = session_.query(LEADSHEET_SUPPRESSION_SELECT " WHERE seq = $1", {seq});
    if (!rows->next())
        failInternal("a suppression was not kept");
    return suppressionOf(*rows);
}

// Two names that were suppressed by themselves turn out to be one person's: one suppression is
// left, so that lifting it lifts all of it.
void PrivacyWrites::merge(std::int64_t newer, std::int64_t older, const Suppression& because) {
    session_.execute("UPDATE suppressed_identities SET suppression = $2 WHERE suppression = $1",
                     {newer, older});
    session_.execute(
        "UPDATE suppressions SET erased = erased + COALESCE((SELECT n.erased FROM suppressions n"
        " WHERE n.seq = $1), 0) WHERE seq = $2",
        {newer, older});
    session_.execute(
        "UPDATE suppressions SET lifted_by = $2, lifted_at = $3, erased = 0 WHERE seq = $1",
        {newer, because.key, because.at});
}

void PrivacyWrites::countErased(const domain::SuppressionId& id, std::int64_t leads) {
    session_.execute("UPDATE suppressions SET erased = erased + $2 WHERE id = $1", {id, leads});
}

bool PrivacyWrites::lift(const domain::SuppressionId& id, const KeyId& key, domain::Timestamp at) {
    const auto found = findSuppression(id);
    if (!found)
        return false;
    session_.execute("DELETE FROM suppressed_identities WHERE suppression = $1", {found->seq});
    session_.execute("UPDATE suppressions SET lifted_by = $2, lifted_at = $3"
                     " WHERE seq = $1 AND lifted_at IS NULL",
                     {found->seq, key, at});
    return true;
}

std::int64_t PrivacyWrites::purgeAnswers(domain::Timestamp before, int limit) {
    return session_.change(
               "UPDATE webhook_attempts SET response_body = NULL WHERE (delivery, number) IN"
               " (SELECT delivery, number FROM webhook_attempts"
               " WHERE response_body IS NOT NULL AND at < $1 ORDER BY at LIMIT $2)",
               {before, limit}) +
           session_.change("UPDATE pushes SET reason = NULL WHERE seq IN (SELECT seq FROM pushes"
                           " WHERE reason IS NOT NULL AND due_at IS NULL AND updated_at < $1"
                           " ORDER BY updated_at LIMIT $2)",
                           {before, limit});
}

namespace {

constexpr LeadField kReason = domain::leadField("resultReason");

/// What counts, filters and bookmarks rest on.
constexpr bool staysAfterErasure(LeadField field) {
    return field == domain::leadField("result") || field == domain::leadField("country");
}

} // namespace

const std::string& blankedColumns() {
    static const std::string sql = [] {
        std::string text = "result_reason = $2";
        for (const LeadColumn& column : kLeadColumns) {
            if (column.field != kReason && !staysAfterErasure(column.field))
                text.append(", ").append(column.sql).append(" = NULL");
        }
        return text;
    }();
    return sql;
}

Page<LeadErasure> Reader::listErasures(const AccountId& account,
                                       const std::optional<CursorPosition>& after, int limit) {
    const auto rows = session_.query("SELECT lead_id, key_id, erased_at, seq, reason"
                                     " FROM lead_erasures WHERE account_id = $1 AND seq > $2"
                                     " ORDER BY seq LIMIT $3",
                                     {account, after ? after->major : 0, limit + 1});
    return pageOf(*rows, limit, [&account](SqlRows& row) {
        return LeadErasure{account,     row.id<LeadId>(0), row.id<KeyId>(1),
                           row.time(2), row.integer(3),    row.text(4)};
    });
}

std::optional<bool> Tx::eraseLead(const LeadErasure& erasure) {
    std::int64_t place = 0;
    if (!visitLead(erasure.account, erasure.lead,
                   [&place](const LeadRow& lead) { place = lead.seq(); }))
        return std::nullopt;
    const auto added =
        session_.change("INSERT INTO lead_erasures (account_id, lead_id, key_id, reason, erased_at)"
                        " VALUES ($1, $2, $3, $4, $5) ON CONFLICT (lead_id) DO NOTHING",
                        {erasure.account, erasure.lead, erasure.key, erasure.reason, erasure.at});
    if (added > 0) {
        session_.execute("UPDATE leads SET " + blankedColumns() + " WHERE id = $1",
                         {erasure.lead, kErased});
        // A receiver may have repeated what it was sent.
        session_.execute(
            "UPDATE webhook_attempts SET response_body = NULL WHERE response_body IS NOT NULL"
            " AND delivery IN (SELECT d.seq FROM webhook_messages m JOIN webhook_deliveries d"
            " ON d.message = m.seq WHERE m.account_id = $1 AND m.lead_last >= $2"
            " AND m.lead_after < $2)",
            {erasure.account, place});
        outreach_.dropErased(erasure.account, erasure.lead, erasure.at);
    }
    return added > 0;
}

} // namespace leadsheet::server::store
