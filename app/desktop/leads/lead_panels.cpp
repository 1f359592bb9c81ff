// SPDX-License-Identifier: Apache-2.0
#include "lead_panels.hpp"

#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "lead_words.hpp"

#include <QClipboard>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kLeastWidth = 260;

struct Section {
    const char* title;
    std::vector<LeadField> fields;
};

const std::vector<Section>& sections() {
    static const std::vector<Section> all{
        {QT_TRANSLATE_NOOP("leadsheet::desktop::LeadDetail", "Person"),
         {LeadField::Email, LeadField::EmailType, LeadField::Phone, LeadField::PhoneType,
          LeadField::LinkedinUrl, LeadField::Seniority, LeadField::Department}},
        {QT_TRANSLATE_NOOP("leadsheet::desktop::LeadDetail", "Verification"),
         {LeadField::Result, LeadField::ResultReason}},
        {QT_TRANSLATE_NOOP("leadsheet::desktop::LeadDetail", "Company"),
         {LeadField::CompanyName, LeadField::CompanyDomain, LeadField::CompanyLinkedinUrl,
          LeadField::Industry, LeadField::CompanySize, LeadField::CompanyRevenue,
          LeadField::FoundedYear, LeadField::Technologies, LeadField::Rating,
          LeadField::ReviewCount}},
        {QT_TRANSLATE_NOOP("leadsheet::desktop::LeadDetail", "Place"),
         {LeadField::Street, LeadField::PostalCode, LeadField::City, LeadField::Region,
          LeadField::Country, LeadField::Timezone}},
        {QT_TRANSLATE_NOOP("leadsheet::desktop::LeadDetail", "Origin"),
         {LeadField::OrderNumber, LeadField::Product, LeadField::ExternalRef,
          LeadField::DeliveredAt, LeadField::Id}},
    };
    return all;
}

QListWidgetItem* itemOf(LeadField field, bool chosen) {
    auto* item = new QListWidgetItem(leadFieldTitle(field));
    item->setData(Qt::UserRole, static_cast<int>(field));
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable |
                   Qt::ItemIsDragEnabled);
    item->setCheckState(chosen ? Qt::Checked : Qt::Unchecked);
    return item;
}

const QString kViewsKey = QStringLiteral("leads/views");
constexpr std::size_t kMaxViews = 100;

QString wordsOf(const LeadFilter& filter, const QString& whenEmpty) {
    const QString words = filterWords(filter);
    return words.isEmpty() ? whenEmpty : words;
}

} // namespace

LeadDetail::LeadDetail(QWidget* parent)
    : DetailPane("leadDetail", parent, kLeastWidth)
    , name_(addTitle("leadName"))
    , work_(wrappingLabel({})) {
    add(work_);
    for (const Section& section : sections()) {
        auto* heading = cardHeading(tr(section.title));
        auto* facts = new QWidget;
        headings_.push_back({heading, facts});
        add(heading);
        add(facts);
        auto* lines = new QGridLayout(facts);
        lines->setContentsMargins(0, 0, 0, 0);
        lines->setHorizontalSpacing(14);
        lines->setVerticalSpacing(4);
        lines->setColumnStretch(1, 1);
        int row = 0;
        for (const LeadField field : section.fields) {
            auto* title = new QLabel(leadFieldTitle(field));
            title->setForegroundRole(QPalette::PlaceholderText);
            auto* value = wrappingLabel({});
            value->setAlignment(Qt::AlignTop | Qt::AlignLeft);
            lines->addWidget(title, row, 0, Qt::AlignTop);
            lines->addWidget(value, row++, 1);
            lines_.push_back({field, title, value});
        }
    }
    finish();
    showNothing();
}

void LeadDetail::showNothing() {
    showEmpty(tr("Choose a lead to see everything that is known about it."));
}

void LeadDetail::show(const Lead& lead) {
    const QString name = text(lead.text(LeadField::FullName));
    const QString company = text(lead.text(LeadField::CompanyName));
    name_->setText(name.isEmpty() ? company : name);
    const QString job = text(lead.text(LeadField::JobTitle));
    work_->setText(job.isEmpty() || company.isEmpty() ? job + company
                                                      : tr("%1 at %2").arg(job, company));
    work_->setVisible(!work_->text().isEmpty());
    std::size_t line = 0;
    for (std::size_t i = 0; i < headings_.size(); ++i) {
        bool any = false;
        for (std::size_t n = 0; n < sections()[i].fields.size(); ++n, ++line) {
            const QString shown = leadCellText(lead, lines_[line].field);
            lines_[line].value->setText(shown);
            lines_[line].title->setVisible(!shown.isEmpty());
            lines_[line].value->setVisible(!shown.isEmpty());
            any = any || !shown.isEmpty();
        }
        headings_[i].title->setVisible(any);
        headings_[i].facts->setVisible(any);
    }
    showColumn();
}

