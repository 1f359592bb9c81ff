// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/error.hpp"
#include "leadsheet/money.hpp"
#include "leadsheet/result.hpp"
#include "leadsheet/text/render.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::cli {

using Environment = std::function<std::optional<std::string>(const char* name)>;

/// The languages by the words that --lang takes.
std::vector<std::string> languageWords();
std::optional<text::Language> languageNamed(std::string_view word);
/// That of LC_ALL, LC_MESSAGES or LANG, whichever is set first; English for all but German.
text::Language languageOf(const Environment& environment);
/// What --lang says among arguments that were not parsed yet, so that they are refused in it, too.
std::optional<text::Language> languageAmong(std::span<const char* const> arguments);

/// The language that people are spoken to in from here on; English until then. To be called before
/// there are other threads. JSON, results files and the ledger are English whatever it is.
void speak(text::Language language);
const text::Wording& wording();

/// What stands for a value in help, "SHEET", in the language of the people: "TABELLE".
std::string placeholder(const std::string& english);

/// As a person reads it.
std::string said(const Message& message);
std::string said(const std::vector<Message>& sentences);
std::string number(std::int64_t value);
/// "$8,240.00"
std::string money(const Money& amount);
std::string money(std::int64_t amount, const std::string& currency);
/// An amount as it is typed. Where money is spoken of in German a comma is refused, as 1,500 would
/// be a thousand times of what is meant.
Result<Money> typedMoney(const std::string& text, const std::string& currency);
/// Micro-units per lead: "$0.1255" (see app::displayUnitPrice).
std::string unitPrice(std::int64_t micros, const std::string& currency);

/// Sentences after one another. Those of a service, or of a ledger of before, are texts that no
/// language is known of.
class Sentences {
public:
    Sentences() = default;
    Sentences(Message sentence);              // NOLINT(google-explicit-constructor)
    Sentences(std::vector<Message> sentences) // NOLINT(google-explicit-constructor)
        : Sentences(std::move(sentences), {}) {}
    Sentences(std::string text) // NOLINT(google-explicit-constructor)
        : Sentences({}, std::move(text)) {}
    Sentences(const char* text) // NOLINT(google-explicit-constructor)
        : Sentences(std::string(text)) {}
    Sentences(const Error& error) // NOLINT(google-explicit-constructor)
        : Sentences(error.said, error.message) {}
    /// Messages and the English text that they were kept with.
    Sentences(std::vector<Message> sentences, std::string english);

    Sentences& add(const Sentences& more);
    bool empty() const { return parts_.empty(); }
    void clear() { parts_.clear(); }
    std::string english() const;
    friend std::string said(const Sentences& sentences);

private:
    struct Part {
        std::vector<Message> messages;
        std::string english; ///< empty: that of the messages
    };
    std::vector<Part> parts_;
};
std::string said(const Sentences& sentences);

} // namespace leadsheet::cli
