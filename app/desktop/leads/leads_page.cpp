// SPDX-License-Identifier: Apache-2.0
#include "leads_page.hpp"

#include "../records/record_list.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "../widgets/parts.hpp"
#include "../widgets/tables.hpp"
#include "export_jobs.hpp"
#include "export_panel.hpp"
#include "lead_feed.hpp"
#include "lead_filter_bar.hpp"
#include "lead_grid_model.hpp"
#include "lead_panels.hpp"
#include "lead_words.hpp"

#include <QClipboard>
#include <QDesktopServices>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QUrl>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

const QString kFieldsKey = QStringLiteral("leads/fields");
const QString kNewestFirstKey = QStringLiteral("leads/newestFirst");
constexpr int kLeastAddress = 10;           // letters of an e-mail address beside the pane
constexpr std::int64_t kMaxCopied = 50'000; // more is a file's business

std::vector<LeadField> keptFields(const Settings& settings) {
    std::vector<LeadField> fields;
    for (const QString& name : settings.value(kFieldsKey).toStringList())
        if (const auto field = leadFieldFromName(name.toStdString()))
            fields.push_back(*field);
    return fields.empty() ? usualLeadFields() : fields;
}

} // namespace

LeadsPage::LeadsPage(Workspace& workspace)
    : Page(workspace)
    , model_(new LeadGridModel(this))
    , feed_(new LeadFeed(workspace.account(), *model_, workspace.folders().data,
                         workspace.folders().sandboxFolder(), this))
    , copying_(workspace.account())
    , erasing_(workspace.account()) {
    filters_ = new LeadFilterBar;
    notice_ = new NoticeBar("leadsNotice");
    makeTable();
    makeSide();
    empty_ = named(new QLabel, "leadsEmpty");
    empty_->setAlignment(Qt::AlignCenter);
    empty_->setWordWrap(true);
    empty_->setForegroundRole(QPalette::PlaceholderText);
    middle_ = new QStackedWidget;
    addAll(middle_, {table_, empty_});
    splitter_ = new QSplitter(Qt::Horizontal);
    addAll(splitter_, {middle_, side_});
    splitter_->setStretchFactor(0, 3);
    splitter_->setStretchFactor(1, 1);
    splitter_->setChildrenCollapsible(false);
    splitter_->setSizes({700, 300});
    age_ = quietLabel("leadsAge");
    auto* layout = columnIn(this, 8, {20, 0, 20, 12});
    addAll(layout, {filters_, makeTop(), notice_});
    layout->addWidget(splitter_, 1);
    layout->addWidget(age_);
    setFocusProxy(table_);
    makeCommands();
    connect(filters_, &LeadFilterBar::filterChosen, this, &LeadsPage::choose);
    connect(filters_, &LeadFilterBar::refused, this,
            [this](const QString& why) { workspace_.notify(NoticeKind::Warn, why); });
    connect(filters_, &LeadFilterBar::newestFirstChosen, this, [this](bool newestFirst) {
        workspace_.settings().setValue(kNewestFirstKey, newestFirst);
        titles_->setSortIndicator(-1, Qt::AscendingOrder);
        feed_->setNewestFirst(newestFirst);
    });
    connect(filters_, &LeadFilterBar::wordsChosen, this, &LeadsPage::search);
    connect(filters_, &LeadFilterBar::wordsEntered, table_,
            [this] { table_->setFocus(Qt::ShortcutFocusReason); });
    const bool newestFirst = workspace.settings().value(kNewestFirstKey).toBool();
    filters_->setNewestFirst(newestFirst);
    feed_->setNewestFirst(newestFirst);
    connect(notice_, &NoticeBar::actionTriggered, feed_, &LeadFeed::refreshNow);
    connect(feed_, &LeadFeed::changed, this, &LeadsPage::refresh);
    connect(feed_, &LeadFeed::facetsChanged, this,
            [this] { filters_->setFacets(feed_->facets()); });
    connect(model_, &LeadGridModel::dataChanged, this,
            [this](const QModelIndex& from, const QModelIndex& to) {
                const int row = table_->currentIndex().row();
                if (row >= from.row() && row <= to.row())
                    showLead();
            });
    connect(model_, &LeadGridModel::modelReset, this, &LeadsPage::showLead);
    setFields(keptFields(workspace.settings()));
    refresh();
}

