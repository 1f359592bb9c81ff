// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/header.hpp"
#include "leadsheet/app/sheet_error.hpp"

#include <leadsheet/contract/lead_fields.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace leadsheet::app {

class LeadColumnMemory;

/// Whether a delivery brings this field; the others come from the order or from what the service
/// knows (contract section 7).
bool isIngested(contract::LeadField field);

/// A column of a sheet of leads and the field that it fills.
struct LeadColumn {
    std::uint32_t column = 0;                 ///< from 0
    std::string header;                       ///< as displayed
    std::string sample;                       ///< the first filled cell below it
    std::optional<contract::LeadField> field; ///< not set = left out
    bool stated = false;                      ///< by a person, now
};

/// From where the columns of a sheet have their fields.
enum class LeadColumnsFrom {
    Names,   ///< each by what it is called
    Learned, ///< at least one by what a person said of its name in another sheet
    Saved    ///< all as a person mapped a sheet with these columns
};

/// A tab of a workbook; of a text file there is one.
struct LeadTab {
    std::size_t index = 0; ///< in the file
    std::string name;
    bool hidden = false;
};

/// A tab of a file with leads: one a row, under a row of column names.
struct LeadSheet {
    std::filesystem::path file;
    std::size_t tab = 0;            ///< LeadTab::index
    std::uint32_t firstDataRow = 1; ///< as a person numbers rows
    std::vector<LeadColumn> columns;
    LeadColumnsFrom from = LeadColumnsFrom::Names;

    /// What is wrong with the columns as they are mapped; empty = nothing.
    std::string fault() const;
};

/// Which tabs the file has, in its order. Blocks.
SheetResult<std::vector<LeadTab>> leadTabs(const std::filesystem::path& file,
                                           std::stop_token stop = {});

/// What to open and what is known of columns. `memory` must live as long as the call; null = none.
struct LeadOpening {
    std::optional<std::size_t> tab = {}; ///< not set = the first one that is shown and has columns
    const LeadColumnMemory* memory = nullptr;
};

/// Opens the file by its content, finds the column names, and matches them: as a person mapped them
/// before, else by name; what is not clear is left out. Blocks.
SheetResult<LeadSheet> openLeadSheet(const std::filesystem::path& file,
                                     const LeadOpening& opening = {}, std::stop_token stop = {});

/// A row that is not sent.
struct LeadFault {
    std::uint32_t row = 0; ///< as a person numbers rows
    std::string header;    ///< of the column; empty = the row as a whole
    std::string reason;    ///< a sentence
    bool repeated = false; ///< the same lead stands further up
};

/// What a sheet comes to before anything is sent.
struct LeadReport {
    std::int64_t rows = 0;   ///< with text, without hidden ones
    std::int64_t hidden = 0; ///< left out: nobody has seen them
    std::int64_t ready = 0;
    std::int64_t refused = 0;
    std::int64_t repeated = 0;
    std::vector<LeadFault> faults;        ///< the first kMaxLeadFaults
    std::string leads;                    ///< the ready ones, one JSON object a line
    std::vector<std::uint32_t> sheetRows; ///< of each line of `leads`
    std::string digest; ///< lower-case hex SHA-256 of `leads`: the same leads, the same delivery
};
inline constexpr std::size_t kMaxLeadFaults = 1000;

/// Reads all rows by the mapping. A cell is read as the service would: blank ones are absent, lists
/// are separated by commas; the service has the last word. Blocks.
SheetResult<LeadReport> checkLeads(const LeadSheet& sheet, std::stop_token stop = {});

} // namespace leadsheet::app
