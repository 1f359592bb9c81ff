// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/submit/results.hpp"

#include <filesystem>

namespace leadsheet::app {

/// The rows of a run, all or those in some states, as the ledger kept them, as a CSV file (UTF-8,
/// comma): the sheet's header, if it had one, then one record for each row of the run, in sheet
/// order. Private to the user and removed by the destructor.
class KeptRows {
public:
    /// In `folder`, which must be there. Errors: storage_full, storage_error.
    static Result<KeptRows> write(const std::filesystem::path& folder, const submit::Ledger& ledger,
                                  const submit::RunInfo& run, const submit::RowFilter& rows);
    KeptRows(KeptRows&& other) noexcept;
    KeptRows& operator=(KeptRows&& other) noexcept;
    ~KeptRows();

    const std::filesystem::path& file() const { return file_; }
    bool hasHeader() const { return hasHeader_; }

private:
    KeptRows(std::filesystem::path file, bool hasHeader);

    std::filesystem::path file_;
    bool hasHeader_ = false;
};

} // namespace leadsheet::app
