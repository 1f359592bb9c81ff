// SPDX-License-Identifier: Apache-2.0
#include "domain/json.hpp"

#include "domain/json_handler.hpp"
#include "domain/utf8.hpp"

#include <boost/json/basic_parser_impl.hpp>
#include <utility>

namespace leadsheet::server::domain {

namespace {

using Code = JsonError::Code;

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
