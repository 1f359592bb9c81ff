// SPDX-License-Identifier: Apache-2.0
#include "column_chooser.hpp"

#include "../theme/icons.hpp"
#include "../widgets/facts_form.hpp"
#include "../widgets/flow_layout.hpp"
#include "lead_words.hpp"

#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

QListWidgetItem* itemOf(LeadField field, bool chosen) {
    auto* item = new QListWidgetItem(leadFieldTitle(field));
    item->setData(Qt::UserRole, static_cast<int>(field));
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable |
                   Qt::ItemIsDragEnabled);
    item->setCheckState(chosen ? Qt::Checked : Qt::Unchecked);
    return item;
}

} // namespace

ColumnChooser::ColumnChooser(QWidget* parent)
    : QFrame(parent) {
    setObjectName(QStringLiteral("columnChooser"));
    setProperty("card", true);
    auto* heading = cardHeading(tr("Columns"));
    auto* hint = new QLabel(tr("Space chooses a column; drag it, or use the buttons, to move it."));
    hint->setWordWrap(true);
    hint->setForegroundRole(QPalette::PlaceholderText);
    list_ = new QListWidget;
    list_->setObjectName(QStringLiteral("columnList"));
    list_->setAccessibleName(tr("Columns of the list"));
    list_->setDragDropMode(QAbstractItemView::InternalMove);
    list_->setTabKeyNavigation(false);
    auto* buttons = new QWidget;
    auto* flow = new FlowLayout(buttons);
    const auto add = [flow](const QString& label, const char* name, const char* picture) {
        auto* button = new QPushButton(icon(QLatin1String(picture)), label);
        button->setObjectName(QLatin1String(name));
        flow->addWidget(button);
        return button;
    };
    up_ = add(tr("Move Up"), "columnUp", "chevron-up");
    down_ = add(tr("Move Down"), "columnDown", "chevron-down");
    auto* usual = add(tr("Usual Columns"), "columnsUsual", "undo");
    auto* done = add(tr("Done"), "columnsDone", "check");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 12, 14, 12);
    layout->addWidget(heading);
    layout->addWidget(hint);
    layout->addWidget(list_, 1);
    layout->addWidget(buttons);
    setMinimumWidth(260);
    setFocusProxy(list_);
    connect(up_, &QPushButton::clicked, this, [this] { move(-1); });
    connect(down_, &QPushButton::clicked, this, [this] { move(1); });
    connect(usual, &QPushButton::clicked, this, [this] {
        setFields(usualLeadFields());
        emit fieldsChosen();
    });
    connect(done, &QPushButton::clicked, this, &ColumnChooser::closeWanted);
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

void ColumnChooser::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        emit closeWanted();
    else
        QFrame::keyPressEvent(event);
}

} // namespace leadsheet::desktop
