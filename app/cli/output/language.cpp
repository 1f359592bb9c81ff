// SPDX-License-Identifier: Apache-2.0
#include "language.hpp"

#include "leadsheet/app/display.hpp"
#include "leadsheet/messages/service.hpp"
#include "leadsheet/text/wording.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace leadsheet::cli {
namespace {

constexpr std::string_view kOption = "--lang";

text::Language& spoken() {
    static text::Language language = text::Language::English;
    return language;
}

void append(std::string& text, const std::string& more) {
    if (!more.empty())
        text += (text.empty() ? "" : " ") + more;
}

} // namespace

std::vector<std::string> languageWords() {
    return {"en", "de"};
}

std::optional<text::Language> languageNamed(std::string_view word) {
    if (word == "en")
        return text::Language::English;
    if (word == "de")
        return text::Language::German;
    return std::nullopt;
}

text::Language languageOf(const Environment& environment) {
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
        const std::string locale = environment(name).value_or(std::string());
        if (locale.empty())
            continue;
        const std::string_view language = std::string_view(locale).substr(
            0, std::min(locale.find_first_of("_.@-"), locale.size()));
        return languageNamed(language).value_or(text::Language::English);
    }
    return text::Language::English;
}

std::optional<text::Language> languageAmong(std::span<const char* const> arguments) {
    std::optional<text::Language> language;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view word = arguments[i];
        if (word == kOption && i + 1 < arguments.size())
            language = languageNamed(arguments[i + 1]);
        else if (word.starts_with(kOption) && word.substr(kOption.size()).starts_with('='))
            language = languageNamed(word.substr(kOption.size() + 1));
    }
    return language;
}

void speak(text::Language language) {
    spoken() = language;
}

const text::Wording& wording() {
    return spoken() == text::Language::German ? text::german() : text::english();
}

std::string placeholder(const std::string& english) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kGerman{
        {{"SHEET", "TABELLE"}, {"FOLDER", "ORDNER"}, {"FILE", "DATEI"}}};
    if (spoken() == text::Language::German)
        for (const auto& [word, german] : kGerman)
            if (english == word)
                return std::string(german);
    return english;
}

std::string said(const Message& message) {
    return text::render(message, wording());
}

std::string said(const std::vector<Message>& sentences) {
    return text::render(sentences, wording());
}

std::string number(std::int64_t value) {
    return wording().number(value);
}

std::string money(const Money& amount) {
    return wording().money(amount);
}

std::string money(std::int64_t amount, const std::string& currency) {
    return money(Money{amount, currency});
}

Result<Money> typedMoney(const std::string& typed, const std::string& currency) {
    if (spoken() == text::Language::German && typed.find(',') != std::string::npos)
        return failure(
            localError(ErrorCode::InvalidArgument,
                       {messages::service::notAnAmount(typed), messages::service::writeAmount()}));
    return parseMoney(typed, currency);
}

std::string unitPrice(std::int64_t micros, const std::string& currency) {
    if (spoken() == text::Language::English)
        return app::displayUnitPrice(micros, currency);
    std::string amount = app::displayUnitPrice(micros, "");
    for (char& sign : amount)
        sign = sign == '.' ? ',' : sign == ',' ? '.' : sign;
    return amount + (currency == "USD" ? "$" : currency); // a blank stands at its end
}

Sentences::Sentences(Message sentence)
    : Sentences(sentence.empty() ? std::vector<Message>{} : std::vector{std::move(sentence)}) {}

Sentences::Sentences(std::vector<Message> sentences, std::string english) {
    if (!sentences.empty() || !english.empty())
        parts_.push_back({std::move(sentences), std::move(english)});
}

Sentences& Sentences::add(const Sentences& more) {
    parts_.insert(parts_.end(), more.parts_.begin(), more.parts_.end());
    return *this;
}

std::string Sentences::english() const {
    std::string text;
    for (const Part& part : parts_)
        append(text, part.english.empty() ? text::render(part.messages) : part.english);
    return text;
}

std::string said(const Sentences& sentences) {
    if (spoken() == text::Language::English)
        return sentences.english();
    std::string text;
    for (const Sentences::Part& part : sentences.parts_)
        append(text, part.messages.empty() ? part.english : said(part.messages));
    return text;
}

} // namespace leadsheet::cli
