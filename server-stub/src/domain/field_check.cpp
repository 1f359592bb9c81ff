// SPDX-License-Identifier: Apache-2.0
#include "domain/field_check.hpp"

#include "leadsheet/contract/products.hpp"

#include "domain/json.hpp"
#include "domain/text_check.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cmath>
#include <string_view>

namespace leadsheet::server::domain {

namespace {

using boost::json::value;
using contract::FieldInfo;
using contract::FieldKind;

constexpr std::size_t kMaxMetadataNameLength = 40;

/// One value under one pointer; the checks of every kind of field.
class FieldCheck {
public:
    FieldCheck(const FieldInfo& field, const std::string& pointer, std::vector<FieldError>& errors)
        : field_(field)
        , pointer_(pointer)
        , errors_(errors) {}

    std::optional<value> run(const value& given) {
        switch (field_.kind) {
        case FieldKind::Text:
        case FieldKind::Url:
            return text(given);
        case FieldKind::List:
            return list(given);
        case FieldKind::Integer:
            return integer(given);
        case FieldKind::Decimal:
            return decimal(given);
        case FieldKind::Boolean:
            return given.is_bool() ? std::optional(given) : wrongType("true or false", pointer_);
        case FieldKind::Money:
            return money(given);
        case FieldKind::StringMap:
            return stringMap(given);
        }
        return std::nullopt;
    }

private:
    std::nullopt_t refuse(std::string code, std::string detail, const std::string& pointer) {
        errors_.push_back({pointer, std::move(code), std::move(detail)});
        return std::nullopt;
    }

    std::nullopt_t wrongType(std::string_view wanted, const std::string& pointer) {
        return refuse("wrong_type",
                      std::string(field_.name) + " must be " + std::string(wanted) +
                          (field_.required ? "." : "; leave it out if there is nothing to say."),
                      pointer);
    }

    std::nullopt_t outOfRange(std::string_view lowest, std::string_view highest) {
        return refuse("out_of_range",
                      std::string(field_.name) + " must be from " + std::string(lowest) + " to " +
                          std::string(highest) + ".",
                      pointer_);
    }

    /// A text that is not empty: length, characters, closed set, format.
    bool sound(std::string_view text, const std::string& pointer) {
        const std::size_t before = errors_.size();
        const auto maxLength = static_cast<std::size_t>(field_.maxLength);
        if (maxLength > 0 && codePoints(text) > maxLength)
            refuse("too_long", "At most " + std::to_string(maxLength) + " characters.", pointer);
        else if (hasControlCharacters(text))
            refuse("invalid_characters", "Control characters are not allowed.", pointer);
        else if (!field_.allowed.empty() && !inSet(text))
            refuse("not_allowed", "\"" + std::string(text) + "\" is not one of: " + setInWords(),
                   pointer);
        else if (field_.format == "domain" && !isDomain(text))
            refuse("invalid_format",
                   "\"" + std::string(text) + "\" is not a web domain such as example.com.",
                   pointer);
        else if ((field_.kind == FieldKind::Url || field_.format == "url") && !isWebUrl(text))
            refuse("invalid_format",
                   "An address must begin with https:// or http:// and hold no "
                   "white space.",
                   pointer);
        else if (field_.format == "id" && !isIdentifier(text))
            refuse("invalid_format", "An id holds letters, digits, _ and - only.", pointer);
        return errors_.size() == before;
    }

    bool inSet(std::string_view text) const {
        return ("|" + std::string(field_.allowed) + "|").find("|" + std::string(text) + "|") !=
                   std::string::npos &&
               text.find('|') == std::string_view::npos;
    }

    std::string setInWords() const {
        std::string words;
        for (const char c : field_.allowed) {
            if (c == '|')
                words += ", ";
            else
                words += c;
        }
        return words + ".";
    }

