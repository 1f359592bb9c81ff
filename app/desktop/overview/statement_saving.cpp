// SPDX-License-Identifier: Apache-2.0
#include "statement_saving.hpp"

#include "../account/trouble.hpp"
#include "../phrases/say.hpp"
#include "../shell/words.hpp"

#include "leadsheet/app/statement.hpp"

namespace leadsheet::desktop {
namespace {

struct Saved {
    QString trouble; ///< empty = it was written
    app::StatementTotals totals;
};

Saved failed(const QString& why) {
    return {why, {}};
}

Result<std::optional<submit::Ledger>> openIfThere(const std::filesystem::path& file) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored))
        return std::optional<submit::Ledger>{};
    submit::LedgerOptions mode;
    mode.mode = submit::LedgerOptions::Mode::ReadOnly;
    mode.checkIntegrity = false;
    auto opened = submit::Ledger::open(file, mode);
    if (!opened)
        return failure(opened.error());
    return std::optional<submit::Ledger>(*std::move(opened));
}

Saved write(const Connected& at, const std::filesystem::path& workFolder,
            const std::filesystem::path& file, const std::stop_token& stop) {
    const auto ledger = openIfThere(at.ledgerFile);
    if (!ledger)
        return failed(sentence(troubleOf(ledger.error(), TroubleContext{})));
    app::StatementOptions options;
    options.account = at.ref;
    options.call.stop = stop;
    options.call.retry = RetryPolicy::batch();
    options.workFolder = workFolder;
    auto statement =
        app::Statement::read(*at.client, *ledger ? &ledger->value() : nullptr, options);
    if (!statement)
        return failed(callTrouble(statement.error(), at));
    if (!statement->totals().disagreement.empty())
        return failed(
            StatementSaving::tr(
                "No statement was written: the service's movements and balances do not agree.") +
            QLatin1Char(' ') + say(statement->totals().disagreement));
    auto writer = app::RecordWriter::create(
        file, app::exportFormatFor(file).value_or(app::ExportFormat::Xlsx),
        app::statementOptions(statement->totals().currency, true));
    if (!writer)
        return failed(sentence(troubleOf(writer.error())));
    const auto report = app::writeStatement(*statement, *writer);
    if (!report)
        return failed(sentence(troubleOf(report.error())));
    return {{}, statement->totals()};
}

} // namespace

StatementSaving::StatementSaving(QObject* parent)
    : QObject(parent) {}

void StatementSaving::save(std::shared_ptr<const Connected> at,
                           const std::filesystem::path& workFolder, const QString& file) {
    background_.run(
        [at = std::move(at), workFolder, path = file.toStdString()](const std::stop_token& stop) {
            return write(*at, workFolder, path, stop);
        },
        [this, file](const Saved& saved) {
            if (!saved.trouble.isEmpty()) {
                emit ended(NoticeKind::Bad, saved.trouble);
                return;
            }
            const app::StatementTotals& totals = saved.totals;
            emit ended(NoticeKind::Good,
                       tr("%1 holds %Ln movement(s) of money. They agree with the balance: %2 "
                          "available, %3 held.",
                          "", forPlural(totals.movements))
                           .arg(file, money(totals.closing.available, totals.currency),
                                money(totals.closing.held, totals.currency)));
        });
}

} // namespace leadsheet::desktop
