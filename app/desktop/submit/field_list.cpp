// SPDX-License-Identifier: Apache-2.0
#include "field_list.hpp"

#include "../phrases/say.hpp"
#include "../theme/icons.hpp"
#include "leadsheet/app/fields.hpp"

#include <QLineEdit>
#include <QListWidget>
#include <QScreen>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace leadsheet::desktop {
namespace {

constexpr int kWidthInLetters = 46;
constexpr int kHeightInLines = 22;

enum Role { TargetRole = Qt::UserRole + 1, SearchRole };

QString groupOf(const app::TargetField& field) {
    if (field.products.empty())
        return FieldList::tr("For every product");
    QStringList titles;
    for (const std::string_view id : field.products)
        titles << sayProduct(id);
    return titles.join(QStringLiteral(", "));
}

QListWidgetItem* addGroup(QListWidget& list, const QString& title) {
    auto* item = new QListWidgetItem(title, &list);
    item->setFlags(Qt::NoItemFlags);
    QFont font = list.font();
    font.setBold(true);
    item->setFont(font);
    return item;
}

void addField(QListWidget& list, const QString& title, const std::string& target,
              const QString& about) {
    auto* item = new QListWidgetItem(title, &list);
    item->setData(TargetRole, QString::fromStdString(target));
    item->setData(SearchRole, QString(title + QLatin1Char(' ') + QString::fromStdString(target) +
                                      QLatin1Char(' ') + about));
    item->setToolTip(about);
}

} // namespace

FieldList::FieldList(QWidget* parent)
    : QFrame(parent, Qt::Popup)
    , search_(new QLineEdit(this))
    , list_(new QListWidget(this)) {
    setObjectName(QStringLiteral("fieldList"));
    setFrameShape(QFrame::StyledPanel);
    search_->setPlaceholderText(tr("Search fields"));
    search_->setAccessibleName(tr("Search fields"));
    search_->setObjectName(QStringLiteral("fieldSearch"));
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setTextElideMode(Qt::ElideRight);
    list_->setAccessibleName(tr("Field that the column fills"));
    list_->setObjectName(QStringLiteral("fields"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(search_);
    layout->addWidget(list_, 1);
    connect(search_, &QLineEdit::textChanged, this, &FieldList::filter);
    connect(search_, &QLineEdit::returnPressed, this, [this] {
        if (list_->currentItem() != nullptr)
            emit list_->itemActivated(list_->currentItem());
    });
    const auto choose = [this](QListWidgetItem* item) {
        if (item == nullptr || !item->data(TargetRole).isValid())
            return;
        const std::string target = item->data(TargetRole).toString().toStdString();
        hide();
        emit chosen(target);
    };
    connect(list_, &QListWidget::itemActivated, this, choose);
    connect(list_, &QListWidget::itemClicked, this, choose);
    fill();
}

void FieldList::openAt(const QRect& place, const QString& search) {
    const QFontMetrics metrics = fontMetrics();
    const QRect screen = parentWidget()->screen()->availableGeometry();
    const int width = std::max(place.width(), metrics.averageCharWidth() * kWidthInLetters);
    const int below = screen.bottom() - place.bottom();
    const int above = place.top() - screen.top();
    const int height = std::min(metrics.height() * kHeightInLines, std::max(below, above));
    const int top = height <= below ? place.bottom() + 1 : place.top() - height;
    const int left =
        std::clamp(place.left(), screen.left(), std::max(screen.left(), screen.right() - width));
    setGeometry(left, top, width, height);
    show();
    search_->setFocus(Qt::PopupFocusReason);
    search_->setText(search);
    if (list_->currentItem() != nullptr)
        list_->scrollToItem(list_->currentItem());
}

void FieldList::hideEvent(QHideEvent* event) {
    QFrame::hideEvent(event);
    emit closed();
}

void FieldList::fill() {
    const QSignalBlocker quiet(list_);
    list_->clear();
    addField(*list_, tr("Not used"), kNothing, tr("Nothing is said about this column."));
    addField(*list_, tr("Leave out"), kLeftOut,
             tr("The column is left out here and in other sheets with this name."));
    std::vector<QString> order;
    std::map<QString, std::vector<const app::TargetField*>> groups;
    for (const app::TargetField& field : app::allTargets()) {
        const QString group = groupOf(field);
        if (!groups.contains(group))
            order.push_back(group);
        groups[group].push_back(&field);
    }
    for (const QString& group : order) {
        addGroup(*list_, group);
        for (const app::TargetField* field : groups[group]) {
            if (field->info != nullptr && field->info->kind == contract::FieldKind::StringMap) {
                if (!header_.isEmpty()) {
                    const std::string target =
                        field->name + app::kMemberSeparator + header_.toStdString();
                    addField(*list_, targetTitle(target), target,
                             tr("Kept with the order under this name."));
                }
                continue;
            }
            const QString about =
                field->info != nullptr ? sayTitle(field->info->description)
                : field->name == app::kProductTarget
                    ? tr("Which product the row orders.")
                    : tr("Your own number for the row. Choose it only if it is unique across all "
                         "your sheets: it then identifies orders.");
            addField(*list_, targetTitle(field->name), field->name, about);
        }
    }
    filter();
}

void FieldList::filter() {
    const QString wanted = search_->text().simplified();
    QListWidgetItem* group = nullptr;
    QListWidgetItem* first = nullptr;
    for (int i = 0; i < list_->count(); ++i) {
        QListWidgetItem* item = list_->item(i);
        if (!item->data(TargetRole).isValid()) {
            group = item;
            group->setHidden(!wanted.isEmpty());
            continue;
        }
        const bool fits = wanted.isEmpty() ||
                          item->data(SearchRole).toString().contains(wanted, Qt::CaseInsensitive);
        item->setHidden(!fits);
        if (fits && group != nullptr)
            group->setHidden(false);
        if (fits && first == nullptr)
            first = item;
    }
    if (!wanted.isEmpty() && first != nullptr)
        list_->setCurrentItem(first);
}

void FieldList::present(const std::string& target, const QString& header) {
    target_ = target;
    if (header != header_) {
        header_ = header;
        fill();
    }
    const QSignalBlocker quiet(search_);
    search_->clear();
    filter();
    for (int i = 0; i < list_->count(); ++i) {
        QListWidgetItem* item = list_->item(i);
        if (!item->data(TargetRole).isValid())
            continue;
        const bool now = item->data(TargetRole).toString().toStdString() == target_;
        item->setIcon(now ? icon(QLatin1String("check")) : QIcon());
        if (now) {
            list_->setCurrentItem(item);
            list_->scrollToItem(item);
        }
    }
}

} // namespace leadsheet::desktop
