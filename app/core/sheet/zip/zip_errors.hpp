// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_error.hpp"
#include "leadsheet/messages/container.hpp"

#include <utility>

namespace leadsheet::app {

inline tl::unexpected<SheetError> damagedArchive(Message reason) {
    return tl::unexpected(SheetError{SheetErrorCode::DamagedFile,
                                     {},
                                     {std::move(reason)},
                                     {messages::container::fetchOrOpenAndSave()},
                                     {}});
}

} // namespace leadsheet::app
