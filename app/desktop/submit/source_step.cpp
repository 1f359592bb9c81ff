// SPDX-License-Identifier: Apache-2.0
#include "source_step.hpp"

#include "../grid/sheet_grid_view.hpp"
#include "../phrases/say.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../shell/workspace.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "sheet_job.hpp"
#include "source_phrases.hpp"
#include "source_start.hpp"

#include <QAction>
#include <QDropEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>

namespace leadsheet::desktop {
namespace {

constexpr int kProgressSteps = 1000;

/// Gives a widget its place now; else the event loop does, some time after it has come up.
void layOut(const QWidget& widget) {
    if (const QWidget* parent = widget.parentWidget())
        layOut(*parent);
    if (QLayout* layout = widget.layout())
        layout->activate();
}

/// Where they were, and what they said; the first few of them.
QString droppedWords(const std::vector<app::DroppedEdit>& dropped) {
    constexpr std::size_t kShown = 5;
    QStringList places;
    for (std::size_t i = 0; i < std::min(dropped.size(), kShown); ++i)
        places << text(app::columnLetter(dropped[i].place.column) +
                       std::to_string(dropped[i].place.row)) +
                      QStringLiteral(" “") + text(dropped[i].text) + QStringLiteral("”");
    if (dropped.size() > kShown)
        places << QStringLiteral("…");
    return SourceStep::tr("The sheet was saved again. %Ln correction(s) were dropped, because "
                          "their rows have changed or are gone: %1.",
                          nullptr, static_cast<int>(dropped.size()))
        .arg(places.join(QStringLiteral(", ")));
}

} // namespace

SourceStep::SourceStep(SheetJob& job, Workspace& workspace)
    : job_(job)
    , workspace_(workspace)
    , pages_(new QStackedWidget(this))
    , start_(new SourceStart(workspace))
    , trouble_(new SourceTrouble(job)) {
    opening_ = makeOpening();
    open_ = makeOpen();
    setAcceptDrops(true);
    auto* layout = columnIn(this);
    layout->addWidget(pages_);
    for (QWidget* page :
         {static_cast<QWidget*>(start_), opening_, static_cast<QWidget*>(trouble_), open_})
        pages_->addWidget(page);
    makeActions();
    const auto choose = [this](const QString& source) {
        choosing_ = false;
        job_.open(source);
    };
    connect(start_, &SourceStart::sourceChosen, this, choose);
    connect(start_, &SourceStart::textPasted, this, [this](const QString& text) {
        choosing_ = false;
        job_.openText(text);
    });
    connect(start_, &SourceStart::backWanted, this, &SourceStep::comeBack);
    connect(trouble_, &SourceTrouble::anotherWanted, this, &SourceStep::startOver);
    connect(&job_, &SheetJob::stateChanged, this, &SourceStep::refresh);
    connect(&job_, &SheetJob::tabShown, this, &SourceStep::presentTab);
    connect(&job_, &SheetJob::edited, this, [this] { model_.setEdits(job_.edits()); });
    connect(&job_.rows(), &SheetRows::grown, this, &SourceStep::showRows);
    connect(&job_.rows(), &SheetRows::finished, this, &SourceStep::refreshLoading);
    connect(&job_.rows(), &SheetRows::counted, this, &SourceStep::refreshLoading);
    connect(&job_, &SheetJob::checkChanged, this, [this] {
        phrases_->refreshRows();
        emit changed();
    });
    refresh();
}

// The model goes before the view that looks at it.
SourceStep::~SourceStep() {
    grid_->setModel(nullptr);
}

QWidget* SourceStep::makeOpening() {
    auto* page = new QWidget(this);
    openingText_ = new QLabel(page);
    openingText_->setWordWrap(true);
    auto* busy = new QProgressBar(page);
    busy->setRange(0, 0);
    busy->setAccessibleName(tr("Opening the sheet"));
    auto* stop = named(new QPushButton(tr("Stop Opening"), page), "stopOpening");
    connect(stop, &QPushButton::clicked, this, [this] { job_.cancelOpening(); });
    auto* layout = columnIn(page, -1, {20, 16, 20, 20});
    addAll(layout, {openingText_, busy});
    layout->addWidget(stop, 0, Qt::AlignLeft);
    layout->addStretch(1);
    return page;
}

QWidget* SourceStep::makeOpen() {
    auto* page = new QWidget(this);
    phrases_ = new SourcePhrases(job_, page);
    tabChoice_ = new TabChoice(job_, page);
    connect(phrases_, &SourcePhrases::tabsWanted, tabChoice_, &TabChoice::open);
    notice_ = named(new NoticeBar(page), "sourceNotice");
    loading_ = new QWidget(page);
    progress_ = new QProgressBar(loading_);
    progress_->setRange(0, kProgressSteps);
    progress_->setTextVisible(false);
    progress_->setAccessibleName(tr("Rows read"));
    auto* stop = named(new QPushButton(tr("Stop Reading"), loading_), "stopReading");
    connect(stop, &QPushButton::clicked, this, [this] { job_.cancelOpening(); });
    auto* loadingRow = rowIn(loading_);
    loadingRow->addWidget(progress_, 1);
    loadingRow->addWidget(stop);
    grid_ = new SheetGridView(model_, page);
    find_ = new FindBar(*grid_, page);
    auto* another =
        named(new QPushButton(icon(QLatin1String("open")), tr("Open Another Sheet"), page),
              "anotherSheet");
    connect(another, &QPushButton::clicked, this, &SourceStep::startOver);
    connect(notice_, &NoticeBar::actionTriggered, this, [this] {
        if (job_.hasKeptEdits())
            job_.editing().discardAll();
        notice_->hide();
    });
    auto* layout = columnIn(page, -1, {20, 4, 20, 12});
    addAll(layout, {phrases_, tabChoice_, notice_, loading_, find_, new SheetTabs(job_, page)});
    layout->addWidget(grid_, 1);
    layout->addLayout(makeFooter(tr("Continue to Map"), "continueToMap", another));
    page->setFocusProxy(grid_);
    return page;
}

bool SourceStep::chooseFile() {
    return start_->chooseFile();
}

void SourceStep::makeActions() {
    addAct(tr("Paste Cells as a Sheet"), QKeySequence::Paste, "paste", [this] {
        if (pages_->currentWidget() != open_)
            start_->paste();
        else
            workspace_.notify(NoticeKind::Info,
                              tr("To make a sheet of copied cells, choose Open Another Sheet "
                                 "first."));
    });
    addAct(tr("Try With Sample Data"), {}, "sandbox", [this] { workspace_.trySample(); });
    addAct(tr("Find in the Rows"), QKeySequence::Find, "search", [this] {
        if (pages_->currentWidget() == open_)
            find_->open();
    });
    auto* header = addAct(tr("Use This Row as Column Names"), {}, "map", [this] { useAsHeader(); });
    grid_->setContextMenuPolicy(Qt::ActionsContextMenu);
    grid_->addAction(header);
    auto* copy = new QAction(icon(QLatin1String("copy")), tr("Copy"), grid_);
    connect(copy, &QAction::triggered, grid_, &SheetGridView::copySelection);
    grid_->addAction(copy);
}

void SourceStep::useAsHeader() {
    const GridCell cell = grid_->currentCell();
    if (job_.state() != SheetJob::State::Open || cell.row == 0)
        return;
    SheetReading reading = job_.reading();
    reading.setHeaderRow(job_.tab().sheet, cell.row);
    job_.read(reading);
}

void SourceStep::startOver() {
    choosing_ = true;
    refresh();
    start_->setFocus(Qt::OtherFocusReason);
}

void SourceStep::comeBack() {
    if (std::exchange(choosing_, false))
        refresh();
}

void SourceStep::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && choosing_)
        return comeBack();
    SubmitStep::keyPressEvent(event);
}

