// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "answer.hpp"
#include "desktop_scene.hpp"
#include "order_scene.hpp"

#include "fulfilment/act_progress.hpp"
#include "fulfilment/fulfilment_window.hpp"
#include "fulfilment/queue_view.hpp"
#include "shell/notice_bar.hpp"
#include "widgets/parts.hpp"

#include <QLabel>
#include <QPushButton>
#include <QTableView>

#include <string>
#include <vector>

namespace leadsheet::test {

/// The operator's window over a real server with orders in every state.
struct FulfilmentScene {
    TestServer server;
    OrderScene orders{server};
    DesktopScene ui;

    void open(const std::string& key = {}) {
        ui.connectTo(server, key.empty() ? server.adminKey() : key);
        ui.program().workspace().showPage(QStringLiteral("fulfilment"));
        ui.click("openFulfilment");
    }
    desktop::FulfilmentWindow& window() {
        return *ui.find<desktop::FulfilmentWindow>("fulfilmentWindow");
    }
    QTableView& table() { return *ui.find<QTableView>("queueTable"); }
    void show(desktop::Queue queue) {
        ui.click(qPrintable(QStringLiteral("queue%1").arg(static_cast<int>(queue))));
    }
    QString chip(desktop::Queue queue) {
        return ui
            .find<QPushButton>(qPrintable(QStringLiteral("queue%1").arg(static_cast<int>(queue))))
            ->text();
    }
    QPushButton& act(desktop::OperatorAct what) {
        return *ui.find<QPushButton>(
            qPrintable(QStringLiteral("act%1").arg(static_cast<int>(what))));
    }
    int rows() { return table().model()->rowCount(); }
    std::string cell(int row, int column) {
        return table().model()->index(row, column).data().toString().toStdString();
    }
    /// Opens the preview of an act on all orders of the list.
    void begin(desktop::OperatorAct what) {
        table().selectAll();
        QVERIFY(act(what).isEnabled());
        act(what).click();
        QVERIFY(dialog() != nullptr);
    }
    QDialog* dialog() { return window().findChild<QDialog*>(QStringLiteral("actDialog")); }
    QString effect() { return ui.find<QLabel>("actEffect")->text(); }
    QPushButton& confirm() { return *ui.find<QPushButton>("actConfirm"); }
    void say(const QString& text) { ui.find<desktop::TextEdit>("actText")->setPlainText(text); }
    bool ended() {
        auto* close = window().findChild<QPushButton*>(QStringLiteral("actClose"));
        return close != nullptr && close->isVisible();
    }
    /// All of it was done: the dialog is gone, and a line says so.
    bool allDone() {
        return dialog() == nullptr && ui.find<desktop::NoticeBar>("fulfilmentNotice")->isVisible();
    }
    QString outcome(int row,
                    desktop::OutcomeModel::Column column = desktop::OutcomeModel::Outcome) {
        return ui.find<QTableView>("actOutcomes")->model()->index(row, column).data().toString();
    }
    std::string status(const std::string& number) {
        return memberOf(orders.record(number), "/status");
    }
    /// How often it happened in the life of the order.
    int events(const std::string& number, const std::string& type) {
        const auto all = jsonOf(server.get("/v1/orders/" + number + "/events"));
        int found = 0;
        for (const auto& event : all.at("data").as_array())
            found += memberOf(event, "/type") == type ? 1 : 0;
        return found;
    }
};

/// The secret of a further admin key with these scopes only.
inline std::string operatorKey(TestServer& server, std::vector<std::string> scopes) {
    server::BootstrapKey key;
    key.label = "operator";
    key.type = server::KeyType::Admin;
    key.scopes = std::move(scopes);
    return server.addKey(key).secret;
}

} // namespace leadsheet::test
