// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace leadsheet::sim {

/// A file of a disk in memory: what its readers see, what would be left without power, and the
/// writes between the two.
struct DiskFile {
    struct Change {
        std::uint64_t at = 0; ///< where; the new size of a truncation
        std::string bytes;
        bool truncates = false;
    };
    std::string seen;
    std::string safe;
    std::vector<Change> unsynced;

    // Locks and shared memory of the processes that have it open; gone with them.
    int shared = 0;
    const void* reserved = nullptr;
    const void* exclusive = nullptr;
    std::map<int, std::unique_ptr<std::vector<unsigned char>>> pages;
    struct {
        int shared = 0;
        const void* exclusive = nullptr;
    } locks[8];
};

/// The SQLite files under one folder, held in memory with what a real disk may do to them. SQLite
/// comes here by itself as long as a Disks lives.
class Disk {
public:
    enum class Fate { Works, Full, Fails, Dies };
    /// Asked before every write (with its new size where the file grows) and sync.
    using Chance = std::function<Fate(bool isSync, bool grows)>;
    /// From 0 to below the argument.
    using Dice = std::function<std::uint64_t(std::uint64_t)>;

    Disk(std::filesystem::path folder, Chance chance);
    ~Disk();
    Disk(const Disk&) = delete;
    Disk& operator=(const Disk&) = delete;

    /// Files by their names in the folder.
    using Image = std::map<std::string, std::string>;
    Image image() const;
    /// Puts files there, written and synced; before anything is open.
    void install(const Image& image);

    const std::filesystem::path& folder() const { return folder_; }
    /// The processes that may have it open at once: 0 and 1. Files belong to the one that acts when
    /// they are opened.
    static constexpr std::size_t kProcesses = 2;
    void act(std::size_t process) { acting_ = process; }
    /// This process is dead already: nothing that it writes changes anything.
    void freeze(std::size_t process = 0) { frozen_.at(process) = true; }
    bool isFrozen(std::size_t process = 0) const { return frozen_.at(process); }
    /// The next process of this number begins, while the other one goes on.
    void revive(std::size_t process) { frozen_.at(process) = false; }
    /// After all files of all processes were closed. Without power what was not synced is there,
    /// missing or torn, each write by itself.
    void restart(bool powerLost, const Dice& dice);

private:
    friend struct DiskAccess;
    std::filesystem::path folder_;
    Chance chance_;
    std::array<bool, kProcesses> frozen_{};
    std::size_t acting_ = 0;
    std::map<std::string, std::shared_ptr<DiskFile>> files_;
};

/// Makes SQLite use the disks; other files stay where they are. One at a time.
class Disks {
public:
    /// `random` and `seconds` are SQLite's own chance and time.
    Disks(std::function<std::uint64_t()> random, std::function<std::int64_t()> milliseconds);
    ~Disks();
    Disks(const Disks&) = delete;
    Disks& operator=(const Disks&) = delete;
};

} // namespace leadsheet::sim
