// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/error.hpp"

#include <string>
#include <vector>

namespace leadsheet::submit {

/// What the ledger keeps for a person: the English text, and the messages that it was made of, for
/// other languages. There are none where a service wrote the text, and in ledgers of before.
struct Said {
    std::string text;
    std::vector<Message> messages;

    Said() = default;
    Said(std::vector<Message> sentences); // NOLINT(google-explicit-constructor)
    explicit Said(const Error& error);

    void add(Message sentence);
};

} // namespace leadsheet::submit
