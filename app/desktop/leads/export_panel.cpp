// SPDX-License-Identifier: Apache-2.0
#include "export_panel.hpp"

#include "../dialogs/form_dialog.hpp"
#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "lead_words.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDate>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QStandardPaths>
#include <QVBoxLayout>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

struct ExportPresets {
    Q_DECLARE_TR_FUNCTIONS(ExportPresets)
};

std::vector<LeadField> campaignFields() {
    return {LeadField::Email,       LeadField::FirstName,     LeadField::LastName,
            LeadField::CompanyName, LeadField::JobTitle,      LeadField::Phone,
            LeadField::LinkedinUrl, LeadField::CompanyDomain, LeadField::Country,
            LeadField::Timezone,    LeadField::Result,        LeadField::Id};
}

constexpr int kProgressSteps = 1000;
constexpr int kShownDigest = 12;

QString finishedWords(const ExportJob& job) {
    QStringList parts{
        ExportCard::tr("%Ln lead(s), checked against the service's count.", "",
                       forPlural(job.leads)),
        ExportCard::tr("%1, SHA-256 %2….")
            .arg(timeText(job.finishedAt.toStdString(), wallNow()), job.sha256.left(kShownDigest))};
    if (job.guarded > 0)
        parts << ExportCard::tr("%Ln cell(s) begin with an apostrophe as a guard.", "",
                                forPlural(job.guarded));
    return parts.join(QLatin1Char(' '));
}

const QString kPresetKey = QStringLiteral("leads/exportFor");
const QString kFolderKey = QStringLiteral("leads/exportFolder");
enum ColumnChoice { ColumnsShown, AllColumns };

std::vector<ExportPreset> exportPresets() {
    using app::ExportFormat;
    return {
        {QStringLiteral("excel"),
         ExportPresets::tr("Excel"),
         ExportPresets::tr("A workbook. Numbers with leading zeros and phone numbers stay as they "
                           "are."),
         ExportFormat::Xlsx,
         ',',
         false,
         {}},
        {QStringLiteral("sheets"),
         ExportPresets::tr("Google Sheets, LibreOffice"),
         ExportPresets::tr("CSV in UTF-8 with commas."),
         ExportFormat::Csv,
         ',',
         false,
         {}},
        {QStringLiteral("semicolons"),
         ExportPresets::tr("Excel (CSV)"),
         ExportPresets::tr("CSV with semicolons and a byte order mark, the way Excel opens it in "
                           "countries with a decimal comma."),
         ExportFormat::Csv,
         ';',
         true,
         {}},
        {QStringLiteral("campaign"), ExportPresets::tr("Outreach (Instantly, Smartlead, lemlist)"),
         ExportPresets::tr("CSV with the columns that campaigns use, e-mail first."),
         ExportFormat::Csv, ',', false, campaignFields()},
        {QStringLiteral("programs"),
         ExportPresets::tr("Programs (JSON Lines)"),
         ExportPresets::tr("One JSON object per line, with types kept."),
         ExportFormat::JsonLines,
         ',',
         false,
         {}},
    };
}

QString endingOf(app::ExportFormat format) {
    switch (format) {
    case app::ExportFormat::Xlsx:
        return QStringLiteral(".xlsx");
    case app::ExportFormat::JsonLines:
        return QStringLiteral(".jsonl");
    case app::ExportFormat::Csv:
        break;
    }
    return QStringLiteral(".csv");
}

QString exportStateWords(const ExportJob& job, bool here) {
    const QString far = job.expected > 0
                            ? ExportCard::tr("%1 of %Ln lead(s)", "", forPlural(job.expected))
                                  .arg(number(job.received))
                            : QString();
    switch (job.state) {
    case ExportState::Waiting:
        return ExportCard::tr("Waiting for the export before it.");
    case ExportState::Running:
        return job.writing
                   ? ExportCard::tr("Writing the file: %Ln lead(s).", "", forPlural(job.received))
               : far.isEmpty() ? ExportCard::tr("Starting…")
                               : far;
    case ExportState::Paused:
        return QStringList{far.isEmpty() ? ExportCard::tr("Paused.")
                                         : ExportCard::tr("Paused at %1.").arg(far),
                           here ? ExportCard::tr("Resume continues there.")
                                : ExportCard::tr("Connect its account to go on.")}
            .join(QLatin1Char(' '));
    case ExportState::Done:
        return finishedWords(job);
    case ExportState::NothingNew:
        return ExportCard::tr("Nothing is new; no file was written.");
    case ExportState::Failed:
        return job.trouble;
    }
    return {};
}

} // namespace

