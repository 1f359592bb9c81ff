// SPDX-License-Identifier: Apache-2.0
#include "list_layout.hpp"

#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

namespace leadsheet::desktop {

QWidget* besideList(QWidget* list, QWidget* pane) {
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->addWidget(list);
    splitter->addWidget(pane);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);
    splitter->setSizes({640, 370});
    return splitter;
}

void layOutList(QWidget& page, const QWidgetList& above, QWidget* list, QWidget* pane,
                QWidget* state) {
    auto* layout = new QVBoxLayout(&page);
    layout->setContentsMargins(20, 0, 20, 12);
    layout->setSpacing(8);
    for (QWidget* widget : above)
        layout->addWidget(widget);
    layout->addWidget(besideList(list, pane), 1);
    layout->addWidget(state);
    page.setFocusProxy(list);
}

QLabel* listState(QLatin1String name) {
    auto* state = new QLabel;
    state->setObjectName(name);
    state->setWordWrap(true);
    state->setForegroundRole(QPalette::PlaceholderText);
    return state;
}

} // namespace leadsheet::desktop
