// SPDX-License-Identifier: Apache-2.0
#include "domain/json_handler.hpp"

#include <algorithm>
#include <boost/json/error.hpp>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>

namespace leadsheet::server::domain {

namespace {

/// Every decimal of this many digits survives the way through a double and back.
constexpr std::ptrdiff_t kMaxDecimalDigits = 15;
/// Integral doubles below it are exact.
constexpr double kExactIntegers = 9007199254740992.0; // 2^53

std::ptrdiff_t significantDigits(std::string_view literal) {
    std::string digits;
    for (const char c : literal.substr(0, literal.find_first_of("eE"))) {
        if (c >= '0' && c <= '9')
            digits += c;
    }
    const auto first = digits.find_first_not_of('0');
    if (first == std::string::npos)
        return 0;
    return static_cast<std::ptrdiff_t>(digits.find_last_not_of('0') - first + 1);
}

} // namespace

JsonHandler::JsonHandler(const JsonLimits& limits)
    : limits_(limits) {
    stack_.reset();
}

std::string JsonHandler::pointer() const {
    std::string text;
    for (const Level& level : levels_) {
        if (!level.object)
            text = childPointer(text, level.index);
        else if (level.inMember)
            text = childPointer(text, level.key);
    }
    return text;
}

bool JsonHandler::refuse(JsonError::Code code, std::string detail, error_code& ec) {
    error_ = JsonError{code, 0, pointer(), std::move(detail)};
    ec = boost::json::error::syntax;
    return false;
}

bool JsonHandler::countValue(error_code& ec) {
    if (++values_ <= limits_.maxValues)
        return true;
    return refuse(JsonError::Code::TooLarge,
                  "The document holds more than " + std::to_string(limits_.maxValues) + " values.",
                  ec);
}

void JsonHandler::valueEnded() {
    if (levels_.empty())
        return;
    ++levels_.back().index;
    levels_.back().inMember = false;
}

bool JsonHandler::on_array_begin(error_code& ec) {
    if (!countValue(ec))
        return false;
    levels_.emplace_back();
    return true;
}

bool JsonHandler::on_array_end(std::size_t count, error_code&) {
    stack_.push_array(count);
    levels_.pop_back();
    valueEnded();
    return true;
}

bool JsonHandler::on_object_begin(error_code& ec) {
    if (!countValue(ec))
        return false;
    levels_.emplace_back().object = true;
    return true;
}

bool JsonHandler::on_object_end(std::size_t count, error_code&) {
    stack_.push_object(count);
    levels_.pop_back();
    valueEnded();
    return true;
}

bool JsonHandler::on_string_part(string_view text, std::size_t, error_code&) {
    stack_.push_chars(text);
    return true;
}

bool JsonHandler::on_string(string_view text, std::size_t, error_code& ec) {
    if (!countValue(ec))
        return false;
    stack_.push_string(text);
    valueEnded();
    return true;
}

bool JsonHandler::on_key_part(string_view text, std::size_t, error_code&) {
    key_.append(text.data(), text.size());
    stack_.push_chars(text);
    return true;
}

bool JsonHandler::on_key(string_view text, std::size_t, error_code& ec) {
    key_.append(text.data(), text.size());
    stack_.push_key(text);
    Level& level = levels_.back();
    level.key = std::exchange(key_, {});
    level.inMember = true;
    if (!level.keys.insert(level.key).second)
        return refuse(JsonError::Code::DuplicateMember, "The member is given twice.", ec);
    if (level.keys.size() > limits_.maxMembers)
        return refuse(
            JsonError::Code::TooLarge,
            "An object holds more than " + std::to_string(limits_.maxMembers) + " members.", ec);
    return true;
}

bool JsonHandler::on_number_part(string_view text, error_code&) {
    number_.append(text.data(), text.size());
    return true;
}

bool JsonHandler::on_int64(std::int64_t value, string_view, error_code& ec) {
    number_.clear();
    if (!countValue(ec))
        return false;
    stack_.push_int64(value);
    valueEnded();
    return true;
}

bool JsonHandler::on_uint64(std::uint64_t value, string_view, error_code& ec) {
    number_.clear();
    if (!countValue(ec))
        return false;
    stack_.push_uint64(value);
    valueEnded();
    return true;
}

// The parser's own double is not always the nearest one, so the literal is read again.
bool JsonHandler::on_double(double, string_view text, error_code& ec) {
    number_.append(text.data(), text.size());
    const std::string literal = std::exchange(number_, {});
    if (!countValue(ec))
        return false;
    if (literal.find_first_of(".eE") == std::string::npos)
        return refuse(JsonError::Code::NumberOutOfRange, "The integer does not fit 64 bits.", ec);
    if (significantDigits(literal) > kMaxDecimalDigits)
        return refuse(JsonError::Code::NumberOutOfRange,
                      "The decimal has more than 15 significant digits.", ec);
    double value = 0;
    const auto [end, problem] =
        std::from_chars(literal.data(), literal.data() + literal.size(), value);
    if (problem != std::errc{} || end != literal.data() + literal.size() || !std::isfinite(value))
        return refuse(JsonError::Code::NumberOutOfRange, "The number is out of range.", ec);
    if (std::trunc(value) == value && std::abs(value) < kExactIntegers)
        stack_.push_int64(static_cast<std::int64_t>(value));
    else
        stack_.push_double(value);
    valueEnded();
    return true;
}

bool JsonHandler::on_bool(bool value, error_code& ec) {
    if (!countValue(ec))
        return false;
    stack_.push_bool(value);
    valueEnded();
    return true;
}

bool JsonHandler::on_null(error_code& ec) {
    if (!countValue(ec))
        return false;
    stack_.push_null();
    valueEnded();
    return true;
}

} // namespace leadsheet::server::domain
