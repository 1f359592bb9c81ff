// SPDX-License-Identifier: Apache-2.0
#include "ingest_dialog.hpp"

#include "../account/trouble.hpp"
#include "../leads/lead_words.hpp"
#include "../phrases/say.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/column_widths.hpp"
#include "../widgets/facts_form.hpp"
#include "../widgets/table_look.hpp"
#include "queue_model.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <utility>

namespace leadsheet::desktop {
namespace {

constexpr int kIngestWidth = 720;
constexpr int kRowsSeen = 7;
constexpr int kLeftOut = -1; // a field's number otherwise

QTableView* makeList(const char* name, const QString& label, QAbstractItemModel* model,
                     const QList<int>& widths) {
    auto* table = new QTableView;
    table->setObjectName(QLatin1String(name));
    table->setAccessibleName(label);
    table->setModel(model);
    applyTableLook(*table);
    QList<ColumnContent> contents = columnsOf(widths);
    contents.last().least = letters(16);
    new ColumnWidths(table, contents);
    keepRowsVisible(*table, kRowsSeen);
    return table;
}

QString reportWords(const app::LeadReport& report) {
    QStringList words;
    words << IngestDialog::tr("%Ln lead(s) are ready to be taken in.", "", forPlural(report.ready));
    if (report.refused > 0)
        words << IngestDialog::tr("%Ln row(s) are refused.", "", forPlural(report.refused));
    if (report.repeated > 0)
        words << IngestDialog::tr("%Ln row(s) repeat a lead that stands further up.", "",
                                  forPlural(report.repeated));
    if (report.hidden > 0)
        words << IngestDialog::tr("%Ln hidden row(s) are left out.", "", forPlural(report.hidden));
    if (std::cmp_greater(report.refused + report.repeated, report.faults.size()))
        words << IngestDialog::tr("The first %1 are listed.")
                     .arg(number(static_cast<std::int64_t>(report.faults.size())));
    return words.join(QLatin1Char(' '));
}

QString outcomeWords(const IngestOutcome& outcome) {
    QStringList words;
    words << IngestDialog::tr("%Ln lead(s) were taken in.", "", forPlural(outcome.accepted));
    if (outcome.duplicate > 0)
        words << IngestDialog::tr("The account owned %Ln lead(s) already.", "",
                                  forPlural(outcome.duplicate));
    if (outcome.rejected > 0)
        words << IngestDialog::tr("The service refused %Ln row(s).", "",
                                  forPlural(outcome.rejected));
    return words.join(QLatin1Char(' '));
}

} // namespace

IngestDialog::IngestDialog(std::shared_ptr<const Connected> connection, const AdminOrder& order,
                           const QString& file, std::filesystem::path memory, QWidget* parent)
    : FormDialog("ingestDialog", kIngestWidth, parent)
    , connection_(std::move(connection))
    , order_(order)
    , file_(file.toStdString())
    , memory_(std::move(memory))
    , columns_(new LeadColumnModel(this))
    , faults_(new IngestFaultModel(this))
    , sent_([this](const std::int64_t& rows) { bar_->setValue(forPlural(rows)); }) {
    setWindowTitle(tr("Take In Leads – Fulfilment"));
    head_ = wrappingLabel(
        tr("%1 for order %2 of %3")
            .arg(QFileInfo(file).fileName(), text(order.order.number.str()), accountOf(order)));
    head_->setProperty("heading", 2);
    notice_ = new NoticeBar;
    notice_->setObjectName(QStringLiteral("ingestNotice"));
    notice_->setClosable(false);
    pages_ = new QStackedWidget;
    pages_->addWidget(makeMap());
    pages_->addWidget(makeReport());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 16, 20, 16);
    layout->addWidget(head_);
    layout->addWidget(notice_);
    layout->addWidget(pages_, 1);
    read({});
}

QPushButton* IngestDialog::addAct(QVBoxLayout* layout, const char* name, const QString& label,
                                  QPushButton* back) {
    auto* button = new QPushButton(label);
    button->setObjectName(QLatin1String(name));
    button->setProperty("primary", true);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    for (QPushButton* one : {back, button}) {
        one->setAutoDefault(true);
        row->addWidget(one);
    }
    layout->addLayout(row);
    return button;
}

