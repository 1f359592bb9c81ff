// SPDX-License-Identifier: Apache-2.0
#include "sheet/format/number_format.hpp"

#include "sheet/format/render.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace leadsheet::app {
namespace {

FormatCode generalCode() {
    FormatCode code;
    FormatSection section;
    section.shape = SectionShape::General;
    section.parts.push_back({PartKind::General, 0, 0, 0});
    code.numbers.push_back({std::move(section), {}, true});
    return code;
}

bool isPlainGeneral(const NumberSection& number) {
    return number.section.shape == SectionShape::General && number.section.parts.size() == 1 &&
           number.condition.comparison == Comparison::Always && number.showsMinus;
}

const NumberSection* sectionFor(const FormatCode& code, double value) {
    const auto found = std::find_if(
        code.numbers.begin(), code.numbers.end(),
        [value](const NumberSection& number) { return number.condition.holds(value); });
    return found == code.numbers.end() ? nullptr : &*found;
}

void renderWords(std::string& out, const FormatSection& section, double magnitude, bool minus) {
    if (minus && magnitude > 0)
        out += '-';
    for (const FormatPart& part : section.parts) {
        if (part.kind == PartKind::General || part.kind == PartKind::Text)
            appendGeneral(out, magnitude);
        else
            out += section.literalOf(part);
    }
}

} // namespace

NumberFormat::NumberFormat(std::unique_ptr<FormatCode> code)
    : code_(std::move(code)) {}
NumberFormat::NumberFormat(NumberFormat&&) noexcept = default;
NumberFormat& NumberFormat::operator=(NumberFormat&&) noexcept = default;
NumberFormat::~NumberFormat() = default;

NumberFormat NumberFormat::parse(std::string_view code) {
    auto parsed = code.empty() ? std::nullopt : parseFormatCode(code);
    return NumberFormat(std::make_unique<FormatCode>(parsed ? std::move(*parsed) : generalCode()));
}

CellKind NumberFormat::kind() const {
    const auto any = [this](auto member) {
        return std::any_of(
            code_->numbers.begin(), code_->numbers.end(),
            [member](const NumberSection& number) { return number.section.*member; });
    };
    if (any(&FormatSection::calendar))
        return CellKind::Date;
    return any(&FormatSection::clock) ? CellKind::Time : CellKind::Number;
}

bool NumberFormat::general() const {
    return code_->numbers.empty() || isPlainGeneral(code_->numbers.front());
}

void NumberFormat::append(std::string& out, double value, bool date1904) const {
    const NumberSection* const chosen = std::isfinite(value) ? sectionFor(*code_, value) : nullptr;
    if (chosen == nullptr) {
        appendGeneral(out, value);
        return;
    }
    const FormatSection& section = chosen->section;
    const double magnitude = std::fabs(value);
    const bool minus = value < 0 && chosen->showsMinus;
    switch (section.shape) {
    case SectionShape::Literal:
    case SectionShape::General:
    case SectionShape::Text:
        renderWords(out, section, magnitude, minus);
        break;
    case SectionShape::Number:
        renderNumber(out, section, magnitude, minus);
        break;
    case SectionShape::Scientific:
        renderScientific(out, section, magnitude, minus);
        break;
    case SectionShape::Fraction:
        renderFraction(out, section, magnitude, minus);
        break;
    case SectionShape::Date:
        if (!renderDate(out, section, chosen->showsMinus ? value : magnitude, date1904))
            appendGeneral(out, value);
        break;
    }
}

void NumberFormat::appendText(std::string& out, std::string_view text) const {
    if (!code_->text) {
        out += text;
        return;
    }
    const FormatSection& section = *code_->text;
    const bool words = section.shape == SectionShape::Text ||
                       section.shape == SectionShape::General ||
                       section.shape == SectionShape::Literal;
    if (!words) {
        out += text;
        return;
    }
    for (const FormatPart& part : section.parts) {
        if (part.kind == PartKind::Literal)
            out += section.literalOf(part);
        else
            out += text;
    }
}

