// SPDX-License-Identifier: Apache-2.0
#include "answer.hpp"
#include "desktop_scene.hpp"
#include "dialog_look.hpp"
#include "outreach_scene.hpp"
#include "test_main.hpp"

#include "account/account_session.hpp"

#include <QPushButton>
#include <QTabBar>
#include <QTableView>
#include <QTreeWidget>

using namespace leadsheet;
using namespace leadsheet::desktop;
using namespace leadsheet::test;

namespace {

/// An account with something of everything that can be taken away.
struct Belongings {
    OutreachScene outreach{FakePlatform::Kind::Smartlead, false, {}, [](server::Config& config) {
                               config.outgoing.allowHttp = true;
                               config.outgoing.allowLoopback = true;
                           }};
    DesktopScene desktop;
    DialogLook look{desktop};

    Belongings() {
        outreach.make(R"("name":"Spring")");
        outreach.server().post("/v1/webhooks",
                               R"({"url":"http://127.0.0.1:9/leads","enabled":false})");
        outreach.orders().place();
        desktop.connectTo(outreach.server());
        desktop.window().resize(1240, 720);
    }
    void page(const char* id, int tab = -1) {
        desktop.program().workspace().showPage(QLatin1String(id));
        if (tab >= 0)
            desktop.find<QTabBar>("destinationTabs")->setCurrentIndex(tab);
    }
    /// Presses a button and looks at its question; the focus stays where it was.
    QStringList ask(const char* button, const QByteArray& name) {
        if (!QTest::qWaitFor([&] { return desktop.canClick(button); }, 60'000))
            look.add(QString::fromLatin1(name) + QStringLiteral(": cannot be asked"));
        auto* pressed = desktop.find<QPushButton>(button);
        pressed->setFocus();
        const QStringList said =
            look.question(QStringLiteral("question-") + QString::fromLatin1(name),
                          [pressed] { pressed->click(); });
        if (desktop.window().focusWidget() != pressed)
            look.add(QStringLiteral("%1: the focus is lost").arg(QString::fromLatin1(name)));
        return said;
    }
};

} // namespace

/// Every question before something is taken away: shown whole in either language, its buttons say
/// what they do, neither Enter nor Escape does it, and the focus is where it was.
class QuestionsTest : public QObject {
    Q_OBJECT

private slots:
    void eachQuestion_isShownWholeAndAnsweredByItsVerbs_data() {
        QTest::addColumn<QString>("language");
        QTest::addColumn<QStringList>("verbs");
        QTest::newRow("English") << QStringLiteral("en")
                                 << QStringList{QStringLiteral("Keep the Order"),
                                                QStringLiteral("Cancel Order, Release $8.00"),
                                                QStringLiteral("Keep It"),
                                                QStringLiteral("Remove Webhook"),
                                                QStringLiteral("Keep It"),
                                                QStringLiteral("Remove Platform"),
                                                QStringLiteral("Keep It"),
                                                QStringLiteral("Remove Profile"),
                                                QStringLiteral("Keep It"),
                                                QStringLiteral("Replace Key")};
        QTest::newRow("German") << QStringLiteral("de") << QStringList();
    }
    void eachQuestion_isShownWholeAndAnsweredByItsVerbs() {
        QFETCH(QString, language);
        QFETCH(QStringList, verbs);
        const Translations translations(language);
        Belongings scene;
        const QByteArray ending = '-' + language.toLatin1();
        QStringList said;
        scene.page("orders");
        said << scene.ask("orderCancel", "order" + ending);
        scene.page("destinations", 0);
        said << scene.ask("webhookRemove", "webhook" + ending);
        scene.page("destinations", 1);
        said << scene.ask("outreachRemove", "platform" + ending);
        scene.page("accounts");
        said << scene.ask("profileRemove", "profile" + ending);
        said << scene.ask("profileReplaceKey", "key" + ending);
        QCOMPARE(scene.look.faults(), QString());
        if (!verbs.isEmpty())
            QCOMPARE(said, verbs);
        QCOMPARE(said.size(), qsizetype{10});
        const auto has = [&scene](const char* path) {
            return jsonOf(scene.outreach.server().get(path)).at("data").as_array().size();
        };
        QCOMPARE(has("/v1/webhooks") + has("/v1/destinations"), std::size_t{2});
    }
};

LEADSHEET_TEST(tst_questions, QuestionsTest);
#include "tst_questions.moc"