QWidget* LeadsPage::makeTop() {
    auto* top = new QWidget;
    count_ = named(wrappingLabel({}), "leadsCount");
    count_->setProperty("heading", 2);
    auto* buttons = new QWidget;
    auto* flow = rowIn(buttons);
    const auto add = [&](const QString& label, const char* name, const char* picture, auto act) {
        connect(addButton(flow, label, name, picture), &QPushButton::clicked, this, act);
    };
    add(tr("Views"), "leadViews", "filter", [this] { showSide(Side::Views); });
    add(tr("Columns"), "leadColumns", "map", [this] { showSide(Side::Columns); });
    add(tr("Export…"), "leadExport", "save", [this] { showSide(Side::Export); });
    add(tr("Send…"), "leadSend", "submit", [this] { sendLeads(); });
    add(tr("Refresh"), "leadRefresh", "refresh", [this] { feed_->refreshNow(); });
    auto* row = rowIn(top);
    row->addWidget(count_, 1);
    row->addWidget(buttons);
    return top;
}

void LeadsPage::makeTable() {
    table_ = named(new QTableView, "leadsTable", tr("Leads"));
    titles_ = makeSortable(*table_);
    table_->setModel(model_);
    applyTableLook(*table_);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setMinimumWidth(320);
    table_->horizontalHeader()->setStretchLastSection(false);
    // A title is there to sort by, not to choose a million cells below it.
    disconnect(titles_, SIGNAL(sectionPressed(int)), nullptr, nullptr);
    disconnect(titles_, SIGNAL(sectionEntered(int)), nullptr, nullptr);
    titles_->setSectionsClickable(true);
    connect(titles_, &QHeaderView::sortIndicatorChanged, this, &LeadsPage::sortByTitle);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &LeadsPage::showLead);
}

void LeadsPage::makeSide() {
    detail_ = new LeadDetail;
    columns_ = new ColumnChooser;
    views_ = new ViewPanel(workspace_.settings());
    side_ = new QStackedWidget;
    addAll(side_, {detail_, columns_, views_});
    makeExport();
    const auto back = [this] {
        showSide(Side::Detail);
        table_->setFocus();
    };
    connect(columns_, &ColumnChooser::fieldsChosen, this,
            [this] { setFields(columns_->fields()); });
    connect(columns_, &ColumnChooser::closeWanted, this, back);
    connect(views_, &ViewPanel::viewChosen, this, &LeadsPage::showView);
    connect(views_, &ViewPanel::closeWanted, this, back);
    connect(views_, &ViewPanel::said, this,
            [this](const QString& words) { workspace_.notify(NoticeKind::Info, words); });
}

void LeadsPage::makeExport() {
    exports_ = new ExportJobs(workspace_.account(), workspace_.settings(), this);
    export_ = new ExportPanel(*exports_, workspace_.settings());
    side_->addWidget(export_);
    connect(export_, &ExportPanel::closeWanted, this, [this] {
        showSide(Side::Detail);
        table_->setFocus();
    });
    connect(export_, &ExportPanel::changed, this, &LeadsPage::stateChanged);
    connect(export_, &ExportPanel::folderWanted, this, [this](const QString& file) {
        const QString folder = QFileInfo(file).absolutePath();
        if (!QDesktopServices::openUrl(QUrl::fromLocalFile(folder)))
            workspace_.notify(NoticeKind::Info, tr("The file is in the folder %1").arg(folder));
    });
    connect(exports_, &ExportJobs::finished, this, [this](const ExportJob& job) {
        const QString name = QFileInfo(job.file).fileName();
        if (job.state == ExportState::Failed)
            workspace_.notify(NoticeKind::Bad,
                              tr("The export into %1 failed. %2").arg(name, job.trouble));
        else if (job.state == ExportState::NothingNew)
            workspace_.notify(NoticeKind::Info, tr("Nothing is new; no file was written."));
        else
            workspace_.notify(
                NoticeKind::Good,
                tr("%1 is complete: %Ln lead(s).", "", forPlural(job.leads)).arg(name));
    });
    exports_->tell(); // what ended before there was a page
}

