// SPDX-License-Identifier: Apache-2.0
#include "template_row.hpp"

#include "../widgets/buttons.hpp"
#include "../widgets/flow_layout.hpp"
#include "info_templates.hpp"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

namespace leadsheet::desktop {
namespace {

constexpr int kNameLength = 24; // characters that are seen at once

} // namespace

TemplateRow::TemplateRow(Settings& settings, QWidget* parent)
    : QWidget(parent)
    , settings_(settings) {
    auto* row = new FlowLayout(this);
    name_ = new QComboBox;
    name_->setObjectName(QStringLiteral("infoTemplate"));
    name_->setAccessibleName(tr("Template"));
    name_->setEditable(true);
    name_->setInsertPolicy(QComboBox::NoInsert);
    name_->lineEdit()->setAccessibleName(tr("Template"));
    name_->lineEdit()->setPlaceholderText(tr("Template"));
    name_->setMinimumContentsLength(kNameLength);
    row->addWidget(name_);
    keep_ = addButton(row, tr("Keep as Template"), QLatin1String("templateKeep"),
                      QLatin1String("save"));
    remove_ = addButton(row, tr("Remove Template"), QLatin1String("templateRemove"),
                        QLatin1String("delete"));
    connect(name_, &QComboBox::activated, this,
            [this](int at) { emit chosen(name_->itemData(at).toString()); });
    connect(name_, &QComboBox::editTextChanged, this, &TemplateRow::refresh);
    connect(keep_, &QPushButton::clicked, this, [this] {
        keepInfoTemplate(settings_, {name_->currentText().trimmed(), question_});
        fill();
    });
    connect(remove_, &QPushButton::clicked, this, [this] {
        removeInfoTemplate(settings_, name_->currentText().trimmed());
        name_->clearEditText();
        fill();
    });
    fill();
    name_->clearEditText();
}

void TemplateRow::fill() {
    const QString typed = name_->currentText();
    {
        const QSignalBlocker quiet(name_);
        name_->clear();
        for (const InfoTemplate& one : infoTemplates(settings_))
            name_->addItem(one.name, one.question);
        name_->setCurrentIndex(name_->findText(typed.trimmed()));
        name_->setEditText(typed);
    }
    refresh();
}

void TemplateRow::setQuestion(const QString& question) {
    question_ = question;
    refresh();
}

void TemplateRow::refresh() {
    const QString name = name_->currentText().trimmed();
    const int known = name_->findText(name);
    keep_->setEnabled(!name.isEmpty() && !question_.isEmpty() &&
                      (known < 0 || name_->itemData(known).toString() != question_));
    remove_->setEnabled(known >= 0);
}

} // namespace leadsheet::desktop
