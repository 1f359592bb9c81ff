// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_error.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// What was received of an export so far: a file of frames with a check sum each, only ever added
/// to, and held by one process. A frame that a crash cut or tore is dropped when it is opened, with
/// all behind it.
class LeadJournal {
public:
    /// The journal at `path`, which may have to be begun; `restart` throws an old one away.
    /// NotReadable when another process holds it; storage errors.
    static SheetResult<LeadJournal> open(const std::filesystem::path& path, bool restart);
    LeadJournal(LeadJournal&&) noexcept;
    LeadJournal& operator=(LeadJournal&&) noexcept;
    ~LeadJournal();

    /// Only while head() is empty, and before anything else is added.
    SheetResult<void> begin(const std::string& head);

    /// What it was begun with, whenever that was; empty before.
    const std::string& head() const;
    /// Where to go on; nothing before the first page.
    const std::optional<std::string>& cursor() const;
    std::int64_t leads() const;
    /// Whether the last page has arrived.
    bool complete() const;

    /// `rows` are encoded leads. After an error nothing more may be added.
    SheetResult<void> add(std::string_view rows, std::int64_t count, const std::string& cursor,
                          bool last);
    /// Every page's rows in order; stops at the first error of `each`.
    SheetResult<void>
    read(const std::function<SheetResult<void>(std::string_view rows, std::int64_t count)>& each);

    /// Says that this process is about to write the file itself, and removes what a process that
    /// died of it left in the folder.
    SheetResult<void> announceWriting();
    /// Says that the file with this SHA-256 is about to get its name; on the disk when it returns.
    SheetResult<void> announceFile(const std::string& sha256);
    /// The last file that was announced, by this process or one before; empty when none was.
    const std::string& announcedFile() const;
    /// Its work is done: removes the file.
    void remove();

private:
    struct Impl;
    explicit LeadJournal(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace leadsheet::app