QString LeadsPage::runningWork() const {
    return exports_->isRunning() ? tr("An export of leads is running. It continues where it "
                                      "stopped when you resume it.")
                                 : QString();
}

void LeadsPage::stopWork() {
    exports_->pauseAll();
}

void LeadsPage::makeCommands() {
    table_->setContextMenuPolicy(Qt::ActionsContextMenu);
    addCommand(
        tr("Copy Leads"), QKeySequence::Copy, "copy", [this] { copy(CopyAs::Table); }, table_);
    addCommand(
        tr("Copy Leads as JSON"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_J), "copy",
        [this] { copy(CopyAs::Json); }, table_);
    addCommand(
        tr("Select All in This Filter"), QKeySequence::SelectAll, "check",
        [this] { table_->selectAll(); }, table_);
    addCommand(
        tr("Send Leads to a Platform…"), {}, "submit", [this] { sendLeads(); }, table_);
    addCommand(
        tr("Erase Leads…"), {}, "delete", [this] { eraseLeads(); }, table_);
    addCommand(tr("Clear Local Copy…"), {}, "remove", [this] { clearCopy(); });
    addCommand(tr("Fetch New Leads"), QKeySequence::Refresh, "refresh",
               [this] { feed_->refreshNow(); });
    addCommand(tr("Show or Hide the Lead's Details"), QKeySequence(Qt::Key_F4), "info", [this] {
        const bool shown = side_->isVisible() && side_->currentWidget() == detail_;
        side_->setCurrentWidget(detail_);
        showBeside(*side_, !shown, *table_);
    });
    addCommand(tr("Find Leads"), QKeySequence::Find, "search", [this] { filters_->find(); });
    addCommand(tr("Filter Leads"), {}, "filter", [this] { filters_->focusOn(LeadField::Result); });
    addCommand(tr("Export Leads"), QKeySequence(Qt::CTRL | Qt::Key_E), "save",
               [this] { showSide(Side::Export); });
    addCommand(tr("Choose Columns"), {}, "map", [this] { showSide(Side::Columns); });
    addCommand(tr("Views of Leads"), {}, "filter", [this] { showSide(Side::Views); });
}

void LeadsPage::setWatched(bool watched) {
    feed_->setWatched(watched);
}

void LeadsPage::choose(const LeadFilter& filter) {
    filters_->setFilter(filter);
    views_->setCurrent(filter, model_->fields());
    feed_->ask(filter);
}

void LeadsPage::showOrder(const QString& number) {
    LeadFilter filter;
    if (auto order = OrderNumber::parse(number.toStdString()))
        filter.orderNumber = *std::move(order);
    choose(filter);
}

void LeadsPage::showSide(Side side) {
    side_->show();
    side_->setCurrentIndex(static_cast<int>(side));
    if (side != Side::Detail)
        side_->currentWidget()->setFocus();
    emit stateChanged();
}

void LeadsPage::showView(const app::LeadView& view) {
    columns_->setFields(view.fields);
    setFields(view.fields);
    choose(view.filter);
}

void LeadsPage::setFields(const std::vector<LeadField>& fields) {
    const int row = table_->currentIndex().row();
    model_->setFields(fields);
    if (columns_->fields() != fields)
        columns_->setFields(fields);
    views_->setCurrent(feed_->filter(), fields);
    QList<ColumnContent> contents;
    for (const LeadField field : fields)
        contents << ColumnContent{leadCellSamples(field), field == LeadField::Result,
                                  field == LeadField::Email ? letters(kLeastAddress) : QString()};
    delete widths_;
    widths_ = new ColumnWidths(table_, contents, ColumnWidths::Narrow::CutsAtTheEdge);
    showSort();
    QStringList names;
    for (const LeadField field : fields)
        names << text(std::string(toString(field)));
    if (fields != keptFields(workspace_.settings()))
        workspace_.settings().setValue(kFieldsKey, names);
    if (feed_->loaded())
        refresh();
    if (row >= 0 && row < model_->rowCount())
        table_->selectRow(row);
    emit stateChanged();
}