void SourceStep::refresh() {
    const bool isThere =
        job_.state() == SheetJob::State::Open || job_.state() == SheetJob::State::Unreadable;
    start_->offerBack(choosing_ && isThere ? job_.sourceName() : QString());
    switch (job_.state()) {
    case SheetJob::State::Empty:
        pages_->setCurrentWidget(start_);
        break;
    case SheetJob::State::Opening:
        choosing_ = false;
        openingText_->setText(tr("Opening %1…").arg(job_.sourceName()));
        pages_->setCurrentWidget(opening_);
        break;
    case SheetJob::State::Unreadable:
        trouble_->refresh();
        pages_->setCurrentWidget(choosing_ ? static_cast<QWidget*>(start_) : trouble_);
        break;
    case SheetJob::State::Open:
        pages_->setCurrentWidget(choosing_ ? static_cast<QWidget*>(start_) : open_);
        presentTab();
        sayNotice();
        grid_->setFocus(Qt::OtherFocusReason);
        break;
    }
    setFocusProxy(pages_->currentWidget());
    emit changed();
}

void SourceStep::presentTab() {
    model_.setRows(job_.gridSource(), job_.headerRow());
    phrases_->refresh();
    fitted_ = false;
    QStringList names;
    for (const std::string& name : job_.headerNames())
        names << text(name);
    model_.setHeaders(names, {});
    showRows();
}

