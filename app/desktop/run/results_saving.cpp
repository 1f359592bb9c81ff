// SPDX-License-Identifier: Apache-2.0
#include "results_saving.hpp"

#include "../account/trouble.hpp"
#include "../phrases/say.hpp"
#include "../shell/words.hpp"

#include "leadsheet/app/run_record.hpp"
#include "leadsheet/app/run_results.hpp"
#include "leadsheet/work/run_ledger.hpp"

namespace leadsheet::desktop {
namespace {

struct Saved {
    QString file;
    QString note;
    QString error;
};

QString words(const app::RunResultsError& error) {
    if (error.ledger)
        return sentence(troubleOf(*error.ledger, TroubleContext{}));
    return sentence(troubleOf(*error.sheet));
}

Saved write(const std::filesystem::path& ledgerFile, const submit::RunInfo& run,
            const app::RunResultsOptions& options, const std::stop_token& stop) {
    const auto ledger = work::openToRead(ledgerFile);
    if (!ledger)
        return {{}, {}, sentence(troubleOf(ledger.error(), TroubleContext{}))};
    const auto written = app::writeRunResults(*ledger, run, options, stop);
    if (!written)
        return {{}, {}, words(written.error())};
    QStringList notes;
    if (!written->fromLedger.empty())
        notes << say(written->fromLedger);
    if (!written->report.backup.empty())
        notes << ResultsSaving::tr("The earlier results file held other cells; it was kept as %1.")
                     .arg(text(written->report.backup.string()));
    return {text(written->report.output.string()), notes.join(QLatin1Char(' ')), {}};
}

} // namespace

ResultsSaving::ResultsSaving(QObject* parent)
    : QObject(parent) {}

QString ResultsSaving::suggestion(const submit::RunInfo& run) {
    const auto record = app::recordOf(run);
    if (!record)
        return {};
    std::error_code unknown;
    return text((std::filesystem::exists(record->sheet, unknown)
                     ? app::resultsPathFor(record->sheet)
                     : app::keptResultsPathFor(record->sheet))
                    .string());
}

void ResultsSaving::save(const std::filesystem::path& ledger,
                         const std::filesystem::path& workFolder, const submit::RunInfo& run,
                         const QString& file, bool replace) {
    app::RunResultsOptions options;
    options.output = file.toStdString();
    options.overwrite = replace;
    options.fittingName = true;
    options.workFolder = workFolder;
    options.clock = [now = systemClock()->wallNow()](WallTime time) {
        return clockText(time, now).toStdString();
    };
    background_.run([ledger, run, options](
                        const std::stop_token& stop) { return write(ledger, run, options, stop); },
                    [this](const Saved& done) {
                        if (done.error.isEmpty())
                            emit saved(done.file, done.note);
                        else
                            emit failed(done.error);
                    });
}

} // namespace leadsheet::desktop
