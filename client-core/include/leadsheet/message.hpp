// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/decimal.hpp"
#include "leadsheet/money.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace leadsheet {

struct MessageArg;

/// A message in one language; %1 stands for its first argument.
struct MessageText {
    /// What each argument is: '-' text, 'c' cause named by the system, 'f' name of a field, 'g'
    /// list of such, 't' title of the contract, 'n' number, 'r' row, 'd' decimal, 'm' money, 'o'
    /// list "a, b or c", 'a' list "a, b and c", 's' message.
    std::string_view places;
    int count = -1; ///< the argument that chooses between `one` and `other`, from 0; -1 = none
    std::string_view one;
    std::string_view other;
};

/// What is said, apart from the language and the place it is said in: an entry of
/// resources/messages.json and what differs each time. Made by the functions generated from that
/// file (<leadsheet/messages/check.hpp> and its siblings), which take the arguments that an entry
/// declares; shown by text::render(). Branch on `id`, never on a text.
struct Message {
    std::string id;               ///< "check.not_a_number"; empty = nothing is said
    std::vector<MessageArg> args; ///< in the order of the entry
    /// Static; null for a message that comes from elsewhere, a ledger for example.
    const MessageText* english = nullptr;

    bool empty() const { return id.empty(); }
    friend bool operator==(const Message& one, const Message& other);
};

/// A text, cause, title or field's name; a number or row; a decimal; an amount; a list; or a
/// message within a message.
struct MessageArg {
    std::variant<std::string, std::int64_t, Decimal, Money, std::vector<std::string>, Message>
        value;

    MessageArg(std::string_view text) // NOLINT(google-explicit-constructor)
        : value(std::string(text)) {}
    MessageArg(std::int64_t number) // NOLINT(google-explicit-constructor)
        : value(number) {}
    MessageArg(Decimal number) // NOLINT(google-explicit-constructor)
        : value(number) {}
    MessageArg(Money amount) // NOLINT(google-explicit-constructor)
        : value(std::move(amount)) {}
    MessageArg(std::vector<std::string> list) // NOLINT(google-explicit-constructor)
        : value(std::move(list)) {}
    MessageArg(Message message) // NOLINT(google-explicit-constructor)
        : value(std::move(message)) {}

    friend bool operator==(const MessageArg&, const MessageArg&) = default;
};

inline bool operator==(const Message& one, const Message& other) {
    return one.id == other.id && one.args == other.args;
}

} // namespace leadsheet