ExportCard::ExportCard() {
    setObjectName(QStringLiteral("exportCard"));
    name_ = new QLabel;
    name_->setTextFormat(Qt::PlainText);
    name_->setWordWrap(true);
    QFont bold = name_->font();
    bold.setWeight(QFont::DemiBold);
    name_->setFont(bold);
    state_ = named(wrappingLabel({}), "exportState");
    progress_ = new QProgressBar;
    progress_->setTextVisible(false);
    auto* buttons = new QWidget;
    auto* flow = new FlowLayout(buttons);
    const auto add = [&](const QString& label, const char* name, const char* picture,
                         void (ExportCard::*wanted)()) {
        auto* button = addButton(flow, label, name, picture);
        connect(button, &QPushButton::clicked, this, wanted);
        return button;
    };
    pause_ = add(tr("Pause"), "exportPause", "pause", &ExportCard::pauseWanted);
    resume_ = add(tr("Resume"), "exportResume", "play", &ExportCard::resumeWanted);
    cancel_ = add(tr("Cancel Export"), "exportCancel", "stop", &ExportCard::cancelWanted);
    folder_ = add(tr("Open Folder"), "exportFolder", "open", &ExportCard::folderWanted);
    forget_ = add(tr("Remove From List"), "exportForget", "close", &ExportCard::forgetWanted);
    auto* layout = columnIn(this, 4, {0, 6, 0, 6});
    addAll(layout, {name_, progress_, state_, buttons});
}

void ExportCard::show(const ExportJob& job, bool here) {
    const QString file = QFileInfo(job.file).fileName();
    name_->setText(file);
    name_->setToolTip(job.file);
    state_->setText(exportStateWords(job, here));
    const bool running = job.state == ExportState::Running;
    const bool waiting = job.state == ExportState::Waiting;
    const bool stopped = job.state == ExportState::Paused || job.state == ExportState::Failed;
    const bool over = job.state == ExportState::Done || job.state == ExportState::NothingNew;
    progress_->setAccessibleName(tr("Progress of %1").arg(file));
    progress_->setVisible(running || (stopped && job.expected > 0));
    progress_->setRange(0, job.expected > 0 ? kProgressSteps : 0);
    if (job.expected > 0)
        progress_->setValue(static_cast<int>(job.received * kProgressSteps / job.expected));
    pause_->setVisible(running || waiting);
    resume_->setVisible(stopped);
    resume_->setEnabled(here);
    cancel_->setVisible(!over);
    folder_->setVisible(job.state == ExportState::Done);
    forget_->setVisible(over);
}

ExportPanel::ExportPanel(ExportJobs& jobs, Settings& settings)
    : SidePanel("exportPanel")
    , jobs_(jobs)
    , settings_(settings)
    , fields_(usualLeadFields()) {
    auto* content = new QWidget;
    auto* layout = columnIn(content, 8, {14, 12, 14, 12});
    QWidget* buttons = makeForm(layout);
    heading_ = cardHeading(tr("Exports on this computer"));
    layout->addWidget(heading_);
    list_ = new QVBoxLayout;
    layout->addLayout(list_);
    layout->addStretch(1);
    setContent(content, buttons);
    setFocusProxy(preset_);
    connect(&jobs, &ExportJobs::changed, this, &ExportPanel::refreshJobs);
    connect(&jobs, &ExportJobs::changed, this, &ExportPanel::refresh);
    presetChosen();
    refreshJobs();
}