ColumnChooser::ColumnChooser()
    : SidePanel("columnChooser") {
    auto* heading = cardHeading(tr("Columns"));
    auto* hint =
        wrappingLabel(tr("Space chooses a column; drag it, or use the buttons, to move it."));
    hint->setForegroundRole(QPalette::PlaceholderText);
    list_ = named(new QListWidget, "columnList", tr("Columns of the list"));
    list_->setDragDropMode(QAbstractItemView::InternalMove);
    list_->setTabKeyNavigation(false);
    auto* buttons = new QWidget;
    auto* flow = new FlowLayout(buttons);
    up_ = addButton(flow, tr("Move Up"), "columnUp", "chevron-up", this, [this] { move(-1); });
    down_ =
        addButton(flow, tr("Move Down"), "columnDown", "chevron-down", this, [this] { move(1); });
    addButton(flow, tr("Usual Columns"), "columnsUsual", "undo", this, [this] {
        setFields(usualLeadFields());
        emit fieldsChosen();
    });
    addButton(flow, tr("Done"), "columnsDone", "check", this, &ColumnChooser::closeWanted);
    auto* content = new QWidget;
    auto* layout = columnIn(content, -1, {14, 12, 14, 12});
    addAll(layout, {heading, hint});
    layout->addWidget(list_, 1);
    setContent(content, buttons);
    setFocusProxy(list_);
    connect(list_, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
        if (showing_)
            return;
        if (fields().empty())
            item->setCheckState(Qt::Checked);
        else
            emit fieldsChosen();
    });
    connect(list_->model(), &QAbstractItemModel::rowsMoved, this, &ColumnChooser::fieldsChosen);
    connect(list_, &QListWidget::currentRowChanged, this, &ColumnChooser::refresh);
    setFields(usualLeadFields());
}

void ColumnChooser::setFields(const std::vector<LeadField>& fields) {
    showing_ = true;
    list_->clear();
    for (const LeadField field : fields)
        list_->addItem(itemOf(field, true));
    for (const LeadField field : everyLeadField())
        if (std::find(fields.begin(), fields.end(), field) == fields.end())
            list_->addItem(itemOf(field, false));
    list_->setCurrentRow(0);
    showing_ = false;
    refresh();
}

std::vector<LeadField> ColumnChooser::fields() const {
    std::vector<LeadField> chosen;
    for (int row = 0; row < list_->count(); ++row)
        if (list_->item(row)->checkState() == Qt::Checked)
            chosen.push_back(static_cast<LeadField>(list_->item(row)->data(Qt::UserRole).toInt()));
    return chosen;
}

void ColumnChooser::move(int by) {
    const int from = list_->currentRow();
    const int to = from + by;
    if (from < 0 || to < 0 || to >= list_->count())
        return;
    showing_ = true;
    QListWidgetItem* item = list_->takeItem(from);
    list_->insertItem(to, item);
    list_->setCurrentRow(to);
    showing_ = false;
    refresh();
    emit fieldsChosen();
}

void ColumnChooser::refresh() {
    up_->setEnabled(list_->currentRow() > 0);
    down_->setEnabled(list_->currentRow() >= 0 && list_->currentRow() + 1 < list_->count());
}

ViewPanel::ViewPanel(Settings& settings)
    : SidePanel("viewPanel")
    , settings_(settings) {
    auto* heading = cardHeading(tr("Views"));
    list_ = named(new QListWidget, "viewList", tr("Saved views"));
    list_->setWordWrap(true);
    nothing_ =
        named(wrappingLabel(tr("No view yet. A view keeps a filter and its columns under a name, "
                               "to be shown again or given to others. Filter the leads, name "
                               "what is shown, and save it.")),
              "viewNothing");
    auto* buttons = new QWidget;
    auto* flow = new FlowLayout(buttons);
    show_ = addButton(flow, tr("Show View"), "viewShow", "search", this, [this] {
        if (const app::LeadView* view = chosen())
            emit viewChosen(*view);
    });
    copy_ = addButton(flow, tr("Copy View"), "viewCopy", "copy", this, &ViewPanel::copy);
    remove_ = addButton(flow, tr("Remove View"), "viewRemove", "delete", this, &ViewPanel::remove);
    auto* paste = addButton(flow, tr("Add Copied View"), "viewAdd", "paste", this, &ViewPanel::add);
    paste->setToolTip(tr("Adds the view that somebody copied for you, from the clipboard"));
    what_ = quietLabel();
    name_ = named(new QLineEdit, "viewName", tr("Name of the view"));
    name_->setPlaceholderText(tr("Name of the view"));
    name_->setMaxLength(app::LeadView::kMaxNameCharacters);
    auto* foot = new QWidget;
    auto* footFlow = new FlowLayout(foot);
    save_ = primaryButton(tr("Save What Is Shown"), "viewSave");
    save_->setIcon(primaryIcon(QLatin1String("save")));
    footFlow->addWidget(save_);
    addButton(footFlow, tr("Done"), "viewsDone", "check", this, &ViewPanel::closeWanted);
    auto* content = new QWidget;
    auto* layout = columnIn(content, -1, {14, 12, 14, 12});
    addAll(layout, {heading, nothing_});
    layout->addWidget(list_, 1);
    addAll(layout, {buttons, what_, name_});
    layout->addStretch();
    setContent(content, foot);
    connect(list_, &QListWidget::currentRowChanged, this, &ViewPanel::refresh);
    connect(list_, &QListWidget::itemActivated, show_, &QPushButton::click);
    connect(name_, &QLineEdit::textChanged, this, &ViewPanel::refresh);
    connect(name_, &QLineEdit::returnPressed, this, &ViewPanel::save);
    connect(save_, &QPushButton::clicked, this, &ViewPanel::save);
    setCurrent({}, usualLeadFields());
    load();
}

