// SPDX-License-Identifier: Apache-2.0
#include "sheet/format/format_code.hpp"

#include <algorithm>
#include <utility>

namespace leadsheet::app {
namespace {

constexpr std::size_t kMaxSections = 4;

std::optional<std::vector<FormatSection>> parseSections(std::string_view code) {
    std::vector<FormatSection> sections;
    for (;;) {
        auto section = parseFormatSection(code);
        if (!section || sections.size() == kMaxSections)
            return std::nullopt;
        sections.push_back(std::move(*section));
        if (code.empty())
            return sections;
        code.remove_prefix(1);
    }
}

// The section for texts: the fourth, or the only one with an @.
std::optional<std::vector<FormatSection>::iterator>
findTextSection(std::vector<FormatSection>& sections) {
    const auto isText = [](const FormatSection& section) {
        return section.shape == SectionShape::Text;
    };
    if (sections.size() == kMaxSections)
        return std::prev(sections.end());
    if (std::count_if(sections.begin(), sections.end(), isText) > 1)
        return std::nullopt;
    return std::find_if(sections.begin(), sections.end(), isText);
}

bool onlyNegatives(const FormatCondition& condition) {
    switch (condition.comparison) {
    case Comparison::Less:
        return condition.limit <= 0;
    case Comparison::AtMost:
    case Comparison::Equal:
        return condition.limit < 0;
    case Comparison::Always:
    case Comparison::NotEqual:
    case Comparison::Greater:
    case Comparison::AtLeast:
        break;
    }
    return false;
}

void addConditional(std::vector<FormatSection> sections, std::vector<NumberSection>& out) {
    if (!sections.empty() && !sections.front().condition)
        sections.front().condition = FormatCondition{Comparison::Greater, 0};
    for (FormatSection& section : sections) {
        const FormatCondition condition = section.condition.value_or(FormatCondition{});
        out.push_back({std::move(section), condition, !onlyNegatives(condition)});
    }
}

// Without conditions: positive; negative, shown without its sign; zero.
void addPlain(std::vector<FormatSection> sections, std::vector<NumberSection>& out) {
    const std::size_t count = sections.size();
    for (std::size_t i = 0; i < count; ++i) {
        FormatCondition condition;
        if (i == 0 && count > 1)
            condition.comparison = count == 2 ? Comparison::AtLeast : Comparison::Greater;
        else if (i == 1 && count > 2)
            condition.comparison = Comparison::Less;
        out.push_back({std::move(sections[i]), condition, i != 1});
    }
}

} // namespace

bool FormatCondition::holds(double value) const {
    switch (comparison) {
    case Comparison::Always:
        return true;
    case Comparison::Equal:
        return value == limit;
    case Comparison::NotEqual:
        return value != limit;
    case Comparison::Less:
        return value < limit;
    case Comparison::AtMost:
        return value <= limit;
    case Comparison::Greater:
        return value > limit;
    case Comparison::AtLeast:
        return value >= limit;
    }
    return false;
}

std::optional<FormatCode> parseFormatCode(std::string_view code) {
    if (code.size() > kMaxFormatCodeBytes)
        return std::nullopt;
    auto sections = parseSections(code);
    if (!sections)
        return std::nullopt;
    const auto text = findTextSection(*sections);
    if (!text)
        return std::nullopt;
    FormatCode result;
    if (*text != sections->end()) {
        result.text = std::move(**text);
        sections->erase(*text);
    }
    const bool conditional =
        std::any_of(sections->begin(), sections->end(),
                    [](const FormatSection& section) { return section.condition.has_value(); });
    if (conditional)
        addConditional(std::move(*sections), result.numbers);
    else
        addPlain(std::move(*sections), result.numbers);
    return result;
}

} // namespace leadsheet::app
