// SPDX-License-Identifier: Apache-2.0
#include "ingest_dialog.hpp"

#include "../leads/lead_words.hpp"
#include "../phrases/say.hpp"
#include "../records/record_list.hpp"
#include "../shell/notice_bar.hpp"
#include "../shell/words.hpp"
#include "../widgets/parts.hpp"
#include "../widgets/tables.hpp"
#include "queue_records.hpp"

#include "leadsheet/resource/admin_deliveries.hpp"
#include "leadsheet/try.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QFileInfo>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <sstream>
#include <utility>

namespace leadsheet::desktop {
namespace {

struct IngestWords {
    Q_DECLARE_TR_FUNCTIONS(Ingest)
};

constexpr int kDigestLength = 32; // characters of it in a delivery's name

IngestFault faultOf(const IngestRow& row, std::uint32_t sheetRow) {
    if (row.outcome == "duplicate")
        return {sheetRow, {}, IngestWords::tr("The account already owns this lead.")};
    if (row.errors.empty())
        return {sheetRow, {}, IngestWords::tr("The service refused this row.")};
    const FieldError& error = row.errors.front();
    const std::string column =
        error.pointer.starts_with('/') ? error.pointer.substr(1) : error.pointer;
    return {sheetRow, text(column), say(error.detail)};
}

constexpr int kIngestWidth = 720;
constexpr int kRowsSeen = 7;
constexpr int kLeftOut = -1; // a field's number otherwise

/// What of the sheet does not become leads.
QString notLeadsWords(const app::LeadReport& report) {
    QStringList words;
    if (report.refused > 0)
        words << IngestDialog::tr("%Ln row(s) are refused.", "", forPlural(report.refused));
    if (report.repeated > 0)
        words << IngestDialog::tr("%Ln row(s) repeat a lead that is further up.", "",
                                  forPlural(report.repeated));
    if (report.hidden > 0)
        words << IngestDialog::tr("%Ln hidden row(s) are left out.", "", forPlural(report.hidden));
    if (std::cmp_greater(report.refused + report.repeated, report.faults.size()))
        words << IngestDialog::tr("The first %1 are listed.")
                     .arg(number(static_cast<std::int64_t>(report.faults.size())));
    return words.join(QLatin1Char(' '));
}

QString reportWords(const app::LeadReport& report) {
    return (IngestDialog::tr("%Ln lead(s) are ready to be ingested.", "", forPlural(report.ready)) +
            QLatin1Char(' ') + notLeadsWords(report))
        .trimmed();
}

QString outcomeWords(const IngestOutcome& outcome) {
    QStringList words;
    words << IngestDialog::tr("%Ln lead(s) were ingested.", "", forPlural(outcome.accepted));
    if (outcome.duplicate > 0)
        words << IngestDialog::tr("The account already owned %Ln lead(s).", "",
                                  forPlural(outcome.duplicate));
    if (outcome.rejected > 0)
        words << IngestDialog::tr("The service refused %Ln row(s).", "",
                                  forPlural(outcome.rejected));
    return words.join(QLatin1Char(' '));
}

OpenedLeads openLeads(const std::filesystem::path& file, std::optional<std::size_t> tab,
                      const std::filesystem::path& memory, const std::stop_token& stop) {
    auto tabs = app::leadTabs(file, stop);
    if (!tabs)
        return {{}, tab, tl::unexpected(tabs.error())};
    const auto known = app::LeadColumnMemory::load(memory);
    auto sheet = app::openLeadSheet(file, {tab, known ? &*known : nullptr}, stop);
    const auto shown = sheet ? std::optional(sheet->tab) : tab;
    return {*std::move(tabs), shown, std::move(sheet)};
}

void keepColumns(const app::LeadSheet& sheet, const std::filesystem::path& memory) {
    auto known = app::LeadColumnMemory::load(memory);
    if (!known || !known->learn(sheet))
        return;
    std::error_code ignored;
    std::filesystem::create_directories(memory.parent_path(), ignored);
    (void)known->save(memory);
}

Result<IngestOutcome> sendLeads(const Connected& at, const OrderNumber& number,
                                const app::LeadReport& report, bool final,
                                const std::function<void(std::int64_t)>& sent,
                                const std::stop_token& stop) {
    LEADSHEET_TRY(auto id, DeliveryId::parse("desktop-" + report.digest.substr(0, kDigestLength) +
                                             (final ? "-final" : "")));
    DeliveryUpload upload(number, std::move(id));
    upload.final = final;
    CallOptions call;
    call.stop = stop;
    IngestOutcome outcome;
    std::istringstream leads(report.leads);
    std::int64_t through = 0;
    const auto totals = at.client->admin().deliveries().upload(
        upload, leads,
        [&](const UploadedPart& part) {
            for (const IngestRow& row : part.result.rows) {
                const auto place = static_cast<std::size_t>(part.firstRow + row.row);
                if (place < report.sheetRows.size() && outcome.faults.size() < app::kMaxLeadFaults)
                    outcome.faults.push_back(faultOf(row, report.sheetRows[place]));
            }
            through += part.rows;
            sent(through);
        },
        call);
    if (!totals)
        return failure(totals.error());
    outcome.accepted = totals->accepted;
    outcome.duplicate = totals->duplicate;
    outcome.rejected = totals->rejected;
    return outcome;
}

std::vector<IngestFault> faultsOf(const app::LeadReport& report) {
    std::vector<IngestFault> faults;
    for (const app::LeadFault& fault : report.faults)
        faults.push_back({fault.row, text(fault.header), say(fault.reason)});
    return faults;
}

} // namespace

LeadColumnModel::LeadColumnModel(QObject* parent)
    : RecordModel(parent) {
    add(tr("Column"), {{letters(20)}, false, letters(8)},
        [](const app::LeadColumn& column) { return text(column.header); });
    add(tr("Example"), {{letters(30)}, false, letters(8)},
        [](const app::LeadColumn& column) { return text(column.sample); });
    add(tr("Field of a lead"), {{letters(20)}, false, letters(16)},
        [](const app::LeadColumn& column) {
            return column.field ? leadFieldTitle(*column.field) : tr("left out");
        });
}

void LeadColumnModel::setSheet(app::LeadSheet sheet) {
    sheet_ = std::move(sheet);
    setRows(sheet_.columns);
}

void LeadColumnModel::setField(int row, std::optional<contract::LeadField> field) {
    if (at(row) == nullptr)
        return;
    app::LeadColumn& column = sheet_.columns[static_cast<std::size_t>(row)];
    column.field = field;
    column.stated = true;
    setRow(row, column);
}

IngestFaultModel::IngestFaultModel(QObject* parent)
    : RecordModel(parent) {
    addNumber(tr("Row"), {{letters(6)}},
              [](const IngestFault& fault) { return number(fault.row); });
    add(tr("Column"), {{letters(18)}}, [](const IngestFault& fault) { return fault.column; });
    add(tr("Reason"), {{letters(60)}, false, letters(16)},
        [](const IngestFault& fault) { return fault.reason; });
}

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
    setWindowTitle(tr("Ingest Leads – Fulfilment"));
    head_ = wrappingLabel(
        tr("%1 for order %2 of %3")
            .arg(QFileInfo(file).fileName(), text(order.order.number.str()), accountOf(order)));
    head_->setProperty("heading", 2);
    notice_ = new NoticeBar("ingestNotice");
    pages_ = new QStackedWidget;
    addAll(pages_, {makeMap(), makeReport()});
    auto* layout = columnIn(this, -1, {20, 16, 20, 16});
    addAll(layout, {head_, notice_});
    layout->addWidget(pages_, 1);
    read({});
}

