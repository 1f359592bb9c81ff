// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_error.hpp"

#include <string>
#include <string_view>

namespace leadsheet::app {

inline constexpr std::string_view kGetAgainOrSave =
    "Download or copy the file again, or open it in your spreadsheet program and save it again.";

inline tl::unexpected<SheetError> damagedArchive(std::string reason) {
    return tl::unexpected(SheetError{
        SheetErrorCode::DamagedFile, {}, std::move(reason), std::string(kGetAgainOrSave), {}});
}

} // namespace leadsheet::app
