// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "desktop_scene.hpp"
#include "test_server.hpp"

#include "account/account_session.hpp"
#include "run/price_panel.hpp"
#include "run/run_engine.hpp"
#include "shell/notice_bar.hpp"
#include "shell/workspace.hpp"
#include "submit/sheet_job.hpp"
#include "submit/submit_page.hpp"

#include "leadsheet/submit/ledger.hpp"
#include "leadsheet/submit/submission.hpp"

#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QtTest>

/// Sheets with wishes that were ordered before, and what is left of runs.
namespace leadsheet::test {

inline constexpr const char* kHeader = "Product,Leads,Industries,Locations\n";

inline QByteArray rowsFrom(int first, int last, const QByteArray& place = "Germany") {
    QByteArray rows;
    for (int i = first; i <= last; ++i)
        rows += "filters,100,Industry " + QByteArray::number(i) + ',' + place + '\n';
    return rows;
}

/// The window over a server of this process, and what a person does with it.
struct WishesScene {
    WishesScene() { desktop.connectTo(server); }

    QString write(const QByteArray& rows, const QString& name = QStringLiteral("sheet.csv")) {
        const QString path = desktop.folder() + QLatin1Char('/') + name;
        QFile file(path);
        const QByteArray bytes = kHeader + rows;
        if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("no sheet");
        return path;
    }
    QPushButton* button(const char* name, QWidget* inside = nullptr) {
        QWidget& in = inside != nullptr ? *inside : desktop.window();
        for (auto* found : in.findChildren<QPushButton*>(QLatin1String(name)))
            if (found->isVisible() && found->isEnabled())
                return found;
        return nullptr;
    }
    /// Opens the sheet and waits for its prices.
    void price(const QString& file) {
        desktop.program().workspace().openSheet(file);
        LEADSHEET_WAIT(page().job().source() == file &&
                       page().job().state() == leadsheet::desktop::SheetJob::State::Open);
        for (const char* name : {"continueToMap", "continueToCheck", "continueToPrice"}) {
            LEADSHEET_WAIT(button(name) != nullptr);
            button(name)->click();
        }
        waitForPrices();
    }
    void waitForPrices() {
        LEADSHEET_WAIT(page().engine().state() == leadsheet::desktop::RunEngine::State::Idle &&
                       panel().priced().has_value());
    }
    void place() {
        QSignalSpy ended(&page().engine(), &leadsheet::desktop::RunEngine::ended);
        LEADSHEET_WAIT(button("place") != nullptr);
        button("place")->click();
        LEADSHEET_WAIT(ended.count() == 1);
        LEADSHEET_WAIT(desktop.find<leadsheet::desktop::NoticeBar>("runNotice")->isVisible());
    }
    /// As another program does that ends before it sends anything.
    void approveElsewhere() {
        auto ledger = openLedger();
        auto lock = ledger.lock();
        submit::Submission submission(
            ledger, *std::move(lock),
            submit::serviceOver(*desktop.program().account().connection()->client), systemClock(),
            systemRng());
        const auto approved = submission.approve(panel().priced()->run, {});
        if (!approved)
            qFatal("%s", approved.error().message.c_str());
    }
    /// As another program does that loses the first answer, and then the service.
    void loseAnAnswerElsewhere() {
        approveElsewhere();
        server::FaultMatch creates;
        creates.operationId = "createOrder";
        server.faults().everyNth(1, server::Fault::resetAfterCommit(), creates);
        auto ledger = openLedger();
        submit::SubmissionOptions options;
        options.maxOutage = std::chrono::seconds(0);
        options.maxInFlight = 1;
        submit::Submission submission(
            ledger, ledger.lock().value(),
            submit::serviceOver(*desktop.program().account().connection()->client), systemClock(),
            systemRng(), options);
        submit::RunControl control;
        if (!submission.run(panel().priced()->run, control))
            qFatal("the run did not begin");
        server.faults().clear();
    }
    submit::Ledger openLedger() {
        return submit::Ledger::open(desktop.program().workspace().folders().ledgerFile()).value();
    }
    std::vector<Order> orders() {
        const auto page = desktop.program().account().connection()->client->orders().list(
            {}, {100, std::nullopt});
        return page ? page->items : std::vector<Order>();
    }
    leadsheet::desktop::SubmitPage& page() {
        return *qobject_cast<leadsheet::desktop::SubmitPage*>(
            desktop.window().page(QStringLiteral("submit")));
    }
    leadsheet::desktop::PricePanel& panel() {
        return *page().findChild<leadsheet::desktop::PricePanel*>();
    }
    QWidget* part(const char* name) { return desktop.find<QWidget>(name); }
    QString words(const char* name, QWidget* inside = nullptr) {
        QStringList all;
        for (auto* label : (inside != nullptr ? inside : &desktop.window())
                               ->findChildren<QLabel*>(QLatin1String(name)))
            if (label->isVisible())
                all << label->text();
        return all.join(QLatin1Char('\n'));
    }
    QString placeText() { return desktop.find<QPushButton>("place")->text(); }

    TestServer server;
    DesktopScene desktop;
};

inline void verifySays(const QString& words, const QString& wanted) {
    QVERIFY2(words.contains(wanted), qPrintable(QStringLiteral("“%1” in: %2").arg(wanted, words)));
}

} // namespace leadsheet::test
