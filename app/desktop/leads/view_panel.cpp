// SPDX-License-Identifier: Apache-2.0
#include "view_panel.hpp"

#include "../shell/settings.hpp"
#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/facts_form.hpp"
#include "../widgets/flow_layout.hpp"
#include "lead_words.hpp"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

const QString kViewsKey = QStringLiteral("leads/views");
constexpr std::size_t kMostViews = 100;

QString wordsOf(const LeadFilter& filter, const QString& whenEmpty) {
    const QString words = filterWords(filter);
    return words.isEmpty() ? whenEmpty : words;
}

} // namespace

ViewPanel::ViewPanel(Settings& settings, QWidget* parent)
    : QFrame(parent)
    , settings_(settings) {
    setObjectName(QStringLiteral("viewPanel"));
    setProperty("card", true);
    auto* heading = cardHeading(tr("Views"));
    list_ = new QListWidget;
    list_->setObjectName(QStringLiteral("viewList"));
    list_->setAccessibleName(tr("Saved views"));
    list_->setWordWrap(true);
    auto* buttons = new QWidget;
    auto* flow = new FlowLayout(buttons);
    const auto button = [](QLayout* into, const QString& label, const char* name,
                           const char* picture) {
        auto* made = new QPushButton(icon(QLatin1String(picture)), label);
        made->setObjectName(QLatin1String(name));
        into->addWidget(made);
        return made;
    };
    show_ = button(flow, tr("Show View"), "viewShow", "search");
    copy_ = button(flow, tr("Copy View"), "viewCopy", "copy");
    remove_ = button(flow, tr("Remove View"), "viewRemove", "delete");
    auto* paste = button(flow, tr("Add Copied View"), "viewAdd", "paste");
    paste->setToolTip(tr("Adds the view that somebody copied for you, from the clipboard"));
    what_ = new QLabel;
    what_->setWordWrap(true);
    what_->setForegroundRole(QPalette::PlaceholderText);
    name_ = new QLineEdit;
    name_->setObjectName(QStringLiteral("viewName"));
    name_->setAccessibleName(tr("Name of the view"));
    name_->setPlaceholderText(tr("Name of the view"));
    name_->setMaxLength(app::LeadView::kMaxNameCharacters);
    auto* foot = new QWidget;
    auto* footFlow = new FlowLayout(foot);
    save_ = button(footFlow, tr("Save What Is Shown"), "viewSave", "save");
    auto* done = button(footFlow, tr("Done"), "viewsDone", "check");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 12, 14, 12);
    layout->addWidget(heading);
    layout->addWidget(list_, 1);
    layout->addWidget(buttons);
    layout->addWidget(what_);
    layout->addWidget(name_);
    layout->addWidget(foot);
    setMinimumWidth(260);
    setFocusProxy(list_);
    connect(list_, &QListWidget::currentRowChanged, this, &ViewPanel::refresh);
    connect(list_, &QListWidget::itemActivated, show_, &QPushButton::click);
    connect(show_, &QPushButton::clicked, this, [this] {
        if (const app::LeadView* view = chosen())
            emit viewChosen(*view);
    });
    connect(copy_, &QPushButton::clicked, this, &ViewPanel::copy);
    connect(remove_, &QPushButton::clicked, this, &ViewPanel::remove);
    connect(paste, &QPushButton::clicked, this, &ViewPanel::add);
    connect(name_, &QLineEdit::textChanged, this, &ViewPanel::refresh);
    connect(name_, &QLineEdit::returnPressed, this, &ViewPanel::save);
    connect(save_, &QPushButton::clicked, this, &ViewPanel::save);
    connect(done, &QPushButton::clicked, this, &ViewPanel::closeWanted);
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
    } else if (views_.size() >= kMostViews) {
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
    for (QPushButton* needsOne : {show_, copy_, remove_})
        needsOne->setEnabled(any);
    save_->setEnabled(!name_->text().trimmed().isEmpty());
}

void ViewPanel::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        emit closeWanted();
    else
        QFrame::keyPressEvent(event);
}

} // namespace leadsheet::desktop
