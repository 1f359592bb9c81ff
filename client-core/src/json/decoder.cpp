// SPDX-License-Identifier: Apache-2.0
#include "json/decoder.hpp"

#include "json/text.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace leadsheet::detail {
namespace {

/// False when it holds a number that a double cannot: JSON has no word for infinity.
bool appendSorted(std::string& out, const boost::json::value& value) {
    bool whole = true;
    if (const auto* object = value.if_object()) {
        std::vector<std::pair<std::string_view, const boost::json::value*>> members;
        members.reserve(object->size());
        for (const auto& member : *object)
            members.emplace_back(std::string_view(member.key().data(), member.key().size()),
                                 &member.value());
        std::sort(members.begin(), members.end(),
                  [](const auto& a, const auto& b) { return a.first < b.first; });
        out += '{';
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (i > 0)
                out += ',';
            appendJsonString(out, members[i].first);
            out += ':';
            whole = appendSorted(out, *members[i].second) && whole;
        }
        out += '}';
    } else if (const auto* array = value.if_array()) {
        out += '[';
        for (std::size_t i = 0; i < array->size(); ++i) {
            if (i > 0)
                out += ',';
            whole = appendSorted(out, (*array)[i]) && whole;
        }
        out += ']';
    } else if (const auto* text = value.if_string()) {
        appendJsonString(out, std::string_view(text->data(), text->size()));
    } else if (const auto* number = value.if_double()) {
        if (!std::isfinite(*number))
            return false;
        // The shortest plain form, as canonicalBody writes decimals; zero has no sign.
        std::array<char, 400> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(),
                                       *number == 0 ? 0.0 : *number, std::chars_format::fixed);
        out.append(digits.data(), end.ptr);
    } else {
        out += boost::json::serialize(value);
    }
    return whole;
}

/// Appends the way from one value down to another; false when it is not below.
bool appendWay(std::string& path, const boost::json::value& from, const boost::json::value* to) {
    if (&from == to)
        return true;
    const std::size_t length = path.size();
    if (const auto* object = from.if_object()) {
        for (const auto& member : *object) {
            path.append(path.empty() ? "" : ".").append(member.key().data(), member.key().size());
            if (appendWay(path, member.value(), to))
                return true;
            path.resize(length);
        }
    } else if (const auto* array = from.if_array()) {
        for (std::size_t i = 0; i < array->size(); ++i) {
            path.append("[").append(std::to_string(i)).append("]");
            if (appendWay(path, (*array)[i], to))
                return true;
            path.resize(length);
        }
    }
    return false;
}

} // namespace

Decoder Decoder::parse(std::string_view body) {
    auto document = std::make_shared<Document>();
    boost::json::parse_options options;
    options.max_depth = kMaxJsonDepth;
    boost::json::error_code error;
    document->root =
        boost::json::parse(boost::json::string_view(body.data(), body.size()), error, {}, options);
    Decoder root(document, &document->root);
    if (error)
        root.fail("is not well-formed JSON");
    return root;
}

std::string Decoder::path() const {
    std::string path;
    appendWay(path, document_->root, value_);
    return path;
}

void Decoder::fail(std::string_view what) const {
    if (document_->problem)
        return;
    const std::string where = path();
    document_->problem = (where.empty() ? "the body" : where) + " " + std::string(what);
}

const boost::json::value* Decoder::find(std::string_view name) const {
    if (!value_)
        return nullptr;
    const auto* object = value_->if_object();
    if (!object) {
        fail("is not an object");
        return nullptr;
    }
    const auto* member = object->if_contains(boost::json::string_view(name.data(), name.size()));
    return member && !member->is_null() ? member : nullptr;
}

Decoder Decoder::required(std::string_view name) const {
    const auto* value = find(name);
    if (!value && !document_->problem) {
        const std::string where = path();
        document_->problem = (where.empty() ? "" : where + ".") + std::string(name) + " is missing";
    }
    return child(value);
}

