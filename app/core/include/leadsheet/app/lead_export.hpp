// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/record_writer.hpp"
#include "leadsheet/clock.hpp"
#include "leadsheet/model/lead.hpp"
#include "leadsheet/options.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace leadsheet {
class Client;
}

namespace leadsheet::app {

/// Where an earlier export ended: what it held, and the cursor for what came since.
struct LeadBookmark {
    std::string account;
    LeadFilter filter; ///< the cursor belongs to it
    std::string cursor;
    std::int64_t leads = 0; ///< up to the cursor, in this and all exports before it
    std::string exportedAt; ///< RFC 3339
    /// What holds it: the exported file and its manifest, under every name it was reached by. An
    /// export that goes on from them never writes there.
    std::vector<std::filesystem::path> files;
    std::string erasures{}; ///< where the list of erasures goes on; empty = not known
};

/// From the manifest of an exported file; takes the name of either. Errors: NotFound, NotReadable,
/// UnsupportedFormat (no manifest of leads).
SheetResult<LeadBookmark> readLeadBookmark(const std::filesystem::path& fileOrManifest);

struct LeadExportProgress {
    std::int64_t received = 0; ///< leads, with those of an earlier call that was broken off
    std::int64_t expected = 0; ///< what the service counted when the export began
    bool writing = false;      ///< all are there, and the file is being written
};

struct LeadExportOptions {
    std::string account; ///< whose leads; an export is never continued with another account
    LeadFilter filter;
    std::vector<LeadField> fields;  ///< the columns; empty = all of them
    std::vector<std::string> names; ///< one for each of `fields`; empty = those of the fields
    std::filesystem::path file;
    ExportFormat format = ExportFormat::Csv;
    /// Delimiter, byte order mark, formula guard, overwriting. The manifest is always written.
    ExportOptions write;
    /// Only what came since; `filter` must be the bookmark's.
    std::optional<LeadBookmark> since;
    /// Throws away what an export of this file that was broken off had received.
    bool restart = false;
    std::int64_t pageSize = 1000;
    CallOptions call;
    std::function<void(const LeadExportProgress&)> progress; ///< in the calling thread
};

struct LeadExportReport {
    ExportReport file;        ///< no path when nothing was new
    std::int64_t leads = 0;   ///< in the file
    std::int64_t resumed = 0; ///< of them received by an earlier call
    LeadBookmark bookmark;    ///< for the next export of what is new
    /// Ids of leads that were erased since the export that this one goes on from: files of before
    /// may still have them.
    std::vector<std::string> erased;
};

/// A failure of the service or of the file.
using LeadExportFailure = std::variant<Error, SheetError>;

/// "leads.csv" -> "leads.csv.part", which holds what was received until the file is complete.
std::filesystem::path leadExportPartFor(const std::filesystem::path& file);

/// Writes the leads of an account into a file. Pages are kept in leadExportPartFor(file), each with
/// its cursor and a check sum, so that after any end (error, stop request, crash) the same call
/// goes on behind the last page: nothing is missed, nothing comes twice. When all are there, their
/// number is compared with the service's count; then the file is written under a temporary name,
/// synced, and renamed, with its manifest (filter, count, SHA-256, cursor, time) beside it, and the
/// part file is removed. Memory does not grow with the number of leads. Timestamps are moments,
/// lists are joined with ", ".
///
/// SheetError: OutputExists; InvalidOption when the file, its manifest or its part file is what
/// `since` was read from, by whatever name, also when it may be overwritten; InvalidOption when the
/// part file is of another export (see `restart`); NotReadable when another process is writing it;
/// storage errors. Error: those of the service; InvalidResponse when the counts do not agree;
/// Cancelled, with everything received kept.
tl::expected<LeadExportReport, LeadExportFailure> exportLeads(const Client& client,
                                                              const LeadExportOptions& options);

/// A column of an export of leads.
struct NamedLeadField {
    LeadField field;
    std::string_view name; ///< in the header row
};

/// The columns that another program takes from a file without anybody mapping them there.
struct LeadPreset {
    std::string_view id;    ///< as the command line takes it
    std::string_view title; ///< the program's own name
    std::vector<NamedLeadField> columns;
};

/// All of them, programs for customer relations first. Any thread.
const std::vector<LeadPreset>& leadPresets();
/// Null when there is none of this id.
const LeadPreset* findLeadPreset(std::string_view id);

} // namespace leadsheet::app
