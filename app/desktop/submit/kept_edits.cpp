// SPDX-License-Identifier: Apache-2.0
#include "kept_edits.hpp"

#include "leadsheet/app/accounts/private_file.hpp"

#include <QCryptographicHash>

#include <algorithm>
#include <system_error>

namespace leadsheet::desktop {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kNamePart = 16;
constexpr std::size_t kLargestKept = std::size_t{64} << 20;
/// Versions that corrections are kept for; older ones are forgotten.
constexpr std::size_t kMaxVersions = 200;
constexpr std::string_view kEnding = ".json";
/// "<place>-<version>.json.<head>": a file without content that says how the first edited tab
/// begins.
constexpr std::size_t kNameLength = 2 * kNamePart + 1 + kEnding.size();

std::string shortened(const std::string& text) {
    return QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256)
        .toHex()
        .left(kNamePart)
        .toStdString();
}

std::string placeOf(const fs::path& file) {
    return file.filename().string().substr(0, kNamePart);
}

std::string versionOf(const fs::path& file) {
    return file.filename().string().substr(kNamePart + 1, kNamePart);
}

struct Kept {
    fs::path file;
    std::string head;
    fs::file_time_type time;
};

/// Newest first.
std::vector<Kept> keptIn(const fs::path& folder) {
    std::vector<Kept> all;
    std::map<std::string, std::string> heads;
    std::error_code failed;
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        const std::string name = entry->path().filename().string();
        std::error_code gone;
        if (name.size() == kNameLength && name.ends_with(kEnding))
            all.push_back({entry->path(), {}, entry->last_write_time(gone)});
        else if (name.size() == kNameLength + 1 + kNamePart)
            heads[name.substr(0, kNameLength)] = name.substr(kNameLength + 1);
    }
    for (Kept& kept : all)
        kept.head = heads[kept.file.filename().string()];
    std::sort(all.begin(), all.end(), [](const Kept& a, const Kept& b) { return a.time > b.time; });
    return all;
}

std::optional<app::KeptEdits> load(const fs::path& file) {
    const auto text = app::readFile(file, kLargestKept);
    if (!text || !*text)
        return std::nullopt;
    auto kept = app::readKeptEdits(**text);
    return kept ? std::optional(*std::move(kept)) : std::nullopt;
}

std::shared_ptr<const app::SheetEdits> shared(app::SheetEdits edits) {
    return edits.size() == 0 ? nullptr : std::make_shared<const app::SheetEdits>(std::move(edits));
}

/// Of the tabs that have the names of the edited ones, or of all when a name is missing.
std::vector<app::VersionTab> readTabs(const app::KeptEdits& kept,
                                      const std::vector<app::SheetInfo>& tabs,
                                      const TabReader& rows) {
    const auto isNamed = [&](const std::string& name) {
        return std::any_of(tabs.begin(), tabs.end(),
                           [&](const app::SheetInfo& tab) { return tab.name == name; });
    };
    const auto isEdited = [&](const std::string& name) {
        return std::any_of(kept.tabs.begin(), kept.tabs.end(),
                           [&](const app::KeptEdits::Tab& tab) { return tab.name == name; });
    };
    const bool named =
        std::all_of(kept.tabs.begin(), kept.tabs.end(),
                    [&](const app::KeptEdits::Tab& tab) { return isNamed(tab.name); });
    std::vector<app::VersionTab> read;
    for (std::size_t i = 0; i < tabs.size(); ++i) {
        if (named && !isEdited(tabs[i].name)) {
            read.push_back({i, tabs[i].name, nullptr});
            continue;
        }
        auto content = rows(i, UINT32_MAX);
        read.push_back(
            {i, tabs[i].name,
             content ? std::make_shared<const app::TabRows>(*std::move(content)) : nullptr});
    }
    return read;
}

