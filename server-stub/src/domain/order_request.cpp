// SPDX-License-Identifier: Apache-2.0
#include "domain/order_request.hpp"

#include "leadsheet/contract/error_codes.hpp"
#include "leadsheet/contract/limits.hpp"
#include "leadsheet/contract/products.hpp"

#include "domain/field_check.hpp"
#include "domain/json.hpp"
#include "domain/list_texts.hpp"
#include "domain/request_rules.hpp"
#include "domain/text_check.hpp"

#include <algorithm>
#include <boost/json/object.hpp>
#include <charconv>
#include <optional>

namespace leadsheet::server::domain {

namespace {

using boost::json::value;
using contract::ErrorCode;
using contract::FieldInfo;
using contract::ProductInfo;

constexpr std::string_view kProductMember = "scrapingOption";
constexpr std::string_view kLeadCountMember = "leadCount";
constexpr std::string_view kQuoteMember = "quoteId";
constexpr std::string_view kMaxPriceMember = "maxPrice";
constexpr std::string_view kKeyMember = "idempotencyKey";
constexpr std::size_t kMaxQuotedName = 100;
/// Of more faults the first are named: a body of nonsense must not grow into a larger answer.
constexpr std::size_t kMaxErrors = 1'000;

/// The products, in words, that have a field of this name; empty when none has.
std::string productsWith(std::string_view field) {
    std::string names;
    for (const ProductInfo& product : contract::kProducts) {
        if (contract::findField(product, field) != nullptr)
            names += (names.empty() ? "" : ", ") + std::string(product.id);
    }
    return names;
}

std::string productNames() {
    std::string names;
    for (const ProductInfo& product : contract::kProducts)
        names += (names.empty() ? "" : ", ") + std::string(product.id);
    return names;
}

class OrderReader {
public:
    OrderReader(const RequestRules& rules, std::string_view base)
        : rules_(rules)
        , base_(base) {}

    tl::expected<OrderDraft, OrderRefusal> read(const value& body) {
        if (!body.is_object()) {
            refuse(std::string(base_), "wrong_type", "The body must be a JSON object.");
            return refusal();
        }
        const auto& members = body.get_object();
        readProduct(members);
        for (const auto& [name, member] : members) {
            if (std::string_view(name) != kProductMember)
                readMember(std::string_view(name), member);
        }
        checkRequired(members);
        if (!errors_.empty())
            return refusal();
        record_[kProductMember] = boost::json::string_view(draft_.product->id);
        draft_.recordJson = canonicalJson(record_);
        draft_.requestDigest = sha256(draft_.recordJson);
        draft_.marks = orderMarks(record_);
        return std::move(draft_);
    }

private:
    std::string pointerTo(std::string_view member) const { return childPointer(base_, member); }

    void refuse(std::string pointer, const char* code, std::string detail) {
        errors_.push_back({std::move(pointer), code, std::move(detail)});
    }

    void readProduct(const boost::json::object& members) {
        const value* given = members.if_contains(kProductMember);
        if (given == nullptr) {
            refuse(pointerTo(kProductMember), "required",
                   "scrapingOption is required: one of " + productNames() + ".");
        } else if (!given->is_string()) {
            refuse(pointerTo(kProductMember), "wrong_type", "scrapingOption must be a string.");
        } else {
            draft_.product = contract::findProduct(std::string_view(given->get_string()));
            unsupported_ = draft_.product == nullptr;
            if (unsupported_)
                refuse(pointerTo(kProductMember), "unsupported_product",
                       "There is no such product; the products are " + productNames() + ".");
        }
    }

    void readMember(std::string_view name, const value& given) {
        if (name == kLeadCountMember)
            return readLeadCount(given);
        if (name == kKeyMember && rules_.quoteItem)
            return readKey(given);
        if (isDuplicateGuard(name) && !rules_.quoteItem)
            return name == kDuplicatesMember ? readDuplicates(given) : readAcknowledged(given);
        const bool guard = name == kQuoteMember || name == kMaxPriceMember;
        const FieldInfo* field = contract::findCommonField(name);
        if (field == nullptr && draft_.product != nullptr)
            field = contract::findField(*draft_.product, name);
        if (field == nullptr || (guard && rules_.quoteItem))
            return refuseMember(name);
        const auto kept = checkField(*field, given, pointerTo(name), errors_);
        if (!kept)
            return;
        if (!guard)
            record_[name] = *kept;
        keep(name, *kept);
    }

