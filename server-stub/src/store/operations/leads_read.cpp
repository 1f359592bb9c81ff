// SPDX-License-Identifier: Apache-2.0
#include "store/schema.hpp"
#include "store/sql_session.hpp"
#include "store/store.hpp"

#include <algorithm>
#include <span>

namespace leadsheet::server::store {

namespace {

constexpr LeadField kId = domain::leadField("id");
constexpr LeadField kOrderNumber = domain::leadField("orderNumber");
constexpr LeadField kProduct = domain::leadField("product");
constexpr LeadField kDeliveredAt = domain::leadField("deliveredAt");
constexpr LeadField kHasEmail = domain::leadField("hasEmail");
constexpr LeadField kHasPhone = domain::leadField("hasPhone");
constexpr LeadField kExternalRef = domain::leadField("externalRef");

// Columns of every read; those of the fields that are asked for follow.
enum Column : int { Place, OrderSeq, FirstAsked };
constexpr int kNotRead = -1;
constexpr int kFromOrder = -2;

/// Where the contract's fields are stored in `leads`; empty = with the order.
constexpr auto kSqlOf = [] {
    std::array<std::string_view, domain::kLeadFieldCount> names{};
    names[kId] = "id";
    names[kDeliveredAt] = "delivered_at";
    names[kHasEmail] = "has_email";
    names[kHasPhone] = "has_phone";
    for (const LeadColumn& column : kLeadColumns)
        names[column.field] = column.sql;
    return names;
}();

/// What a read selects, and which of its columns holds which field.
class LeadColumns {
public:
    /// Empty = all fields. Of staged leads, which have no moment yet.
    explicit LeadColumns(std::span<const LeadField> fields, bool staged = false)
        : staged_(staged) {
        columnOf_.fill(kNotRead);
        for (const LeadField field : fields)
            add(field);
        for (LeadField field = 0; fields.empty() && field < domain::kLeadFieldCount; ++field)
            add(field);
        sql_ += staged ? " FROM staged_leads" : " FROM leads";
    }

    const std::string& select() const { return sql_; }
    int of(LeadField field) const { return columnOf_[field]; }
    bool needOrder() const { return needOrder_; }
    bool staged() const { return staged_; }

private:
    void add(LeadField field) {
        if (columnOf_[field] != kNotRead || (staged_ && field == kDeliveredAt))
            return;
        if (kSqlOf[field].empty()) {
            columnOf_[field] = kFromOrder;
            needOrder_ = true;
            return;
        }
        columnOf_[field] = next_++;
        sql_.append(", ").append(kSqlOf[field]);
    }

    std::string sql_ = "SELECT place, order_seq";
    std::array<int, domain::kLeadFieldCount> columnOf_{};
    int next_ = FirstAsked;
    bool needOrder_ = false;
    const bool staged_;
};

/// The row that a statement stands on, with what comes from its order, and its moment where that is
/// kept with its publication: both looked up when they change, which among leads in their order is
/// rare.
class StoredLead final : public LeadRow {
public:
    StoredLead(SqlSession& session, SqlRows& rows, const LeadColumns& columns)
        : session_(session)
        , rows_(rows)
        , columns_(columns) {}

    bool next() {
        if (!rows_.next())
            return false;
        if (columns_.needOrder() && rows_.integer(OrderSeq) != order_)
            loadOrder(rows_.integer(OrderSeq));
        const int moment = columns_.of(kDeliveredAt);
        if (moment >= 0 && rows_.integer(moment) == 0)
            loadMoment();
        return true;
    }

