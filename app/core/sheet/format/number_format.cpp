// SPDX-License-Identifier: Apache-2.0
#include "sheet/format/number_format.hpp"

#include "sheet/format/render.hpp"

#include <algorithm>
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

} // namespace leadsheet::app
