// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/text/wording.hpp"

#include "leadsheet/text/message_table.hpp"

#include <algorithm>

namespace leadsheet::text {
namespace {

std::string withComma(std::string plain) {
    std::replace(plain.begin(), plain.end(), '.', ',');
    return plain;
}

/// "-1234.50" to "-1.234,50".
std::string spelled(std::string plain) {
    const std::size_t end = std::min(plain.find('.'), plain.size());
    plain = withComma(std::move(plain));
    const std::size_t first = plain.starts_with('-') ? 1 : 0;
    for (std::size_t at = end; at > first + 3;) {
        at -= 3;
        plain.insert(at, 1, '.');
    }
    return plain;
}

class German final : public TableWording {
public:
    Language language() const override { return Language::German; }
    std::string number(std::int64_t value) const override { return spelled(std::to_string(value)); }
    std::string decimal(const Decimal& value) const override { return withComma(value.toString()); }
    std::string money(const Money& amount) const override {
        const std::string& currency = amount.currency;
        return spelled(formatPlain(amount)) + " " + (currency == "USD" ? "$" : currency);
    }
    std::string field(std::string_view name) const override { return std::string(name); }
};

} // namespace

const MessageText* TableWording::textOf(const Message& message) const {
    const MessageEntry* const entry = findMessage(message.id);
    if (entry == nullptr)
        return message.english;
    return language() == Language::German ? &entry->german : &entry->english;
}

std::string TableWording::title(std::string_view english) const {
    return std::string(language() == Language::German ? germanTitle(english) : english);
}

std::string TableWording::cause(std::string_view english) const {
    return std::string(language() == Language::German ? germanCause(english) : english);
}

const Wording& german() {
    static const German wording;
    return wording;
}

} // namespace leadsheet::text
