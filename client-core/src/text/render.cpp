// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/text/render.hpp"

namespace leadsheet::text {
namespace {

class English final : public Wording {
public:
    Language language() const override { return Language::English; }
    const MessageText* textOf(const Message& message) const override { return message.english; }
    std::string number(std::int64_t value) const override {
        std::string digits = std::to_string(value);
        constexpr std::ptrdiff_t kGroup = 3;
        const std::ptrdiff_t first = value < 0 ? 1 : 0;
        for (auto at = std::ssize(digits) - kGroup; at > first; at -= kGroup)
            digits.insert(static_cast<std::size_t>(at), 1, ',');
        return digits;
    }
    std::string decimal(const Decimal& value) const override { return value.toString(); }
    std::string money(const Money& amount) const override { return format(amount); }
    std::string field(std::string_view name) const override { return std::string(name); }
    std::string title(std::string_view english) const override { return std::string(english); }
    std::string cause(std::string_view english) const override { return std::string(english); }
};

std::string list(const std::vector<std::string>& items, std::string_view lastWord) {
    std::string words;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0)
            words += i + 1 < items.size() ? ", " : lastWord;
        words += items[i];
    }
    return words;
}

/// One argument as it stands in the text.
class ArgText {
public:
    ArgText(const Wording& wording, char place)
        : wording_(wording)
        , place_(place) {}

    std::string operator()(const std::string& text) const {
        switch (place_) {
        case 'c':
            return wording_.cause(text);
        case 'f':
            return wording_.field(text);
        case 't':
            return wording_.title(text);
        default:
            return text;
        }
    }
    std::string operator()(std::int64_t value) const {
        return place_ == 'r' ? std::to_string(value) : wording_.number(value);
    }
    std::string operator()(const Decimal& value) const {
        return value.scale == 0 ? wording_.number(value.unscaled) : wording_.decimal(value);
    }
    std::string operator()(const Money& amount) const { return wording_.money(amount); }
    std::string operator()(std::vector<std::string> items) const {
        if (place_ == 'g')
            for (std::string& item : items)
                item = wording_.field(item);
        const bool german = wording_.language() == Language::German;
        return place_ == 'o' ? list(items, german ? " oder " : " or ")
                             : list(items, german ? " und " : " and ");
    }
    std::string operator()(const Message& message) const { return render(message, wording_); }

private:
    const Wording& wording_;
    char place_;
};

std::string filled(std::string_view text, const std::vector<std::string>& places) {
    std::string words;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool marks =
            text[at] == '%' && at + 1 < text.size() && text[at + 1] >= '1' && text[at + 1] <= '9';
        const auto place = marks ? static_cast<std::size_t>(text[at + 1] - '1') : places.size();
        if (place >= places.size()) {
            words += text[at];
            continue;
        }
        words += places[place];
        ++at;
    }
    return words;
}

bool isOne(const MessageText& text, const Message& message) {
    const auto count = static_cast<std::size_t>(text.count);
    return text.count >= 0 && count < message.args.size() &&
           message.args[count].value == decltype(MessageArg::value)(std::int64_t{1});
}

} // namespace

const Wording& english() {
    static const English wording;
    return wording;
}

std::string render(const Message& message, const Wording& wording) {
    const MessageText* const text = wording.textOf(message);
    std::vector<std::string> places;
    for (std::size_t i = 0; i < message.args.size(); ++i) {
        const char place = text != nullptr && i < text->places.size() ? text->places[i] : '-';
        places.push_back(std::visit(ArgText(wording, place), message.args[i].value));
    }
    if (text != nullptr)
        return filled(isOne(*text, message) ? text->one : text->other, places);
    std::string words;
    for (const std::string& place : places)
        words += (words.empty() ? "" : " ") + place;
    return words;
}

std::string render(const std::vector<Message>& sentences, const Wording& wording) {
    std::string words;
    for (const Message& sentence : sentences)
        words += (words.empty() ? "" : " ") + render(sentence, wording);
    return words;
}

} // namespace leadsheet::text
