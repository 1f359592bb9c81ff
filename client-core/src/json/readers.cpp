// SPDX-License-Identifier: Apache-2.0
#include "json/readers.hpp"
#include "json/text.hpp"

#include <leadsheet/contract/scopes.hpp>

#include <algorithm>
#include <array>

namespace leadsheet {

namespace {

bool holdsWord(std::string_view words, std::string_view word) {
    while (!words.empty()) {
        const auto end = std::min(words.find(' '), words.size());
        if (words.substr(0, end) == word)
            return true;
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return false;
}

} // namespace

bool KeyInfo::allows(std::string_view scope) const {
    if (std::find(scopes.begin(), scopes.end(), scope) != scopes.end())
        return true;
    return std::any_of(
        contract::kScopes.begin(), contract::kScopes.end(), [&](const auto& granted) {
            return holdsWord(granted.implies, scope) &&
                   std::find(scopes.begin(), scopes.end(), granted.name) != scopes.end();
        });
}

namespace detail {

std::optional<Account> readAccount(const Decoder& in) {
    Account account;
    account.id = in.required("id").text();
    account.name = in.textOr("name");
    account.environment = in.textOr("environment");
    account.instanceId = in.textOr("instanceId");
    account.duplicates = in.textOr("duplicates");
    account.duplicateWindowDays = in.optionalInteger("duplicateWindowDays");
    const Decoder balance = in.required("balance");
    account.available = balance.required("available").money();
    account.held = balance.required("held").money();
    const Decoder key = in.required("key");
    account.key.id = key.textOr("id");
    account.key.type = key.textOr("type");
    account.key.name = key.textOr("name");
    account.key.scopes = key.required("scopes").texts();
    account.key.last4 = key.textOr("last4");
    account.key.expiresAt = key.optionalText("expiresAt");
    if (const auto cap = in.optional("spendCap"))
        account.spendCap = SpendCap{cap->required("daily").money(),
                                    cap->required("spentToday").money(), cap->textOr("resetsAt")};
    if (const auto latest = in.optional("latestClient"))
        account.latestClient = LatestClient{latest->textOr("version"), latest->textOr("url")};
    account.serverTime = in.textOr("serverTime");
    return in.failed() ? std::nullopt : std::optional(std::move(account));
}

std::optional<LeadErasure> readLeadErasure(const Decoder& in) {
    LeadErasure erasure;
    erasure.leadId = in.required("leadId").text();
    erasure.reason = in.required("reason").text();
    erasure.erasedAt = in.required("erasedAt").text();
    erasure.keyId = in.required("keyId").text();
    return in.failed() ? std::nullopt : std::optional(std::move(erasure));
}

std::optional<LedgerEntry> readLedgerEntry(const Decoder& in) {
    LedgerEntry entry;
    entry.id = in.required("id").text();
    entry.at = in.required("at").text();
    entry.type = in.required("type").text();
    entry.amount = in.required("amount").money();
    const Decoder balance = in.required("balance");
    entry.available = balance.required("available").money();
    entry.held = balance.required("held").money();
    entry.orderNumber = in.optionalText("orderNumber");
    entry.reason = in.optionalText("reason");
    return in.failed() ? std::nullopt : std::optional(std::move(entry));
}

std::optional<BudgetStatus> readBudgetStatus(const Decoder& in) {
    BudgetStatus status;
    status.policy = in.required("name").text();
    status.limit = in.required("limit").integer(0);
    status.remaining = in.required("remaining").integer(0);
    status.windowSeconds = in.required("windowSeconds").integer(0);
    status.resetSeconds = in.required("resetSeconds").integer(0);
    return in.failed() ? std::nullopt : std::optional(std::move(status));
}

std::optional<Product> readProduct(const Decoder& in) {
    Product product;
    product.id = in.required("id").text();
    product.title = in.textOr("title");
    product.description = in.textOr("description");
    product.currency = in.textOr("currency");
    product.minLeadCount = in.required("minLeadCount").integer(0);
    product.maxLeadCount = in.required("maxLeadCount").integer(0);
    for (const Decoder& tier : in.required("tiers").elements())
        product.tiers.push_back(
            {tier.required("fromLeads").integer(0), tier.required("unitPriceMicros").integer(0)});
    if (const auto surcharges = in.optional("surcharges")) {
        product.requireEmailMicros = surcharges->optionalInteger("requireEmailMicros").value_or(0);
        product.requirePhoneMicros = surcharges->optionalInteger("requirePhoneMicros").value_or(0);
    }
    if (const auto any = in.optional("requiredAny"))
        product.requiredAny = any->texts();
    if (const auto schema = in.optional("fieldsSchema"))
        product.fieldsSchema = schema->json();
    return in.failed() ? std::nullopt : std::optional(std::move(product));
}

} // namespace detail

std::string_view toString(LeadField field) {
    return contract::kLeadFields[static_cast<std::size_t>(field)].name;
}

std::optional<LeadField> leadFieldFromName(std::string_view name) {
    for (std::size_t i = 0; i < kLeadFieldCount; ++i)
        if (contract::kLeadFields[i].name == name)
            return static_cast<LeadField>(i);
    return std::nullopt;
}

constexpr std::array<std::string_view, 4> kLeadResultWords{"good", "risky", "unknown", "invalid"};

std::string_view toString(LeadResult result) {
    return detail::wordOf(kLeadResultWords, result);
}

std::optional<LeadResult> leadResultFromName(std::string_view name) {
    return detail::valueOf<LeadResult>(kLeadResultWords, name);
}

LeadValue& Lead::operator[](LeadField field) {
    std::uint8_t& place = places_[static_cast<std::size_t>(field)];
    if (place == 0) {
        values_.emplace_back();
        place = static_cast<std::uint8_t>(values_.size());
    }
    return values_[place - 1U];
}

const LeadValue& Lead::nothing() {
    static const LeadValue none;
    return none;
}

const std::string& Lead::text(LeadField field) const {
    static const std::string none;
    const auto* text = std::get_if<std::string>(&(*this)[field]);
    return text != nullptr ? *text : none;
}

namespace detail {
namespace {

LeadValue readValue(const Decoder& in, contract::LeadFieldType type) {
    using Type = contract::LeadFieldType;
    switch (type) {
    case Type::Text:
    case Type::Timestamp:
        return in.text();
    case Type::Integer:
        return in.integer();
    case Type::Decimal:
        return in.decimal();
    case Type::Boolean:
        return in.boolean();
    case Type::List:
        return in.texts();
    }
    return {};
}

} // namespace

std::optional<Lead> readLead(const Decoder& in) {
    Lead lead;
    in.members([&lead](std::string_view name, const Decoder& value) {
        if (const auto field = leadFieldFromName(name))
            lead[*field] =
                readValue(value, contract::kLeadFields[static_cast<std::size_t>(*field)].type);
    });
    if (in.failed())
        return {};
    return lead;
}

} // namespace detail

namespace {

template <class Enum>
struct Name {
    Enum value;
    std::string_view text;
};

constexpr std::array kStatuses = {
    Name<OrderStatus>{OrderStatus::PendingReview, "pending_review"},
    Name<OrderStatus>{OrderStatus::InProgress, "in_progress"},
    Name<OrderStatus>{OrderStatus::InfoRequested, "info_requested"},
    Name<OrderStatus>{OrderStatus::Delivered, "delivered"},
    Name<OrderStatus>{OrderStatus::Rejected, "rejected"},
    Name<OrderStatus>{OrderStatus::Cancelled, "cancelled"},
    Name<OrderStatus>{OrderStatus::Failed, "failed"},
    Name<OrderStatus>{OrderStatus::Refunded, "refunded"},
};
constexpr std::array kPayments = {
    Name<PaymentStatus>{PaymentStatus::Held, "held"},
    Name<PaymentStatus>{PaymentStatus::Captured, "captured"},
    Name<PaymentStatus>{PaymentStatus::PartiallyRefunded, "partially_refunded"},
    Name<PaymentStatus>{PaymentStatus::Refunded, "refunded"},
    Name<PaymentStatus>{PaymentStatus::Released, "released"},
};

template <class Enum, std::size_t n>
std::string_view nameOf(const std::array<Name<Enum>, n>& names, Enum value) {
    for (const auto& name : names)
        if (name.value == value)
            return name.text;
    return "unknown";
}

template <class Enum, std::size_t n>
Enum valueOf(const std::array<Name<Enum>, n>& names, std::string_view text) {
    for (const auto& name : names)
        if (name.text == text)
            return name.value;
    return Enum::Unknown;
}

} // namespace

std::string_view toString(OrderStatus status) {
    return nameOf(kStatuses, status);
}

std::string_view toString(PaymentStatus status) {
    return nameOf(kPayments, status);
}

OrderStatus orderStatusFromName(std::string_view name) {
    return valueOf(kStatuses, name);
}

PaymentStatus paymentStatusFromName(std::string_view name) {
    return valueOf(kPayments, name);
}

bool Order::isEndedWithoutDelivery() const {
    switch (status) {
    case OrderStatus::Rejected:
    case OrderStatus::Cancelled:
    case OrderStatus::Failed:
    case OrderStatus::Refunded:
        return true;
    case OrderStatus::Unknown:
    case OrderStatus::PendingReview:
    case OrderStatus::InProgress:
    case OrderStatus::InfoRequested:
    case OrderStatus::Delivered:
        return false;
    }
    return false;
}

namespace detail {

std::optional<EquivalentOrders> readEquivalents(const Decoder& in) {
    const auto list = in.optional("equivalentOrders");
    if (!list)
        return {};
    EquivalentOrders found;
    for (const Decoder& entry : list->elements()) {
        EquivalentOrder order;
        order.orderNumber = entry.required("orderNumber").text();
        order.createdAt = entry.textOr("createdAt");
        order.status = entry.textOr("status");
        if (const auto count = entry.optional("leadCount"))
            order.leadCount = count->integer(0);
        if (auto total = entry.optionalMoney("total")) {
            order.total = total->amount;
            order.currency = std::move(total->currency);
        }
        order.match = entry.textOr("match", "same");
        order.keyLast4 = entry.textOr("keyLast4");
        found.orders.push_back(std::move(order));
    }
    if (const auto more = in.optional("moreEquivalentOrders"))
        found.more = more->integer(0);
    return found;
}

std::optional<Order> readOrder(const Decoder& in) {
    auto number = in.required("order_number").id<OrderNumber>();
    if (!number)
        return {};
    Order order(std::move(*number));
    order.statusText = in.required("status").text();
    order.status = orderStatusFromName(order.statusText);
    order.payment = paymentStatusFromName(in.textOr("paymentStatus"));
    order.product = in.textOr("scrapingOption");
    if (const auto count = in.optional("leadCount"))
        order.leadCount = count->integer(0);
    if (const auto request = in.optional("request"))
        order.request = request->requestJson();
    order.mark = in.textOr("mark");
    order.price = in.optionalMoney("price");
    order.captured = in.optionalMoney("captured");
    order.refunded = in.optionalMoney("refunded");
    order.unitPriceMicros = in.optionalInteger("unitPriceMicros");
    if (const auto quote = in.optional("quoteId"))
        order.quote = quote->id<QuoteId>();
    order.externalRef = in.optionalText("externalRef");
    order.idempotencyKey = in.optionalText("idempotencyKey");
    order.question = in.optionalText("question");
    order.deliveredLeads = in.optionalInteger("deliveredLeads");
    order.version = in.optionalInteger("version").value_or(0);
    if (const auto flag = in.optional("autoDeliver"))
        order.autoDeliver = flag->boolean();
    order.createdAt = in.textOr("createdAt");
    order.updatedAt = in.textOr("updatedAt");
    order.deliveredAt = in.optionalText("deliveredAt");
    order.equivalents = readEquivalents(in).value_or(EquivalentOrders());
    return in.failed() ? std::nullopt : std::optional(std::move(order));
}

std::optional<OrderEvent> readOrderEvent(const Decoder& in) {
    OrderEvent event;
    event.sequence = in.required("seq").integer(0);
    event.type = in.required("type").text();
    event.at = in.required("at").text();
    event.status = orderStatusFromName(in.textOr("status"));
    event.version = in.optionalInteger("version").value_or(0);
    event.actor = in.textOr("actor");
    event.message = in.optionalText("message");
    if (const auto data = in.optional("data"))
        event.data = data->json();
    return in.failed() ? std::nullopt : std::optional(std::move(event));
}

std::optional<Quote> readQuote(const Decoder& in) {
    auto id = in.required("id").id<QuoteId>();
    if (!id)
        return {};
    Quote quote(std::move(*id));
    quote.product = in.textOr("scrapingOption");
    quote.leadCount = in.required("leadCount").integer(0);
    quote.total = in.required("total").money();
    if (const auto request = in.optional("request"))
        quote.request = request->requestJson();
    quote.unitPriceMicros = in.optionalInteger("unitPriceMicros");
    quote.createdAt = in.textOr("createdAt");
    quote.expiresAt = in.required("expiresAt").text();
    quote.equivalents = readEquivalents(in);
    return in.failed() ? std::nullopt : std::optional(std::move(quote));
}

namespace {

std::optional<QuoteOutcome> readRefusal(const Decoder& in) {
    QuoteRefusal refusal;
    refusal.rawCode = in.required("code").text();
    refusal.code = contract::errorCodeFromName(refusal.rawCode).value_or(ErrorCode::Unknown);
    if (const auto status = in.optional("status"))
        refusal.status = static_cast<int>(status->integer(0, 999));
    refusal.message = in.textOr("detail", in.textOr("title"));
    if (const auto retryable = in.optional("retryable"))
        refusal.retryable = retryable->boolean();
    if (const auto errors = in.optional("errors"))
        for (const Decoder& entry : errors->elements())
            refusal.fields.push_back(
                {entry.textOr("pointer"), entry.textOr("code"), entry.textOr("detail")});
    return in.failed() ? std::nullopt : std::optional<QuoteOutcome>(std::move(refusal));
}

} // namespace

std::optional<QuoteOutcome> readQuoteOutcome(const Decoder& in) {
    if (const auto existing = in.optional("existingOrder")) {
        auto order = readOrder(*existing);
        return order ? std::optional<QuoteOutcome>(std::move(*order)) : std::nullopt;
    }
    if (const auto problem = in.optional("problem"))
        return readRefusal(*problem);
    auto quote = readQuote(in.required("quote"));
    return quote ? std::optional<QuoteOutcome>(std::move(*quote)) : std::nullopt;
}

} // namespace detail

} // namespace leadsheet

namespace leadsheet::detail {

std::optional<KeyRecord> readKey(const Decoder& in) {
    auto id = in.required("id").id<KeyId>();
    if (!id)
        return {};
    KeyRecord key(std::move(*id));
    key.type = in.required("type").text();
    key.name = in.textOr("name");
    key.prefix = in.textOr("prefix");
    key.last4 = in.textOr("last4");
    key.scopes = in.required("scopes").texts();
    key.dailySpendCap = in.optionalMoney("dailySpendCap");
    if (const auto predecessor = in.optional("predecessorId"))
        key.predecessor = predecessor->id<KeyId>();
    key.createdAt = in.textOr("createdAt");
    key.expiresAt = in.optionalText("expiresAt");
    key.lastUsedAt = in.optionalText("lastUsedAt");
    key.revokedAt = in.optionalText("revokedAt");
    if (const auto account = in.optional("accountId"))
        key.account = account->id<AccountId>();
    return in.failed() ? std::nullopt : std::optional(std::move(key));
}

std::optional<CreatedKey> readCreatedKey(const Decoder& in) {
    auto record = readKey(in);
    if (!record)
        return {};
    auto secret = in.required("secret").id<ApiKey>();
    if (!secret)
        return {};
    return CreatedKey{std::move(*record), std::move(*secret)};
}

std::optional<AdminOrder> readAdminOrder(const Decoder& in) {
    auto order = readOrder(in);
    auto account = in.required("accountId").id<AccountId>();
    if (!order || !account)
        return {};
    AdminOrder full(std::move(*order), std::move(*account));
    full.accountName = in.textOr("accountName");
    full.keyId = in.textOr("keyId");
    if (const auto counts = in.optional("ingested")) {
        full.ingested.accepted = counts->required("accepted").integer(0);
        full.ingested.duplicate = counts->required("duplicate").integer(0);
        full.ingested.rejected = counts->required("rejected").integer(0);
        full.ingested.final = counts->required("final").boolean();
    }
    return in.failed() ? std::nullopt : std::optional(std::move(full));
}

std::optional<AdminAccount> readAdminAccount(const Decoder& in) {
    auto id = in.required("id").id<AccountId>();
    if (!id)
        return {};
    AdminAccount account(std::move(*id));
    account.name = in.textOr("name");
    account.environment = in.textOr("environment");
    account.suspended = in.required("suspended").boolean();
    const Decoder balance = in.required("balance");
    account.available = balance.required("available").money();
    account.held = balance.required("held").money();
    account.createdAt = in.textOr("createdAt");
    account.duplicates = in.textOr("duplicates");
    account.duplicateWindowDays = in.optionalInteger("duplicateWindowDays");
    return in.failed() ? std::nullopt : std::optional(std::move(account));
}

std::optional<IngestResult> readIngestResult(const Decoder& in) {
    IngestResult result;
    result.accepted = in.required("accepted").integer(0);
    result.duplicate = in.required("duplicate").integer(0);
    result.rejected = in.required("rejected").integer(0);
    result.deliveredLeads = in.required("deliveredLeads").integer(0);
    for (const Decoder& element : in.required("rows").elements()) {
        IngestRow row;
        row.row = element.required("row").integer(0);
        row.outcome = element.required("outcome").text();
        for (const Decoder& error : element.required("errors").elements())
            row.errors.push_back(
                {error.textOr("pointer"), error.textOr("code"), error.textOr("detail")});
        result.rows.push_back(std::move(row));
    }
    return in.failed() ? std::nullopt : std::optional(std::move(result));
}

} // namespace leadsheet::detail
