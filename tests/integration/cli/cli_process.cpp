// SPDX-License-Identifier: Apache-2.0
#include "cli_process.hpp"

#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QtTest>

namespace leadsheet::test {
namespace {

constexpr int kPatienceMs = 240'000;

} // namespace

std::vector<QJsonObject> CliRun::lines() const {
    std::vector<QJsonObject> objects;
    for (const QString& line : out.split('\n', Qt::SkipEmptyParts)) {
        QJsonParseError error{};
        const QJsonDocument document = QJsonDocument::fromJson(line.toUtf8(), &error);
        if (error.error != QJsonParseError::NoError || !document.isObject())
            QTest::qFail(qPrintable("not a JSON object: " + line), __FILE__, __LINE__);
        objects.push_back(document.object());
    }
    return objects;
}

std::vector<QJsonObject> CliRun::linesOf(const QString& type) const {
    std::vector<QJsonObject> found;
    for (const QJsonObject& object : lines())
        if (object["type"] == type)
            found.push_back(object);
    return found;
}

QJsonObject CliRun::line(const QString& type) const {
    const std::vector<QJsonObject> found = linesOf(type);
    return found.empty() ? QJsonObject() : found.back();
}

QByteArray CliRun::all() const {
    return "exit " + QByteArray::number(exitCode) + "\n--- out\n" + out.toUtf8() + "--- err\n" +
           err.toUtf8();
}

CliHome::CliHome() {
    const QProcessEnvironment own = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS",
                             "TSAN_OPTIONS", "LEADSHEET_RECORD_EXCHANGES"})
        if (own.contains(name))
            environment_.insert(name, own.value(name));
    environment_.insert("HOME", folder_.path());
    environment_.insert("XDG_CONFIG_HOME", path("config"));
    environment_.insert("XDG_DATA_HOME", path("data"));
    environment_.insert("XDG_RUNTIME_DIR", folder_.path());
    environment_.insert("LC_ALL", "C.UTF-8");
    environment_.insert("TZ", "UTC");
    environment_.insert("DBUS_SESSION_BUS_ADDRESS", "unix:path=" + path("no-bus"));
}

QString CliHome::program() {
    return qEnvironmentVariable("LEADSHEET_TEST_BIN") + "/leadsheet";
}

QProcess* CliHome::prepared(const QStringList& arguments) const {
    QStringList all = launcher_;
    all << program() << arguments << target_;
    auto* process = new QProcess;
    process->setProcessEnvironment(environment_);
    process->setWorkingDirectory(folder_.path());
    process->setProgram(all.takeFirst());
    process->setArguments(all);
    return process;
}

CliRun CliHome::run(const QStringList& arguments, const QByteArray& input) {
    const std::unique_ptr<QProcess> process(prepared(arguments));
    process->start();
    process->write(input);
    process->closeWriteChannel();
    return finish(*process);
}

std::unique_ptr<QProcess> CliHome::start(const QStringList& arguments) {
    std::unique_ptr<QProcess> process(prepared(arguments));
    process->start();
    process->waitForStarted();
    process->closeWriteChannel();
    return process;
}

CliRun CliHome::finish(QProcess& process) {
    if (!process.waitForFinished(kPatienceMs)) {
        process.kill();
        process.waitForFinished();
        QTest::qFail("the program did not end", __FILE__, __LINE__);
    }
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

void CliHome::setVariable(const QString& name, const QString& value) {
    environment_.insert(name, value);
}

void CliHome::use(const std::string& baseUrl, const std::string& key) {
    target_ = {"--base-url", QString::fromStdString(baseUrl)};
    setVariable("LEADSHEET_API_KEY", QString::fromStdString(key));
}

QString CliHome::write(const QString& name, const QByteArray& content) {
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        QTest::qFail("cannot write a test file", __FILE__, __LINE__);
    return file.fileName();
}

QByteArray CliHome::read(const QString& name) const {
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray CliHome::everything() const {
    QByteArray bytes;
    QDirIterator files(folder_.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly))
            bytes += file.readAll();
    }
    return bytes;
}

QByteArray sheetOf(int rows) {
    QByteArray sheet = "scrapingOption,leadCount,industries,jobTitles,locations\n";
    for (int i = 0; i < rows; ++i)
        sheet += "filters," + QByteArray::number(100 + i) + ",Software " +
                 QByteArray::number(i + 1) + ",CTO,Germany\n";
    return sheet;
}

} // namespace leadsheet::test
