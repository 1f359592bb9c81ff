// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/json.hpp"

#include <boost/json/value_stack.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace leadsheet::server::domain {

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

} // namespace leadsheet::server::domain
