// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <string>
#include <vector>

namespace leadsheet::app {

/// "Associated company", "Person - Organization": companies by their names.
bool namesCompanies(const std::vector<std::string>& words);

/// Asks about columns that are not used and may say which companies are meant.
class CompaniesAsked {
public:
    CompaniesAsked(const std::vector<SampleRow>& samples, const ColumnMap& map);

    /// Where no field says it, other than by place and size: "ICP" or "Segment" with "SaaS" and
    /// "Fashion retail" below it, "Campaign" with the words of industries, "Company" with names of
    /// firms. Those also beside industries, unless they are the client's who asks: one name in all
    /// rows, or one for several industries. And domains that the product of the rows has no field
    /// for.
    void ask(UnusedColumn& column) const;

private:
    CompanyWords wordsOf(const UnusedColumn& column) const;
    bool haveTexts(std::uint32_t column) const;
    bool areLabels(std::uint32_t column) const;
    bool haveNames(std::uint32_t column) const;
    std::size_t countNames(std::uint32_t column) const;
    bool haveIndustryWords(std::uint32_t column) const;
    bool areOfClients(std::uint32_t column) const;
    std::string kindBeside(const SampleRow& row) const;

    const std::vector<SampleRow>& samples_;
    const ColumnMap& map_;
    bool open_ = false;    ///< no field says which companies are meant
    bool listed_ = false;  ///< a field says them one by one, or where they are listed
    bool filters_ = false; ///< the rows may be orders by filters
};

} // namespace leadsheet::app