FoundEdits moved(const app::KeptEdits& kept, const std::vector<app::VersionTab>& tabs) {
    app::MovedEdits there = app::moveEdits(kept, tabs);
    return {shared(std::move(there.edits)), true, std::move(there.dropped)};
}

void forgetOldest(const fs::path& folder) {
    const std::vector<Kept> all = keptIn(folder);
    std::error_code ignored;
    for (std::size_t i = kMaxVersions; i < all.size(); ++i) {
        fs::remove(all[i].file, ignored);
        fs::remove(all[i].file.string() + '.' + all[i].head, ignored);
    }
}

} // namespace

fs::path keptEditsFile(const app::AppFolders& folders, const std::string& source,
                       const std::string& sha256) {
    return folders.data / "edits" /
           (shortened(source) + '-' + sha256.substr(0, kNamePart) + std::string(kEnding));
}

FoundEdits findKeptEdits(const fs::path& file, const std::vector<app::SheetInfo>& tabs,
                         const TabReader& rows) {
    const std::vector<Kept> all = keptIn(file.parent_path());
    const auto first = [&all](auto fits) {
        return std::find_if(all.begin(), all.end(), fits);
    };
    auto same = first([&](const Kept& one) { return one.file == file; });
    if (same == all.end())
        same = first([&](const Kept& one) { return versionOf(one.file) == versionOf(file); });
    if (same != all.end()) {
        auto kept = load(same->file);
        return {kept ? shared(std::move(kept->edits)) : nullptr, same->file != file, {}};
    }
    const auto before = first([&](const Kept& one) { return placeOf(one.file) == placeOf(file); });
    if (before != all.end()) {
        const auto kept = load(before->file);
        return kept && kept->edits.size() > 0 ? moved(*kept, readTabs(*kept, tabs, rows))
                                              : FoundEdits();
    }
    for (std::size_t i = 0; i < tabs.size() && !all.empty(); ++i) {
        const auto head = rows(i, app::TabRows::kHeadRows);
        const auto alike = first([&](const Kept& one) {
            return head && !one.head.empty() && one.head == head->head().substr(0, kNamePart);
        });
        const auto kept = alike == all.end() ? std::nullopt : load(alike->file);
        if (!kept || kept->edits.size() == 0)
            continue;
        const auto now = readTabs(*kept, tabs, rows);
        if (app::isSameContent(*kept, now))
            return moved(*kept, now);
    }
    return {};
}

EditsKeeper::EditsKeeper(fs::path file, const std::vector<app::SheetInfo>& tabs)
    : file_(std::move(file)) {
    for (std::size_t i = 0; i < tabs.size(); ++i)
        tabs_.push_back({i, tabs[i].name, nullptr});
}

void EditsKeeper::learn(std::size_t sheet, const app::RowSpool& spool) {
    const std::lock_guard lock(mutex_);
    if (sheet >= tabs_.size() || tabs_[sheet].rows)
        return;
    if (auto rows = app::TabRows::of(spool))
        tabs_[sheet].rows = std::make_shared<const app::TabRows>(*std::move(rows));
}

void EditsKeeper::keep(const app::SheetEdits* edits) {
    const std::lock_guard lock(mutex_);
    if (file_.empty())
        return;
    std::error_code ignored;
    const bool known = fs::exists(file_, ignored);
    if (edits == nullptr) { // what an older version or another name has must not come back
        (void)app::writePrivateFile(file_, app::keptEditsText({}, {}));
        return;
    }
    if (!app::writePrivateFile(file_, app::keptEditsText(*edits, tabs_)))
        return;
    for (const app::VersionTab& tab : tabs_)
        if (tab.rows && edits->firstEditedRow(tab.sheet, 0)) {
            (void)app::writePrivateFile(
                file_.string() + '.' + tab.rows->head().substr(0, kNamePart), {});
            break;
        }
    if (!known)
        forgetOldest(file_.parent_path());
}

} // namespace leadsheet::desktop
