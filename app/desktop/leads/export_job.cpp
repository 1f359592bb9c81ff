// SPDX-License-Identifier: Apache-2.0
#include "export_job.hpp"

#include "../shell/words.hpp"
#include "lead_words.hpp"

#include "leadsheet/app/lead_view.hpp"

#include <QJsonDocument>
#include <QJsonObject>

namespace leadsheet::desktop {
namespace {

constexpr const char* kFormats[] = {"csv", "xlsx", "jsonl"};
constexpr const char* kStates[] = {"waiting", "running", "paused", "done", "nothingNew", "failed"};

template <class Enum, std::size_t Count>
std::optional<Enum> enumOf(const char* const (&names)[Count], const QString& name) {
    for (std::size_t i = 0; i < Count; ++i)
        if (name == QLatin1String(names[i]))
            return static_cast<Enum>(i);
    return {};
}

} // namespace

QString exportJobText(const ExportJob& job) {
    const app::LeadView what{"export", job.filter, job.fields};
    const QJsonObject object{
        {QStringLiteral("baseUrl"), text(job.owner.baseUrl)},
        {QStringLiteral("account"), text(job.owner.accountId)},
        {QStringLiteral("instance"), text(job.owner.instanceId)},
        {QStringLiteral("what"), text(app::leadViewText(what))},
        {QStringLiteral("file"), job.file},
        {QStringLiteral("format"), QLatin1String(kFormats[static_cast<int>(job.format)])},
        {QStringLiteral("delimiter"), QString(QLatin1Char(job.delimiter))},
        {QStringLiteral("byteOrderMark"), job.byteOrderMark},
        {QStringLiteral("guard"), job.guard},
        {QStringLiteral("overwrite"), job.overwrite},
        {QStringLiteral("since"), job.since},
        {QStringLiteral("state"), QLatin1String(kStates[static_cast<int>(job.state)])},
        {QStringLiteral("received"), static_cast<double>(job.received)},
        {QStringLiteral("expected"), static_cast<double>(job.expected)},
        {QStringLiteral("leads"), static_cast<double>(job.leads)},
        {QStringLiteral("guarded"), static_cast<double>(job.guarded)},
        {QStringLiteral("sha256"), job.sha256},
        {QStringLiteral("finishedAt"), job.finishedAt},
        {QStringLiteral("trouble"), job.trouble}};
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

std::optional<ExportJob> readExportJob(const QString& text) {
    const QJsonObject object = QJsonDocument::fromJson(text.toUtf8()).object();
    const auto word = [&object](const char* name) {
        return object.value(QLatin1String(name)).toString();
    };
    const auto flag = [&object](const char* name) {
        return object.value(QLatin1String(name)).toBool();
    };
    const auto count = [&object](const char* name) {
        return static_cast<std::int64_t>(object.value(QLatin1String(name)).toDouble());
    };
    const auto what = app::readLeadView(word("what").toStdString());
    const auto format = enumOf<app::ExportFormat>(kFormats, word("format"));
    const auto state = enumOf<ExportState>(kStates, word("state"));
    const QString delimiter = word("delimiter");
    if (!what || !format || !state || word("file").isEmpty() || delimiter.size() != 1)
        return {};
    ExportJob job;
    job.owner = {word("baseUrl").toStdString(), word("account").toStdString(),
                 word("instance").toStdString()};
    job.filter = what->filter;
    job.fields = what->fields;
    job.file = word("file");
    job.format = *format;
    job.delimiter = delimiter.at(0).toLatin1();
    job.byteOrderMark = flag("byteOrderMark");
    job.guard = flag("guard");
    job.overwrite = flag("overwrite");
    job.since = word("since");
    job.state = *state;
    job.received = count("received");
    job.expected = count("expected");
    job.leads = count("leads");
    job.guarded = count("guarded");
    job.sha256 = word("sha256");
    job.finishedAt = word("finishedAt");
    job.trouble = word("trouble");
    return job;
}

app::LeadExportOptions optionsOf(const ExportJob& job) {
    app::LeadExportOptions options;
    options.account = job.owner.accountId;
    options.filter = job.filter;
    options.fields = job.fields;
    options.file = job.file.toStdString();
    options.format = job.format;
    options.write.delimiter = job.delimiter;
    options.write.byteOrderMark = job.byteOrderMark;
    options.write.guardFormulas = job.guard;
    options.write.overwrite = job.overwrite;
    options.write.sheetName = "Leads";
    options.call.retry = RetryPolicy::batch();
    return options;
}

QStringList exportWords(const ExportJob& job) {
    QStringList words{QStringLiteral("leads"), QStringLiteral("export"), job.file,
                      QStringLiteral("--format"),
                      QLatin1String(kFormats[static_cast<int>(job.format)])};
    words << filterOptions(job.filter) << fieldOptions(job.fields);
    if (!job.since.isEmpty())
        words << QStringLiteral("--since") << job.since;
    if (job.format == app::ExportFormat::Csv) {
        if (job.delimiter != ',')
            words << QStringLiteral("--delimiter") << QString(QLatin1Char(job.delimiter));
        if (job.byteOrderMark)
            words << QStringLiteral("--byte-order-mark");
        if (!job.guard)
            words << QStringLiteral("--no-formula-guard");
    }
    if (job.overwrite)
        words << QStringLiteral("--overwrite");
    return words;
}

} // namespace leadsheet::desktop
