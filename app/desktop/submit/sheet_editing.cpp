// SPDX-License-Identifier: Apache-2.0
#include "sheet_editing.hpp"

#include "leadsheet/app/accounts/private_file.hpp"

#include <QCryptographicHash>

#include <algorithm>
#include <system_error>

namespace leadsheet::desktop {

namespace fs = std::filesystem;

namespace {

// Copying and changing this many cells takes a few milliseconds.
constexpr std::size_t kCellsAtOnce = 2000;
constexpr std::size_t kUnknown = kCellsAtOnce + 1;

QString text(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

} // namespace

SheetEditing::SheetEditing()
    : edits_(std::make_shared<app::SheetEdits>()) {
    connect(&working_, &Background::busyChanged, this, &SheetEditing::workingChanged);
}

void SheetEditing::begin(std::shared_ptr<const app::SheetEdits> kept) {
    working_.cancel();
    waiting_.clear();
    large_ = kept && kept->size() > kCellsAtOnce;
    edits_ = kept ? std::move(kept) : std::make_shared<const app::SheetEdits>();
    emit changed();
}

std::shared_ptr<const app::SheetEdits> SheetEditing::edits() const {
    return edits_->size() == 0 ? nullptr : edits_;
}

void SheetEditing::perform(std::size_t cells, Act act) {
    if (!large_ && !working_.busy() && edits_->size() + cells <= kCellsAtOnce) {
        auto edits = std::make_shared<app::SheetEdits>(*edits_);
        act(*edits, {});
        edits_ = std::move(edits);
        emit changed();
        return;
    }
    waiting_.push_back(std::move(act));
    if (!working_.busy())
        next();
}

void SheetEditing::next() {
    if (waiting_.empty())
        return;
    working_.run(
        [from = edits_, act = std::move(waiting_.front())](const std::stop_token& stop) {
            auto edits = std::make_shared<app::SheetEdits>(*from);
            act(*edits, stop);
            return std::shared_ptr<const app::SheetEdits>(std::move(edits));
        },
        [this](std::shared_ptr<const app::SheetEdits> edits) {
            edits_ = std::move(edits);
            large_ = large_ || edits_->size() > kCellsAtOnce;
            next();
            emit changed();
        });
    waiting_.pop_front();
}

void SheetEditing::change(const QString& label, std::vector<app::SheetEdits::Change> changes) {
    if (changes.empty())
        return;
    const std::size_t cells = changes.size();
    perform(cells,
            [name = label.toStdString(), changes = std::move(changes)](
                app::SheetEdits& edits, const std::stop_token&) { edits.apply(name, changes); });
}

void SheetEditing::replace(const GridSource& source, std::uint32_t column, std::uint32_t firstRow,
                           const QString& what, const QString& by) {
    perform(kUnknown, [=](app::SheetEdits& edits, const std::stop_token& stop) {
        const auto rows = rowsReading(source, column, firstRow, what, stop);
        std::vector<app::SheetEdits::Change> changes;
        changes.reserve(rows.size());
        for (const std::uint32_t row : rows)
            changes.push_back({{source.tab, row, column}, by.toStdString()});
        edits.apply(
            tr("Replace in %Ln Row(s)", nullptr, static_cast<int>(rows.size())).toStdString(),
            changes);
    });
}

void SheetEditing::fillDown(const GridSource& source, GridCell from, std::uint32_t lastRow) {
    perform(kUnknown, [=](app::SheetEdits& edits, const std::stop_token& stop) {
        const auto first = source.rows->indexOf(from.row);
        std::vector<app::SheetEdits::Change> changes;
        std::string value;
        for (std::uint64_t at = first.value_or(0);
             first && at < source.rows->rows() && !stop.stop_requested(); ++at) {
            const auto row = source.rows->row(at);
            if (!row || row->number() > lastRow)
                break;
            if (row->number() == from.row)
                value = source.text(*row, from.column).toStdString();
            else
                changes.push_back({{source.tab, row->number(), from.column}, value});
        }
        edits.apply(
            tr("Fill Down %Ln Row(s)", nullptr, static_cast<int>(changes.size())).toStdString(),
            changes);
    });
}

void SheetEditing::restore(std::size_t tab, const std::vector<GridCell>& cells) {
    std::vector<app::CellPlace> places;
    for (const GridCell& cell : cells)
        if (edits_->find({tab, cell.row, cell.column}) != nullptr)
            places.push_back({tab, cell.row, cell.column});
    if (places.empty())
        return;
    const QString label = tr("Restore %Ln Cell(s)", nullptr, static_cast<int>(places.size()));
    perform(places.size(),
            [name = label.toStdString(), places](app::SheetEdits& edits, const std::stop_token&) {
                edits.restore(name, places);
            });
}

void SheetEditing::discardAll() {
    begin(nullptr);
}

void SheetEditing::undo() {
    if (edits_->canUndo())
        perform(0, [](app::SheetEdits& edits, const std::stop_token&) { edits.undo(); });
}

void SheetEditing::redo() {
    if (edits_->canRedo())
        perform(0, [](app::SheetEdits& edits, const std::stop_token&) { edits.redo(); });
}

QString SheetEditing::undoLabel() const {
    return text(edits_->undoLabel());
}

QString SheetEditing::redoLabel() const {
    return text(edits_->redoLabel());
}

namespace {

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
                       const std::string& mark) {
    return folders.data / "edits" / (shortened(source) + '-' + mark + std::string(kEnding));
}

FoundEdits findKeptEdits(const fs::path& file, const std::vector<app::SheetInfo>& tabs,
                         const TabReader& rows) {
    const std::vector<Kept> all = keptIn(file.parent_path());
    const auto first = [&all](auto fits) {
        return std::find_if(all.begin(), all.end(), fits);
    };
    auto same = first([&](const Kept& kept) { return kept.file == file; });
    if (same == all.end())
        same = first([&](const Kept& kept) { return versionOf(kept.file) == versionOf(file); });
    if (same != all.end()) {
        auto kept = load(same->file);
        return {kept ? shared(std::move(kept->edits)) : nullptr, same->file != file, {}};
    }
    const auto before =
        first([&](const Kept& kept) { return placeOf(kept.file) == placeOf(file); });
    if (before != all.end()) {
        const auto kept = load(before->file);
        return kept && kept->edits.size() > 0 ? moved(*kept, readTabs(*kept, tabs, rows))
                                              : FoundEdits();
    }
    for (std::size_t i = 0; i < tabs.size() && !all.empty(); ++i) {
        const auto head = rows(i, app::TabRows::kHeadRows);
        const auto alike = first([&](const Kept& kept) {
            return head && !kept.head.empty() && kept.head == head->head().substr(0, kNamePart);
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
