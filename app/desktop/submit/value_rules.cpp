// SPDX-License-Identifier: Apache-2.0
#include "value_rules.hpp"

#include "../phrases/say.hpp"
#include "../theme/icons.hpp"
#include "../widgets/flow_layout.hpp"
#include "leadsheet/app/fields.hpp"
#include "map_changes.hpp"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace leadsheet::desktop {

ValueRules::ValueRules(QWidget* parent)
    : QWidget(parent)
    , flow_(new FlowLayout)
    , field_(new QComboBox(this))
    , where_(new QComboBox(this))
    , value_(new QLineEdit(this)) {
    field_->setAccessibleName(tr("Field for your own value"));
    field_->setObjectName(QStringLiteral("valueField"));
    for (const app::TargetField& field : app::allTargets())
        if (field.name != app::kReferenceTarget &&
            (field.info == nullptr || field.info->kind != contract::FieldKind::StringMap))
            field_->addItem(targetTitle(field.name), QString::fromStdString(field.name));
    where_->setAccessibleName(tr("Where the value is used"));
    where_->addItem(tr("in every row"), false);
    where_->addItem(tr("where the cell is empty"), true);
    value_->setAccessibleName(tr("Value"));
    value_->setPlaceholderText(tr("Value"));
    value_->setObjectName(QStringLiteral("valueText"));
    auto* take = new QPushButton(icon(QLatin1String("add")), tr("Add Value"), this);
    take->setObjectName(QStringLiteral("addValue"));
    take->setEnabled(false);
    auto* label = new QLabel(tr("Your own value:"), this);
    auto* line = new FlowLayout;
    for (QWidget* part : {static_cast<QWidget*>(label), static_cast<QWidget*>(field_),
                          static_cast<QWidget*>(value_), static_cast<QWidget*>(where_),
                          static_cast<QWidget*>(take)})
        line->addWidget(part);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
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