    /// The fields that the server itself acts on.
    void keep(std::string_view name, const value& kept) {
        if (name == kQuoteMember)
            draft_.quoteId = QuoteId(std::string(std::string_view(kept.get_string())));
        else if (name == kMaxPriceMember)
            draft_.maxPrice = kept.at("amount").get_int64();
        else if (name == "requireEmail")
            draft_.requireEmail = kept.get_bool();
        else if (name == "requirePhone")
            draft_.requirePhone = kept.get_bool();
        else if (name == "autoDeliver")
            draft_.autoDeliver = kept.get_bool();
        else if (name == "excludeOwned")
            draft_.excludeOwned = kept.get_bool();
        else if (name == "externalRef")
            draft_.externalRef = std::string(std::string_view(kept.get_string()));
    }

    void refuseMember(std::string_view name) {
        const std::string owners = productsWith(name);
        const std::string quoted = "\"" + std::string(utf8Prefix(name, kMaxQuotedName)) + "\"";
        if (name == kQuoteMember || name == kMaxPriceMember || isDuplicateGuard(name))
            return refuse(pointerTo(name), "unknown_member",
                          quoted + " belongs to an order, not to a quote.");
        if (const std::string_view list = listOfText(name); !list.empty())
            return refuse(pointerTo(name), "unknown_member",
                          quoted + " only repeats the list in answers; send " + std::string(list) +
                              ", as an array or as comma-separated text.");
        if (owners.empty())
            return refuse(pointerTo(name), "unknown_member",
                          quoted + " is not a field of an order.");
        if (draft_.product != nullptr)
            refuse(pointerTo(name), "field_of_other_product",
                   quoted + " is not a field of " + std::string(draft_.product->id) +
                       "; it belongs to: " + owners + ".");
    }

    void readLeadCount(const value& given) {
        FieldInfo field = *contract::findCommonField(kLeadCountMember);
        field.max = rules_.maxLeadCount;
        const auto kept = checkField(field, given, pointerTo(kLeadCountMember), errors_);
        if (!kept) {
            badCount_ = errors_.back().code == "out_of_range";
            return;
        }
        draft_.leadCount = kept->get_int64();
        record_[kLeadCountMember] = *kept;
    }

    void readKey(const value& given) {
        if (given.is_string()) {
            const std::string_view text = std::string_view(given.get_string());
            const auto key = parseIdempotencyKey(text);
            if (key && *key == text) {
                draft_.idempotencyKey = *key;
                return;
            }
        }
        refuse(pointerTo(kKeyMember), "invalid_format",
               "An idempotency key has 1 to 255 visible ASCII characters.");
    }

    static bool isDuplicateGuard(std::string_view name) {
        return name == kDuplicatesMember || name == kAcknowledgedMember;
    }

    void readDuplicates(const value& given) {
        const auto policy = given.is_string()
                                ? duplicatePolicyFromName(std::string_view(given.get_string()))
                                : std::nullopt;
        if (!policy || *policy == DuplicatePolicy::Off)
            return refuse(pointerTo(kDuplicatesMember),
                          given.is_string() ? "not_allowed" : "wrong_type",
                          "duplicates must be warn or refuse; leave it out to do what the account "
                          "does.");
        draft_.duplicates = policy;
    }

    void readAcknowledged(const value& given) {
        const std::string pointer = pointerTo(kAcknowledgedMember);
        const boost::json::array* numbers = given.if_array();
        if (numbers == nullptr)
            return refuse(pointer, "wrong_type",
                          "acknowledgeDuplicateOf must be an array of order numbers.");
        if (numbers->size() > static_cast<std::size_t>(contract::kMaxRefusedEquivalents))
            return refuse(pointer, "too_many_items",
                          "At most " + std::to_string(contract::kMaxRefusedEquivalents) +
                              " items.");
        for (std::size_t i = 0; i < numbers->size(); ++i) {
            const boost::json::string* number = (*numbers)[i].if_string();
            if (number == nullptr || !isOrderNumber(std::string_view(*number)))
                refuse(childPointer(pointer, i),
                       number == nullptr ? "wrong_type" : "invalid_format",
                       "An order number is LS- and ten digits or capital letters.");
            else
                draft_.acknowledged.emplace_back(std::string(std::string_view(*number)));
        }
    }

