// SPDX-License-Identifier: Apache-2.0
#include "peer.hpp"

#include "leadsheet/app/cell.hpp"

#include <QJsonDocument>
#include <charconv>
#include <cstdlib>

namespace leadsheet::test {
namespace {

constexpr int kPatienceMs = 600'000;
constexpr std::size_t kShownDifferences = 8;
constexpr std::string_view kNumber = "number:";

struct Program {
    const char* program;
    const char* script;
    const char* package; ///< of the program itself; scripts name what they miss
};

Program programOf(Peer::Kind kind) {
    switch (kind) {
    case Peer::Kind::Openpyxl:
        return {"/usr/bin/python3", "peer_openpyxl.py", "python3"};
    case Peer::Kind::LibreOffice:
        return {"/usr/bin/python3", "peer_libreoffice.py", "python3"};
    case Peer::Kind::SheetJs:
        break;
    }
    return {"node", "peer_sheetjs.mjs", "nodejs"};
}

std::string normalized(std::string value) {
    if (!value.starts_with(kNumber))
        return value;
    double number = 0;
    const char* const end = value.data() + value.size();
    const auto parsed = std::from_chars(value.data() + kNumber.size(), end, number);
    return parsed.ec == std::errc() && parsed.ptr == end ? numberText(number) : value;
}

// Printable whatever it holds, and short.
std::string shown(const std::string& value) {
    constexpr qsizetype kMax = 60;
    const QString text = QString::fromStdString(value);
    const QString start = text.left(kMax);
    QString out;
    for (const QChar c : start)
        out += c.unicode() > 0x20 && c.unicode() < 0x7F
                   ? QString(c)
                   : QString("{%1}").arg(c.unicode(), 4, 16, QLatin1Char('0'));
    if (out.isEmpty() || text.size() > kMax)
        out += QString("... (%1)").arg(text.size());
    return out.toStdString();
}

} // namespace

std::string numberText(double value) {
    char digits[32] = {};
    const auto end = std::to_chars(digits, digits + sizeof digits, value + 0.0);
    return std::string(kNumber) + std::string(digits, end.ptr);
}

std::string cellKey(std::uint32_t row, std::uint32_t column) {
    return "1!" + app::columnLetter(column) + std::to_string(row);
}

std::string difference(const Dump& expected, const Dump& found) {
    std::string out;
    std::size_t count = 0;
    const auto note = [&](const std::string& key, const std::string* wanted,
                          const std::string* got) {
        if (++count <= kShownDifferences)
            out += "\n" + key + ": expected " + (wanted ? shown(*wanted) : "nothing") + ", found " +
                   (got ? shown(*got) : "nothing");
    };
    for (const auto& [key, value] : expected) {
        const auto at = found.find(key);
        if (at == found.end())
            note(key, &value, nullptr);
        else if (at->second != value)
            note(key, &value, &at->second);
    }
    for (const auto& [key, value] : found)
        if (!expected.contains(key))
            note(key, nullptr, &value);
    return count == 0 ? "" : std::to_string(count) + " differences" + out;
}

Peer::Peer(Kind kind)
    : kind_(kind) {
    const Program program = programOf(kind);
    const QString script = qEnvironmentVariable("LEADSHEET_PEERS") + "/" + program.script;
    process_.setProcessChannelMode(QProcess::SeparateChannels);
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PYTHONDONTWRITEBYTECODE", "1");
    process_.setProcessEnvironment(environment);
    process_.start(program.program, {script});
    if (!process_.waitForStarted(kPatienceMs))
        problem_ = std::string(program.program) +
                   " cannot be started: install the Debian package " + program.package;
    else if (line().find("\"ready\"") == std::string::npos)
        problem_ = process_.readAllStandardError().toStdString();
}

Peer::~Peer() {
    process_.closeWriteChannel();
    if (!process_.waitForFinished(kPatienceMs)) {
        process_.kill();
        process_.waitForFinished(kPatienceMs);
    }
}

std::string Peer::line() {
    while (!process_.canReadLine())
        if (!process_.waitForReadyRead(kPatienceMs) && !process_.canReadLine())
            return {};
    return process_.readLine().toStdString();
}

Peer::Answer Peer::ask(QJsonObject request) {
    process_.write(QJsonDocument(std::move(request)).toJson(QJsonDocument::Compact) + "\n");
    const std::string text = line();
    const QJsonObject answer = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
    Answer result;
    if (answer.contains("read")) {
        const QJsonObject read = answer["read"].toObject();
        for (auto at = read.begin(); at != read.end(); ++at)
            result.read[at.key().toStdString()] = normalized(at.value().toString().toStdString());
    } else {
        result.error = answer["error"].toString("no answer").toStdString() + "\n" +
                       answer["trace"].toString().toStdString() +
                       process_.readAllStandardError().toStdString();
    }
    return result;
}

Peer::Answer Peer::read(const std::filesystem::path& file, bool facts) {
    return ask({{"do", "read"}, {"file", QString::fromStdString(file.string())}, {"facts", facts}});
}

} // namespace leadsheet::test