namespace {

struct BuiltinCode {
    std::uint32_t id;
    std::string_view code;
};

constexpr std::string_view kDate = "m/d/yyyy";
// Ids that are a time of day in Chinese and a date in Japanese and Korean.
constexpr std::string_view kDateOrTime = "[<1]h:mm:ss;m/d/yyyy";

constexpr auto kBuiltins = std::to_array<BuiltinCode>({
    {0, "General"},
    {1, "0"},
    {2, "0.00"},
    {3, "#,##0"},
    {4, "#,##0.00"},
    {5, "\"$\"#,##0_);(\"$\"#,##0)"},
    {6, "\"$\"#,##0_);[Red](\"$\"#,##0)"},
    {7, "\"$\"#,##0.00_);(\"$\"#,##0.00)"},
    {8, "\"$\"#,##0.00_);[Red](\"$\"#,##0.00)"},
    {9, "0%"},
    {10, "0.00%"},
    {11, "0.00E+00"},
    {12, "# ?/?"},
    {13, "# ?\?/?\?"},
    {14, kDate},
    {15, "d-mmm-yy"},
    {16, "d-mmm"},
    {17, "mmm-yy"},
    {18, "h:mm AM/PM"},
    {19, "h:mm:ss AM/PM"},
    {20, "h:mm"},
    {21, "h:mm:ss"},
    {22, "m/d/yyyy h:mm"},
    {27, kDate},
    {28, kDate},
    {29, kDate},
    {30, kDate},
    {31, kDate},
    {32, "h:mm"},
    {33, "h:mm:ss"},
    {34, kDateOrTime},
    {35, kDateOrTime},
    {36, kDate},
    {37, "#,##0_);(#,##0)"},
    {38, "#,##0_);[Red](#,##0)"},
    {39, "#,##0.00_);(#,##0.00)"},
    {40, "#,##0.00_);[Red](#,##0.00)"},
    {41, "_(* #,##0_);_(* (#,##0);_(* \"-\"_);_(@_)"},
    {42, "_(\"$\"* #,##0_);_(\"$\"* (#,##0);_(\"$\"* \"-\"_);_(@_)"},
    {43, "_(* #,##0.00_);_(* (#,##0.00);_(* \"-\"??_);_(@_)"},
    {44, "_(\"$\"* #,##0.00_);_(\"$\"* (#,##0.00);_(\"$\"* \"-\"??_);_(@_)"},
    {45, "mm:ss"},
    {46, "[h]:mm:ss"},
    {47, "mm:ss.0"},
    {48, "##0.0E+0"},
    {49, "@"},
    {50, kDate},
    {51, kDate},
    {52, kDate},
    {53, kDate},
    {54, kDate},
    {55, kDateOrTime},
    {56, kDateOrTime},
    {57, kDate},
    {58, kDate},
    {59, "0"},
    {60, "0.00"},
    {61, "#,##0"},
    {62, "#,##0.00"},
    {67, "0%"},
    {68, "0.00%"},
    {69, "# ?/?"},
    {70, "# ?\?/?\?"},
    {71, kDate},
    {72, "d-mmm-yy"},
    {73, "d-mmm"},
    {74, "mmm-yy"},
    {75, "h:mm"},
    {76, "h:mm:ss"},
    {77, "m/d/yyyy h:mm"},
    {78, "mm:ss"},
    {79, "[h]:mm:ss"},
    {80, "mm:ss.0"},
    {81, kDate},
});

} // namespace

NumberFormat NumberFormat::builtin(std::uint32_t id) {
    const auto found = std::lower_bound(
        kBuiltins.begin(), kBuiltins.end(), id,
        [](const BuiltinCode& entry, std::uint32_t want) { return entry.id < want; });
    const bool known = found != kBuiltins.end() && found->id == id;
    return parse(known ? found->code : kBuiltins.front().code);
}

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