std::optional<Decoder> Decoder::optional(std::string_view name) const {
    const auto* value = find(name);
    return value ? std::optional(child(value)) : std::nullopt;
}

void Decoder::members(
    const std::function<void(std::string_view name, const Decoder&)>& each) const {
    const auto* object = value_ ? value_->if_object() : nullptr;
    if (!object) {
        fail("is not an object");
        return;
    }
    for (const auto& member : *object) {
        const std::string_view name(member.key().data(), member.key().size());
        if (!member.value().is_null())
            each(name, child(&member.value()));
    }
}

std::vector<Decoder> Decoder::elements() const {
    std::vector<Decoder> all;
    const auto* array = value_ ? value_->if_array() : nullptr;
    if (!array) {
        fail("is not an array");
        return all;
    }
    all.reserve(array->size());
    for (const auto& element : *array)
        all.push_back(child(&element));
    return all;
}

std::string Decoder::text() const {
    if (const auto* text = value_ ? value_->if_string() : nullptr)
        return std::string(text->data(), text->size());
    fail("is not a string");
    return {};
}

bool Decoder::boolean() const {
    if (const auto* flag = value_ ? value_->if_bool() : nullptr)
        return *flag;
    fail("is not true or false");
    return false;
}

std::int64_t Decoder::integer(std::int64_t low, std::int64_t high) const {
    std::optional<std::int64_t> number;
    if (value_ && value_->is_int64())
        number = value_->get_int64();
    if (!number) {
        const bool wide = value_ && value_->is_uint64();
        fail(wide ? "is a number out of range" : "is not a whole number");
        return 0;
    }
    if (*number < low || *number > high) {
        fail("is " + std::to_string(*number) + ", outside " + std::to_string(low) + " to " +
             std::to_string(high));
        return 0;
    }
    return *number;
}

double Decoder::decimal() const {
    if (value_ && value_->is_int64())
        return static_cast<double>(value_->get_int64());
    const auto* number = value_ ? value_->if_double() : nullptr;
    if (number && std::isfinite(*number))
        return *number;
    fail(number ? "is a number out of range" : "is not a number");
    return 0;
}

Money Decoder::money() const {
    Money money{required("amount").integer(), required("currency").text()};
    const bool iso =
        money.currency.size() == 3 && std::all_of(money.currency.begin(), money.currency.end(),
                                                  [](char c) { return c >= 'A' && c <= 'Z'; });
    if (!iso && !failed())
        fail("has no ISO 4217 currency");
    return money;
}

std::vector<std::string> Decoder::texts() const {
    std::vector<std::string> all;
    for (const Decoder& element : elements())
        all.push_back(element.text());
    return all;
}

std::string Decoder::json() const {
    std::string out;
    if (value_ && !appendSorted(out, *value_)) {
        fail("holds a number out of range");
        return {};
    }
    return out;
}

std::string Decoder::requestJson() const {
    constexpr std::string_view kSuffix = "Text";
    const auto* members = value_ ? value_->if_object() : nullptr;
    if (!members)
        return json();
    boost::json::object request = *members;
    for (const auto& [name, value] : *members)
        if (value.is_array())
            request.erase(std::string(name) + std::string(kSuffix));
    const boost::json::value plain(std::move(request));
    return child(&plain).json();
}

std::string Decoder::textOr(std::string_view name, std::string fallback) const {
    const auto member = optional(name);
    return member ? member->text() : std::move(fallback);
}

std::optional<std::string> Decoder::optionalText(std::string_view name) const {
    const auto member = optional(name);
    return member ? std::optional(member->text()) : std::nullopt;
}

std::optional<std::int64_t> Decoder::optionalInteger(std::string_view name) const {
    const auto member = optional(name);
    return member ? std::optional(member->integer()) : std::nullopt;
}

std::optional<Money> Decoder::optionalMoney(std::string_view name) const {
    const auto member = optional(name);
    return member ? std::optional(member->money()) : std::nullopt;
}

} // namespace leadsheet::detail
