// SPDX-License-Identifier: Apache-2.0
#include "export_panel.hpp"

#include "../dialogs/files.hpp"
#include "../orders/order_words.hpp"
#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/facts_form.hpp"
#include "../widgets/flow_layout.hpp"
#include "../widgets/scroll_area.hpp"
#include "export_card.hpp"
#include "export_jobs.hpp"
#include "export_presets.hpp"
#include "lead_words.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDate>
#include <QDir>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStandardPaths>
#include <QVBoxLayout>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

const QString kPresetKey = QStringLiteral("leads/exportFor");
const QString kFolderKey = QStringLiteral("leads/exportFolder");
constexpr int kLeastWidth = 310;
enum ColumnChoice { ColumnsShown, AllColumns };

QLabel* quietLabel() {
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace

ExportPanel::ExportPanel(ExportJobs& jobs, Settings& settings, QWidget* parent)
    : QFrame(parent)
    , jobs_(jobs)
    , settings_(settings)
    , fields_(usualLeadFields()) {
    setObjectName(QStringLiteral("exportPanel"));
    setProperty("card", true);
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(14, 12, 14, 12);
    layout->setSpacing(8);
    makeForm(layout);
    heading_ = cardHeading(tr("Exports on this computer"));
    layout->addWidget(heading_);
    list_ = new QVBoxLayout;
    layout->addLayout(list_);
    layout->addStretch(1);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(1, 1, 1, 1);
    all->addWidget(new PaneScroll(content, kLeastWidth));
    setFocusProxy(preset_);
    connect(&jobs, &ExportJobs::changed, this, &ExportPanel::refreshJobs);
    connect(&jobs, &ExportJobs::changed, this, &ExportPanel::refresh);
    presetChosen();
    refreshJobs();
}

void ExportPanel::makeForm(QVBoxLayout* layout) {
    auto* title = cardHeading(tr("Export"));
    scope_ = new QLabel;
    scope_->setObjectName(QStringLiteral("exportScope"));
    scope_->setWordWrap(true);
    preset_ = new QComboBox;
    preset_->setObjectName(QStringLiteral("exportFor"));
    preset_->setAccessibleName(tr("For which program"));
    preset_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    preset_->setMinimumContentsLength(12);
    for (const ExportPreset& preset : exportPresets())
        preset_->addItem(preset.name, preset.id);
    preset_->setCurrentIndex(std::max(0, preset_->findData(settings_.value(kPresetKey))));
    note_ = quietLabel();
    columns_ = new QComboBox;
    columns_->setObjectName(QStringLiteral("exportColumns"));
    columns_->setAccessibleName(tr("Which columns"));
    columns_->addItems({QString(), QString()});
    onlyNew_ = new QCheckBox(tr("Only what is new"));
    onlyNew_->setObjectName(QStringLiteral("exportOnlyNew"));
    onlyNewNote_ = quietLabel();
    guard_ = new QCheckBox(tr("Guard against formulas"));
    guard_->setObjectName(QStringLiteral("exportGuard"));
    guard_->setChecked(true);
    guardNote_ = quietLabel();
    guardNote_->setText(tr("A text such as =HYPERLINK(…) would be calculated by the program that "
                           "opens the file. It gets an apostrophe before it; phone numbers such as "
                           "+49 30 1234 stay as they are."));
    file_ = new QLineEdit;
    file_->setObjectName(QStringLiteral("exportFile"));
    file_->setAccessibleName(tr("File"));
    file_->setPlaceholderText(tr("File"));
    auto* choose = new QPushButton(icon(QLatin1String("open")), tr("Choose File…"));
    choose->setObjectName(QStringLiteral("exportChoose"));
    begin_ = new QPushButton(primaryIcon(QLatin1String("save")), tr("Export"));
    begin_->setObjectName(QStringLiteral("exportBegin"));
    begin_->setProperty("primary", true);
    auto* done = new QPushButton(icon(QLatin1String("close")), tr("Close"));
    done->setObjectName(QStringLiteral("exportClose"));
    auto* buttons = new QWidget;
    auto* flow = new FlowLayout(buttons);
    for (QPushButton* button : {choose, begin_, done})
        flow->addWidget(button);
    for (QWidget* widget :
         std::initializer_list<QWidget*>{title, scope_, preset_, note_, columns_, onlyNew_,
                                         onlyNewNote_, guard_, guardNote_, file_, buttons})
        layout->addWidget(widget);
    connect(preset_, &QComboBox::activated, this, [this] {
        settings_.setValue(kPresetKey, preset_->currentData());
        presetChosen();
    });
    connect(columns_, &QComboBox::activated, this, &ExportPanel::refresh);
    connect(onlyNew_, &QCheckBox::toggled, this, &ExportPanel::refresh);
    connect(guard_, &QCheckBox::toggled, this, &ExportPanel::changed);
    connect(file_, &QLineEdit::textChanged, this, &ExportPanel::refresh);
    connect(choose, &QPushButton::clicked, this, &ExportPanel::chooseFile);
    connect(begin_, &QPushButton::clicked, this, &ExportPanel::begin);
    connect(done, &QPushButton::clicked, this, &ExportPanel::closeWanted);
}

void ExportPanel::setScope(const std::optional<app::LeadOwner>& owner, const LeadFilter& filter,
                           const std::vector<LeadField>& fields,
                           std::optional<std::int64_t> leads) {
    owner_ = owner;
    filter_ = filter;
    fields_ = fields;
    leads_ = leads;
    refresh();
}

QString ExportPanel::suggestion() const {
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    const QDir folder(settings_.value(kFolderKey, documents).toString());
    const QString start =
        QStringLiteral("leads-%1").arg(QDate::currentDate().toString(Qt::ISODate));
    const auto preset = exportPresets().at(static_cast<std::size_t>(preset_->currentIndex()));
    const QString ending = endingOf(preset.format);
    QString file = folder.filePath(start + ending);
    for (int n = 2; QFileInfo::exists(file); ++n)
        file = folder.filePath(QStringLiteral("%1-%2%3").arg(start).arg(n).arg(ending));
    return file;
}

void ExportPanel::chooseFile() {
    const auto preset = exportPresets().at(static_cast<std::size_t>(preset_->currentIndex()));
    const QString file =
        chooseFileToSave(this, tr("Export Leads Into"), file_->text(),
                         QStringLiteral("%1 (*%2)").arg(preset.name, endingOf(preset.format)));
    if (!file.isEmpty())
        file_->setText(file);
}

void ExportPanel::presetChosen() {
    const auto preset = exportPresets().at(static_cast<std::size_t>(preset_->currentIndex()));
    note_->setText(preset.note);
    const bool csv = preset.format == app::ExportFormat::Csv;
    guard_->setVisible(csv);
    guardNote_->setVisible(csv);
    columns_->setEnabled(preset.fields.empty());
    file_->setText(suggestion());
    refresh();
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
    // The system's dialog has asked already whether an existing file is to be replaced.
    job->overwrite = QFileInfo::exists(job->file);
    settings_.setValue(kFolderKey, QFileInfo(job->file).absolutePath());
    jobs_.start(*std::move(job));
    onlyNew_->setChecked(false);
}

void ExportPanel::refresh() {
    const QString filter = filterWords(filter_);
    const QString which = leads_ ? tr("%Ln lead(s)", "", forPlural(*leads_)) : tr("All leads");
    scope_->setText(filter.isEmpty() ? tr("%1: everything that the account owns.").arg(which)
                                     : tr("%1 with this filter: %2.").arg(which, filter));
    columns_->setItemText(ColumnsShown,
                          tr("The %Ln column(s) shown", "", forPlural(fields_.size())));
    columns_->setItemText(AllColumns, tr("All %Ln column(s)", "", forPlural(kLeadFieldCount)));
    const ExportJob* last = owner_ ? jobs_.lastOf(*owner_, filter_) : nullptr;
    onlyNew_->setEnabled(last != nullptr);
    onlyNewNote_->setText(last != nullptr
                              ? tr("since %1, when %2 was written.")
                                    .arg(timeText(last->finishedAt.toStdString(), wallNow()),
                                         QFileInfo(last->file).fileName())
                              : tr("There was no export of these leads here yet."));
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

void ExportPanel::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        emit closeWanted();
    else
        QFrame::keyPressEvent(event);
}

} // namespace leadsheet::desktop