void LeadsPage::sortByTitle() {
    const int section = titles_->sortIndicatorSection();
    const auto& fields = model_->fields();
    std::optional<app::LeadSort> sort;
    if (section >= 0 && section < static_cast<int>(fields.size()))
        sort = app::LeadSort{fields[static_cast<std::size_t>(section)],
                             titles_->sortIndicatorOrder() == Qt::DescendingOrder};
    if (sort)
        filters_->setSortedBy(leadFieldTitle(sort->field));
    else
        filters_->setNewestFirst(workspace_.settings().value(kNewestFirstKey).toBool());
    feed_->setSort(sort);
}

void LeadsPage::showSort() {
    const auto& sort = feed_->sort();
    if (!sort)
        return;
    const auto& fields = model_->fields();
    const auto found = std::find(fields.begin(), fields.end(), sort->field);
    const QSignalBlocker quiet(titles_);
    titles_->setSortIndicator(found == fields.end() ? -1 : static_cast<int>(found - fields.begin()),
                              sort->descending ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void LeadsPage::search(const QString& words) {
    feed_->setWords(words);
}

void LeadsPage::showLead() {
    const Lead* lead = model_->leadAt(table_->currentIndex().row());
    if (lead != nullptr)
        detail_->show(*lead);
    else if (!table_->currentIndex().isValid())
        detail_->showNothing();
    emit stateChanged();
}

void LeadsPage::refreshNotice() {
    const auto connection = workspace_.account().connection();
    if (tellTrouble(*notice_, connection.get(), feed_->trouble(),
                    {tr("Connect an account to see its leads."),
                     tr("This is an admin key. Leads belong to customers' accounts.")}))
        return;
    if (feed_->copyTrouble())
        notice_->show(
            NoticeKind::Warn,
            feed_->copyTrouble()->is(ErrorCode::StorageFull)
                ? tr("The disk is full: this computer cannot keep a copy of your leads. They are "
                     "read from the service page by page; make room, then try again.")
                : tr("This computer cannot keep a copy of your leads. They are read from the "
                     "service page by page. Check the folder “leads” beside the ledger, then try "
                     "again."),
            tr("Try Again"));
    else
        notice_->hide();
}

QString LeadsPage::countLine() const {
    const auto matching = feed_->matching();
    const auto owned = feed_->owned();
    if (!feed_->loaded() && !matching)
        return feed_->trouble() ? QString() : tr("Counting…");
    if (!matching)
        return tr("%Ln lead(s) so far, counting…", "", model_->rowCount());
    if ((app::isEmpty(feed_->filter()) && feed_->words().isEmpty()) || !owned)
        return tr("%Ln lead(s)", "", forPlural(*matching));
    return tr("%1 of %Ln lead(s)", "", forPlural(*owned)).arg(number(*matching));
}

QString LeadsPage::ageLine() const {
    const app::LeadCacheState& copy = feed_->copy();
    QStringList parts;
    if (const auto until = feed_->restsUntil())
        parts << tr("Fetching pauses until %1, so that the key's request budget is left for your "
                    "work.")
                     .arg(clockText(*until, wallNow()));
    else if (feed_->filling() && copy.whole)
        parts << tr("Looking for new leads…");
    else if (feed_->filling() && !feed_->trouble())
        parts << (feed_->owned()
                      ? tr("Fetching: %1 of %2 are on this computer.")
                            .arg(number(copy.leads), number(*feed_->owned()))
                      : tr("Fetching: %1 are on this computer.").arg(number(copy.leads)));
    if (feed_->waitsForNewest())
        parts << tr("The newest come first once all are on this computer.");
    if (feed_->waitsForSort())
        parts << tr("They are sorted once all are on this computer.");
    if (!feed_->words().isEmpty() && !copy.whole)
        parts << tr("Searched are those that are on this computer.");
    if (copy.checkedAt)
        parts << tr("As of %1; F5 fetches what is new.").arg(clockText(*copy.checkedAt, wallNow()));
    return parts.join(QLatin1Char(' '));
}

QString LeadsPage::emptyWords() const {
    if (!feed_->loaded())
        return {};
    const QString filter = filterWords(feed_->filter());
    const QString& words = feed_->words();
    if (!words.isEmpty())
        return filter.isEmpty()
                   ? tr("No lead has “%1” in its name, company, title or e-mail.").arg(words)
                   : tr("No lead of this filter has “%1” in its name, company, title or e-mail: "
                        "%2.")
                         .arg(words, filter);
    return filter.isEmpty() ? tr("You own no leads yet. They appear here when an order is "
                                 "delivered.")
                            : tr("No lead matches: %1.").arg(filter);
}

void LeadsPage::refresh() {
    refreshNotice();
    const auto connection = workspace_.account().connection();
    const bool usable = connection && !connection->admin;
    count_->setText(usable ? countLine() : QString());
    age_->setText(usable ? ageLine() : QString());
    empty_->setText(usable ? emptyWords() : QString());
    middle_->setCurrentIndex(model_->rowCount() > 0 ? 0 : 1);
    const auto owner = usable ? std::optional(app::leadOwnerOf(connection->ref)) : std::nullopt;
    const bool searched = !feed_->words().isEmpty();
    export_->setScope(owner, feed_->filter(), model_->fields(),
                      searched ? std::nullopt : feed_->matching(), feed_->words());
    filters_->setSearchable(!feed_->copyTrouble());
    // A table that has the focus makes a row the current one without choosing it.
    if (model_->rowCount() > 0 && !table_->selectionModel()->hasSelection())
        table_->selectRow(std::max(0, table_->currentIndex().row()));
    emit stateChanged();
}

void LeadsPage::copy(CopyAs as) {
    CopyJob job;
    job.json = as == CopyAs::Json;
    job.fields = model_->fields();
    std::int64_t rows = 0;
    for (const QItemSelectionRange& range : table_->selectionModel()->selection())
        rows += range.bottom() - range.top() + 1;
    if (rows > kMaxCopied) {
        workspace_.notify(NoticeKind::Warn, tr("%Ln lead(s) are too many for the clipboard. Export "
                                               "them into a file.",
                                               "", forPlural(rows)));
        return;
    }
    QList<QItemSelectionRange> ranges = table_->selectionModel()->selection();
    std::sort(ranges.begin(), ranges.end(),
              [](const auto& a, const auto& b) { return a.top() < b.top(); });
    for (const QItemSelectionRange& range : std::as_const(ranges))
        for (int row = range.top(); row <= range.bottom(); ++row) {
            if (const auto place = model_->placeOf(row))
                job.places.push_back(*place);
            else if (const Lead* lead = model_->leadAt(row))
                job.others.push_back(*lead);
        }
    copying_.cancel();
    copying_.run([reader = feed_->newReader(), job = std::move(job)](
                     const std::stop_token& stop) { return copiedLeads(reader.get(), job, stop); },
                 [this, rows](const Result<QString>& copied) {
                     if (!copied) {
                         workspace_.notify(NoticeKind::Bad,
                                           sentence(troubleOf(copied.error(), TroubleContext{})));
                         return;
                     }
                     QGuiApplication::clipboard()->setText(*copied);
                     workspace_.notify(NoticeKind::Good,
                                       tr("Copied %Ln lead(s).", "", forPlural(rows)));
                 });
}

QString LeadsPage::commandLine() const {
    if (side_->isVisible() && side_->currentWidget() == export_)
        if (const auto job = export_->wanted())
            return commandLineOf(exportWords(*job), workspace_);
    if (!feed_->words().isEmpty())
        return {}; // the service, which the command line asks, cannot search
    QStringList words{QStringLiteral("leads"), QStringLiteral("list")};
    words << filterOptions(feed_->filter()) << fieldOptions(model_->fields());
    return commandLineOf(words, workspace_);
}

} // namespace leadsheet::desktop
