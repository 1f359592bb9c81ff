// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/work/watched_folder.hpp"

#include "leadsheet/app/results_file.hpp"
#include "leadsheet/app/run_record.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <random>
#include <sys/stat.h>
#include <unistd.h>

namespace leadsheet::work {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOwnFolder = ".leadsheet";
constexpr std::string_view kReport = ".report.txt";
constexpr std::string_view kWaiting = ".waiting.txt";
constexpr ::mode_t kPrivate = 0600;

std::error_code lastError() {
    return {errno, std::generic_category()};
}

bool writeAll(int descriptor, std::string_view text) {
    while (!text.empty()) {
        const ssize_t count = ::write(descriptor, text.data(), text.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return false;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

bool isThere(const fs::path& file) {
    std::error_code ignored;
    return fs::exists(fs::symlink_status(file, ignored));
}

std::string hostName() {
    std::array<char, 256> host{};
    ::gethostname(host.data(), host.size() - 1);
    return host[0] == '\0' ? "localhost" : host.data();
}

} // namespace

std::optional<FileStamp> stampOf(const fs::path& file) {
    struct stat info {};
    if (::lstat(file.c_str(), &info) != 0 || !S_ISREG(info.st_mode))
        return std::nullopt;
    constexpr std::int64_t kNanoseconds = 1'000'000'000;
    return FileStamp{static_cast<std::uint64_t>(info.st_size), info.st_ino,
                     info.st_mtim.tv_sec * kNanoseconds + info.st_mtim.tv_nsec};
}

bool canBeSheet(const std::string& name) {
    constexpr std::array<std::string_view, 9> kEnds{
        "~", "#", ".part", ".partial", ".filepart", ".crdownload", ".download", ".tmp", ".lock"};
    std::string lower = name;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    if (lower.starts_with('.') || lower.starts_with("~$") || lower.ends_with(kReport) ||
        lower.ends_with(kWaiting) || lower.find(".results.") != std::string::npos)
        return false;
    return std::none_of(kEnds.begin(), kEnds.end(),
                        [&](std::string_view end) { return lower.ends_with(end); });
}

fs::path freePlace(const fs::path& folder, const fs::path& name) {
    fs::path place = folder / name;
    for (int n = 2;
         isThere(place) || isThere(reportOf(place)) || isThere(app::resultsPathFor(place)); ++n)
        place = folder /
                (name.stem().string() + " (" + std::to_string(n) + ")" + name.extension().string());
    return place;
}

std::error_code moveWithout(const fs::path& from, const fs::path& to) {
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0)
        return {};
    if (errno != EINVAL && errno != ENOSYS)
        return lastError();
    // Some network file systems cannot say "without replacing"; the lock keeps other watchers out.
    std::error_code error;
    if (fs::exists(fs::symlink_status(to, error)))
        return std::make_error_code(std::errc::file_exists);
    error.clear();
    fs::rename(from, to, error);
    return error;
}

std::error_code writeText(const fs::path& file, const std::string& text) {
    const fs::path part = file.parent_path() / ("." + file.filename().string() + ".tmp");
    const int descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (descriptor < 0)
        return lastError();
    std::error_code error;
    if (!writeAll(descriptor, text) || ::fsync(descriptor) != 0)
        error = lastError();
    ::close(descriptor);
    if (!error && ::rename(part.c_str(), file.c_str()) != 0)
        error = lastError();
    if (error)
        ::unlink(part.c_str());
    return error;
}

fs::path reportOf(const fs::path& sheet) {
    return sheet.string() + std::string(kReport);
}

fs::path waitingNoteOf(const fs::path& sheet) {
    return sheet.string() + std::string(kWaiting);
}

WatchedFolder::WatchedFolder(fs::path path, std::chrono::milliseconds settle)
    : path_(std::move(path))
    , settle_(settle) {}

WatchedFolder::~WatchedFolder() {
    if (lock_ >= 0)
        ::close(lock_);
}

std::error_code WatchedFolder::prepare() {
    std::error_code error;
    for (const fs::path& folder : {path_ / kOwnFolder, done(), failed()}) {
        fs::create_directory(folder, error);
        if (!error && !fs::is_directory(folder, error) && !error)
            error = std::make_error_code(std::errc::not_a_directory);
        if (!error && ::access(folder.c_str(), W_OK | X_OK) != 0)
            error = lastError();
        if (error)
            return error;
    }
    return ::access(path_.c_str(), W_OK | X_OK) == 0 ? std::error_code() : lastError();
}

WatchedFolder::Lock WatchedFolder::lock(const std::string& since, std::string& holder) {
    const fs::path file = path_ / kOwnFolder / "lock";
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kPrivate);
    if (descriptor < 0) {
        holder = std::strerror(errno);
        return Lock::Failed;
    }
    struct flock whole {};
    whole.l_type = F_WRLCK;
    whole.l_whence = SEEK_SET;
    if (::fcntl(descriptor, F_OFD_SETLK, &whole) != 0) {
        const int reason = errno;
        std::array<char, 512> text{};
        const ssize_t count = ::pread(descriptor, text.data(), text.size() - 1, 0);
        ::close(descriptor);
        if (reason != EAGAIN && reason != EACCES) {
            holder = std::strerror(reason);
            return Lock::Failed;
        }
        holder.assign(text.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
        holder.erase(std::find(holder.begin(), holder.end(), '\n'), holder.end());
        return Lock::Held;
    }
    lock_ = descriptor;
    // The lock holds with or without the holder's name in it.
    [[maybe_unused]] const bool named =
        ::ftruncate(descriptor, 0) == 0 &&
        writeAll(descriptor, std::to_string(::getpid()) + " " + hostName() + " " + since + "\n");
    return Lock::Taken;
}

bool WatchedFolder::look(SteadyTime now) {
    std::map<fs::path, Seen> seen;
    std::error_code error;
    for (fs::directory_iterator entry(path_, error), end; !error && entry != end;
         entry.increment(error)) {
        if (!canBeSheet(entry->path().filename().string()))
            continue;
        const auto stamp = stampOf(entry->path());
        if (!stamp)
            continue;
        const auto before = seen_.find(entry->path());
        const bool same = before != seen_.end() && before->second.stamp == *stamp;
        seen[entry->path()] = {*stamp, same ? before->second.since : now};
    }
    if (error)
        return false;
    seen_ = std::move(seen);
    return true;
}

std::vector<fs::path> WatchedFolder::settled(SteadyTime now) const {
    std::vector<fs::path> files;
    for (const auto& [file, seen] : seen_)
        if (now - seen.since >= settle_)
            files.push_back(file);
    return files;
}

bool WatchedFolder::hasUnsettled(SteadyTime now) const {
    return std::any_of(seen_.begin(), seen_.end(),
                       [&](const auto& file) { return now - file.second.since < settle_; });
}

std::string WatchedFolder::id() const {
    constexpr std::size_t kDigits = 32;
    const fs::path file = path_ / kOwnFolder / "id";
    const auto kept = [&file] {
        std::ifstream in(file, std::ios::binary);
        std::string text;
        in >> text;
        return text.size() == kDigits ? text : std::string();
    };
    if (std::string id = kept(); !id.empty())
        return id;
    std::random_device device;
    std::string id;
    while (id.size() < kDigits)
        id += "0123456789abcdef"[device() % 16];
    return writeText(file, id + "\n") ? std::string() : kept();
}

fs::path WatchedFolder::placeNoteOf(const fs::path& sheet) const {
    return path_ / kOwnFolder / (sheet.filename().string() + ".place");
}

fs::path WatchedFolder::placeInDone(const fs::path& sheet) const {
    std::ifstream note(placeNoteOf(sheet), std::ios::binary);
    const std::string name{std::istreambuf_iterator<char>(note), {}};
    if (!name.empty() && name.find('/') == std::string::npos && !isThere(done() / name))
        return done() / name;
    fs::path place = freePlace(done(), sheet.filename());
    // Without the note another free name would be found: clutter, but nothing is lost.
    [[maybe_unused]] const auto noted = writeText(placeNoteOf(sheet), place.filename().string());
    return place;
}

void WatchedFolder::forgetPlace(const fs::path& sheet) const {
    std::error_code ignored;
    fs::remove(placeNoteOf(sheet), ignored);
}

std::error_code WatchedFolder::note(const std::string& line) const {
    const fs::path file = path_ / kOwnFolder / "journal.jsonl";
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, kPrivate);
    if (descriptor < 0)
        return lastError();
    // A line that was cut off when the power went must not spoil the next one.
    char last = '\n';
    const ::off_t size = ::lseek(descriptor, 0, SEEK_END);
    const bool torn = size > 0 && ::pread(descriptor, &last, 1, size - 1) == 1 && last != '\n';
    const bool written = writeAll(descriptor, (torn ? "\n" : "") + line + "\n");
    const std::error_code error = written ? std::error_code() : lastError();
    ::close(descriptor);
    return error;
}

namespace {

bool liesIn(const std::filesystem::path& folder, const std::string& sheet) {
    if (sheet.empty())
        return false;
    std::error_code ignored;
    const std::filesystem::path parent = std::filesystem::path(sheet).parent_path();
    return parent == folder || std::filesystem::weakly_canonical(parent, ignored) == folder;
}

bool isOf(const FolderDay& day, const submit::RunInfo& run) {
    if (liesIn(day.folder, run.spec.sourcePath))
        return true;
    const auto record = day.id.empty() ? std::nullopt : app::recordOf(run);
    return record && record->folderId == day.id;
}

} // namespace

Result<std::int64_t> spentIn(const submit::Ledger& ledger, const FolderDay& day,
                             const std::string& currency, submit::RunId planned) {
    LEADSHEET_TRY(const auto runs, ledger.runs());
    std::int64_t spent = 0;
    for (const submit::RunInfo& run : runs) {
        if (run.spec.currency != currency || !isOf(day, run))
            continue;
        LEADSHEET_TRY(const std::int64_t ofRun, ledger.spentSince(run.id, day.since, planned));
        spent += ofRun;
    }
    return spent;
}

} // namespace leadsheet::work
