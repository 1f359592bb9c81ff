// SPDX-License-Identifier: Apache-2.0
#include "buttons.hpp"

#include "../theme/icons.hpp"

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

} // namespace leadsheet::desktop