    std::int64_t seq() const override {
        return rows_.integer(Place) % (columns_.staged() ? kPlacesPerOrder : kPlacesPerOwner);
    }
    std::int64_t owner() const { return rows_.integer(Place) / kPlacesPerOwner; }
    bool isNull(LeadField field) const override {
        const int column = columns_.of(field);
        if (column == kFromOrder)
            return field == kExternalRef && !reference_;
        return column == kNotRead || rows_.isNull(column);
    }
    std::int64_t integer(LeadField field) const override {
        const int column = columns_.of(field);
        const std::int64_t value = column < 0 ? 0 : rows_.integer(column);
        return field == kDeliveredAt && value == 0 ? moment_ : value;
    }
    std::string_view text(LeadField field) const override {
        return optionalText(field).value_or(std::string_view());
    }
    std::optional<std::string_view> optionalText(LeadField field) const override {
        const int column = columns_.of(field);
        if (column >= 0)
            return rows_.optionalView(column);
        if (field == kOrderNumber)
            return number_;
        if (field == kProduct)
            return product_;
        if (field == kExternalRef && reference_)
            return *reference_;
        return std::nullopt;
    }

private:
    void loadOrder(std::int64_t order) {
        const auto found = session_.query(
            "SELECT number, product, external_ref FROM orders WHERE seq = $1", {order});
        if (!found->next())
            failInternal("a lead belongs to no order");
        order_ = order;
        number_ = found->text(0);
        product_ = found->text(1);
        reference_ = found->optionalText(2);
    }

    void loadMoment() {
        if (owner() == momentOwner_ && seq() <= momentLast_)
            return;
        const auto found = session_.query("SELECT delivered_at, last_seq FROM lead_moments"
                                          " WHERE owner = $1 AND last_seq >= $2"
                                          " ORDER BY last_seq LIMIT 1",
                                          {owner(), seq()});
        if (!found->next())
            failInternal("a lead has no moment");
        moment_ = found->integer(0);
        momentLast_ = found->integer(1);
        momentOwner_ = owner();
    }

