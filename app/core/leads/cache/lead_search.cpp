// SPDX-License-Identifier: Apache-2.0
#include "leads/cache/lead_search.hpp"

#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <type_traits>
#include <variant>

namespace leadsheet::app {
namespace {

constexpr std::array kSearched{LeadField::FullName,    LeadField::FirstName, LeadField::LastName,
                               LeadField::CompanyName, LeadField::JobTitle,  LeadField::Email};

const ExportValue& at(std::span<const ExportValue> values, LeadField field) {
    return values[static_cast<std::size_t>(field)];
}

} // namespace

LeadSearch::LeadSearch(std::string_view words) {
    for (const std::string_view word : trimmedParts(words, " \t\n"))
        words_.push_back(foldedText(word));
}

bool LeadSearch::finds(std::span<const ExportValue> values) {
    text_.clear();
    for (const LeadField field : kSearched)
        if (const auto* text = std::get_if<std::string_view>(&at(values, field)))
            text_.append(*text).append(1, '\n');
    const std::string text = foldedText(text_);
    return std::all_of(words_.begin(), words_.end(), [&](const std::string& word) {
        return text.find(word) != std::string::npos;
    });
}

void LeadSorter::add(LeadPlace place, std::span<const ExportValue> values) {
    Key key{place, true, 0, {}};
    const auto take = [&](const auto& value) {
        using Value = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, std::string_view>) {
            key.text = foldedText(value);
            key.there = !value.empty();
        } else if constexpr (std::is_arithmetic_v<Value>) {
            key.number = static_cast<double>(value);
        } else if constexpr (std::is_same_v<Value, ExportTime>) {
            key.number = static_cast<double>(value.time_since_epoch().count());
        } else if constexpr (std::is_same_v<Value, ExportList>) {
            for (const std::string_view text : value.texts)
                key.text += foldedText(text) + '\n';
            key.there = !value.texts.empty();
        } else {
            key.there = false;
        }
    };
    const ExportValue& value = at(values, by_.field);
    const auto* text = std::get_if<std::string_view>(&value);
    if (const auto result = by_.field == LeadField::Result && text != nullptr
                                ? leadResultFromName(*text)
                                : std::nullopt)
        key.number = static_cast<double>(*result); // best first
    else
        std::visit(take, value);
    keys_.push_back(std::move(key));
}

std::vector<LeadPlace> LeadSorter::places() {
    const auto less = [down = by_.descending](const Key& a, const Key& b) {
        if (a.there != b.there)
            return a.there;
        if (a.number != b.number)
            return down ? a.number > b.number : a.number < b.number;
        return down ? a.text > b.text : a.text < b.text;
    };
    std::stable_sort(keys_.begin(), keys_.end(), less);
    std::vector<LeadPlace> places;
    places.reserve(keys_.size());
    for (const Key& key : keys_)
        places.push_back(key.place);
    return places;
}

} // namespace leadsheet::app
