// SPDX-License-Identifier: Apache-2.0
// Three lines: the cursor as a client sends it, the list's scope, its filters; then 16 bytes of a
// position and one that says which character is changed.
#include "domain/request_rules.hpp"
#include "fuzz_case.hpp"
#include "fuzz_input.hpp"

#include <cctype>

namespace leadsheet::test {

namespace {

using server::domain::CursorCodec;
using server::domain::CursorPosition;

constexpr std::size_t kLongestCursor = 64; ///< it travels in an address

const CursorCodec& codec() {
    static const CursorCodec ours("what only this server knows");
    return ours;
}

bool isUrlSafe(std::string_view text) {
    for (const char c : text)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '_')
            return false;
    return !text.empty() && text.size() <= kLongestCursor;
}

std::string checkForeign(std::string_view sent, const std::string& scope,
                         const std::string& filters) {
    const auto position = codec().decode(scope, filters, sent);
    if (position && codec().encode(scope, filters, *position) != sent)
        return "a cursor is taken that is not spelled as it was given out";
    return {};
}

/// A cursor that this server gave out, used where it does not belong.
std::string checkMisuse(const std::string& cursor, const std::string& scope,
                        const std::string& filters) {
    static const CursorCodec other("what only another server knows");
    if (other.decode(scope, filters, cursor))
        return "a cursor of another server is taken";
    if (codec().decode(scope + "x", filters, cursor))
        return "a cursor of another account's list is taken";
    if (codec().decode(scope, filters + "x", cursor))
        return "a cursor is taken with other filters";
    if (!filters.empty() && codec().decode(scope + filters.front(), filters.substr(1), cursor))
        return "text moves from the filters to the scope";
    return {};
}

std::string checkTampered(std::string cursor, const std::string& scope, const std::string& filters,
                          std::uint8_t place) {
    const std::string genuine = cursor;
    char& changed = cursor[place % cursor.size()];
    changed = changed == 'A' ? 'B' : 'A';
    if (codec().decode(scope, filters, cursor))
        return "a changed cursor is taken";
    if (codec().decode(scope, filters, genuine + "A") ||
        codec().decode(scope, filters, genuine.substr(0, genuine.size() - 1 - place % 8)) ||
        codec().decode(scope, filters, genuine + "="))
        return "a cursor of another length is taken";
    return {};
}

std::string playCursor(std::string_view bytes) {
    FuzzInput input(bytes);
    const std::string_view sent = input.line();
    const std::string scope(input.line());
    const std::string filters(input.line());
    const CursorPosition position{static_cast<std::int64_t>(input.number(8)),
                                  static_cast<std::int64_t>(input.number(8))};
    const std::uint8_t place = input.byte();
    if (auto problem = checkForeign(sent, scope, filters); !problem.empty())
        return problem;
    const std::string cursor = codec().encode(scope, filters, position);
    if (!isUrlSafe(cursor))
        return "a cursor does not fit into an address: " + cursor;
    if (codec().decode(scope, filters, cursor) != position)
        return "a cursor leads to another place";
    if (auto problem = checkMisuse(cursor, scope, filters); !problem.empty())
        return problem;
    return checkTampered(cursor, scope, filters, place);
}

} // namespace

LEADSHEET_FUZZ_CASE(cursor, playCursor);

} // namespace leadsheet::test
