// SPDX-License-Identifier: Apache-2.0
#include "sheet/format/number_format.hpp"
#include "sheet/format/render.hpp"

#include <algorithm>
#include <cmath>

namespace leadsheet::app {
namespace {

// Beyond, doubles have no digits after the point.
constexpr double kLargestWithFraction = 4503599627370496.0; // 2^52

struct Ratio {
    double numerator = 0;
    std::uint32_t denominator = 1;
};

// The last convergent of the continued fraction whose denominator fits.
Ratio bestRatio(double value, std::uint32_t largest) {
    constexpr double kExactEnough = 5e-8;
    double numeratorBefore = 0;
    double numerator = 1;
    std::uint64_t denominatorBefore = 1;
    std::uint64_t denominator = 0;
    double rest = value;
    for (;;) {
        const double whole = std::floor(rest);
        const std::uint64_t next =
            static_cast<std::uint64_t>(whole) * denominator + denominatorBefore;
        if (next > largest)
            break;
        const double top = whole * numerator + numeratorBefore;
        numeratorBefore = numerator;
        numerator = top;
        denominatorBefore = denominator;
        denominator = next;
        if (rest - whole < kExactEnough)
            break;
        rest = 1 / (rest - whole);
    }
    return {numerator, static_cast<std::uint32_t>(denominator)};
}

struct Mixed {
    double whole = 0;
    Ratio ratio;
};

Mixed split(const FormatSection& section, double value) {
    std::uint32_t largest = 1;
    for (std::size_t i = 0; i < section.denominatorPlaces.size(); ++i)
        largest *= 10;
    Mixed mixed;
    const bool separate = !section.integerPlaces.empty();
    if (separate)
        mixed.whole = std::floor(value);
    const double rest = value - mixed.whole;
    mixed.ratio =
        section.fixedDenominator != 0
            ? Ratio{std::floor(rest * section.fixedDenominator + 0.5), section.fixedDenominator}
            : bestRatio(rest, largest - 1);
    if (separate && mixed.ratio.numerator >= mixed.ratio.denominator) {
        mixed.whole += 1;
        mixed.ratio = {0, mixed.ratio.denominator};
    }
    return mixed;
}

class FractionWriter {
public:
    FractionWriter(std::string& out, const FormatSection& section, double value)
        : out_(out)
        , section_(section)
        , mixed_(split(section, value)) {
        const std::string places = section.numeratorPlaces + section.denominatorPlaces;
        padded_ = places.find('?') != std::string::npos;
        keepsGaps_ = places.find_first_not_of('#') != std::string::npos;
        shown_ = section.integerPlaces.empty() || mixed_.ratio.numerator != 0 ||
                 section.numeratorPlaces.find('0') != std::string::npos;
    }

    bool zero() const { return mixed_.whole == 0 && mixed_.ratio.numerator == 0; }

    void write() {
        for (const FormatPart& part : section_.parts)
            writePart(part);
    }

private:
    void writePart(const FormatPart& part) {
        switch (part.kind) {
        case PartKind::Integer:
            writeWhole(part);
            break;
        case PartKind::FractionGap:
            if (shown_ && (keepsGaps_ || !justBegun()))
                out_ += section_.literalOf(part);
            else
                writeBlanks(part.length);
            break;
        case PartKind::Numerator:
            writeNumerator(part);
            break;
        case PartKind::Slash:
            if (shown_)
                out_ += '/';
            else
                writeBlanks(1);
            break;
        case PartKind::Denominator:
            writeDenominator();
            break;
        default:
            out_ += section_.literalOf(part);
            break;
        }
    }

    // "1/2" without a whole number has no gap before it, unless places are kept free.
    bool justBegun() const { return !wroteWhole_ && !wroteNumerator_; }

    void writeBlanks(std::size_t count) {
        if (padded_)
            out_.append(count, ' ');
    }

    void writeWhole(const FormatPart& part) {
        const std::size_t before = out_.size();
        appendIntegerPart(out_, decimalOf(mixed_.whole), part, section_.integerPlaces,
                          section_.grouping);
        if (out_.size() == before && !shown_)
            out_ += '0';
        wroteWhole_ = wroteWhole_ || out_.size() != before;
    }

    void writeNumerator(const FormatPart& part) {
        wroteNumerator_ = true;
        if (!shown_) {
            writeBlanks(part.length);
            return;
        }
        const Decimal digits = decimalOf(mixed_.ratio.numerator);
        if (!digits.zero()) {
            appendIntegerPart(out_, digits, part, section_.numeratorPlaces, false);
            return;
        }
        for (std::uint32_t i = part.begin; i + 1 < part.begin + part.length; ++i)
            appendEmptyPlace(out_, section_.numeratorPlaces[i]);
        out_ += '0';
    }

    void writeDenominator() {
        const std::string& places = section_.denominatorPlaces;
        if (!shown_) {
            writeBlanks(places.size());
            return;
        }
        const std::string digits = std::to_string(mixed_.ratio.denominator);
        const std::size_t missing = places.size() - std::min(places.size(), digits.size());
        const bool zeros = section_.fixedDenominator == 0 && places.find('0') != std::string::npos;
        if (zeros)
            out_.append(missing, '0');
        out_ += digits;
        if (!zeros)
            writeBlanks(missing);
    }

    std::string& out_;
    const FormatSection& section_;
    Mixed mixed_;
    bool padded_ = false;
    bool keepsGaps_ = false;
    bool shown_ = false;
    bool wroteWhole_ = false;
    bool wroteNumerator_ = false;
};

} // namespace

void renderFraction(std::string& out, const FormatSection& section, double magnitude, bool minus) {
    const double value =
        section.powerOfTen == 0 ? magnitude : magnitude * std::pow(10.0, section.powerOfTen);
    if (!(value < kLargestWithFraction)) {
        appendGeneral(out, minus ? -magnitude : magnitude);
        return;
    }
    FractionWriter writer(out, section, value);
    if (minus && !writer.zero())
        out += '-';
    writer.write();
}

} // namespace leadsheet::app
