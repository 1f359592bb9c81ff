// SPDX-License-Identifier: Apache-2.0
#include "empty_page.hpp"

#include "../theme/icons.hpp"
#include "picture.hpp"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace leadsheet::desktop {

EmptyPage::EmptyPage(QLatin1String picture, const QString& words, const QString& label,
                     QLatin1String buttonName, QWidget* parent)
    : QWidget(parent) {
    constexpr double kPictureLines = 2.5;
    auto* text = new QLabel(words);
    text->setWordWrap(true);
    text->setAlignment(Qt::AlignCenter);
    auto* button = new QPushButton(primaryIcon(QLatin1String("add")), label);
    button->setObjectName(buttonName);
    button->setProperty("primary", true);
    button->setAutoDefault(true);
    connect(button, &QPushButton::clicked, this, &EmptyPage::started);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(text, 3);
    row->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(2);
    layout->addWidget(new Picture(picture, {}, kPictureLines), 0, Qt::AlignHCenter);
    layout->addSpacing(10);
    layout->addLayout(row);
    layout->addSpacing(10);
    layout->addWidget(button, 0, Qt::AlignHCenter);
    layout->addStretch(3);
}

} // namespace leadsheet::desktop
