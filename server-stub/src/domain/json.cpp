// SPDX-License-Identifier: Apache-2.0
#include "domain/json.hpp"

#include "domain/text_check.hpp"

#include <algorithm>
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
    /// Hands the items of the array that the document's member `list` is to `take`.
    JsonHandler(const JsonLimits& limits, std::string list, JsonItems::Take take);

    /// The refusal of this class, if it was the one that stopped the parser; without offset.
    const std::optional<JsonError>& error() const { return error_; }
    /// Pointer to the place being read.
    std::string pointer() const;
    boost::json::value release() { return document_.stack.release(); }

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

    /// What is being built: the document, or an item that is handed out.
    struct Part {
        Part() { stack.reset(); }

        boost::json::value_stack stack;
        std::size_t values = 0;
        std::size_t bytes = 0; ///< of texts and numbers
    };

    bool refuse(JsonError::Code code, std::string detail, error_code& ec);
    bool countValue(error_code& ec);
    bool countBytes(string_view text, error_code& ec);
    bool beginsList() const;
    void valueEnded();
    Part& part() { return inList_ ? item_ : document_; }

    const JsonLimits& limits_;
    const std::string list_;
    const JsonItems::Take take_;
    Part document_;
    Part item_;
    bool inList_ = false;
    std::vector<Level> levels_;
    std::string key_;    ///< parts of the key being read
    std::string number_; ///< parts of the number being read
    std::optional<JsonError> error_;
};

/// Every decimal of this many digits survives the way through a double and back.
constexpr std::ptrdiff_t kMaxDecimalDigits = 15;
/// Integral doubles below it are exact.
constexpr double kExactIntegers = 9007199254740992.0; // 2^53

/// Stands for any number that is further from zero than the document's numbers go: out of the range
/// of every field, but no fault of the JSON around it.
constexpr double kBeyond = 1e308;

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
    : limits_(limits) {}

JsonHandler::JsonHandler(const JsonLimits& limits, std::string list, JsonItems::Take take)
    : limits_(limits)
    , list_(std::move(list))
    , take_(std::move(take)) {}

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
    if (++part().values <= limits_.maxValues)
        return true;
    return refuse(JsonError::Code::TooLarge,
                  (inList_ ? "The item holds more than " : "The document holds more than ") +
                      std::to_string(limits_.maxValues) + " values.",
                  ec);
}

bool JsonHandler::countBytes(string_view text, error_code& ec) {
    if ((part().bytes += text.size()) <= limits_.maxBytes)
        return true;
    return refuse(JsonError::Code::TooLarge,
                  (inList_ ? "The item holds more than " : "The document holds more than ") +
                      std::to_string(limits_.maxBytes) + " bytes.",
                  ec);
}

/// Whether the array that begins is the list whose items are handed out.
bool JsonHandler::beginsList() const {
    return take_ && levels_.size() == 1 && levels_.back().object && levels_.back().key == list_;
}

void JsonHandler::valueEnded() {
    if (levels_.empty())
        return;
    if (inList_ && levels_.size() == 2) {
        take_(item_.stack.release());
        item_.stack.reset();
        item_.values = item_.bytes = 0;
    }
    ++levels_.back().index;
    levels_.back().inMember = false;
}

bool JsonHandler::on_array_begin(error_code& ec) {
    if (!countValue(ec))
        return false;
    inList_ = inList_ || beginsList();
    levels_.emplace_back();
    return true;
}

bool JsonHandler::on_array_end(std::size_t count, error_code&) {
    const bool listEnds = inList_ && levels_.size() == 2;
    inList_ = inList_ && !listEnds;
    part().stack.push_array(listEnds ? 0 : count);
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
    part().stack.push_object(count);
    levels_.pop_back();
    valueEnded();
    return true;
}

bool JsonHandler::on_string_part(string_view text, std::size_t, error_code& ec) {
    part().stack.push_chars(text);
    return countBytes(text, ec);
}

bool JsonHandler::on_string(string_view text, std::size_t, error_code& ec) {
    if (!countValue(ec) || !countBytes(text, ec))
        return false;
    part().stack.push_string(text);
    valueEnded();
    return true;
}

bool JsonHandler::on_key_part(string_view text, std::size_t, error_code& ec) {
    key_.append(text.data(), text.size());
    part().stack.push_chars(text);
    return countBytes(text, ec);
}