QWidget* IngestDialog::makeMap() {
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(makeTabs());
    map_ = makeList("ingestMap", tr("Columns of the sheet"), columns_, {20, 30, 20});
    auto* label = new QLabel(tr("The chosen column fills"));
    field_ = new QComboBox;
    field_->setObjectName(QStringLiteral("ingestField"));
    field_->setAccessibleName(label->text());
    field_->addItem(tr("left out"), kLeftOut);
    for (const LeadField field : everyLeadField())
        if (app::isIngested(field))
            field_->addItem(leadFieldTitle(field), static_cast<int>(field));
    label->setBuddy(field_);
    auto* row = new QHBoxLayout;
    row->addWidget(label);
    row->addWidget(field_, 1);
    known_ = wrappingLabel({});
    known_->setObjectName(QStringLiteral("ingestKnown"));
    known_->setForegroundRole(QPalette::PlaceholderText);
    known_->hide();
    layout->addWidget(map_, 1);
    layout->addWidget(known_);
    layout->addLayout(row);
    auto* cancel = new QPushButton(tr("Cancel"));
    cancel->setObjectName(QStringLiteral("ingestCancel"));
    check_ = addAct(layout, "ingestCheck", tr("Check the Rows"), cancel);
    connect(cancel, &QPushButton::clicked, this, &IngestDialog::reject);
    connect(check_, &QPushButton::clicked, this, &IngestDialog::check);
    connect(map_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &IngestDialog::showColumn);
    connect(field_, &QComboBox::activated, this, [this] {
        const int chosen = field_->currentData().toInt();
        columns_->setField(map_->currentIndex().row(),
                           chosen == kLeftOut ? std::nullopt
                                              : std::optional(static_cast<LeadField>(chosen)));
        showColumn();
    });
    return page;
}

QWidget* IngestDialog::makeReport() {
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    counts_ = wrappingLabel({});
    counts_->setObjectName(QStringLiteral("ingestCounts"));
    bar_ = new QProgressBar;
    bar_->setAccessibleName(tr("Leads that are through"));
    bar_->setTextVisible(false);
    final_ = new QCheckBox(tr("These are all leads of the order: it is then ready to deliver"));
    final_->setObjectName(QStringLiteral("ingestFinal"));
    final_->setChecked(true);
    layout->addWidget(counts_);
    layout->addWidget(
        makeList("ingestFaults", tr("Rows that become no lead"), faults_, {6, 18, 60}), 1);
    layout->addWidget(final_);
    layout->addWidget(bar_);
    back_ = new QPushButton(tr("Back"));
    back_->setObjectName(QStringLiteral("ingestBack"));
    send_ = addAct(layout, "ingestSend", {}, back_);
    connect(back_, &QPushButton::clicked, this, [this] {
        notice_->hide();
        pages_->setCurrentIndex(0);
    });
    connect(send_, &QPushButton::clicked, this, [this] {
        if (done_)
            accept();
        else
            send();
    });
    return page;
}

QWidget* IngestDialog::makeTabs() {
    tabs_ = new QWidget;
    auto* row = new QHBoxLayout(tabs_);
    row->setContentsMargins(0, 0, 0, 0);
    auto* label = new QLabel(tr("Tab with the leads"));
    tab_ = new QComboBox;
    tab_->setObjectName(QStringLiteral("ingestTab"));
    tab_->setAccessibleName(label->text());
    label->setBuddy(tab_);
    row->addWidget(label);
    row->addWidget(tab_, 1);
    tabs_->hide();
    connect(tab_, &QComboBox::activated, this,
            [this] { read(static_cast<std::size_t>(tab_->currentData().toInt())); });
    return tabs_;
}

void IngestDialog::read(std::optional<std::size_t> tab) {
    check_->setEnabled(false);
    field_->setEnabled(false);
    tabs_->setEnabled(false);
    notice_->show(NoticeKind::Info, tr("Reading…"));
    background_.run([file = file_, memory = memory_, tab](
                        const std::stop_token& stop) { return openLeads(file, tab, memory, stop); },
                    [this](OpenedLeads leads) { opened(std::move(leads)); });
}

