// SPDX-License-Identifier: Apache-2.0
#include "map_parts.hpp"

#include "../phrases/say.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"

#include "leadsheet/app/fields.hpp"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScreen>
#include <QSignalBlocker>
#include <QToolButton>
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
    , search_(named(new QLineEdit(this), "fieldSearch"))
    , list_(named(new QListWidget(this), "fields")) {
    setObjectName(QStringLiteral("fieldList"));
    setFrameShape(QFrame::StyledPanel);
    search_->setPlaceholderText(tr("Search fields"));
    search_->setAccessibleName(tr("Search fields"));
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->setTextElideMode(Qt::ElideRight);
    list_->setAccessibleName(tr("Field that the column fills"));
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

using app::TransformKind;

QString stepText(const app::Transform& step) {
    const QString first = QString::fromStdString(step.first);
    switch (step.kind) {
    case TransformKind::Trim:
        return StepChips::tr("trim spaces");
    case TransformKind::Upper:
        return StepChips::tr("UPPER CASE");
    case TransformKind::Lower:
        return StepChips::tr("lower case");
    case TransformKind::Title:
        return StepChips::tr("Title Case");
    case TransformKind::Split:
        return StepChips::tr("split at %1").arg(first);
    case TransformKind::Join:
        return StepChips::tr("join with %1").arg(first);
    case TransformKind::Replace:
        return StepChips::tr("replace %1 with %2").arg(first, QString::fromStdString(step.second));
    case TransformKind::Whole:
        return StepChips::tr("keep commas");
    case TransformKind::Empty:
        return StepChips::tr("%1 is empty").arg(first);
    case TransformKind::Means:
        return StepChips::tr("%1 means %2").arg(first, QString::fromStdString(step.second));
    case TransformKind::Down:
        return StepChips::tr("fill down");
    case TransformKind::Blank:
        return StepChips::tr("leave empty cells empty");
    case TransformKind::Number:
        break;
    }
    return step.style == app::NumberStyle::Dot ? StepChips::tr("number like 1.234,5")
                                               : StepChips::tr("number like 1,234.5");
}

StepChips::StepChips(QWidget* parent)
    : QWidget(parent)
    , flow_(new FlowLayout)
    , add_(named(new QToolButton(this), "addStep"))
    , words_(new QWidget(this))
    , first_(new QLineEdit(words_))
    , second_(new QLineEdit(words_))
    , take_(new QPushButton(tr("Add"), words_)) {
    add_->setText(tr("Add Step"));
    add_->setProperty("phrase", true);
    add_->setIcon(icon(QLatin1String("add")));
    add_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    add_->setPopupMode(QToolButton::InstantPopup);
    add_->setFocusPolicy(Qt::StrongFocus);
    auto* menu = new QMenu(add_);
    const auto plain = [&](TransformKind kind, app::NumberStyle style = app::NumberStyle::Auto) {
        const app::Transform step{kind, {}, {}, style};
        connect(menu->addAction(stepText(step)), &QAction::triggered, this,
                [this, step] { add(step); });
    };
    const auto asking = [&](const QString& text, TransformKind kind) {
        connect(menu->addAction(text), &QAction::triggered, this, [this, kind] { ask(kind); });
    };
    plain(TransformKind::Trim);
    plain(TransformKind::Upper);
    plain(TransformKind::Lower);
    plain(TransformKind::Title);
    plain(TransformKind::Whole);
    plain(TransformKind::Down);
    plain(TransformKind::Blank);
    asking(tr("Split…"), TransformKind::Split);
    asking(tr("Join…"), TransformKind::Join);
    asking(tr("Replace…"), TransformKind::Replace);
    plain(TransformKind::Number, app::NumberStyle::Comma);
    plain(TransformKind::Number, app::NumberStyle::Dot);
    add_->setMenu(menu);
    take_->setEnabled(false);
    auto* line = rowIn(words_);
    line->addWidget(first_, 1);
    line->addWidget(second_, 1);
    line->addWidget(take_);
    words_->hide();
    auto* layout = columnIn(this);
    layout->addLayout(flow_);
    layout->addWidget(add_, 0, Qt::AlignLeft);
    layout->addWidget(words_);
    connect(first_, &QLineEdit::textChanged, this,
            [this](const QString& text) { take_->setEnabled(!text.isEmpty()); });
    connect(first_, &QLineEdit::returnPressed, this, &StepChips::take);
    connect(second_, &QLineEdit::returnPressed, this, &StepChips::take);
    connect(take_, &QPushButton::clicked, this, &StepChips::take);
}

void StepChips::present(const std::vector<app::Transform>& steps) {
    steps_ = steps;
    words_->hide();
    flow_->clear();
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        auto* chip = new QToolButton(this);
        chip->setText(stepText(steps_[i]));
        chip->setIcon(icon(QLatin1String("close")));
        chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        chip->setObjectName(QStringLiteral("stepChip"));
        chip->setAccessibleName(tr("Remove the step: %1").arg(stepText(steps_[i])));
        chip->setToolTip(tr("Remove this step"));
        chip->setFocusPolicy(Qt::StrongFocus);
        connect(chip, &QToolButton::clicked, this, [this, i] {
            auto rest = steps_;
            // Without it the cells would decide again, and the same.
            if (rest[i].kind == TransformKind::Whole)
                rest[i] = {TransformKind::Split, ",", {}, app::NumberStyle::Auto};
            else
                rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
            emit stepsChosen(rest);
        });
        flow_->addWidget(chip);
        chip->show();
    }
    updateGeometry();
}