bool JsonHandler::on_key(string_view text, std::size_t, error_code& ec) {
    key_.append(text.data(), text.size());
    part().stack.push_key(text);
    if (!countBytes(text, ec))
        return false;
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

bool JsonHandler::on_number_part(string_view text, error_code& ec) {
    number_.append(text.data(), text.size());
    return countBytes(text, ec);
}

bool JsonHandler::on_int64(std::int64_t value, string_view text, error_code& ec) {
    number_.clear();
    if (!countValue(ec) || !countBytes(text, ec))
        return false;
    part().stack.push_int64(value);
    valueEnded();
    return true;
}

bool JsonHandler::on_uint64(std::uint64_t value, string_view text, error_code& ec) {
    number_.clear();
    if (!countValue(ec) || !countBytes(text, ec))
        return false;
    part().stack.push_uint64(value);
    valueEnded();
    return true;
}

// The parser's own double is not always the nearest one, so the literal is read again.
bool JsonHandler::on_double(double about, string_view text, error_code& ec) {
    number_.append(text.data(), text.size());
    const std::string literal = std::exchange(number_, {});
    if (!countValue(ec) || !countBytes(text, ec))
        return false;
    const bool integer = literal.find_first_of(".eE") == std::string::npos;
    if (!integer && significantDigits(literal) > kMaxDecimalDigits)
        return refuse(JsonError::Code::NumberOutOfRange,
                      "The decimal has more than 15 significant digits.", ec);
    double value = 0;
    const auto [end, problem] =
        std::from_chars(literal.data(), literal.data() + literal.size(), value);
    if (integer || (problem == std::errc::result_out_of_range && std::abs(about) > 1))
        value = std::copysign(kBeyond, about);
    else if (problem != std::errc{} || end != literal.data() + literal.size())
        return refuse(JsonError::Code::NumberOutOfRange, "The number is out of range.", ec);
    if (std::trunc(value) == value && std::abs(value) < kExactIntegers)
        part().stack.push_int64(static_cast<std::int64_t>(value));
    else
        part().stack.push_double(value);
    valueEnded();
    return true;
}

bool JsonHandler::on_bool(bool value, error_code& ec) {
    if (!countValue(ec))
        return false;
    part().stack.push_bool(value);
    valueEnded();
    return true;
}

bool JsonHandler::on_null(error_code& ec) {
    if (!countValue(ec))
        return false;
    part().stack.push_null();
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

namespace {

/// Without the beginning of a character that ends later.
std::string_view wholeCharacters(std::string_view text) {
    constexpr std::size_t kLongest = 4;
    for (std::size_t back = 1; back <= std::min(kLongest, text.size()); ++back) {
        const auto byte = static_cast<unsigned char>(text[text.size() - back]);
        if (byte < 0x80)
            return text;
        if (byte < 0xC0)
            continue;
        const std::size_t length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
        return back < length ? text.substr(0, text.size() - back) : text;
    }
    return text;
}

} // namespace

struct JsonItems::State {
    State(std::string list, const JsonLimits& wanted, Take take)
        : limits(wanted)
        , parser(options(wanted), limits, std::move(list), std::move(take)) {}

    static boost::json::parse_options options(const JsonLimits& limits) {
        boost::json::parse_options out;
        out.max_depth = limits.maxDepth;
        return out;
    }

    tl::expected<void, JsonError> read(std::string_view piece, bool last);

    const JsonLimits limits;
    boost::json::basic_parser<JsonHandler> parser;
    std::string waiting; ///< the beginning of a character
    std::size_t offset = 0;
};

tl::expected<void, JsonError> JsonItems::State::read(std::string_view piece, bool last) {
    boost::json::error_code ec;
    std::size_t used = 0;
    if (!parser.done())
        used = parser.write_some(!last, piece.data(), piece.size(), ec);
    if (!ec && piece.find_first_not_of(" \t\r\n", used) != std::string_view::npos)
        ec = boost::json::error::extra_data;
    if (ec) {
        JsonError error = parser.handler().error()
                              ? *parser.handler().error()
                              : describe(ec, used, parser.handler().pointer(), piece, limits);
        error.offset = offset + (error.code == Code::InvalidUtf8 ? error.offset : used);
        return tl::make_unexpected(std::move(error));
    }
    offset += piece.size();
    return {};
}

JsonItems::JsonItems(std::string list, const JsonLimits& limits, Take take)
    : state_(std::make_unique<State>(std::move(list), limits, std::move(take))) {}

JsonItems::~JsonItems() = default;

tl::expected<void, JsonError> JsonItems::add(std::string_view piece) {
    std::string text = std::exchange(state_->waiting, {}).append(piece);
    const std::string_view whole = wholeCharacters(text);
    state_->waiting = text.substr(whole.size());
    return state_->read(whole, false);
}

tl::expected<boost::json::value, JsonError> JsonItems::finish() {
    SERVER_TRY_DONE(state_->read(state_->waiting, true));
    return state_->parser.handler().release();
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

} // namespace leadsheet::server::domain
