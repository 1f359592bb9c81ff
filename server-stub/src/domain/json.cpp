// SPDX-License-Identifier: Apache-2.0
#include "domain/json.hpp"

#include "domain/text_check.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/error.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value_stack.hpp>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace leadsheet::server::domain {

namespace {

using Code = JsonError::Code;

/// Builds the document out of a boost::json::basic_parser's calls and refuses what the parser lets
/// pass: duplicate members, too many values, numbers that do not fit.
class JsonHandler {
public:
    using string_view = boost::json::string_view;
    using error_code = boost::json::error_code;

    // Read by the parser; the bounds that matter are checked here with errors of their own.
    static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);

    explicit JsonHandler(const JsonLimits& limits);

    /// The refusal of this class, if it was the one that stopped the parser; without offset.
    const std::optional<JsonError>& error() const { return error_; }
    /// Pointer to the place being read.
    std::string pointer() const;
    boost::json::value release() { return stack_.release(); }

    bool on_document_begin(error_code&) { return true; }
    bool on_document_end(error_code&) { return true; }
    bool on_array_begin(error_code& ec);
    bool on_array_end(std::size_t count, error_code& ec);
    bool on_object_begin(error_code& ec);
    bool on_object_end(std::size_t count, error_code& ec);
    bool on_string_part(string_view text, std::size_t size, error_code& ec);
    bool on_string(string_view text, std::size_t size, error_code& ec);
    bool on_key_part(string_view text, std::size_t size, error_code& ec);
    bool on_key(string_view text, std::size_t size, error_code& ec);
    bool on_number_part(string_view text, error_code& ec);
    bool on_int64(std::int64_t value, string_view text, error_code& ec);
    bool on_uint64(std::uint64_t value, string_view text, error_code& ec);
    bool on_double(double value, string_view text, error_code& ec);
    bool on_bool(bool value, error_code& ec);
    bool on_null(error_code& ec);
    bool on_comment_part(string_view, error_code&) { return true; }
    bool on_comment(string_view, error_code&) { return true; }

private:
    struct Level {
        bool object = false;
        std::size_t index = 0; ///< of the next array element
        std::string key;       ///< of the member being read
        bool inMember = false;
        std::set<std::string, std::less<>> keys;
    };

    bool refuse(JsonError::Code code, std::string detail, error_code& ec);
    bool countValue(error_code& ec);
    void valueEnded();

    const JsonLimits& limits_;
    boost::json::value_stack stack_;
    std::vector<Level> levels_;
    std::string key_;    ///< parts of the key being read
    std::string number_; ///< parts of the number being read
    std::size_t values_ = 0;
    std::optional<JsonError> error_;
};

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

constexpr std::size_t kMaxPointerToken = 100;

JsonError describe(const boost::json::error_code& ec, std::size_t offset, std::string pointer,
                   std::string_view text, const JsonLimits& limits) {
    using boost::json::error;
    if (ec == error::too_deep)
        return {Code::TooDeep, offset, std::move(pointer),
                "Arrays and objects are nested deeper than " + std::to_string(limits.maxDepth) +
                    " levels."};
    if (ec == error::exponent_overflow)
        return {Code::NumberOutOfRange, offset, std::move(pointer), "The number is out of range."};
    if (const auto bad = invalidUtf8At(text); bad && *bad <= offset + 4)
        return {Code::InvalidUtf8, *bad, std::move(pointer), "The text is not valid UTF-8."};
    if (ec == error::incomplete)
        return {Code::Syntax, offset, std::move(pointer), "The document ends too early."};
    return {Code::Syntax, offset, std::move(pointer),
            "Not valid JSON: " + ec.message() + " at byte " + std::to_string(offset) + "."};
}

template <class Number>
void appendNumber(std::string& out, Number number) {
    std::array<char, 32> buffer{};
    const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
    out.append(buffer.data(), result.ptr);
}

void appendString(std::string& out, boost::json::string_view text) {
    constexpr std::string_view kHexDigits = "0123456789abcdef";
    out += '"';
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (byte >= 0x20) {
            out += c;
        } else {
            out += "\\u00";
            out += kHexDigits[byte >> 4U];
            out += kHexDigits[byte & 0x0FU];
        }
    }
    out += '"';
}

void append(std::string& out, const boost::json::value& value);

void appendObject(std::string& out, const boost::json::object& object) {
    std::vector<const boost::json::key_value_pair*> members;
    members.reserve(object.size());
    for (const auto& member : object)
        members.push_back(&member);
    std::ranges::sort(members, [](const auto* a, const auto* b) { return a->key() < b->key(); });
    out += '{';
    for (const auto* member : members) {
        if (out.back() != '{')
            out += ',';
        appendString(out, member->key());
        out += ':';
        append(out, member->value());
    }
    out += '}';
}

void appendArray(std::string& out, const boost::json::array& array) {
    out += '[';
    for (std::size_t i = 0; i < array.size(); ++i) {
        if (i > 0)
            out += ',';
        append(out, array[i]);
    }
    out += ']';
}

// Recursion is bounded by the parser's depth limit.
void append(std::string& out, const boost::json::value& value) {
    switch (value.kind()) {
    case boost::json::kind::null:
        out += "null";
        break;
    case boost::json::kind::bool_:
        out += value.get_bool() ? "true" : "false";
        break;
    case boost::json::kind::int64:
        appendNumber(out, value.get_int64());
        break;
    case boost::json::kind::uint64:
        appendNumber(out, value.get_uint64());
        break;
    case boost::json::kind::double_:
        appendNumber(out, value.get_double());
        break;
    case boost::json::kind::string:
        appendString(out, value.get_string());
        break;
    case boost::json::kind::array:
        appendArray(out, value.get_array());
        break;
    case boost::json::kind::object:
        appendObject(out, value.get_object());
        break;
    }
}

} // namespace

tl::expected<boost::json::value, JsonError> parseJson(std::string_view text,
                                                      const JsonLimits& limits) {
    if (text.size() > limits.maxBytes)
        return tl::make_unexpected(JsonError{Code::TooLarge,
                                             limits.maxBytes,
                                             {},
                                             "The document is larger than " +
                                                 std::to_string(limits.maxBytes) + " bytes."});
    boost::json::parse_options options;
    options.max_depth = limits.maxDepth;
    boost::json::basic_parser<JsonHandler> parser(options, limits);
    boost::json::error_code ec;
    const std::size_t used = parser.write_some(false, text.data(), text.size(), ec);
    if (!ec && used < text.size())
        ec = boost::json::error::extra_data;
    if (!ec)
        return parser.handler().release();
    if (parser.handler().error()) {
        JsonError error = *parser.handler().error();
        error.offset = used;
        return tl::make_unexpected(std::move(error));
    }
    return tl::make_unexpected(describe(ec, used, parser.handler().pointer(), text, limits));
}

std::string childPointer(std::string_view pointer, std::string_view token) {
    std::string text(pointer);
    text += '/';
    for (const char c : utf8Prefix(token, kMaxPointerToken)) {
        if (c == '~')
            text += "~0";
        else if (c == '/')
            text += "~1";
        else
            text += c;
    }
    return text;
}

std::string childPointer(std::string_view pointer, std::size_t index) {
    return std::string(pointer) + "/" + std::to_string(index);
}

std::string canonicalJson(const boost::json::value& value) {
    std::string text;
    append(text, value);
    return text;
}

} // namespace leadsheet::server::domain