void StepChips::add(const app::Transform& step) {
    auto before = steps_;
    if (step.kind == TransformKind::Whole)
        std::erase_if(before, [](const auto& one) {
            return one.kind == TransformKind::Split || one.kind == TransformKind::Whole;
        });
    emit stepsChosen(app::withStep(std::move(before), step));
}

void StepChips::ask(TransformKind kind) {
    asked_ = kind;
    const QString first = kind == TransformKind::Split  ? tr("Split at these characters")
                          : kind == TransformKind::Join ? tr("Text between the values")
                                                        : tr("Text to replace");
    first_->setPlaceholderText(first);
    first_->setAccessibleName(first);
    second_->setPlaceholderText(tr("Replacement"));
    second_->setAccessibleName(tr("Replacement"));
    second_->setVisible(kind == TransformKind::Replace);
    first_->clear();
    second_->clear();
    words_->show();
    first_->setFocus(Qt::OtherFocusReason);
}

void StepChips::take() {
    if (first_->text().isEmpty())
        return;
    add({asked_, first_->text().toStdString(), second_->text().toStdString(),
         app::NumberStyle::Auto});
}

ValueRules::ValueRules(QWidget* parent)
    : QWidget(parent)
    , flow_(new FlowLayout)
    , field_(named(new QComboBox(this), "valueField"))
    , where_(new QComboBox(this))
    , value_(named(new QLineEdit(this), "valueText")) {
    field_->setAccessibleName(tr("Field for your own value"));
    for (const app::TargetField& field : app::allTargets())
        if (field.name != app::kReferenceTarget &&
            (field.info == nullptr || field.info->kind != contract::FieldKind::StringMap))
            field_->addItem(targetTitle(field.name), QString::fromStdString(field.name));
    where_->setAccessibleName(tr("Where the value is used"));
    where_->addItem(tr("in every row"), false);
    where_->addItem(tr("where the cell is empty"), true);
    value_->setAccessibleName(tr("Value"));
    value_->setPlaceholderText(tr("Value"));
    auto* take =
        named(new QPushButton(icon(QLatin1String("add")), tr("Add Value"), this), "addValue");
    take->setEnabled(false);
    auto* label = new QLabel(tr("Your own value:"), this);
    auto* line = new FlowLayout;
    for (QWidget* part : {static_cast<QWidget*>(label), static_cast<QWidget*>(field_),
                          static_cast<QWidget*>(value_), static_cast<QWidget*>(where_),
                          static_cast<QWidget*>(take)})
        line->addWidget(part);
    auto* layout = columnIn(this);
    layout->addLayout(flow_);
    layout->addLayout(line);
    connect(value_, &QLineEdit::textChanged, this,
            [take](const QString& text) { take->setEnabled(!text.trimmed().isEmpty()); });
    connect(value_, &QLineEdit::returnPressed, this, &ValueRules::add);
    connect(take, &QPushButton::clicked, this, &ValueRules::add);
}

void ValueRules::add() {
    const QString text = value_->text().trimmed();
    if (text.isEmpty())
        return;
    const app::ValueRule rule{field_->currentData().toString().toStdString(), text.toStdString(),
                              where_->currentData().toBool(), app::given()};
    value_->clear();
    emit valueChosen(rule);
}

void ValueRules::present(const app::ColumnMap& map) {
    flow_->clear();
    for (const app::ValueRule& rule : map.values) {
        const QString title = targetTitle(rule.target);
        const QString value = QString::fromStdString(rule.value);
        auto* chip = new QToolButton(this);
        chip->setText(rule.fillOnly ? tr("%1 is %2 where empty").arg(title, value)
                                    : tr("%1 is %2 in every row").arg(title, value));
        chip->setIcon(icon(QLatin1String("close")));
        chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        chip->setFocusPolicy(Qt::StrongFocus);
        chip->setObjectName(QStringLiteral("valueChip"));
        chip->setAccessibleName(tr("Remove the value: %1").arg(chip->text()));
        chip->setToolTip(rule.why == app::given()
                             ? tr("Remove this value")
                             : tr("Found: %1. Click to remove it.").arg(say(rule.why)));
        connect(chip, &QToolButton::clicked, this,
                [this, target = rule.target] { emit valueRemoved(target); });
        flow_->addWidget(chip);
        chip->show();
    }
    updateGeometry();
}

} // namespace leadsheet::desktop