void SourceStep::sayNotice() {
    QStringList words;
    for (const std::string& name : job_.emptyTabs())
        words << tr("Tab %1 is empty and left out.").arg(text(name));
    const auto kept = job_.edits();
    const bool corrected = job_.hasKeptEdits() && kept;
    if (corrected)
        words << tr("%Ln correction(s) from last time are applied. The file itself is unchanged.",
                    nullptr, static_cast<int>(kept->size()));
    if (const auto& dropped = job_.droppedEdits(); !dropped.empty())
        words << droppedWords(dropped);
    if (words.isEmpty())
        notice_->hide();
    else
        notice_->show(NoticeKind::Info, words.join(QLatin1Char(' ')),
                      corrected ? tr("Discard Corrections") : QString());
}

void SourceStep::showRows() {
    model_.grow();
    if (!fitted_ && model_.rowCount() > 0) {
        fitted_ = true;
        layOut(*grid_); // what is in sight is scrolled to
        grid_->fitColumns();
        grid_->goTo({std::max(job_.headerRow(), 1U), 0});
    }
    refreshLoading();
}

void SourceStep::refreshLoading() {
    const app::SpoolProgress& done = job_.rows().progress();
    loading_->setVisible(job_.rows().isLoading());
    progress_->setValue(done.bytesTotal == 0
                            ? 0
                            : static_cast<int>(static_cast<double>(done.bytesRead) /
                                               static_cast<double>(done.bytesTotal) *
                                               kProgressSteps));
    if (const app::SpooledSheet* whole = job_.rows().whole())
        model_.setHiddenColumns(whole->hiddenColumns);
    if (const app::SheetError* error = job_.rows().error()) {
        const int rows = forPlural(job_.rows().rows()->rows());
        notice_->show(
            NoticeKind::Warn,
            error->code == app::SheetErrorCode::Cancelled
                ? tr("Reading was stopped: %Ln row(s) are shown here. The check will read "
                     "all of them.",
                     nullptr, rows)
                : tr("%Ln row(s) are shown here. %1", nullptr, rows).arg(say(*error)));
    }
    if (job_.rows().isLoading())
        phrases_->refreshRows();
    else
        phrases_->refresh();
    next_->setText(say(job_.overview().header.reason));
    emit changed();
}

QString SourceStep::summary() const {
    constexpr qsizetype kShownName = 40; // so that what stands behind it is seen
    QString name = job_.sourceName();
    if (name.size() > kShownName)
        name = name.left(kShownName / 2) + QChar(0x2026) + name.right(kShownName / 2 - 1);
    switch (job_.state()) {
    case SheetJob::State::Empty:
        return tr("No sheet yet");
    case SheetJob::State::Opening:
        return tr("Opening %1").arg(name);
    case SheetJob::State::Unreadable:
        return tr("%1 was not opened").arg(name);
    case SheetJob::State::Open:
        break;
    }
    if (job_.hasSeveralTabs())
        return tr("%1, %Ln tab(s)", nullptr, forPlural(job_.tabs().size())).arg(name);
    if (const Message counted = job_.rowsMessage(); !counted.empty())
        return tr("%1, %2").arg(name, say(counted));
    const auto rows = job_.rows().rows();
    return tr("%1, %Ln row(s) so far", nullptr, forPlural(rows ? rows->rows() : 0)).arg(name);
}

StepState SourceStep::state() const {
    switch (job_.state()) {
    case SheetJob::State::Empty:
        return StepState::Open;
    case SheetJob::State::Opening:
        return StepState::Working;
    case SheetJob::State::Unreadable:
        return StepState::Attention;
    case SheetJob::State::Open:
        break;
    }
    return job_.rows().isLoading() ? StepState::Working : StepState::Done;
}

bool SourceStep::isReady() const {
    return job_.state() == SheetJob::State::Open;
}

QStringList SourceStep::commandArguments() const {
    const QStringList words = job_.fileWords();
    return words.isEmpty()
               ? words
               : QStringList{QStringLiteral("sheet"), QStringLiteral("inspect")} + words;
}

void SourceStep::dragEnterEvent(QDragEnterEvent* event) {
    if (!firstUrl(event->mimeData()).isEmpty() || !cellsText(event->mimeData()).trimmed().isEmpty())
        event->acceptProposedAction();
    start_->setDragged(event->isAccepted());
}

void SourceStep::dragLeaveEvent(QDragLeaveEvent*) {
    start_->setDragged(false);
}

void SourceStep::dropEvent(QDropEvent* event) {
    start_->setDragged(false);
    choosing_ = false;
    const QMimeData* dropped = event->mimeData();
    if (const QUrl url = firstUrl(dropped); !url.isEmpty())
        job_.open(url.isLocalFile() ? url.toLocalFile() : url.toString());
    else if (!cellsText(dropped).trimmed().isEmpty())
        job_.openText(cellsText(dropped));
    sayOnlyFirst(dropped, workspace_);
    event->acceptProposedAction();
}

} // namespace leadsheet::desktop