QPushButton* IngestDialog::addAct(QVBoxLayout* layout, const char* name, const QString& label,
                                  QPushButton* back) {
    auto* button = primaryButton(label, name);
    layout->addLayout(buttonRow({back, button}));
    return button;
}

QWidget* IngestDialog::makeMap() {
    auto* page = new QWidget;
    auto* layout = columnIn(page);
    layout->addWidget(makeTabs());
    map_ = recordTable(*columns_, "ingestMap", tr("Columns of the sheet"));
    keepRowsVisible(*map_, kRowsSeen);
    auto* label = new QLabel(tr("The chosen column fills"));
    field_ = named(new QComboBox, "ingestField", label->text());
    field_->addItem(tr("left out"), kLeftOut);
    for (const LeadField field : everyLeadField())
        if (app::isIngested(field))
            field_->addItem(leadFieldTitle(field), static_cast<int>(field));
    label->setBuddy(field_);
    auto* row = new QHBoxLayout;
    row->addWidget(label);
    row->addWidget(field_, 1);
    known_ = named(wrappingLabel({}), "ingestKnown");
    known_->setForegroundRole(QPalette::PlaceholderText);
    known_->hide();
    layout->addWidget(map_, 1);
    layout->addWidget(known_);
    layout->addLayout(row);
    auto* cancel = named(new QPushButton(tr("Cancel")), "ingestCancel");
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
    auto* layout = columnIn(page);
    counts_ = named(wrappingLabel({}), "ingestCounts");
    bar_ = new QProgressBar;
    bar_->setAccessibleName(tr("Leads sent so far"));
    bar_->setTextVisible(false);
    final_ =
        named(new QCheckBox(tr("These are all leads of the order: it is then ready to deliver")),
              "ingestFinal");
    layout->addWidget(counts_);
    auto* faults = recordTable(*faults_, "ingestFaults", tr("Rows that do not become leads"));
    keepRowsVisible(*faults, kRowsSeen);
    layout->addWidget(faults, 1);
    addAll(layout, {final_, bar_});
    back_ = named(new QPushButton(tr("Back")), "ingestBack");
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
    auto* row = rowIn(tabs_);
    auto* label = new QLabel(tr("Tab with the leads"));
    tab_ = named(new QComboBox, "ingestTab", label->text());
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
                        ? tr("The columns are mapped as you mapped them last time.")
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
    faults_->setRows(faultsOf(*report_));
    const std::int64_t ordered = order_.order.leadCount;
    const std::int64_t there = order_.ingested.accepted + report_->ready;
    counts_->setText(
        reportWords(*report_) + QLatin1Char(' ') +
        tr("With them, %1 of the %Ln lead(s) ordered are there.", "", forPlural(ordered))
            .arg(number(there)));
    final_->setChecked(there >= ordered);
    bar_->setRange(0, forPlural(report_->ready));
    bar_->setValue(0);
    bar_->hide();
    send_->setText(tr("Ingest %Ln Lead(s)", "", forPlural(report_->ready)));
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
                        ? tr("The answer was lost, so the leads may have arrived. Ingest them "
                             "again: nothing is ingested twice.")
                        : callTrouble(outcome.error(), *connection_));
    }
    done_ = true;
    sent_.drop();
    bar_->setValue(bar_->maximum());
    // The service was not asked about rows that were refused here; their reasons stay.
    std::vector<IngestFault> faults = faultsOf(*report_);
    faults.insert(faults.end(), outcome->faults.begin(), outcome->faults.end());
    std::stable_sort(faults.begin(), faults.end(),
                     [](const auto& one, const auto& other) { return one.row < other.row; });
    faults_->setRows(std::move(faults));
    QStringList words{outcomeWords(*outcome)};
    if (const QString left = notLeadsWords(*report_); !left.isEmpty())
        words << left;
    if (final_->isChecked() && order_.order.status == OrderStatus::InProgress)
        words << tr("The order is now in “%1”.", "a queue").arg(lookOf(Queue::Ready).word);
    counts_->setText(words.join(QLatin1Char(' ')));
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
