// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/lead_export.hpp"

#include <map>
#include <optional>
#include <string>

/// What a part file and a manifest of leads say about themselves.
namespace leadsheet::app {

struct ExportHead {
    std::string id; ///< of this export, to know its file again
    std::string account;
    LeadFilter filter;
    std::vector<std::string> fields;
    std::string since;            ///< the cursor it began behind; empty = the start
    std::int64_t leadsBefore = 0; ///< up to there
    std::int64_t counted = 0;     ///< by the service when the export began, from the very start on
    std::string erasures;         ///< where the list of erasures ended then; empty = not known
};

std::string filterText(const LeadFilter& filter);
std::string headText(const ExportHead& head);
std::optional<ExportHead> readHead(const std::string& text);
/// Whether the two are about the same leads and columns.
bool sameExport(const ExportHead& a, const ExportHead& b);

std::map<std::string, std::string> manifestFacts(const ExportHead& head,
                                                 const LeadBookmark& bookmark);
/// The id of the export that a file's manifest is about; empty when there is none.
std::string exportIdOf(const std::filesystem::path& file);
/// What its manifest says of a finished file.
std::optional<ExportReport> reportFromManifest(const std::filesystem::path& file,
                                               ExportFormat format);

} // namespace leadsheet::app