    std::optional<value> text(const value& given) {
        if (!given.is_string())
            return wrongType("a text", pointer_);
        const std::string_view kept = trimmed(std::string_view(given.get_string()));
        if (kept.empty() && field_.required)
            return refuse("required", std::string(field_.name) + " is required.", pointer_);
        // An id left empty is a lost price guard, not an empty cell.
        if (kept.empty() && field_.format.empty())
            return std::nullopt;
        if (!sound(kept, pointer_))
            return std::nullopt;
        return value(boost::json::string_view(kept));
    }

    std::optional<value> list(const value& given) {
        boost::json::array items;
        const std::size_t before = errors_.size();
        bool all = true;
        if (given.is_string())
            all = splitAtCommas(std::string_view(given.get_string()), items);
        else if (given.is_array())
            all = readItems(given.get_array(), items);
        else
            return wrongType("a list: an array of strings or one comma-separated string", pointer_);
        if (!all)
            return refuse("too_many_items",
                          "At most " + std::to_string(field_.maxItems) + " items.", pointer_);
        if (errors_.size() > before)
            return std::nullopt;
        const auto count = static_cast<std::int64_t>(items.size());
        if (count < field_.minItems || (count == 0 && field_.required))
            return refuse("too_few_items",
                          "At least " + std::to_string(std::max<std::int64_t>(field_.minItems, 1)) +
                              (field_.minItems > 1 ? " items." : " item."),
                          pointer_);
        if (items.empty())
            return std::nullopt;
        return value(std::move(items));
    }

    bool isFull(std::size_t items) const {
        return field_.maxItems > 0 && items >= static_cast<std::size_t>(field_.maxItems);
    }

    /// False when there are more items than allowed; the rest is not looked at.
    bool splitAtCommas(std::string_view text, boost::json::array& items) {
        for (std::size_t count = 0;;) {
            const auto comma = text.find(',');
            const std::string_view item = trimmed(text.substr(0, comma));
            if (!isInvisible(item)) {
                if (isFull(count))
                    return false;
                ++count;
                if (sound(item, pointer_))
                    items.emplace_back(boost::json::string_view(item));
            }
            if (comma == std::string_view::npos)
                return true;
            text.remove_prefix(comma + 1);
        }
    }

    /// As splitAtCommas().
    bool readItems(const boost::json::array& given, boost::json::array& items) {
        for (std::size_t i = 0; i < given.size(); ++i) {
            if (isFull(i))
                return false;
            const std::string pointer = childPointer(pointer_, i);
            if (!given[i].is_string()) {
                refuse("wrong_type", "Every item must be a string.", pointer);
                continue;
            }
            const std::string_view item = trimmed(std::string_view(given[i].get_string()));
            if (isInvisible(item))
                refuse("blank", "An item must not be empty.", pointer);
            else if (sound(item, pointer))
                items.emplace_back(boost::json::string_view(item));
        }
        return true;
    }

    static bool isWhole(const double* number) {
        return number != nullptr && std::trunc(*number) == *number;
    }

    std::optional<value> integer(const value& given) {
        if (given.is_uint64() || isWhole(given.if_double()))
            return outOfRange(std::to_string(field_.min), std::to_string(field_.max));
        if (!given.is_int64())
            return wrongType("a whole number", pointer_);
        if (given.get_int64() < field_.min || given.get_int64() > field_.max)
            return outOfRange(std::to_string(field_.min), std::to_string(field_.max));
        return given;
    }

    /// Exact, although it looks at a double: the parser admits no decimal over 15 digits, and for
    /// those "is the double nearest to n / 10^scale" and "is n / 10^scale" are the same.
    std::optional<value> decimal(const value& given) {
        if (!given.is_int64() && !given.is_double() && !given.is_uint64())
            return wrongType("a number", pointer_);
        double number = 0;
        if (given.is_double())
            number = given.get_double();
        else
            number = given.is_int64() ? static_cast<double>(given.get_int64())
                                      : static_cast<double>(given.get_uint64());
        const double unit = std::pow(10.0, field_.scale);
        const double units = std::round(number * unit);
        if (units < static_cast<double>(field_.min) || units > static_cast<double>(field_.max))
            return outOfRange(inUnits(field_.min), inUnits(field_.max));
        if (units / unit != number)
            return refuse("too_precise",
                          "At most " + std::to_string(field_.scale) + " decimal place(s).",
                          pointer_);
        return given;
    }

