// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <leadsheet/contract/lead_fields.hpp>

#include <string>
#include <string_view>

namespace leadsheet::app {

/// One lead as it is read out of cells: its JSON and its identity.
class LeadRow {
public:
    /// Empty, or why the cell cannot be the field's value. Blank cells are absent.
    std::string set(contract::LeadField field, std::string_view cell);

    /// Whether it names a person or a company.
    bool names() const { return names_; }
    /// By what the service knows it again: e-mail, else LinkedIn profile, else name and company
    /// domain (contract section 6); empty = by nothing.
    std::string identity() const;
    /// A JSON object.
    std::string json() const { return "{" + members_ + "}"; }

private:
    void add(contract::LeadField field, std::string_view json);

    std::string members_;
    std::string email_;
    std::string profile_;
    std::string name_;
    std::string first_;
    std::string last_;
    std::string domain_;
    bool names_ = false;
};

} // namespace leadsheet::app
