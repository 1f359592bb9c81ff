// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet_reading.hpp"

#include "leadsheet/app/accounts/app_folders.hpp"
#include "leadsheet/app/run_record.hpp"
#include "leadsheet/transport.hpp"

namespace leadsheet::desktop {

/// What opening needs from the settings, copied so that it can happen in another thread.
struct OpeningPlace {
    app::AppFolders folders;
    TransportOptions network;  ///< for sheets on the web: proxy and certificates
    bool allowPrivate = false; ///< as Workspace::fetchesPrivate
};

/// Finds the bytes: a file as it is, the sheet behind a URL as a private copy.
app::SheetResult<SheetFile> locateSheet(const QString& source, const OpeningPlace& place,
                                        const std::stop_token& stop);

/// Writes copied text as a private file.
app::SheetResult<SheetFile> keepText(const QString& text, const OpeningPlace& place);

/// Looks at the sheet and matches its columns, with the saved maps and learned names that the
/// command line uses. Any thread.
app::SheetResult<OpenedSheet> openLocated(SheetFile file, const SheetReading& reading,
                                          const OpeningPlace& place, const std::stop_token& stop);

/// The sheet of a run, read and mapped as that run did. Any thread.
app::SheetResult<OpenedSheet> openRecorded(SheetFile file, const app::RunRecord& record,
                                           const OpeningPlace& place, const std::stop_token& stop);

} // namespace leadsheet::desktop