    std::string inUnits(std::int64_t units) const {
        std::string digits = std::to_string(units);
        const auto scale = static_cast<std::size_t>(field_.scale);
        if (scale == 0)
            return digits;
        if (digits.size() <= scale)
            digits.insert(0, scale + 1 - digits.size(), '0');
        return digits.insert(digits.size() - scale, ".");
    }

    std::optional<value> money(const value& given) {
        if (!checkMoney(given, pointer_, errors_))
            return std::nullopt;
        return given;
    }

    std::optional<value> stringMap(const value& given) {
        if (!given.is_object())
            return wrongType("an object of strings", pointer_);
        const auto& members = given.get_object();
        const std::size_t before = errors_.size();
        if (static_cast<std::int64_t>(members.size()) > field_.maxItems)
            refuse("too_many_items", "At most " + std::to_string(field_.maxItems) + " members.",
                   pointer_);
        for (const auto& [name, text] : members) {
            const std::string pointer = childPointer(pointer_, std::string_view(name));
            if (name.empty() || codePoints(std::string_view(name)) > kMaxMetadataNameLength)
                refuse("invalid_name", "A name has 1 to 40 characters.", pointer);
            else if (hasControlCharacters(std::string_view(name)))
                refuse("invalid_characters", "Control characters are not allowed.", pointer);
            if (!text.is_string())
                refuse("wrong_type", "Every value must be a string.", pointer);
            else
                sound(std::string_view(text.get_string()), pointer);
        }
        if (errors_.size() > before || members.empty())
            return std::nullopt;
        return given;
    }

    const FieldInfo& field_;
    const std::string& pointer_;
    std::vector<FieldError>& errors_;
};

} // namespace

std::optional<value> checkField(const FieldInfo& field, const value& given,
                                const std::string& pointer, std::vector<FieldError>& errors) {
    return FieldCheck(field, pointer, errors).run(given);
}

std::optional<MinorUnits> checkMoney(const value& given, const std::string& pointer,
                                     std::vector<FieldError>& errors) {
    const std::size_t before = errors.size();
    const auto refuse = [&](const std::string& at, const char* code, std::string detail) {
        errors.push_back({at, code, std::move(detail)});
    };
    if (!given.is_object()) {
        refuse(pointer, "wrong_type", "Money is {\"amount\": minor units, \"currency\": \"USD\"}.");
        return std::nullopt;
    }
    std::optional<MinorUnits> amount;
    bool hasCurrency = false;
    for (const auto& [name, member] : given.get_object()) {
        const std::string at = childPointer(pointer, std::string_view(name));
        if (name == "amount") {
            if (!member.is_int64() || member.get_int64() < 0 || member.get_int64() > kMaxMoney)
                refuse(at, "out_of_range",
                       "amount is a whole number of minor units from 0 to " +
                           std::to_string(kMaxMoney) + ".");
            else
                amount = member.get_int64();
        } else if (name == "currency") {
            hasCurrency = true;
            if (!member.is_string() || std::string_view(member.get_string()) != contract::kCurrency)
                refuse(at, "not_allowed",
                       "currency must be " + std::string(contract::kCurrency) + ".");
        } else {
            refuse(at, "unknown_member", "Money has the members amount and currency only.");
        }
    }
    if (!amount && errors.size() == before)
        refuse(childPointer(pointer, "amount"), "required", "amount is required.");
    if (!hasCurrency)
        refuse(childPointer(pointer, "currency"), "required", "currency is required.");
    if (errors.size() > before)
        return std::nullopt;
    return amount;
}

} // namespace leadsheet::server::domain