    SqlSession& session_;
    SqlRows& rows_;
    const LeadColumns& columns_;
    std::int64_t order_ = 0;
    std::int64_t moment_ = 0;
    std::int64_t momentOwner_ = 0;
    std::int64_t momentLast_ = 0;
    std::string number_;
    std::string product_;
    std::optional<std::string> reference_;
};

struct Owner {
    std::int64_t number;
    std::int64_t lastSeq;
};

std::optional<Owner> findOwner(SqlSession& session, const AccountId& account) {
    const auto rows =
        session.query("SELECT owner, last_seq FROM lead_owners WHERE account_id = $1", {account});
    if (!rows->next())
        return std::nullopt;
    return Owner{rows->integer(0), rows->integer(1)};
}

/// The last seq that is not after this moment. Leads are in the order of their times, so the filter
/// is a lower bound and needs no index of its own.
std::int64_t lastSeqAt(SqlSession& session, std::int64_t owner, Timestamp moment) {
    const auto rows =
        session.query("SELECT last_seq FROM lead_moments WHERE owner = $1 AND delivered_at <= $2"
                      " ORDER BY delivered_at DESC, last_seq DESC LIMIT 1",
                      {owner, moment});
    return rows->next() ? rows->integer(0) : 0;
}

/// The leads of a query: nullopt when there can be none.
struct Range {
    std::int64_t afterPlace;
    std::int64_t lastPlace;
    std::optional<std::int64_t> order;
};

std::optional<Range> rangeOf(SqlSession& session, const AccountId& account, const Owner& owner,
                             const LeadFilter& filter, std::int64_t after, std::int64_t upTo) {
    if (filter.deliveredAfter)
        after = std::max(after, lastSeqAt(session, owner.number, *filter.deliveredAfter));
    Range range{owner.number * kPlacesPerOwner + after,
                owner.number * kPlacesPerOwner + std::min(upTo, owner.lastSeq),
                {}};
    if (filter.order) {
        const auto rows =
            session.query("SELECT seq FROM orders WHERE number = $1 AND account_id = $2",
                          {*filter.order, account});
        if (!rows->next())
            return std::nullopt;
        range.order = rows->integer(0);
    }
    if (range.afterPlace >= range.lastPlace)
        return std::nullopt;
    return range;
}

Conditions conditionsOf(const SqlSession& session, const Range& range, const LeadFilter& filter) {
    Conditions where;
    where.add("place > ", range.afterPlace);
    where.add("place <= ", range.lastPlace);
    if (range.order)
        where.add("order_seq = ", *range.order);
    // An order is the narrowest of them: a search in its leads must not use the other indexes.
    const auto equals = [&](std::string_view column) {
        return (range.order ? session.notByIndex(column) : std::string(column)) + " = ";
    };
    if (filter.country)
        where.add(equals("country"), *filter.country);
    if (filter.result)
        where.add(equals("result"), *filter.result);
    if (filter.hasEmail)
        where.add(equals("has_email"), *filter.hasEmail);
    if (filter.hasPhone)
        where.add(equals("has_phone"), *filter.hasPhone);
    return where;
}

bool isUnfiltered(const LeadFilter& filter) {
    return !filter.result && !filter.hasEmail && !filter.hasPhone && !filter.order &&
           !filter.country;
}

} // namespace

LeadSpan Reader::visitLeads(const LeadQuery& query, const LeadVisitor& visit) {
    const auto owner = findOwner(session_, query.account);
    if (!owner)
        return {query.after, false};
    const std::int64_t upTo = std::min(query.upTo.value_or(owner->lastSeq), owner->lastSeq);
    const LeadSpan end{std::max(query.after, upTo), false};
    const auto range = rangeOf(session_, query.account, *owner, query.filter, query.after, upTo);
    if (!range)
        return end;
    Conditions where = conditionsOf(session_, *range, query.filter);
    where.append(" ORDER BY place LIMIT ", query.limit + 1);
    const LeadColumns columns(query.fields);
    const auto rows = session_.open(columns.select() + where.text(), where.values());
    StoredLead lead(session_, *rows, columns);
    LeadSpan span{query.after, false};
    bool enough = false;
    for (int visited = 0; lead.next(); ++visited) {
        if (visited == query.limit || enough) {
            span.more = true;
            return span;
        }
        visit(lead);
        span.last = lead.seq();
        enough = query.enough && query.enough();
    }
    return end;
}

bool Reader::visitLead(const AccountId& account, const LeadId& id, const LeadVisitor& visit) {
    const auto owner = findOwner(session_, account);
    if (!owner)
        return false;
    static const LeadColumns columns{{}};
    static const std::string sql =
        columns.select() + " WHERE id = $1 AND place > $2 AND place <= $3";
    const std::int64_t first = owner->number * kPlacesPerOwner;
    const auto rows = session_.query(sql, {id, first, first + owner->lastSeq});
    StoredLead lead(session_, *rows, columns);
    if (!lead.next())
        return false;
    visit(lead);
    return true;
}

std::int64_t Reader::countLeads(const AccountId& account, const LeadFilter& filter) {
    const auto owner = findOwner(session_, account);
    if (!owner)
        return 0;
    const auto range = rangeOf(session_, account, *owner, filter, 0, owner->lastSeq);
    if (!range)
        return 0;
    // An account's seqs have no gaps.
    if (isUnfiltered(filter))
        return range->lastPlace - range->afterPlace;
    const Conditions where = conditionsOf(session_, *range, filter);
    const auto rows = session_.open("SELECT COUNT(*) FROM leads" + where.text(), where.values());
    return rows->next() ? rows->integer(0) : 0;
}

LeadSpan Reader::visitStaged(const StagedQuery& query, const LeadVisitor& visit) {
    const std::int64_t order = session_.number(
        "SELECT COALESCE((SELECT seq FROM orders WHERE number = $1), 0)", {query.order});
    const LeadColumns columns(query.fields, true);
    const auto rows = session_.query(
        columns.select() + " WHERE place > $1 AND place < $2 ORDER BY place LIMIT $3",
        {order * kPlacesPerOrder + query.after, (order + 1) * kPlacesPerOrder, query.limit + 1});
    StoredLead lead(session_, *rows, columns);
    LeadSpan span{query.after, false};
    for (int visited = 0; lead.next(); ++visited) {
        if (visited == query.limit) {
            span.more = true;
            break;
        }
        visit(lead);
        span.last = lead.seq();
    }
    return span;
}

std::int64_t Reader::lastLead(const AccountId& account) {
    const auto owner = findOwner(session_, account);
    return owner ? owner->lastSeq : 0;
}

} // namespace leadsheet::server::store
