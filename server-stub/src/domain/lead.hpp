// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/contract/lead_fields.hpp"

#include "domain/crypto.hpp"
#include "domain/expected.hpp"
#include "domain/field_check.hpp"

#include <array>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace leadsheet::server::domain {

/// Number of a column of contract::kLeadFields.
using LeadField = std::size_t;

inline constexpr LeadField kLeadFieldCount = contract::kLeadFields.size();

/// The column of that name; a name that is none does not compile.
consteval LeadField leadField(std::string_view name) {
    for (LeadField field = 0; field < kLeadFieldCount; ++field) {
        if (contract::kLeadFields[field].name == name)
            return field;
    }
    throw "there is no such column";
}

/// Whether a delivery brings this column; the others come from the order or from what the service
/// knows.
constexpr bool isIngested(LeadField field) {
    for (const std::string_view own :
         {"id", "orderNumber", "product", "deliveredAt", "hasEmail", "hasPhone", "externalRef"}) {
        if (contract::kLeadFields[field].name == own)
            return false;
    }
    return true;
}

/// Decimals have two places: 4.5 is 450.
inline constexpr std::int64_t kLeadDecimalUnit = 100;

inline constexpr std::array<std::string_view, 4> kLeadResults = {"good", "risky", "unknown",
                                                                 "invalid"};

/// Nothing, a whole number (or a decimal in units of its last place), or a text (of a list: its
/// JSON array).
using LeadValue = std::variant<std::monostate, std::int64_t, std::string>;

/// A checked lead before it has a place in an account.
struct LeadDraft {
    std::array<LeadValue, kLeadFieldCount> values;

    bool has(LeadField field) const {
        return !std::holds_alternative<std::monostate>(values[field]);
    }
    /// Empty when absent; for text columns.
    std::string_view text(LeadField field) const {
        const auto* text = std::get_if<std::string>(&values[field]);
        return text == nullptr ? std::string_view() : std::string_view(*text);
    }
};

/// Says that two leads of one account are the same (contract section 6): the same e-mail address,
/// the same LinkedIn profile, or the same name at the same company domain. Case (of any letters),
/// percent-encoding, Unicode's normal form, "xn--" forms of hosts, "www.", the scheme and what
/// follows the path of an address do not matter.
struct LeadIdentity {
    LeadField field;                      ///< that it was taken from, for the answer
    std::array<unsigned char, 16> digest; ///< equal = the same
};

/// What is kept of somebody who is suppressed: a hash of the bytes of an identity under a key made
/// out of the server's pepper.
std::function<Digest(std::string_view identity)> personHash(std::string_view pepper);

/// Host and path of a profile's address as identities have them: "linkedin.com/in/ada".
std::string profileOf(std::string_view address);

/// One for each of the three that the lead has, and those that earlier releases knew the same texts
/// by, where they differ. Plain ASCII texts have one.
std::vector<LeadIdentity> leadIdentities(const LeadDraft& lead);

/// Takes CSV text (RFC 4180, comma-separated) apart, row by row. Strict: a quote inside an unquoted
/// cell, text after a closing quote and an open quote at the end are refused. Lines end with CR LF
/// or LF; lines without any character are skipped; a byte order mark is dropped.
class CsvRows {
public:
    /// `text` must outlive the reader; `line` is that which it begins with. Text behind the first
    /// line has no byte order mark.
    explicit CsvRows(std::string_view text, std::size_t line = 1);

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
