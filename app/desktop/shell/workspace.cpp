// SPDX-License-Identifier: Apache-2.0
#include "workspace.hpp"

#include "../theme/icons.hpp"

#include <QAction>

namespace leadsheet::desktop {

Workspace::Workspace(app::AppFolders folders, Settings& settings, Theme& theme,
                     AccountSession& account)
    : folders_(std::move(folders))
    , settings_(settings)
    , theme_(theme)
    , account_(account) {}

void Workspace::notify(NoticeKind kind, const QString& text, NoticeOf of) {
    emit noticed(kind, text, of);
}

void Workspace::showPage(const QString& id) {
    emit pageWanted(id);
}

void Workspace::openSheet(const QString& source) {
    emit pageWanted(QStringLiteral("submit"));
    emit sheetWanted(source);
}

void Workspace::chooseSheet() {
    emit sheetChoiceWanted();
}

void Workspace::trySample() {
    emit sandboxWanted();
    emit sampleWanted();
}

void Workspace::showRun(std::int64_t run) {
    emit pageWanted(QStringLiteral("submit"));
    emit runWanted(run);
}

void Workspace::showPricesAgain(std::int64_t run, const QString& orderNumber) {
    emit pageWanted(QStringLiteral("submit"));
    emit pricesAgainWanted(run, orderNumber);
}

void Workspace::showLeads(const QString& orderNumber) {
    emit pageWanted(QStringLiteral("leads"));
    emit leadsWanted(orderNumber);
}

void Workspace::showHelp(const QString& topic) {
    emit helpWanted(topic);
}

void Workspace::showAccounts() {
    emit accountsWanted();
}

void Page::setName(const PageName& name) {
    name_ = name;
    setObjectName(name.id + QStringLiteral("Page"));
}

void Page::addCommand(const QString& label, const QKeySequence& keys, const char* picture,
                      const std::function<void()>& what, QWidget* where) {
    auto* action = new QAction(icon(QLatin1String(picture)), label, this);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, [what] { what(); });
    (where != nullptr ? where : this)->addAction(action);
    commands_ << action;
}

void Page::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    setWatched(true);
}

void Page::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    setWatched(false);
}

} // namespace leadsheet::desktop
