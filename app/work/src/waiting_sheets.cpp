// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/work/waiting_sheets.hpp"

#include "leadsheet/work/watched_folder.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace leadsheet::work {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

/// A line for each folder; lines are only ever appended, so that processes need no lock.
constexpr const char* kFile = "watched-folders.jsonl";
constexpr std::size_t kMaxFile = 1 << 20;
constexpr std::size_t kMaxNote = 8192;
constexpr ::mode_t kPrivate = 0600;

/// At most `limit` bytes; empty for what cannot be read.
std::string beginningOf(const fs::path& file, std::size_t limit) {
    std::ifstream in(file, std::ios::binary);
    std::string text(limit, '\0');
    in.read(text.data(), static_cast<std::streamsize>(limit));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
    return text;
}

std::string textOf(const json::object& object, std::string_view name) {
    const json::value* const value = object.if_contains(name);
    return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

} // namespace

std::vector<KnownFolder> watchedFolders(const fs::path& dataFolder) {
    std::vector<KnownFolder> folders;
    const std::string text = beginningOf(dataFolder / kFile, kMaxFile);
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        boost::system::error_code error;
        const json::value line = json::parse(text.substr(begin, end - begin), error);
        begin = end + 1;
        if (error || !line.is_object())
            continue;
        KnownFolder folder{textOf(line.as_object(), "folder"), textOf(line.as_object(), "profile")};
        if (!folder.path.is_absolute())
            continue;
        const auto known =
            std::find_if(folders.begin(), folders.end(),
                         [&](const KnownFolder& other) { return other.path == folder.path; });
        if (known == folders.end())
            folders.push_back(std::move(folder));
        else
            known->profile = std::move(folder.profile);
    }
    return folders;
}

std::error_code noteWatchedFolder(const fs::path& dataFolder, const KnownFolder& folder) {
    const std::vector<KnownFolder> known = watchedFolders(dataFolder);
    if (std::find(known.begin(), known.end(), folder) != known.end())
        return {};
    std::error_code error;
    fs::create_directories(dataFolder, error);
    const int file =
        ::open((dataFolder / kFile).c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, kPrivate);
    if (file < 0)
        return {errno, std::generic_category()};
    // A line break first as well: a line that a full disk cut short spoils no other.
    const std::string line = "\n" +
                             json::serialize(json::object{{"folder", folder.path.string()},
                                                          {"profile", folder.profile}}) +
                             "\n";
    error = {};
    if (::write(file, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
        error = std::make_error_code(std::errc::no_space_on_device);
    ::close(file);
    return error;
}

std::vector<WaitingSheet> waitingSheets(const fs::path& dataFolder, const std::stop_token& stop) {
    std::vector<WaitingSheet> sheets;
    for (const KnownFolder& folder : watchedFolders(dataFolder)) {
        std::error_code error;
        for (fs::directory_iterator file(folder.path, error), end; !error && file != end;
             file.increment(error)) {
            if (stop.stop_requested())
                return sheets;
            const fs::path& sheet = file->path();
            const fs::path note = waitingNoteOf(sheet);
            struct stat info {};
            if (!canBeSheet(sheet.filename().string()) || !stampOf(sheet) ||
                ::lstat(note.c_str(), &info) != 0 || !S_ISREG(info.st_mode))
                continue;
            sheets.push_back({sheet, folder, beginningOf(note, kMaxNote),
                              WallTime(std::chrono::seconds(info.st_mtim.tv_sec))});
        }
    }
    std::sort(sheets.begin(), sheets.end(), [](const WaitingSheet& a, const WaitingSheet& b) {
        return std::tie(a.since, a.sheet) < std::tie(b.since, b.sheet);
    });
    sheets.resize(std::min(sheets.size(), kMaxWaitingSheets));
    return sheets;
}

} // namespace leadsheet::work
