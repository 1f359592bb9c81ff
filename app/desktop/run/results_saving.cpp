// SPDX-License-Identifier: Apache-2.0
#include "results_saving.hpp"

#include "../account/trouble.hpp"
#include "../phrases/say.hpp"
#include "../shell/words.hpp"

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
            const work::ResultsRequest& request, const app::AppFolders& folders,
            const std::stop_token& stop) {
    const auto ledger = work::openToRead(ledgerFile);
    if (!ledger)
        return {{}, {}, sentence(troubleOf(ledger.error(), TroubleContext{}))};
    const auto written = work::writeResults(
        *ledger, run, request, folders,
        [now = systemClock()->wallNow()](WallTime time) {
            return clockText(time, now).toStdString();
        },
        stop);
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

ResultsSaving::ResultsSaving(const AccountSession& session, QObject* parent)
    : QObject(parent)
    , saving_(session) {}

void ResultsSaving::save(const std::filesystem::path& ledger, const app::AppFolders& folders,
                         const submit::RunInfo& run, const work::ResultsRequest& request) {
    saving_.run(
        [ledger, folders, run, request](const std::stop_token& stop) {
            return write(ledger, run, request, folders, stop);
        },
        [this](const Saved& done) {
            if (done.error.isEmpty())
                emit saved(done.file, done.note);
            else
                emit failed(done.error);
        });
}

} // namespace leadsheet::desktop
