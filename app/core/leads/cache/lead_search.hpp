// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leads/row_codec.hpp"
#include "leadsheet/app/lead_cache.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// What a person typed to find leads; see LeadCache::find.
class LeadSearch {
public:
    explicit LeadSearch(std::string_view words);

    bool empty() const { return words_.empty(); }
    /// `values` are those of all fields.
    bool finds(std::span<const ExportValue> values);

private:
    std::vector<std::string> words_;
    std::string text_; ///< of a lead, kept for its memory
};

/// Sorts places by what their leads have in a column; see LeadCache::sorted.
class LeadSorter {
public:
    explicit LeadSorter(const LeadSort& by)
        : by_(by) {}

    void reserve(std::size_t leads) { keys_.reserve(leads); }
    /// Leads in the order that equal ones keep; `values` are those of all fields.
    void add(LeadPlace place, std::span<const ExportValue> values);
    std::vector<LeadPlace> places();

private:
    struct Key {
        LeadPlace place;
        bool there;
        double number;
        std::string text;
    };

    LeadSort by_;
    std::vector<Key> keys_;
};

} // namespace leadsheet::app
