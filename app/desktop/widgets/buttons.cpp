// SPDX-License-Identifier: Apache-2.0
#include "buttons.hpp"

#include "../theme/icons.hpp"

#include <QButtonGroup>
#include <QLayout>
#include <QPushButton>

namespace leadsheet::desktop {

QPushButton* addButton(QLayout* row, const QString& label, QLatin1String name,
                       QLatin1String picture) {
    auto* button = new QPushButton(icon(picture), label);
    button->setObjectName(name);
    button->setAutoDefault(true);
    row->addWidget(button);
    return button;
}

QPushButton* addChip(QLayout* row, QButtonGroup* choices, int id, const QString& label,
                     const QString& name, const QIcon& picture) {
    auto* chip = new QPushButton(picture, label);
    chip->setCheckable(true);
    chip->setProperty("chip", true);
    chip->setObjectName(name);
    choices->addButton(chip, id);
    row->addWidget(chip);
    return chip;
}

} // namespace leadsheet::desktop