QWidget* ExportPanel::makeForm(QVBoxLayout* layout) {
    auto* title = cardHeading(tr("Export"));
    scope_ = named(wrappingLabel({}), "exportScope");
    preset_ = named(new QComboBox, "exportFor", tr("For which program"));
    preset_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    preset_->setMinimumContentsLength(12);
    for (const ExportPreset& preset : exportPresets())
        preset_->addItem(preset.name, preset.id);
    preset_->setCurrentIndex(std::max(0, preset_->findData(settings_.value(kPresetKey))));
    note_ = quietLabel();
    columns_ = named(new QComboBox, "exportColumns", tr("Which columns"));
    columns_->addItems({QString(), QString()});
    onlyNew_ = named(new QCheckBox(tr("Only what is new")), "exportOnlyNew");
    onlyNewNote_ = quietLabel();
    guard_ = named(new QCheckBox(tr("Guard against formulas")), "exportGuard");
    guard_->setChecked(true);
    guardNote_ = quietLabel();
    guardNote_->setText(tr("A text such as =HYPERLINK(…) would be calculated by the program that "
                           "opens the file. It gets an apostrophe before it; phone numbers such as "
                           "+49 30 1234 stay as they are."));
    file_ = named(new QLineEdit, "exportFile", tr("File"));
    file_->setPlaceholderText(tr("File"));
    // The file is named beside the button that writes it, whatever is scrolled away above.
    auto* foot = new QWidget;
    auto* column = columnIn(foot, 6);
    column->addWidget(file_);
    auto* flow = new FlowLayout;
    column->addLayout(flow);
    addButton(flow, tr("Choose File…"), "exportChoose", "open", this, &ExportPanel::chooseFile);
    begin_ = primaryButton(tr("Export"), "exportBegin");
    begin_->setIcon(primaryIcon(QLatin1String("save")));
    flow->addWidget(begin_);
    addButton(flow, tr("Close"), "exportClose", "close", this, &ExportPanel::closeWanted);
    for (QWidget* widget : std::initializer_list<QWidget*>{
             title, scope_, preset_, note_, columns_, onlyNew_, onlyNewNote_, guard_, guardNote_})
        layout->addWidget(widget);
    connect(preset_, &QComboBox::activated, this, [this] {
        settings_.setValue(kPresetKey, preset_->currentData());
        presetChosen();
    });
    connect(columns_, &QComboBox::activated, this, &ExportPanel::refresh);
    connect(onlyNew_, &QCheckBox::toggled, this, &ExportPanel::refresh);
    connect(guard_, &QCheckBox::toggled, this, &ExportPanel::changed);
    connect(file_, &QLineEdit::textChanged, this, &ExportPanel::refresh);
    connect(begin_, &QPushButton::clicked, this, &ExportPanel::begin);
    return foot;
}

void ExportPanel::setScope(const std::optional<app::LeadOwner>& owner, const LeadFilter& filter,
                           const std::vector<LeadField>& fields, std::optional<std::int64_t> leads,
                           const QString& searched) {
    owner_ = owner;
    filter_ = filter;
    fields_ = fields;
    leads_ = leads;
    searched_ = searched;
    refresh();
}

bool ExportPanel::isTaken(const QString& file) const {
    return QFileInfo::exists(file) || jobs_.willWrite(file);
}

QString ExportPanel::suggestion() const {
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    const QDir folder(settings_.value(kFolderKey, documents).toString());
    const QString start =
        QStringLiteral("leads-%1").arg(QDate::currentDate().toString(Qt::ISODate));
    const auto preset = exportPresets().at(static_cast<std::size_t>(preset_->currentIndex()));
    const QString ending = endingOf(preset.format);
    QString file = folder.filePath(start + ending);
    for (int n = 2; isTaken(file); ++n)
        file = folder.filePath(QStringLiteral("%1-%2%3").arg(start).arg(n).arg(ending));
    return file;
}

void ExportPanel::chooseFile() {
    const auto preset = exportPresets().at(static_cast<std::size_t>(preset_->currentIndex()));
    const QString file =
        chooseFileToSave(this, tr("Export Leads Into"), file_->text(),
                         QStringLiteral("%1 (*%2)").arg(preset.name, endingOf(preset.format)));
    if (file.isEmpty())
        return;
    replaced_ = QFileInfo::exists(file) ? file : QString(); // the dialog has asked
    file_->setText(file);
}

void ExportPanel::presetChosen() {
    const auto preset = exportPresets().at(static_cast<std::size_t>(preset_->currentIndex()));
    note_->setText(preset.note);
    const bool csv = preset.format == app::ExportFormat::Csv;
    guard_->setVisible(csv);
    guardNote_->setVisible(csv);
    columns_->setEnabled(preset.fields.empty());
    suggest();
    refresh();
}

void ExportPanel::suggest() {
    suggested_ = suggestion();
    file_->setText(suggested_);
}

