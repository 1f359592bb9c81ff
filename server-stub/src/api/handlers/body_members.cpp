// SPDX-License-Identifier: Apache-2.0
#include "api/handlers/body_members.hpp"

#include "domain/field_check.hpp"
#include "domain/json.hpp"
#include "domain/text_check.hpp"
#include "domain/utf8.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

namespace leadsheet::server::api {
namespace {

constexpr domain::MinorUnits kMostMoney = 9'000'000'000'000'000; // of the contract's PositiveMoney

} // namespace

BodyMembers::BodyMembers(const boost::json::value& body,
                         std::initializer_list<std::string_view> known)
    : members_(body.if_object()) {
    if (members_ == nullptr) {
        errors_.push_back({"", "wrong_type", "The body must be a JSON object."});
        return;
    }
    for (const auto& member : *members_) {
        if (std::ranges::count(known, std::string_view(member.key())) == 0)
            refuse(std::string_view(member.key()), "unknown_member",
                   "There is no such member here.");
    }
}

const boost::json::value* BodyMembers::find(std::string_view name) const {
    return members_ == nullptr ? nullptr : members_->if_contains(name);
}

void BodyMembers::require(std::initializer_list<std::string_view> names) {
    if (members_ == nullptr)
        return;
    for (const std::string_view name : names) {
        if (!has(name))
            refuse(name, "required", "Must be given.");
    }
}

std::optional<std::string> BodyMembers::text(std::string_view name, std::size_t maxLength,
                                             bool lines) {
    const boost::json::value* value = find(name);
    if (value == nullptr)
        return std::nullopt;
    const std::size_t before = errors_.size();
    std::string_view text;
    if (value->is_string())
        text = domain::trimmed(std::string_view(value->get_string()));
    if (!value->is_string())
        refuse(name, "wrong_type", "Must be a text.");
    else if (text.empty())
        refuse(name, "blank", "Must not be empty.");
    else if (domain::codePoints(std::string_view(value->get_string())) > maxLength)
        refuse(name, "too_long", "At most " + std::to_string(maxLength) + " characters.");
    else if (domain::hasControlCharacters(text) ||
             (!lines && text.find_first_of("\t\r\n") != std::string_view::npos))
        refuse(name, "invalid_characters", "Control characters are not allowed.");
    if (errors_.size() > before)
        return std::nullopt;
    return std::string(text);
}

std::optional<domain::MinorUnits> BodyMembers::positiveMoney(std::string_view name) {
    const boost::json::value* value = find(name);
    if (value == nullptr)
        return std::nullopt;
    const auto amount = domain::checkMoney(*value, domain::childPointer("", name), errors_);
    if (amount && (*amount < 1 || *amount > kMostMoney)) {
        errors_.push_back({domain::childPointer(domain::childPointer("", name), "amount"),
                           "out_of_range", "From 1 to " + std::to_string(kMostMoney) + "."});
        return std::nullopt;
    }
    return amount;
}

std::optional<domain::Timestamp> BodyMembers::time(std::string_view name) {
    const boost::json::value* value = find(name);
    if (value == nullptr)
        return std::nullopt;
    const auto time = value->is_string()
                          ? domain::parseTimestamp(std::string_view(value->get_string()))
                          : std::nullopt;
    if (!time)
        refuse(name, value->is_string() ? "invalid_format" : "wrong_type",
               "Must be an RFC 3339 time, for example 2026-03-01T12:00:00Z.");
    return time;
}

std::optional<bool> BodyMembers::boolean(std::string_view name) {
    const boost::json::value* value = find(name);
    if (value == nullptr)
        return std::nullopt;
    if (!value->is_bool()) {
        refuse(name, "wrong_type", "Must be true or false.");
        return std::nullopt;
    }
    return value->get_bool();
}

std::optional<std::int64_t> BodyMembers::integer(std::string_view name, std::int64_t least,
                                                 std::int64_t most) {
    const boost::json::value* value = find(name);
    if (value == nullptr)
        return std::nullopt;
    const bool number = value->is_int64() || value->is_uint64();
    if (!value->is_int64() || value->get_int64() < least || value->get_int64() > most) {
        refuse(name, number ? "out_of_range" : "wrong_type",
               "Must be a whole number from " + std::to_string(least) + " to " +
                   std::to_string(most) + ".");
        return std::nullopt;
    }
    return value->get_int64();
}

std::optional<std::vector<std::string>> BodyMembers::texts(std::string_view name,
                                                           std::size_t maxItems) {
    const boost::json::value* value = find(name);
    if (value == nullptr)
        return std::nullopt;
    if (!value->is_array()) {
        refuse(name, "wrong_type", "Must be an array of texts.");
        return std::nullopt;
    }
    const boost::json::array& items = value->get_array();
    if (items.empty() || items.size() > maxItems) {
        refuse(name, items.empty() ? "too_few_items" : "too_many_items",
               "From 1 to " + std::to_string(maxItems) + " items.");
        return std::nullopt;
    }
    std::vector<std::string> texts;
    for (const boost::json::value& item : items) {
        if (!item.is_string())
            refuse(name, "wrong_type", "Every item must be a text.");
        else if (std::ranges::count(texts, std::string_view(item.get_string())) > 0)
            refuse(name, "duplicate", "Every item may occur once.");
        else
            texts.emplace_back(item.get_string());
    }
    return texts;
}

void BodyMembers::refuse(std::string_view name, std::string code, std::string detail) {
    errors_.push_back({domain::childPointer("", name), std::move(code), std::move(detail)});
}

std::optional<Problem> BodyMembers::problem() {
    if (errors_.empty())
        return std::nullopt;
    const FieldError& first = errors_.front();
    std::string detail = (first.pointer.empty() ? "The body" : first.pointer) + ": " + first.detail;
    return Problem{
        contract::ErrorCode::ValidationFailed, std::move(detail), std::move(errors_), {}, {}};
}

} // namespace leadsheet::server::api
