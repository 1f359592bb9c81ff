// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/expected.hpp"
#include "domain/field_check.hpp"
#include "domain/lead_draft.hpp"

#include <boost/json/value.hpp>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::domain {

/// Takes CSV text (RFC 4180, comma-separated) apart, row by row. Strict: a quote inside an unquoted
/// cell, text after a closing quote and an open quote at the end are refused. Lines end with CR LF
/// or LF; lines without any character are skipped; a byte order mark is dropped.
class CsvRows {
public:
    /// `text` must outlive the reader.
    explicit CsvRows(std::string_view text);

    enum class State { Row, End, Malformed };
    State next(std::vector<std::string>& cells);

    /// Line that the last row began on, from 1; for Malformed the line of the fault.
    std::size_t line() const { return line_; }

private:
    bool readCell(std::string& cell, bool& rowEnds);
    bool readQuoted(std::string& cell);

    std::string_view rest_;
    std::size_t line_ = 0;
    std::size_t nextLine_ = 1;
};

/// Pointers are relative to the lead ("/email").
using LeadFaults = std::vector<FieldError>;

/// Checks one ingested lead: known columns, types, bounds, formats, and that it names a person or a
/// company. Texts are kept exactly as they are; blank ones are absent. `result` is unknown when
/// absent.
tl::expected<LeadDraft, LeadFaults> checkLead(const boost::json::value& lead);

/// The same for a row of texts: numbers are read from digits, lists are separated by commas, empty
/// cells are absent. `columns` says what the cells are; both have the same length.
tl::expected<LeadDraft, LeadFaults> checkLeadCells(std::span<const LeadField> columns,
                                                   std::span<const std::string> cells);

/// The ingested column of that name.
std::optional<LeadField> ingestedField(std::string_view name);

} // namespace leadsheet::server::domain
