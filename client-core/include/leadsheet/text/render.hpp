// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/message.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace leadsheet::text {

enum class Language { English, German };

/// How one language, on one surface, spells what stands in a message.
class Wording {
public:
    virtual ~Wording() = default;

    virtual Language language() const = 0;
    /// Null for a message that it does not know.
    virtual const MessageText* textOf(const Message& message) const = 0;
    virtual std::string number(std::int64_t value) const = 0;
    virtual std::string decimal(const Decimal& value) const = 0;
    virtual std::string money(const Money& amount) const = 0;
    /// What a field of an order is called, by its name in the contract.
    virtual std::string field(std::string_view name) const = 0;
    /// A title of the contract, by its English text.
    virtual std::string title(std::string_view english) const = 0;
    /// What the system names as a cause, by its English text: "No space left on device".
    virtual std::string cause(std::string_view english) const = 0;
};

/// For terminals, files and ledgers: fields by the names that options and maps use.
const Wording& english();

/// The text of a message. One that the wording does not know gives its arguments with a blank
/// between them, so that nothing that was said gets lost. Thread-safe when the wording is.
std::string render(const Message& message, const Wording& wording = english());

/// Sentences after one another, with a blank between them.
std::string render(const std::vector<Message>& sentences, const Wording& wording = english());

} // namespace leadsheet::text
