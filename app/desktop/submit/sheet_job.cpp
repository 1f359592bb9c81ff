// SPDX-License-Identifier: Apache-2.0
#include "sheet_job.hpp"

#include "../account/account_session.hpp"
#include "../shell/settings.hpp"
#include "../shell/workspace.hpp"

#include "leadsheet/app/sheet_download.hpp"
#include "leadsheet/try.hpp"

#include <QFileInfo>

namespace leadsheet::desktop {
namespace {

OpeningPlace placeOf(const Workspace& workspace) {
    OpeningPlace place{workspace.folders(), {}, workspace.fetchesPrivate()};
    place.network.proxy = workspace.settings().proxy().toStdString();
    place.network.caFile = workspace.settings().caFile().toStdString();
    return place;
}

constexpr int kRecheckMs = 250;
constexpr int kKeepMs = 300;
constexpr std::size_t kMaxMapSteps = 100; // of undo

app::MapSpec statedMap(const app::ColumnMap& map) {
    auto spec = app::mapFromJson(app::mapToJson(map));
    return spec ? *std::move(spec) : app::MapSpec{};
}

} // namespace

SheetJob::SheetJob(Workspace& workspace)
    : workspace_(workspace) {
    recheck_.setSingleShot(true);
    recheck_.setInterval(kRecheckMs);
    connect(&recheck_, &QTimer::timeout, this, &SheetJob::check);
    keep_.setSingleShot(true);
    keep_.setInterval(kKeepMs);
    connect(&keep_, &QTimer::timeout, this, &SheetJob::keepEdits);
    // Before that, corrections could be kept only for this very version.
    connect(&rows_, &SheetRows::finished, this, [this] {
        if (editing_.edits() != nullptr)
            keep_.start();
    });
    connect(&editing_, &SheetEditing::changed, this, &SheetJob::editsChanged);
    connect(&workspace.account(), &AccountSession::changed, this, &SheetJob::accountChanged);
    connect(&checking_, &SheetChecking::finished, this, [this] {
        checkCurrent_ = true;
        emit checkChanged();
    });
}

SheetJob::~SheetJob() {
    const bool unkept = keep_.isActive() || keeping_->busy();
    keeping_.reset(); // what it writes now is older
    if (!unkept)
        return;
    if (rows_.whole() != nullptr)
        keeper_->learn(tab().sheet, *rows_.rows());
    keeper_->keep(editing_.edits().get());
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

void SheetJob::keepEdits() {
    std::shared_ptr<const app::RowSpool> rows = rows_.whole() == nullptr ? nullptr : rows_.rows();
    keeping_->run(
        [keeper = keeper_, edits = editing_.edits(), rows = std::move(rows),
         sheet = tab().sheet](const std::stop_token&) {
            if (rows)
                keeper->learn(sheet, *rows);
            keeper->keep(edits.get());
        },
        [] {});
}

void SheetJob::keepNow() {
    if (!keep_.isActive())
        return;
    keep_.stop();
    keepEdits();
}

void SheetJob::start(SheetFile file, const SheetReading& reading,
                     const std::shared_ptr<const app::RunRecord>& record) {
    keepNow();
    opening_.cancel();
    rows_.clear();
    forgetCheck();
    checkWanted_ = false;
    sheet_.file = file;
    sheet_.reading = reading;
    state_ = State::Opening;
    emit stateChanged();
    const auto open = [this, file = std::move(file), reading, record] {
        openNow(file, reading, record);
    };
    // What was typed last is looked for in the sheet that is opened now.
    if (const int start = ++starts_; keeping_->busy())
        keeping_->run([](const std::stop_token&) {},
                      [this, start, open] {
                          if (start == starts_)
                              open();
                      });
    else
        open();
}

void SheetJob::openNow(SheetFile file, const SheetReading& reading,
                       const std::shared_ptr<const app::RunRecord>& record) {
    opening_.run(
        [file = std::move(file), reading, record, place = placeOf(workspace_)](
            const std::stop_token& stop) mutable -> app::SheetResult<OpenedSheet> {
            if (file.path.empty()) {
                LEADSHEET_TRY(auto found, locateSheet(file.source, place, stop));
                file = std::move(found);
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
    const std::size_t looked = tab().sheet;
    sheet_ = *std::move(sheet);
    shown_ = 0;
    for (std::size_t i = 0; sameFile && i < sheet_.tabs.size(); ++i)
        if (sheet_.tabs[i].sheet == looked)
            shown_ = i;
    mapSteps_.assign(sheet_.tabs.size(), {});
    forgetFixes();
    state_ = State::Open;
    if (!sheet_.file.temporary || app::isSheetUrl(sheet_.file.source.toStdString()))
        workspace_.settings().addRecentSheet(sheet_.file.source);
    // Reading a file in another way keeps what was corrected in it.
    keeper_ = std::make_shared<EditsKeeper>(sheet_.editsFile, sheet_.tabs.front().overview.sheets);
    if (!sameFile) {
        editing_.begin(sheet_.kept.edits);
        if (!sheet_.kept.moved || sheet_.kept.edits == nullptr)
            keep_.stop(); // nothing that was not kept
    }
    std::vector<app::CheckOptions> wanted;
    for (const OpenedTab& tab : sheet_.tabs)
        wanted.push_back(optionsOf(sheet_.options, tab));
    rows_.start(sheet_.file.path, std::move(wanted), shown_,
                work::copiesFolder(workspace_.folders()), std::exchange(sheet_.source, nullptr));
    emit stateChanged();
    emit mapChanged();
}

void SheetJob::cancelOpening() {
    if (state_ == State::Open) {
        rows_.cancel();
        return;
    }
    opening_.cancel();
    ++starts_;
    state_ = State::Empty;
    sheet_ = {};
    shown_ = 0;
    mapSteps_.assign(1, {});
    forgetFixes();
    emit stateChanged();
}

void SheetJob::showTab(std::size_t at) {
    if (state_ != State::Open || at == shown_ || at >= sheet_.tabs.size())
        return;
    keepNow();
    shown_ = at;
    setSelectedRows({});
    rows_.show(at);
    emit tabShown();
    emit mapChanged();
}

std::vector<std::string> SheetJob::headerNames() const {
    return app::columnNames(overview().head, overview().header);
}

app::CheckOptions SheetJob::checkOptions() const {
    app::CheckOptions options = optionsOf(sheet_.options, sheet_.tabs.front());
    options.map = statedMap(sheet_.tabs.front().map);
    for (std::size_t i = 1; i < sheet_.tabs.size(); ++i) {
        const OpenedTab& more = sheet_.tabs[i];
        options.moreTabs.push_back(
            {more.sheet, more.overview.header.row.value_or(0), statedMap(more.map)});
    }
    options.edits = editing_.edits();
    return options;
}

void SheetJob::setColumnMap(app::ColumnMap map) {
    forgetFixes();
    changeMap(shown_, std::move(map));
}

void SheetJob::changeMap(std::size_t tab, app::ColumnMap map) {
    MapSteps& steps = mapSteps_[tab];
    steps.before.push_back(sheet_.tabs[tab].map);
    if (steps.before.size() > kMaxMapSteps)
        steps.before.erase(steps.before.begin());
    steps.after.clear();
    app::decideCommas(sampleRows(sheet_.tabs[tab].overview), map);
    replaceMap(tab, std::move(map));
}

void SheetJob::replaceMap(std::size_t tab, app::ColumnMap map) {
    app::findUnused(sampleRows(sheet_.tabs[tab].overview), map);
    sheet_.tabs[tab].map = std::move(map);
    sheet_.tabs[tab].mapSaved = false;
    forgetCheck();
    emit mapChanged();
}

void SheetJob::undoMap() {
    forgetFixes();
    stepMap(shown_, mapSteps_[shown_].before, mapSteps_[shown_].after);
}

void SheetJob::redoMap() {
    forgetFixes();
    stepMap(shown_, mapSteps_[shown_].after, mapSteps_[shown_].before);
}

void SheetJob::stepMap(std::size_t tab, std::vector<app::ColumnMap>& from,
                       std::vector<app::ColumnMap>& to) {
    if (from.empty())
        return;
    to.push_back(sheet_.tabs[tab].map);
    app::ColumnMap map = std::move(from.back());
    from.pop_back();
    replaceMap(tab, std::move(map));
}

const OpenedTab* SheetJob::incompleteTab() const {
    for (const OpenedTab& tab : sheet_.tabs)
        if (app::missingTargets(tab.map))
            return &tab;
    return nullptr;
}

void SheetJob::setAgainAfter(std::optional<std::chrono::seconds> period) {
    if (state_ != State::Open || period == sheet_.againAfter)
        return;
    sheet_.againAfter = period;
    ordersChanged();
    keepMaps();
}

GridSource SheetJob::gridSource() const {
    return {rows_.rows(), editing_.edits(), tab().sheet};
}

void SheetJob::editsChanged() {
    if (!unfixed_.empty() && editing_.steps() > unfixed_.back().edits)
        unfixed_.clear(); // something else was done instead
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
    words << readingWords(sheet_);
    if (const auto edited = editing_.edits())
        words << editWords(sheet_, *edited);
    return words;
}

QStringList SheetJob::sheetWords() const {
    QStringList words = fileWords();
    return words.isEmpty() ? words : words << mapWords(sheet_);
}

void SheetJob::check() {
    checkWanted_ = true;
    if (state_ != State::Open || editing_.isWorking())
        return;
    const bool fresh = checkCurrent_ || checking_.isRunning();
    if (fresh && ordersCurrent_)
        return;
    checkCurrent_ = false;
    ordersCurrent_ = true;
    comparedTo_ = orders();
    checking_.start(plan(), comparedTo_, work::copiesFolder(workspace_.folders()));
    emit checkChanged();
}

work::SheetPlan SheetJob::plan() const {
    work::SheetPlan plan;
    plan.path = path();
    plan.sourceName = sourceName().toStdString();
    plan.title = QFileInfo(sourceName()).completeBaseName().toStdString();
    plan.options = checkOptions();
    plan.isCopy = isTemporary();
    plan.againAfter = againAfter();
    return plan;
}

std::optional<work::OrdersOf> SheetJob::orders() const {
    const AccountSession& account = workspace_.account();
    const auto connection = account.connection();
    // What was ordered is known also while the same account cannot be reached.
    const auto meant = account.account();
    if (!connection && account.state() != ConnectionState::None && meant && comparedTo_ &&
        submit::isSameAccount(*meant, comparedTo_->buyer.account))
        return comparedTo_;
    if (!connection)
        return std::nullopt;
    return work::OrdersOf{connection->ledgerFile,
                          {connection->ref, connection->account.available.currency}};
}

void SheetJob::accountChanged() {
    if (workspace_.account().state() == ConnectionState::Connecting)
        return;
    const auto now = orders();
    const bool same =
        now.has_value() == comparedTo_.has_value() &&
        (!now || (now->ledger == comparedTo_->ledger &&
                  submit::isSameAccount(now->buyer.account, comparedTo_->buyer.account)));
    if (same)
        return;
    ordersChanged();
    if (checkWanted_)
        check();
}

const app::CheckSummary* SheetJob::checked() const {
    return checkCurrent_ && checking_.findings() != nullptr ? &checking_.findings()->summary
                                                            : nullptr;
}

Message SheetJob::rowsMessage() const {
    if (const app::CheckSummary* found = checked())
        return app::rowsMessage(found->rows, found->blank);
    const app::SourceCounts* counts = rows_.counts();
    return counts != nullptr ? app::rowsMessage(counts->rows, counts->blankRows) : Message();
}

bool SheetJob::isReadyToPrice() const {
    return state_ == State::Open && checked() != nullptr &&
           (checked()->ready > 0 || checking_.findings()->isAllKnown());
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
