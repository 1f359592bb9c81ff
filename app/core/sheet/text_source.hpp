// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "sheet/file_kind.hpp"
#include "sheet/input_file.hpp"

#include <memory>

namespace leadsheet::app {

/// A RowSource over delimited text, plain or gzipped.
SheetResult<std::unique_ptr<RowSource>> openTextSource(std::unique_ptr<InputFile> file,
                                                       FileKind kind, std::string name,
                                                       const SheetOptions& options,
                                                       std::stop_token stop);

} // namespace leadsheet::app