void ViewPanel::setCurrent(const LeadFilter& filter, const std::vector<LeadField>& fields) {
    filter_ = filter;
    fields_ = fields;
    what_->setText(tr("Shown now: %1, with %Ln column(s).", "", forPlural(fields.size()))
                       .arg(wordsOf(filter, tr("all leads"))));
}

void ViewPanel::load() {
    for (const QString& line : settings_.value(kViewsKey).toStringList())
        if (auto view = app::readLeadView(line.toStdString()))
            views_.push_back(*std::move(view));
    store();
}

void ViewPanel::store() {
    QStringList lines;
    const int current = list_->currentRow();
    list_->clear();
    for (const app::LeadView& view : views_) {
        lines << text(app::leadViewText(view));
        list_->addItem(
            QStringLiteral("%1\n%2").arg(text(view.name), wordsOf(view.filter, tr("all leads"))));
    }
    if (settings_.value(kViewsKey).toStringList() != lines)
        settings_.setValue(kViewsKey, lines);
    list_->setCurrentRow(std::min(current, list_->count() - 1));
    refresh();
}

const app::LeadView* ViewPanel::chosen() const {
    const int row = list_->currentRow();
    return row >= 0 && row < static_cast<int>(views_.size())
               ? &views_[static_cast<std::size_t>(row)]
               : nullptr;
}

void ViewPanel::keep(app::LeadView view) {
    const auto same = std::find_if(views_.begin(), views_.end(), [&](const app::LeadView& other) {
        return other.name == view.name;
    });
    const QString name = text(view.name);
    if (same != views_.end()) {
        *same = std::move(view);
        emit said(tr("The view “%1” was replaced.").arg(name));
    } else if (views_.size() >= kMaxViews) {
        emit said(
            tr("There are %Ln view(s) already; remove one first.", "", forPlural(views_.size())));
        return;
    } else {
        views_.push_back(std::move(view));
        emit said(tr("The view “%1” was saved.").arg(name));
    }
    store();
}

void ViewPanel::save() {
    const QString name = name_->text().simplified();
    if (name.isEmpty())
        return;
    keep({name.toStdString(), filter_, fields_});
    name_->clear();
}

void ViewPanel::add() {
    auto view = app::readLeadView(QGuiApplication::clipboard()->text().trimmed().toStdString());
    if (view)
        keep(*std::move(view));
    else
        emit said(tr("The clipboard holds no view of leads. Ask for one that was copied with "
                     "“Copy View”."));
}

void ViewPanel::copy() {
    const app::LeadView* view = chosen();
    if (view == nullptr)
        return;
    QGuiApplication::clipboard()->setText(text(app::leadViewText(*view)));
    emit said(tr("The view was copied as text. Whoever copies that text can add it with “Add "
                 "Copied View”."));
}

void ViewPanel::remove() {
    const app::LeadView* view = chosen();
    if (view == nullptr)
        return;
    const QString name = text(view->name);
    views_.erase(views_.begin() + (view - views_.data()));
    store();
    name_->setText(name);
    emit said(tr("The view “%1” was removed.").arg(name));
}

void ViewPanel::refresh() {
    const bool any = chosen() != nullptr;
    const bool none = views_.empty();
    nothing_->setVisible(none);
    list_->setVisible(!none);
    for (QPushButton* needsOne : {show_, copy_, remove_}) {
        needsOne->setEnabled(any);
        needsOne->setVisible(!none);
    }
    setFocusProxy(none ? static_cast<QWidget*>(name_) : list_);
    save_->setEnabled(!name_->text().trimmed().isEmpty());
}

} // namespace leadsheet::desktop
