// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client_scene.hpp"
#include "desktop_scene.hpp"

#include "leads/lead_feed.hpp"
#include "leads/lead_grid_model.hpp"
#include "leads/leads_page.hpp"
#include "shell/workspace.hpp"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QString>
#include <QTableView>

namespace leadsheet::test {

/// A customer who owns leads, numbered people, and the window that shows them.
struct LeadsScene {
    ClientScene service;
    DesktopScene desktop;
    int deliveries = 0;

    /// An order with these leads of the account.
    OrderNumber deliver(int first, int count);
    void open() {
        desktop.connectTo(service.server);
        show();
    }
    void show() { desktop.program().workspace().showPage(QStringLiteral("leads")); }
    desktop::LeadsPage* page() { return desktop.find<desktop::LeadsPage>("leadsPage"); }
    QTableView* table() { return desktop.find<QTableView>("leadsTable"); }
    desktop::LeadGridModel& model() {
        return *qobject_cast<desktop::LeadGridModel*>(table()->model());
    }
    int rows() { return table()->model()->rowCount(); }
    QString cell(int row, int column) {
        return table()->model()->index(row, column).data().toString();
    }
    QString label(const char* name) { return desktop.find<QLabel>(name)->text(); }
    QString count() { return label("leadsCount"); }
    bool isWhole() { return page()->feed().copy().whole && !page()->feed().filling(); }
    void choose(const char* box, int index) {
        auto* combo = desktop.find<QComboBox>(box);
        combo->setCurrentIndex(index);
        emit combo->activated(index);
    }
    void command(const QString& name) {
        for (QAction* action : page()->commands())
            if (action->text() == name)
                action->trigger();
    }
    /// Requests for leads wait until the plan is cleared.
    void holdLists();
    /// Answers requests for leads with a fault until the plan is cleared.
    void breakLists();
};

} // namespace leadsheet::test
