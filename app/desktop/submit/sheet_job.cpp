// SPDX-License-Identifier: Apache-2.0
#include "sheet_job.hpp"

#include "../shell/settings.hpp"
#include "../shell/workspace.hpp"
#include "kept_edits.hpp"
#include "sheet_opening.hpp"

#include "leadsheet/app/sheet_download.hpp"

namespace leadsheet::desktop {
namespace {

OpeningPlace placeOf(const Workspace& workspace) {
    OpeningPlace place{workspace.folders(), {}};
    place.network.proxy = workspace.settings().proxy().toStdString();
    place.network.caFile = workspace.settings().caFile().toStdString();
    return place;
}

constexpr int kRecheckMs = 250;
constexpr int kKeepMs = 300;
constexpr std::size_t kMaxMapSteps = 100; // of undo
// More corrections than these are named by the file that keeps them.
constexpr std::size_t kMaxCellWords = 20;

app::MapSpec statedMap(const app::ColumnMap& map) {
    auto spec = app::mapFromJson(app::mapToJson(map));
    return spec ? *std::move(spec) : app::MapSpec{};
}

} // namespace

SheetJob::SheetJob(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , workspace_(workspace) {
    recheck_.setSingleShot(true);
    recheck_.setInterval(kRecheckMs);
    connect(&recheck_, &QTimer::timeout, this, &SheetJob::check);
    keep_.setSingleShot(true);
    keep_.setInterval(kKeepMs);
    connect(&keep_, &QTimer::timeout, this, [this] {
        keeping_->run([file = sheet_.editsFile, edits = editing_.edits()](
                          const std::stop_token&) { keepEdits(file, edits.get()); },
                      [] {});
    });
    connect(&editing_, &SheetEditing::changed, this, &SheetJob::editsChanged);
    connect(&checking_, &SheetChecking::finished, this, [this] {
        checkCurrent_ = true;
        emit checkChanged();
    });
}

SheetJob::~SheetJob() {
    const bool unkept = keep_.isActive() || keeping_->busy();
    keeping_.reset(); // what it writes now is older
    if (unkept)
        keepEdits(sheet_.editsFile, editing_.edits().get());
}

void SheetJob::open(const QString& source) {
    SheetFile file;
    file.source = source;
    file.name =
        app::isSheetUrl(source.toStdString()) ? source : source.section(QLatin1Char('/'), -1);
    start(std::move(file), {});
}

void SheetJob::openAgain(const app::RunRecord& record) {
    SheetFile file;
    file.source = QString::fromStdString(record.sheet);
    file.name = file.source.section(QLatin1Char('/'), -1);
    start(std::move(file), {}, std::make_shared<const app::RunRecord>(record));
}

void SheetJob::openText(const QString& text) {
    const auto file = keepText(text, placeOf(workspace_));
    if (!file) {
        opened(tl::unexpected(file.error()));
        return;
    }
    start(*file, {});
}

void SheetJob::read(const SheetReading& reading) {
    if (state_ != State::Empty)
        start(sheet_.file, reading);
}

void SheetJob::start(SheetFile file, const SheetReading& reading,
                     const std::shared_ptr<const app::RunRecord>& record) {
    opening_.cancel();
    rows_.clear();
    forgetCheck();
    checkWanted_ = false;
    sheet_.file = file;
    sheet_.reading = reading;
    state_ = State::Opening;
    emit stateChanged();
    opening_.run(
        [file = std::move(file), reading, record, place = placeOf(workspace_)](
            const std::stop_token& stop) mutable -> app::SheetResult<OpenedSheet> {
            if (file.path.empty()) {
                auto found = locateSheet(file.source, place, stop);
                if (!found)
                    return tl::unexpected(found.error());
                file = *std::move(found);
            }
            return record ? openRecorded(std::move(file), *record, place, stop)
                          : openLocated(std::move(file), reading, place, stop);
        },
        [this](app::SheetResult<OpenedSheet> sheet) { opened(std::move(sheet)); });
}

void SheetJob::opened(app::SheetResult<OpenedSheet> sheet) {
    if (!sheet) {
        error_ = sheet.error();
        state_ = State::Unreadable;
        emit stateChanged();
        return;
    }
    const bool sameFile = sheet->editsFile == sheet_.editsFile && !sheet->editsFile.empty();
    sheet_ = *std::move(sheet);
    mapsBefore_.clear();
    mapsAfter_.clear();
    state_ = State::Open;
    if (!sheet_.file.temporary || app::isSheetUrl(sheet_.file.source.toStdString()))
        workspace_.settings().addRecentSheet(sheet_.file.source);
    // Reading a file in another way keeps what was corrected in it.
    if (!sameFile)
        editing_.begin(sheet_.keptEdits);
    rows_.start(sheet_.file.path, sheet_.options, copiesFolder(workspace_.folders()));
    emit stateChanged();
    emit mapChanged();
}

void SheetJob::cancelOpening() {
    if (state_ == State::Open) {
        rows_.cancel();
        return;
    }
    opening_.cancel();
    state_ = State::Empty;
    sheet_ = {};
    emit stateChanged();
}

std::vector<std::string> SheetJob::headerNames() const {
    return app::columnNames(sheet_.overview.head, sheet_.overview.header);
}

app::CheckOptions SheetJob::checkOptions() const {
    app::CheckOptions options = sheet_.options;
    options.map = statedMap(sheet_.map);
    options.edits = editing_.edits();
    return options;
}

void SheetJob::setColumnMap(app::ColumnMap map) {
    mapsBefore_.push_back(sheet_.map);
    if (mapsBefore_.size() > kMaxMapSteps)
        mapsBefore_.erase(mapsBefore_.begin());
    mapsAfter_.clear();
    replaceMap(std::move(map));
}

void SheetJob::replaceMap(app::ColumnMap map) {
    sheet_.map = std::move(map);
    sheet_.mapSaved = false;
    forgetCheck();
    emit mapChanged();
}

void SheetJob::undoMap() {
    if (mapsBefore_.empty())
        return;
    mapsAfter_.push_back(sheet_.map);
    app::ColumnMap map = std::move(mapsBefore_.back());
    mapsBefore_.pop_back();
    replaceMap(std::move(map));
}

void SheetJob::redoMap() {
    if (mapsAfter_.empty())
        return;
    mapsBefore_.push_back(sheet_.map);
    app::ColumnMap map = std::move(mapsAfter_.back());
    mapsAfter_.pop_back();
    replaceMap(std::move(map));
}

void SheetJob::keepMap() {
    app::ColumnMap map = sheet_.map;
    map.decisions = sheet_.reading.decisions;
    keeping_->run(
        [folders = workspace_.folders(), map = std::move(map),
         header = sheet_.storedHeader](const std::stop_token&) {
            if (!header.empty())
                (void)app::saveMapFor(folders.mapsFolder(), header, map);
            auto learned = app::LearnedNames::load(folders.learnedNamesFile());
            if (!learned || !learned->learn(map))
                return;
            std::error_code ignored;
            std::filesystem::create_directories(folders.learnedNamesFile().parent_path(), ignored);
            (void)learned->save(folders.learnedNamesFile());
        },
        [] {});
}

GridSource SheetJob::gridSource() const {
    return {rows_.rows(), editing_.edits(), sheet_.reading.tab};
}

void SheetJob::editsChanged() {
    if (state_ == State::Open) {
        checkCurrent_ = false;
        checking_.cancel();
        keep_.start();
        if (checkWanted_)
            recheck_.start();
    }
    emit edited();
    emit checkChanged();
}

QStringList SheetJob::fileWords() const {
    if (state_ != State::Open)
        return {};
    QStringList words{sheet_.file.temporary && !app::isSheetUrl(source().toStdString())
                          ? QString::fromStdString(path().string())
                          : source()};
    words << readingWords(sheet_.reading, sheet_.overview);
    const auto edited = editing_.edits();
    if (!edited)
        return words;
    if (edited->size() > kMaxCellWords)
        return words << QStringLiteral("--edits")
                     << QString::fromStdString(sheet_.editsFile.string());
    std::uint32_t row = 0;
    while (const auto next = edited->firstEditedRow(sheet_.reading.tab, row)) {
        for (const auto& [column, text] : edited->row(sheet_.reading.tab, *next))
            words << QStringLiteral("--set")
                  << QString::fromStdString(app::columnLetter(column) + std::to_string(*next) +
                                            "=" + *text);
        row = *next + 1;
    }
    return words;
}

QStringList SheetJob::sheetWords() const {
    QStringList words = fileWords();
    if (words.isEmpty())
        return words;
    if (const std::string map = app::mapSpecText(sheet_.map); !map.empty())
        words << QStringLiteral("--map") << QString::fromStdString(map);
    return words;
}

void SheetJob::check() {
    checkWanted_ = true;
    if (state_ != State::Open || checkCurrent_ || checking_.isRunning() || editing_.isWorking())
        return;
    checking_.start(path(), checkOptions());
    emit checkChanged();
}

const app::CheckSummary* SheetJob::checked() const {
    return checkCurrent_ && checking_.findings() != nullptr ? &checking_.findings()->summary
                                                            : nullptr;
}

bool SheetJob::isReadyToPrice() const {
    return state_ == State::Open && checked() != nullptr && checked()->ready > 0;
}

void SheetJob::setSelectedRows(std::vector<RowRange> rows) {
    if (rows == selected_)
        return;
    selected_ = std::move(rows);
    emit selectionChanged();
}

void SheetJob::forgetCheck() {
    recheck_.stop();
    checking_.clear();
    checkCurrent_ = false;
    selected_.clear();
    emit checkChanged();
}

} // namespace leadsheet::desktop
