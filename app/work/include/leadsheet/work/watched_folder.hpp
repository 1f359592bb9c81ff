// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"
#include "leadsheet/submit/ledger.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace leadsheet::work {

/// What changes while a file is written, or when another one takes its place.
struct FileStamp {
    std::uint64_t size = 0;
    std::uint64_t inode = 0;
    std::int64_t changed = 0; ///< nanoseconds

    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
/// Nothing for what is not a plain file.
std::optional<FileStamp> stampOf(const std::filesystem::path& file);

/// A folder into which sheets are put: new ones in it, those that are finished in done/, those that
/// need a person in failed/, and in .leadsheet/ a lock and a journal. All that is known is in these
/// files, so the program may die at any moment. Belongs to one thread.
class WatchedFolder {
public:
    /// `path`: canonical. `settle`: how long a file stays as it is before it is taken for whole.
    WatchedFolder(std::filesystem::path path, std::chrono::milliseconds settle);
    ~WatchedFolder();
    WatchedFolder(const WatchedFolder&) = delete;
    WatchedFolder& operator=(const WatchedFolder&) = delete;

    /// Makes what is missing and proves that the folder can be written.
    std::error_code prepare();

    enum class Lock { Taken, Held, Failed };
    /// One watcher a folder, over all processes and, where the file system carries locks, all
    /// computers. The kernel gives it back when the process dies. Of Held, `holder` says "4711 host
    /// since"; of Failed, why.
    Lock lock(const std::string& since, std::string& holder);

    /// Reads the folder. False when that is not possible now.
    bool look(SteadyTime now);
    /// Files that stayed as they are long enough, by name.
    std::vector<std::filesystem::path> settled(SteadyTime now) const;
    /// Whether a file is there that may still be written.
    bool hasUnsettled(SteadyTime now) const;

    /// What tells the folder from all others, wherever it is moved: kept in it, made when missing.
    /// Empty when that is not possible.
    std::string id() const;

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path done() const { return path_ / "done"; }
    std::filesystem::path failed() const { return path_ / "failed"; }

    /// Where in done/ a sheet goes: a name that is free there for it, its results and its report.
    /// Written down until forgetPlace(), so that whoever goes on after a kill takes the same one.
    std::filesystem::path placeInDone(const std::filesystem::path& sheet) const;
    void forgetPlace(const std::filesystem::path& sheet) const;

    /// Appends a line to the journal.
    std::error_code note(const std::string& line) const;

private:
    struct Seen {
        FileStamp stamp;
        SteadyTime since;
    };
    std::filesystem::path placeNoteOf(const std::filesystem::path& sheet) const;

    std::filesystem::path path_;
    std::chrono::milliseconds settle_;
    std::map<std::filesystem::path, Seen> seen_;
    int lock_ = -1;
};

/// Whether a name can be that of a sheet: not hidden, no temporary file, lock, results or report.
bool canBeSheet(const std::string& name);
/// `name` in `folder`, or the first of "name (2).csv" and so on that is free there, and whose
/// results and report would be.
std::filesystem::path freePlace(const std::filesystem::path& folder,
                                const std::filesystem::path& name);
/// Renames within a file system and never over another file.
std::error_code moveWithout(const std::filesystem::path& from, const std::filesystem::path& to);
/// Writes a small text as a whole or not at all, over what was there.
std::error_code writeText(const std::filesystem::path& file, const std::string& text);
/// What lies beside a sheet: the report of what was done, or why it waits.
std::filesystem::path reportOf(const std::filesystem::path& sheet);
std::filesystem::path waitingNoteOf(const std::filesystem::path& sheet);

/// The sheets that lie, or lay, directly in a folder, and when a day began.
struct FolderDay {
    std::filesystem::path folder; ///< canonical
    WallTime since;
    std::string id{}; ///< WatchedFolder::id(): the folder may have had another name
};

/// What those sheets have spent since then, in minor units, as the ledger knows it: what orders
/// held when they were placed, and the quotes of rows that may have been ordered. Whoever approved
/// them counts; what certainly was not ordered does not, nor rows that `planned` goes on with,
/// which are in its price. Runs in another currency do not count. Blocking; any thread.
Result<std::int64_t> spentIn(const submit::Ledger& ledger, const FolderDay& day,
                             const std::string& currency, submit::RunId planned);

} // namespace leadsheet::work