    void checkRequired(const boost::json::object& members) {
        const auto require = [&](const FieldInfo& field) {
            if (field.required && !members.contains(field.name))
                refuse(pointerTo(field.name), "required",
                       std::string(field.name) + " is required.");
        };
        std::ranges::for_each(contract::kCommonFields, require);
        if (draft_.product == nullptr)
            return;
        std::ranges::for_each(draft_.product->fields, require);
        std::string_view names = draft_.product->requiredAny;
        if (names.empty())
            return;
        std::string inWords;
        for (std::string_view first = names; !first.empty();) {
            const auto bar = first.find('|');
            const std::string_view name = first.substr(0, bar);
            if (const value* given = members.if_contains(name);
                given != nullptr && (record_.contains(name) || hasErrorAt(name)))
                return;
            inWords += (inWords.empty() ? "" : " or ") + std::string(name);
            first = bar == std::string_view::npos ? std::string_view{} : first.substr(bar + 1);
        }
        refuse(pointerTo(names.substr(0, names.find('|'))), "required", "Give " + inWords + ".");
    }

    bool hasErrorAt(std::string_view member) const {
        return std::ranges::any_of(errors_, [at = pointerTo(member)](const FieldError& error) {
            return error.pointer.starts_with(at);
        });
    }

    tl::unexpected<OrderRefusal> refusal() {
        if (errors_.size() > kMaxErrors)
            errors_.resize(kMaxErrors);
        ErrorCode code = ErrorCode::ValidationFailed;
        if (unsupported_)
            code = ErrorCode::UnsupportedProduct;
        else if (badCount_ && errors_.size() == 1)
            code = ErrorCode::LeadCountOutOfRange;
        return tl::make_unexpected(OrderRefusal{code, std::move(errors_)});
    }

    const RequestRules& rules_;
    std::string_view base_;
    OrderDraft draft_;
    boost::json::object record_;
    std::vector<FieldError> errors_;
    bool unsupported_ = false;
    bool badCount_ = false;
};

/// A passive field of any product, or one that all have.
const FieldInfo* passiveField(std::string_view name) {
    if (name == kQuoteMember || name == kMaxPriceMember)
        return nullptr;
    if (const FieldInfo* common = contract::findCommonField(name))
        return common;
    for (const ProductInfo& product : contract::kProducts)
        if (const FieldInfo* field = contract::findField(product, name))
            return field;
    return nullptr;
}

/// "250", without a sign, a blank or a leading zero.
std::optional<std::int64_t> wholeNumber(std::string_view text) {
    constexpr std::size_t kMaxDigits = 18;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool plain = error == std::errc() && end == text.data() + text.size() && number >= 0 &&
                       text.size() <= kMaxDigits && (text.size() == 1 || text.front() != '0');
    return plain ? std::optional(number) : std::nullopt;
}

} // namespace

value plainOrder(value body) {
    boost::json::object* const members = body.if_object();
    if (members == nullptr)
        return body;
    dropListTexts(*members);
    for (boost::json::object::iterator member = members->begin(); member != members->end();) {
        const FieldInfo* const field = passiveField(std::string_view(member->key()));
        const boost::json::string* const text =
            field != nullptr && field->kind == contract::FieldKind::Integer
                ? member->value().if_string()
                : nullptr;
        if (field != nullptr && (member->value().is_null() || (text != nullptr && text->empty()))) {
            member = members->stable_erase(member);
            continue;
        }
        if (text != nullptr)
            if (const auto number = wholeNumber(std::string_view(*text)))
                member->value() = *number;
        ++member;
    }
    return body;
}

tl::expected<OrderDraft, OrderRefusal> validateOrder(const value& body, const RequestRules& rules,
                                                     std::string_view base) {
    return OrderReader(rules, base).read(body);
}

} // namespace leadsheet::server::domain
