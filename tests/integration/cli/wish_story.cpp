// SPDX-License-Identifier: Apache-2.0
#include "wish_story.hpp"

#include "pty_process.hpp"
#include "wish_world.hpp"

#include <QDeadlineTimer>
#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>

#include <algorithm>
#include <csignal>
#include <functional>
#include <random>
#include <set>
#include <sqlite3.h>
#include <stdexcept>
#include <thread>

namespace leadsheet::test {
namespace {

using server::Fault;
using server::FaultMatch;
using std::chrono::milliseconds;

constexpr int kPatienceMs = 60'000;
constexpr milliseconds kHeldBack{30'000}; ///< far longer than anybody waits for it
constexpr int kShortestLifeMs = 40;       ///< of a program that is killed at random
constexpr int kLongestLifeMs = 400;
constexpr int kWideScreen = 300;

const QByteArray kHeader = "scrapingOption,leadCount,industries,jobTitles,locations\n";

QString quoted(const QString& text) {
    return "\"" + text + "\"";
}

/// \u0301 and the like, so that a story shows what an editor would hide.
QString unescaped(QString text) {
    static const QRegularExpression kEscape(R"(\\u([0-9a-fA-F]{4}))");
    for (auto found = kEscape.match(text); found.hasMatch(); found = kEscape.match(text))
        text.replace(found.capturedStart(), found.capturedLength(),
                     QChar(found.captured(1).toUShort(nullptr, 16)));
    return text;
}

/// Words separated by blanks; "several words" are one.
QStringList words(const QString& text) {
    return QProcess::splitCommand(text);
}

/// What is told behind an arrow: an exit code or status, texts that have to be said, and with a
/// "no" before them those that must not be.
struct Expected {
    QString code; ///< empty = any
    QStringList said;
    QStringList unsaid;
};

Expected expectedOf(const QString& text) {
    Expected expected;
    bool not_ = false;
    static const QRegularExpression kPart(R"re("([^"]*)"|(\S+))re");
    for (auto parts = kPart.globalMatch(text); parts.hasNext();) {
        const auto part = parts.next();
        if (part.capturedStart(1) >= 0) {
            (not_ ? expected.unsaid : expected.said) << part.captured(1);
            not_ = false;
        } else if (part.captured(2) == "no") {
            not_ = true;
        } else {
            expected.code = part.captured(2);
        }
    }
    return expected;
}

class Player {
public:
    Player(const WishStory& story, WishServer& server)
        : story_(story)
        , world_(server)
        , random_(static_cast<unsigned>(qHash(story.name))) {}

    QString play() {
        for (at_ = 0; at_ < story_.lines.size(); ++at_) {
            const QString line = story_.lines[at_];
            if (line.startsWith("sheet ")) {
                world_.writeSheet(line.mid(6).trimmed(), sheetBelow());
                continue;
            }
            const QString problem = step(filledIn(line));
            if (!problem.isEmpty())
                return story_.place + " " + line + "\n" + problem;
        }
        return {};
    }

private:
    QByteArray sheetBelow() {
        QStringList rows;
        while (at_ + 1 < story_.lines.size() && story_.lines[at_ + 1].startsWith("  "))
            rows << unescaped(story_.lines[++at_].mid(2));
        QByteArray content = rows.join("\n").toUtf8() + "\n";
        static const QRegularExpression kMany(
            R"(^(\d+) (rows|ROWS)(?: from (\d+))?(, the rest corrected)?$)");
        const auto many = kMany.match(rows.value(0));
        if (!many.hasMatch())
            return content.startsWith("filters,") ? kHeader + content : content;
        const bool corrected = many.capturedLength(4) > 0;
        std::set<QString> ordered;
        if (corrected)
            for (const auto& order : world_.orders())
                ordered.insert(order.industry);
        content = kHeader;
        const int from = many.captured(3).toInt();
        for (int i = from; i < from + many.captured(1).toInt(); ++i) {
            QString industry = "Industry " + QString::number(i);
            if (corrected && !ordered.contains(industry))
                industry += " & Trade";
            if (many.captured(2) == "ROWS")
                industry = industry.toUpper();
            content += "filters,50," + industry.toUtf8() + ",CTO,Germany\n";
        }
        return content + rows.mid(1).join("\n").toUtf8() + "\n";
    }

    /// {1} is the number of the account's oldest order, and so on.
    QString filledIn(QString line) {
        static const QRegularExpression kNumber(R"(\{(\d+)\})");
        if (!kNumber.match(line).hasMatch())
            return line;
        const auto orders = world_.orders();
        for (auto found = kNumber.match(line); found.hasMatch(); found = kNumber.match(line)) {
            const std::size_t n = found.captured(1).toULong();
            const QString number =
                n >= 1 && n <= orders.size() ? orders[n - 1].number : "(no such order)";
            line.replace(found.capturedStart(), found.capturedLength(), number);
        }
        return line;
    }

    QString step(const QString& line) {
        const auto colon = line.indexOf(": ");
        if (colon < 0)
            return "is not a step";
        const QStringList who = words(line.left(colon));
        const auto arrow = line.lastIndexOf(" -> ");
        const QString deed = line.mid(colon + 2, arrow < 0 ? -1 : arrow - colon - 2).trimmed();
        const Expected expected = arrow < 0 ? Expected{} : expectedOf(line.mid(arrow + 4));
        const QString& what = who.first();
        if (what == "orders")
            return countOrders(deed);
        if (what == "clock")
            return letPass(deed);
        if (what == "later")
            return waitAMinute(deed);
        if (what == "answers")
            return lay(deed);
        if (what == "api")
            return callApi(deed, expected);
        if (what == "assistant")
            return askAssistant(deed, expected);
        if (what == "operator" || what == "customer")
            return act(what, deed, expected);
        if (what == "race")
            return race(deed);
        return runProgram(who, deed, expected);
    }

    CliHome& computer(const QString& who) {
        return world_.computer(who.section('@', 0, 0), who.section('@', 1));
    }

    static QString compare(const Expected& expected, const QString& code, const QString& all) {
        if (!expected.code.isEmpty() && !expected.code.split('|').contains(code))
            return "ended with " + code + ":\n" + all;
        for (const QString& text : expected.said)
            if (!all.contains(text))
                return "did not say " + quoted(text) + ":\n" + all;
        for (const QString& text : expected.unsaid)
            if (all.contains(text))
                return "said " + quoted(text) + ":\n" + all;
        return {};
    }
    static QString compare(const Expected& expected, const CliRun& run) {
        return compare(expected, QString::number(run.exitCode), QString::fromUtf8(run.all()));
    }

    QString runProgram(const QStringList& who, const QString& deed, const Expected& expected) {
        CliHome& home = computer(who.first());
        const QString how = who.mid(1).join(" ");
        if (how.isEmpty())
            return compare(expected, home.run(words(deed)));
        if (how == "killed")
            return endMidway(home, words(deed), SIGKILL, {});
        if (how == "interrupted")
            return endMidway(home, words(deed), SIGINT, expected);
        if (how == "killed at random")
            return killAtRandom(home, words(deed));
        if (who[1] == "typing")
            return runTyping(who, deed, expected);
        return "nobody can be " + how;
    }

    /// Begins, and ends it when the first answer was not as it should be.
    QString endMidway(CliHome& home, const QStringList& arguments, int number,
                      const Expected& expected) {
        const std::uint64_t before = world_.server().faults().consumed();
        const auto process = home.start(arguments);
        for (const QDeadlineTimer patience(kPatienceMs);
             world_.server().faults().consumed() <= before + good_;) {
            if (patience.hasExpired() || process->state() == QProcess::NotRunning)
                return "ended before it could be stopped:\n" +
                       QString::fromUtf8(CliHome::finish(*process).all());
            process->waitForReadyRead(1);
        }
        ::kill(static_cast<pid_t>(process->processId()), number);
        const CliRun run = CliHome::finish(*process);
        return number == SIGKILL ? QString() : compare(expected, run);
    }

    QString killAtRandom(CliHome& home, const QStringList& arguments) {
        const auto process = home.start(arguments);
        process->waitForFinished(
            std::uniform_int_distribution(kShortestLifeMs, kLongestLifeMs)(random_));
        process->kill();
        process->waitForFinished();
        return {};
    }

    QString runTyping(const QStringList& who, const QString& deed, const Expected& expected) {
        CliHome& home = computer(who.first());
        PtyProcess process(QStringList{CliHome::program()} + words(deed) +
                               QStringList{"--base-url", QString::fromStdString(world_.baseUrl(
                                                             who.first().section('@', 1)))},
                           home.environment(), home.path("."), kWideScreen);
        for (const QString& answer : who.mid(2)) {
            if (!process.waitFor("Type "))
                return "did not ask:\n" + QString::fromUtf8(process.screen());
            process.type(answer.toUtf8() + "\n");
        }
        const int code = process.finish();
        return compare(expected, QString::number(code), QString::fromUtf8(process.screen()));
    }

    /// Several computers at once; what each of them says is up to who comes first.
    QString race(const QString& deed) {
        std::vector<std::unique_ptr<QProcess>> runs;
        for (const QString& one : deed.split(" | ")) {
            QStringList arguments = words(one);
            const QString who = arguments.takeFirst();
            runs.push_back(computer(who).start(arguments));
        }
        for (const auto& run : runs) {
            const CliRun end = CliHome::finish(*run);
            if (end.exitCode != 0)
                return QString::fromUtf8(end.all());
        }
        return {};
    }

    QString countOrders(const QString& deed) {
        static const QRegularExpression kCount(R"(^(\d+)(?: of (\d+) wish(?:es)?)?$)");
        const auto count = kCount.match(deed);
        const auto orders = world_.orders();
        std::set<QString> wishes;
        std::set<QString> keys;
        for (const auto& order : orders) {
            wishes.insert(order.mark);
            keys.insert(order.key);
        }
        const std::size_t most = count.captured(1).toULong();
        const std::size_t distinct =
            count.captured(2).isEmpty() ? most : count.captured(2).toULong();
        if (!count.hasMatch() || orders.size() != most || wishes.size() != distinct ||
            keys.size() != most)
            return QString("the server holds %1 orders of %2 wishes under %3 keys")
                .arg(orders.size())
                .arg(wishes.size())
                .arg(keys.size());
        return {};
    }

    QString letPass(const QString& deed) {
        world_.server().advance(std::chrono::hours(24 * deed.section(' ', 0, 0).toInt()));
        return {};
    }

    /// What the computer sent, it sent a minute earlier.
    QString waitAMinute(const QString& who) {
        sqlite3* ledger = nullptr;
        const bool done =
            sqlite3_open(computer(who).ledger().toUtf8().constData(), &ledger) == SQLITE_OK &&
            sqlite3_exec(ledger, "UPDATE rows SET updated_at = updated_at - 60000", nullptr,
                         nullptr, nullptr) == SQLITE_OK;
        sqlite3_close(ledger);
        return done ? QString() : "the ledger of " + who + " cannot be changed";
    }

    /// "5 good, then lost": how the next orders are answered.
    QString lay(const QString& deed) {
        server::FaultPlan& faults = world_.server().faults();
        faults.clear();
        good_ = 0;
        if (deed == "good")
            return {};
        static const QRegularExpression kPlan(R"(^(\d+) good, then (\w+)$)");
        const auto plan = kPlan.match(deed);
        const QString then = plan.captured(2);
        FaultMatch creates;
        creates.operationId = "createOrder";
        good_ = plan.captured(1).toULong();
        if (good_ > 0) // a fault that does nothing, so that they are counted
            faults.add(Fault::stall(milliseconds(0)), creates, good_);
        if (then == "lost")
            faults.everyNth(1, Fault::resetAfterCommit(), creates);
        else if (then == "cut")
            faults.everyNth(1, Fault::resetBeforeCommit(), creates);
        else if (then == "unavailable")
            faults.everyNth(1, Fault::answer(503, "unavailable"), creates);
        else if (then == "refused")
            faults.everyNth(1, Fault::answer(422, "validation_failed"), creates);
        else if (then == "held")
            faults.everyNth(1, Fault::stall(kHeldBack), creates);
        else
            return "is not a plan for answers";
        return {};
    }

    static QString status(const RawResponse& answer) { return QString::number(answer.status); }
    static QString body(const RawResponse& answer) { return QString::fromStdString(answer.body); }

    /// "create KEY {…}" or "PATCH /v1/account {…}".
    QString callApi(const QString& deed, const Expected& expected) {
        const QByteArray verb = deed.section(' ', 0, 0).toUtf8();
        const QByteArray argument = deed.section(' ', 1, 1).toUtf8();
        const QByteArray content = deed.section(' ', 2).toUtf8();
        const RawResponse answer =
            verb == "create" ? world_.asCustomer("POST", "/v1/orders", content,
                                                 {{"Idempotency-Key", argument.toStdString()}})
                             : world_.asCustomer(verb, argument, content);
        return compare(expected, status(answer), body(answer));
    }

    /// "order KEY {…}" through `leadsheet mcp`.
    QString askAssistant(const QString& deed, const Expected& expected) {
        const QByteArray key = deed.section(' ', 1, 1).toUtf8();
        const QByteArray order = deed.section(' ', 2).toUtf8();
        static const QRegularExpression kQuote(R"re("id":"(qt_[a-z0-9]+)")re");
        const QString priced = body(world_.asCustomer("POST", "/v1/quotes", order));
        const auto quote = kQuote.match(priced);
        if (!quote.hasMatch())
            return "the quote has no price: " + priced;
        const QByteArray call =
            R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_order",)"
            R"("arguments":{"order":)" +
            order + R"(,"quoteId":")" + quote.captured(1).toUtf8() + R"(","idempotencyKey":")" +
            key + "\"}}}";
        return compare(expected, computer("assistant").run({"mcp"}, call));
    }

    /// "part {1}": one lead of the order is handed over and charged.
    QString deliverPart(const QByteArray& number) {
        const RawResponse taken = world_.asOperator(
            "/v1/admin/deliveries",
            R"({"orderNumber":")" + number + R"(","deliveryId":"part","final":false,"leads":[)" +
                R"({"fullName":"Ada Example","email":"ada@company.example"}]})");
        const RawResponse handed =
            world_.asOperator("/v1/admin/orders/" + number + "/deliver", R"({"part":true})");
        return handed.status == 200 ? QString() : body(taken) + "\n" + body(handed);
    }

    /// "reject {1}": what becomes of an order.
    QString act(const QString& who, const QString& deed, const Expected& expected) {
        const QByteArray verb = deed.section(' ', 0, 0).toUtf8();
        const QByteArray number = deed.section(' ', 1, 1).toUtf8();
        if (verb == "part")
            return deliverPart(number);
        const QByteArray target = "/" + number + "/" + verb;
        const QByteArray reason = verb == "approve" ? "{}" : R"({"reason":"test"})";
        const RawResponse answer = who == "operator"
                                       ? world_.asOperator("/v1/admin/orders" + target, reason)
                                       : world_.asCustomer("POST", "/v1/orders" + target, reason);
        if (expected.code.isEmpty() && answer.status != 200)
            return status(answer) + " " + body(answer);
        return compare(expected, status(answer), body(answer));
    }

    const WishStory& story_;
    WishWorld world_;
    std::mt19937 random_;
    qsizetype at_ = 0;
    std::uint64_t good_ = 0; ///< answers before the first that is not as it should be
};

} // namespace

bool WishStory::needsOwnServer() const {
    return std::any_of(lines.begin(), lines.end(), [](const QString& line) {
        return line.startsWith("answers: ") || line.startsWith("clock: ");
    });
}

std::vector<WishStory> storiesIn(const QString& name) {
    QFile file(name);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
        throw std::runtime_error("cannot read " + name.toStdString());
    std::vector<WishStory> stories;
    int number = 0;
    for (const QString& line : QString::fromUtf8(file.readAll()).split('\n')) {
        ++number;
        if (line.startsWith("== "))
            stories.push_back({line.mid(3).trimmed(),
                               QFileInfo(name).fileName() + ":" + QString::number(number),
                               {}});
        else if (!stories.empty() && !line.trimmed().isEmpty() && !line.startsWith('#'))
            stories.back().lines << line;
    }
    return stories;
}

QString play(const WishStory& story, WishServer& server) {
    try {
        return Player(story, server).play();
    } catch (const std::exception& problem) {
        return story.place + " " + problem.what();
    }
}

} // namespace leadsheet::test
