// SPDX-License-Identifier: Apache-2.0
#include "secret_row.hpp"

#include "buttons.hpp"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

namespace leadsheet::desktop {

SecretRow::SecretRow(const QString& secret, const QString& label, QLatin1String name,
                     QLatin1String copyName, QWidget* parent)
    : QWidget(parent)
    , secret_(new QLineEdit(secret)) {
    secret_->setObjectName(name);
    secret_->setAccessibleName(label);
    secret_->setReadOnly(true);
    secret_->setProperty("code", true);
    secret_->setCursorPosition(0);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(secret_, 1);
    auto* copy = addButton(row, tr("Copy Secret"), copyName, QLatin1String("copy"));
    connect(copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(secret_->text()); });
    setFocusProxy(copy);
}

SecretRow::~SecretRow() {
    secret_->clear();
}

} // namespace leadsheet::desktop