void IngestDialog::opened(OpenedLeads leads) {
    {
        const QSignalBlocker quiet(tab_);
        tab_->clear();
        for (const app::LeadTab& tab : leads.tabs)
            tab_->addItem(tab.hidden ? tr("%1 (hidden)").arg(text(tab.name)) : text(tab.name),
                          static_cast<int>(tab.index));
        if (leads.tab)
            tab_->setCurrentIndex(tab_->findData(static_cast<int>(*leads.tab)));
    }
    tabs_->setVisible(leads.tabs.size() > 1);
    tabs_->setEnabled(true);
    if (!leads.sheet) {
        columns_->setSheet({});
        known_->hide();
        return fail(sentence(troubleOf(leads.sheet.error())));
    }
    notice_->hide();
    const app::LeadColumnsFrom from = leads.sheet->from;
    columns_->setSheet(*std::move(leads.sheet));
    known_->setText(from == app::LeadColumnsFrom::Saved
                        ? tr("The columns are as you mapped them the last time.")
                        : tr("Some columns are as you mapped them in another sheet."));
    known_->setVisible(from != app::LeadColumnsFrom::Names);
    map_->selectRow(0);
    showColumn();
}

void IngestDialog::showColumn() {
    const int row = map_->currentIndex().row();
    const auto& columns = columns_->sheet().columns;
    const bool chosen = row >= 0 && row < static_cast<int>(columns.size());
    field_->setEnabled(chosen);
    if (chosen) {
        const auto& field = columns[static_cast<std::size_t>(row)].field;
        field_->setCurrentIndex(field_->findData(field ? static_cast<int>(*field) : kLeftOut));
    }
    const std::string fault = columns_->sheet().fault();
    check_->setEnabled(fault.empty());
    check_->updateGeometry(); // its text is bold now
    if (fault.empty())
        notice_->hide();
    else
        notice_->show(NoticeKind::Warn, say(fault));
}

void IngestDialog::check() {
    check_->setEnabled(false);
    notice_->show(NoticeKind::Info, tr("Checking the rows…"));
    background_.run(
        [sheet = columns_->sheet(), memory = memory_](const std::stop_token& stop) {
            keepColumns(sheet, memory);
            return app::checkLeads(sheet, stop);
        },
        [this](app::SheetResult<app::LeadReport> report) {
            check_->setEnabled(true);
            if (!report)
                return fail(sentence(troubleOf(report.error())));
            report_ = std::make_shared<const app::LeadReport>(*std::move(report));
            showReport();
        });
}

void IngestDialog::showReport() {
    notice_->hide();
    faults_->setFaults(faultsOf(*report_));
    counts_->setText(reportWords(*report_));
    bar_->setRange(0, forPlural(report_->ready));
    bar_->setValue(0);
    bar_->hide();
    send_->setText(tr("Take In %Ln Lead(s)", "", forPlural(report_->ready)));
    send_->setEnabled(report_->ready > 0);
    pages_->setCurrentIndex(1);
}

void IngestDialog::send() {
    sending_ = true;
    notice_->hide();
    bar_->show();
    for (QWidget* control : QList<QWidget*>{send_, back_, final_})
        control->setEnabled(false);
    background_.run(
        [connection = connection_, number = order_.order.number, report = report_,
         last = final_->isChecked(), sent = sent_.sender()](const std::stop_token& stop) {
            return sendLeads(*connection, number, *report, last, sent, stop);
        },
        [this](const Result<IngestOutcome>& outcome) { ended(outcome); });
}

void IngestDialog::ended(const Result<IngestOutcome>& outcome) {
    sending_ = false;
    emit taken();
    send_->setEnabled(true);
    if (!outcome) {
        for (QWidget* control : QList<QWidget*>{back_, final_})
            control->setEnabled(true);
        return fail(outcome.error().certainty == Certainty::Unknown
                        ? tr("The answer got lost, so the leads may have arrived. Take them in "
                             "again: nothing is taken in twice.")
                        : callTrouble(outcome.error(), *connection_));
    }
    done_ = true;
    sent_.drop();
    bar_->setValue(bar_->maximum());
    faults_->setFaults(outcome->faults);
    counts_->setText(outcomeWords(*outcome));
    back_->hide();
    final_->hide();
    send_->setText(tr("Close"));
}

void IngestDialog::fail(const QString& words) {
    notice_->show(NoticeKind::Bad, words);
}

void IngestDialog::reject() {
    if (!sending_)
        FormDialog::reject();
}

} // namespace leadsheet::desktop
