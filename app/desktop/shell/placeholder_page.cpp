// SPDX-License-Identifier: Apache-2.0
#include "placeholder_page.hpp"

#include "../widgets/picture.hpp"

#include <QLabel>
#include <QVBoxLayout>

namespace leadsheet::desktop {

PlaceholderPage::PlaceholderPage(Words words, QWidget* parent)
    : Page(parent)
    , words_(std::move(words)) {
    auto* picture = new Picture(words_.icon, std::nullopt, 2.5, this);
    auto* text = new QLabel(words_.text, this);
    text->setWordWrap(true);
    text->setAlignment(Qt::AlignCenter);
    text->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = new QVBoxLayout(this);
    layout->addStretch(2);
    layout->addWidget(picture, 0, Qt::AlignHCenter);
    layout->addSpacing(12);
    auto* row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(text, 2);
    row->addStretch(1);
    layout->addLayout(row);
    layout->addStretch(3);
}

} // namespace leadsheet::desktop
