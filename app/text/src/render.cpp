// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/text/render.hpp"

#include "leadsheet/app/display.hpp"
#include "leadsheet/text/message_table.hpp"

#include <algorithm>

namespace leadsheet::text {
namespace {

class English final : public Wording {
public:
    Language language() const override { return Language::English; }
    std::string number(std::int64_t value) const override { return app::displayNumber(value); }
    std::string decimal(const Decimal& value) const override { return value.toString(); }
    std::string money(const Money& amount) const override { return format(amount); }
    std::string field(std::string_view name) const override { return std::string(name); }
    std::string title(std::string_view english) const override { return std::string(english); }
};

std::string_view textOf(const MessageEntry& entry, Language language, bool one) {
    const MessageForms& forms = language == Language::German ? entry.german : entry.english;
    return one ? forms.one : forms.other;
}

std::string list(const std::vector<std::string>& items, std::string_view lastWord) {
    std::string words;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0)
            words += i + 1 < items.size() ? ", " : lastWord;
        words += items[i];
    }
    return words;
}

// The system's causes are messages without arguments: "No space left on device".
std::string cause(const std::string& english, Language language) {
    if (language == Language::English)
        return english;
    for (const MessageEntry& entry : messageTable())
        if (entry.places.empty() && entry.english.other == english)
            return std::string(textOf(entry, language, false));
    return english;
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
            return cause(text, wording_.language());
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

} // namespace

const Wording& english() {
    static const English wording;
    return wording;
}

const MessageEntry* findMessage(std::string_view id) {
    const auto entries = messageTable();
    const auto found = std::lower_bound(
        entries.begin(), entries.end(), id,
        [](const MessageEntry& entry, std::string_view wanted) { return entry.id < wanted; });
    return found != entries.end() && found->id == id ? &*found : nullptr;
}

std::string_view germanTitle(std::string_view english) {
    for (const TitleEntry& title : titleTable())
        if (title.english == english)
            return title.german;
    return english;
}

std::string render(const Message& message, const Wording& wording) {
    const MessageEntry* const entry = findMessage(message.id);
    std::vector<std::string> places;
    for (std::size_t i = 0; i < message.args.size(); ++i) {
        const char place = entry != nullptr && i < entry->places.size() ? entry->places[i] : '-';
        places.push_back(std::visit(ArgText(wording, place), message.args[i].value));
    }
    if (entry == nullptr) {
        std::string words;
        for (const std::string& place : places)
            words += (words.empty() ? "" : " ") + place;
        return words;
    }
    const auto count = static_cast<std::size_t>(std::max(entry->count, 0));
    const bool one = entry->count >= 0 && count < message.args.size() &&
                     message.args[count].value == decltype(MessageArg::value)(std::int64_t{1});
    return filled(textOf(*entry, wording.language(), one), places);
}

std::string render(const std::vector<Message>& sentences, const Wording& wording) {
    std::string words;
    for (const Message& sentence : sentences)
        words += (words.empty() ? "" : " ") + render(sentence, wording);
    return words;
}

} // namespace leadsheet::text
