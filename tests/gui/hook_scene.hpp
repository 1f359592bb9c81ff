// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "desktop_scene.hpp"
#include "order_scene.hpp"
#include "receiver.hpp"
#include "test_server.hpp"

#include "destinations/destinations_page.hpp"

#include <QAction>
#include <QDialog>
#include <QLabel>
#include <QTableView>
#include <QtTest>

/// Webhooks, over the real server and a real receiver.
namespace leadsheet::test {

inline TestServer::Options hookOptions(bool loopback) {
    TestServer::Options options;
    options.configure = [loopback](server::Config& config) {
        config.outgoing.allowHttp = true;
        config.outgoing.allowLoopback = loopback;
        config.outgoing.pollEvery = std::chrono::milliseconds(10);
        config.limits.defaultRate.quota = 100'000'000; // the page asks again and again
    };
    return options;
}

/// The window over a server that may send to this computer, and a program that takes messages.
struct HookScene {
    explicit HookScene(bool loopback = true)
        : server(hookOptions(loopback))
        , orders(server) {}

    TestServer server;
    OrderScene orders;
    Receiver receiver;
    DesktopScene desktop;

    void open() {
        desktop.connectTo(server);
        desktop.program().workspace().showPage(QStringLiteral("destinations"));
    }
    /// A webhook that was there before; its id.
    std::string add(const std::string& members = {}) {
        const auto made =
            server.post("/v1/webhooks", R"({"name":"Warehouse","url":")" + receiver.url() + "\"" +
                                            (members.empty() ? "" : "," + members) + "}");
        if (made.status != 201)
            qFatal("%s", made.body.c_str());
        return memberOf(made, "/id");
    }
    QAbstractItemModel* webhooks() { return desktop.find<QTableView>("webhooksTable")->model(); }
    QAbstractItemModel* deliveries() {
        return desktop.find<QTableView>("deliveriesTable")->model();
    }
    QString webhook(int column) { return webhooks()->index(0, column).data().toString(); }
    QString delivery(int row, int column) {
        return deliveries()->index(row, column).data().toString();
    }
    void refresh() {
        for (QAction* action : desktop.window().commands())
            if (action->text() == leadsheet::desktop::DestinationsPage::tr("Refresh Destinations"))
                return action->trigger();
        qFatal("nothing refreshes the page");
    }
    /// Asks for the newest until this holds: what happens elsewhere is not told to the window,
    /// which would look after it half a minute later.
    bool sees(const std::function<bool()>& holds) {
        return QTest::qWaitFor(
            [&] {
                if (holds())
                    return true;
                refresh();
                return false;
            },
            60'000);
    }
    bool ready() { return webhooks()->rowCount() == 1 && enabled("webhookEdit"); }
    bool enabled(const char* button) { return desktop.canClick(button); }
    QString said(const char* bar) { return desktop.notice(bar); }
    QString label(const char* name) { return desktop.find<QLabel>(name)->text(); }
    QDialog* dialog() {
        return desktop.window().findChild<QDialog*>(QStringLiteral("webhookDialog"));
    }
    QString attempts() {
        QStringList words;
        for (const QLabel* one : desktop.find<QWidget>("deliveryAttempts")->findChildren<QLabel*>())
            words << one->text();
        return words.join(QLatin1Char('\n'));
    }
};

} // namespace leadsheet::test
