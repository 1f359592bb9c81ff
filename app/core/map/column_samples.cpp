// SPDX-License-Identifier: Apache-2.0
#include "map/column_samples.hpp"

#include "leadsheet/app/fields.hpp"
#include "map/countries.hpp"
#include "text/names.hpp"

#include <algorithm>

namespace leadsheet::app {
namespace {

constexpr std::size_t kLongestDomain = 253;
constexpr std::size_t kLongestLabel = 63;
constexpr int kMostDigits = 18; ///< behind the point

bool labelFits(std::string_view label) {
    return !label.empty() && label.size() <= kLongestLabel && label.front() != '-' &&
           label.back() != '-' && std::all_of(label.begin(), label.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '-' || static_cast<unsigned char>(c) >= 0x80;
           });
}

// A number that only one style can read as a whole number or decimal.
void countStyle(std::string_view text, ColumnShape& shape) {
    const auto comma = readDecimal(text, kMostDigits, NumberStyle::Comma);
    const auto dot = readDecimal(text, kMostDigits, NumberStyle::Dot);
    const auto whole = [](const NumberReading& reading) {
        return reading.ok() && reading.scale == 0 && reading.unscaled > 0;
    };
    if (text.find_first_of(",.") == std::string_view::npos)
        return;
    // For a count column the reading that is a whole number counts: 2,500 is not 2.5 leads.
    if (whole(comma) && !whole(dot))
        ++shape.commaGroups;
    if (whole(dot) && !whole(comma))
        ++shape.dotGroups;
}

std::string_view firstItem(std::string_view text) {
    return trimmed(text.substr(0, text.find_first_of(",;|\n")));
}

bool allCountries(std::string_view text) {
    while (!text.empty()) {
        const auto end = std::min(text.find_first_of(",;|/\n"), text.size());
        const std::string_view item = trimmed(text.substr(0, end));
        if (!item.empty() && !isCountry(item))
            return false;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return true;
}

// Digits with their grouping signs at the start of `text`, taken off it.
bool takeNumber(std::string_view& text) {
    const auto end = std::min(text.find_first_not_of("0123456789.,'"), text.size());
    const bool any = end > 0 && text.front() >= '0' && text.front() <= '9';
    if (any)
        text = trimmed(text.substr(end));
    return any;
}

} // namespace

bool looksLikeEmail(std::string_view text) {
    const auto at = text.find('@');
    return at != std::string_view::npos && at > 0 && at < 65 &&
           text.find_first_of(" \t\r\n<>\",;") == std::string_view::npos &&
           looksLikeDomain(text.substr(at + 1));
}

bool looksLikeSizeBand(std::string_view text) {
    std::string_view rest = trimmed(text);
    bool band = false;
    for (const std::string_view sign : {">", "<", "\u2264", "\u2265"})
        if (rest.starts_with(sign)) {
            rest = trimmed(rest.substr(sign.size()));
            band = true;
        }
    if (!takeNumber(rest))
        return false;
    for (const std::string_view sign : {"+", "-", "\u2013", "\u2014", "to ", "bis "})
        if (!band && rest.starts_with(sign)) {
            rest = trimmed(rest.substr(sign.size()));
            band = sign == "+" || takeNumber(rest);
        }
    // A unit may follow, no second number: 11-50-2026 is something else.
    return band && rest.find_first_of("0123456789") == std::string_view::npos;
}

bool looksLikeDomain(std::string_view text) {
    if (text.size() > kLongestDomain || text.find('.') == std::string_view::npos)
        return false;
    std::string_view last;
    while (true) {
        const auto dot = text.find('.');
        last = text.substr(0, dot);
        if (!labelFits(last))
            return false;
        if (dot == std::string_view::npos)
            break;
        text.remove_prefix(dot + 1);
    }
    const bool number =
        std::all_of(last.begin(), last.end(), [](char c) { return c >= '0' && c <= '9'; });
    return last.size() >= 2 && !number;
}

bool looksLikeUrl(std::string_view text) {
    const std::string lower = lowerCase(text.substr(0, 8));
    const std::size_t scheme = lower.starts_with("https://")  ? 8
                               : lower.starts_with("http://") ? 7
                                                              : 0;
    if (scheme == 0 || text.find_first_of(" \t\r\n<>\"") != std::string_view::npos)
        return false;
    std::string_view host = text.substr(scheme);
    host = host.substr(0, host.find_first_of("/?#:"));
    return looksLikeDomain(host);
}

ColumnShape shapeOf(const std::vector<SampleRow>& samples, std::uint32_t column) {
    ColumnShape shape;
    for (const SampleRow& row : samples) {
        if (column >= row.cells.size())
            continue;
        const std::string_view text = trimmed(row.cells[column]);
        if (text.empty())
            continue;
        ++shape.filled;
        const auto count = readCount(text);
        shape.counts += count.ok() || count.fault == NumberFault::Ambiguous;
        const auto decimal = readDecimal(text, kMostDigits, NumberStyle::Auto);
        shape.decimals += decimal.ok() || decimal.fault == NumberFault::Ambiguous;
        shape.domains += looksLikeDomain(firstItem(text));
        shape.urls += looksLikeUrl(firstItem(text));
        shape.booleans += readBoolean(text).has_value();
        shape.products += productFromText(text) != nullptr;
        shape.emails += looksLikeEmail(firstItem(text));
        shape.countries += allCountries(text);
        shape.sizes += looksLikeSizeBand(text);
        countStyle(text, shape);
    }
    return shape;
}

bool shapeFits(const ColumnShape& shape, std::string_view target) {
    if (shape.filled == 0)
        return true;
    const auto mostly = [&](std::size_t part) {
        return part * 2 >= shape.filled;
    };
    if (target == kProductTarget)
        return mostly(shape.products);
    const auto field = findTarget(target);
    if (!field || field->info == nullptr)
        return true;
    switch (field->info->kind) {
    case contract::FieldKind::Integer:
        return mostly(shape.counts + shape.commaGroups + shape.dotGroups);
    case contract::FieldKind::Decimal:
        return mostly(shape.decimals);
    case contract::FieldKind::Boolean:
        return mostly(shape.booleans);
    case contract::FieldKind::Url:
        return mostly(shape.urls);
    default:
        break;
    }
    if (field->info->format == "domain")
        return mostly(shape.domains + shape.urls);
    if (field->info->format == "url")
        return mostly(shape.urls);
    if (target == "companySizes")
        return !mostly(shape.urls + shape.emails + shape.countries);
    // What is clearly something else: an address or a band in a column of titles.
    return !mostly(shape.urls) && !mostly(shape.emails) && !mostly(shape.sizes);
}

NumberStyle styleOf(const ColumnShape& shape) {
    if (shape.commaGroups > 0 && shape.dotGroups == 0)
        return NumberStyle::Comma;
    if (shape.dotGroups > 0 && shape.commaGroups == 0)
        return NumberStyle::Dot;
    return NumberStyle::Auto;
}

} // namespace leadsheet::app
