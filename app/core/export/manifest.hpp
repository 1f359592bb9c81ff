// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/record_writer.hpp"

#include <span>

namespace leadsheet::app {

/// What was exported, as a JSON document that names the file, its rows and its SHA-256.
std::string manifestText(const ExportReport& report, std::span<const ExportColumn> columns,
                         const ExportOptions& options);

} // namespace leadsheet::app