std::optional<ExportJob> ExportPanel::wanted() const {
    const QString file = file_->text().trimmed();
    if (!owner_ || file.isEmpty() || QFileInfo(file).isRelative())
        return {};
    const auto preset = exportPresets().at(static_cast<std::size_t>(preset_->currentIndex()));
    ExportJob job;
    job.owner = *owner_;
    job.filter = filter_;
    job.fields = !preset.fields.empty()                     ? preset.fields
                 : columns_->currentIndex() == ColumnsShown ? fields_
                                                            : everyLeadField();
    job.file = file;
    job.format = preset.format;
    job.delimiter = preset.delimiter;
    job.byteOrderMark = preset.byteOrderMark;
    job.guard = guard_->isChecked();
    if (onlyNew_->isEnabled() && onlyNew_->isChecked())
        if (const ExportJob* last = jobs_.lastOf(*owner_, filter_))
            job.since = last->file;
    return job;
}

void ExportPanel::begin() {
    auto job = wanted();
    if (!job)
        return;
    const bool free = job->file == suggested_;
    if (free && isTaken(job->file))
        job->file = suggestion();
    else if (isTaken(job->file) && job->file != replaced_ &&
             !ask(this, {tr("Replace This File?"),
                         tr("%1 already exists, or an export is writing it. Its content would be "
                            "lost.")
                             .arg(QFileInfo(job->file).fileName()),
                         tr("Replace"), tr("Keep the File")}))
        return;
    job->overwrite = QFileInfo::exists(job->file);
    replaced_.clear();
    settings_.setValue(kFolderKey, QFileInfo(job->file).absolutePath());
    jobs_.start(*std::move(job));
    onlyNew_->setChecked(false);
    if (free)
        suggest();
}

void ExportPanel::refresh() {
    const QString filter = filterWords(filter_);
    const QString which = leads_ ? tr("%Ln lead(s)", "", forPlural(*leads_)) : tr("All leads");
    scope_->setText(filter.isEmpty() ? tr("%1: everything that the account owns.").arg(which)
                                     : tr("%1 with this filter: %2.").arg(which, filter));
    if (!searched_.isEmpty())
        scope_->setText(scope_->text() + QLatin1Char(' ') +
                        tr("What is searched for does not narrow the file."));
    columns_->setItemText(ColumnsShown,
                          tr("The %Ln column(s) shown", "", forPlural(fields_.size())));
    columns_->setItemText(AllColumns, tr("All %Ln column(s)", "", forPlural(kLeadFieldCount)));
    const ExportJob* last = owner_ ? jobs_.lastOf(*owner_, filter_) : nullptr;
    onlyNew_->setEnabled(last != nullptr);
    onlyNewNote_->setText(last != nullptr
                              ? tr("Those since %1, when %2 was written.")
                                    .arg(timeText(last->finishedAt.toStdString(), wallNow()),
                                         QFileInfo(last->file).fileName())
                              : tr("These leads have not been exported here yet."));
    begin_->setEnabled(wanted().has_value());
    begin_->setToolTip(begin_->isEnabled() ? QString() : tr("Name a file with its whole path."));
    emit changed();
}

void ExportPanel::refreshJobs() {
    const auto& jobs = jobs_.jobs();
    heading_->setVisible(!jobs.empty());
    const bool same =
        jobs.size() == cards_.size() &&
        std::equal(jobs.begin(), jobs.end(), cards_.begin(),
                   [](const ExportJob& job, const auto& card) { return job.id == card.first; });
    if (!same) {
        for (const auto& [id, card] : cards_)
            card->deleteLater();
        cards_.clear();
        for (const ExportJob& job : jobs) {
            auto* card = new ExportCard;
            list_->addWidget(card);
            cards_.emplace_back(job.id, card);
            const int id = job.id;
            connect(card, &ExportCard::pauseWanted, &jobs_, [this, id] { jobs_.pause(id); });
            connect(card, &ExportCard::resumeWanted, &jobs_, [this, id] { jobs_.resume(id); });
            connect(card, &ExportCard::cancelWanted, &jobs_, [this, id] { jobs_.cancel(id); });
            connect(card, &ExportCard::forgetWanted, &jobs_, [this, id] { jobs_.forget(id); });
            connect(card, &ExportCard::folderWanted, this,
                    [this, file = job.file] { emit folderWanted(file); });
        }
    }
    for (std::size_t i = 0; i < jobs.size(); ++i)
        cards_[i].second->show(jobs[i], jobs_.isOfAccount(jobs[i]));
}

} // namespace leadsheet::desktop
