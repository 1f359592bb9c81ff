// SPDX-License-Identifier: Apache-2.0
#include "run_words.hpp"

#include "../phrases/say.hpp"
#include "../shell/words.hpp"
#include "run_panel.hpp"
#include "run_rows_model.hpp"

#include "leadsheet/app/run_record.hpp"
#include "leadsheet/work/run_summary.hpp"

#include <algorithm>
#include <filesystem>

namespace leadsheet::desktop {

QString waitSentence(const submit::RunProgress& progress, WallTime now) {
    using submit::Waiting;
    const QString until =
        progress.waitingUntil ? soonText(*progress.waitingUntil, now) : QStringLiteral("…");
    switch (progress.waiting) {
    case Waiting::No:
        return {};
    case Waiting::ForBudget:
        return RunPanel::tr("Waiting for the key's order budget until %1.").arg(until);
    case Waiting::ForLimit:
        return RunPanel::tr("The server asked to wait until %1.").arg(until);
    case Waiting::ForServer:
        return RunPanel::tr("The server is failing; the next try is at %1.").arg(until);
    case Waiting::ForUntoldLimit:
        return RunPanel::tr("The server answered 429 without saying how long to wait; the next "
                            "try is at %1.")
            .arg(until);
    case Waiting::ForRequests:
        return RunPanel::tr("Waiting for the key's request budget until %1.").arg(until);
    case Waiting::ForRetry:
        return RunPanel::tr("The last rows are tried again at %1.").arg(until);
    case Waiting::ForInFlight:
        return RunPanel::tr("Pausing: the last answers are on their way.");
    }
    return {};
}

QString spentText(const submit::RunTotals& totals, std::optional<std::int64_t> cap,
                  const std::string& currency) {
    const QString held = money(totals.held, currency);
    const QString open = money(totals.atRisk, currency);
    if (!cap)
        return totals.atRisk == 0
                   ? RunPanel::tr("%1 held").arg(held)
                   : RunPanel::tr("%1 held, and up to %2 more for rows whose answer is not known "
                                  "yet")
                         .arg(held, open);
    const QString most = money(*cap, currency);
    return totals.atRisk == 0
               ? RunPanel::tr("%1 of at most %2 held").arg(held, most)
               : RunPanel::tr("%1 of at most %2 held, and up to %3 more for rows whose answer is "
                              "not known yet")
                     .arg(held, most, open);
}

QString placeWords(const std::string& tab, std::int64_t row, const std::string& sourceName) {
    // A text file's only tab is the file itself.
    return tab.empty() || tab == sourceName ? number(row)
                                            : QStringLiteral("%1 · %2").arg(number(row), text(tab));
}

RowPlaces::RowPlaces(const submit::RunInfo& run)
    : sourceName_(run.spec.sourceName) {
    // The name of a copy is not the person's.
    if (const auto record = app::recordOf(run))
        copyName_ = std::filesystem::path(record->sheet).filename().string();
}

QString RowPlaces::of(const submit::RowRecord& row) const {
    if (!sourceName_ || row.tab == copyName_)
        return number(row.sourceRow);
    return placeWords(row.tab, row.sourceRow, *sourceName_);
}

QString identicalRowsWords(int repeated, const std::optional<std::int64_t>& amount,
                           const std::string& currency) {
    if (repeated == 0)
        return RunPanel::tr("Order repeated rows as well");
    if (!amount)
        return RunPanel::tr("Order repeated rows as well (+%Ln order(s))", nullptr, repeated);
    return RunPanel::tr("Order repeated rows as well (+%Ln order(s), +%1)", nullptr, repeated)
        .arg(money(*amount, currency));
}

QStringList leftOutParts(const work::LeftOut& left) {
    QStringList parts;
    if (left.alreadyOrdered > 0)
        parts << RunPanel::tr("%Ln already ordered", nullptr, forPlural(left.alreadyOrdered));
    for (const auto& [how, count] : left.ended)
        parts << endedCount(how.first, how.second, count);
    for (const auto& [reason, count] : left.skipped)
        parts << skipCount(reason, count);
    if (left.needsFix > 0)
        parts << RunPanel::tr("%Ln need(s) a fix", nullptr, forPlural(left.needsFix));
    return parts;
}

QString leftOutWords(const work::LeftOut& left) {
    const QStringList parts = leftOutParts(left);
    if (parts.isEmpty())
        return RunPanel::tr("No row is left out.");
    QString words = RunPanel::tr("%Ln row(s) are left out: %1", nullptr, forPlural(left.all()))
                        .arg(parts.join(QStringLiteral(", ")));
    if (left.unlikeRepeats > 0)
        words += QStringLiteral(". ") +
                 RunPanel::tr("%Ln of those in the sheet twice differ(s) from the earlier one in "
                              "columns that are not used: look at them in Check.",
                              nullptr, forPlural(left.unlikeRepeats));
    return words;
}

QString leftOutOfCheck(const work::CheckFigures& found) {
    work::LeftOut left = found.known;
    left.needsFix = static_cast<std::int64_t>(found.summary.blocked);
    if (found.repeated > 0)
        left.skipped[submit::SkipReason::DuplicateInSheet] =
            static_cast<std::int64_t>(found.repeated);
    if (left.all() == 0)
        return {};
    return found.summary.ready > 0
               ? RunPanel::tr("%1. The others can be ordered.").arg(leftOutWords(left))
               : RunPanel::tr("%1.").arg(leftOutWords(left));
}

QString leftWords(const submit::RunInfo& run) {
    return RunPanel::tr("%Ln row(s) for %1 are left.", nullptr, forPlural(run.totals.left()))
        .arg(money(run.totals.leftAmount(), run.spec.currency));
}

QString newerWords(const submit::RunInfo& run) {
    return run.newer
               ? RunPanel::tr("Run %1 of the same sheet is newer.").arg(number(run.newer->value))
               : QString();
}

QString pausedWords(const submit::RunInfo& info) {
    QStringList words{pauseSentence(info.pauseReason)};
    if (info.pauseReason != submit::PauseReason::ByPerson && !info.pauseDetail.empty())
        words << sayPlainly(info.pauseSaid, info.pauseDetail) +
                     codeWords({}, causeIn(info.pauseSaid));
    words << RunPanel::tr("%Ln row(s) for %1 are left; nothing is lost.", nullptr,
                          forPlural(info.totals.left()))
                 .arg(money(info.totals.leftAmount(), info.spec.currency));
    return words.join(QLatin1Char(' '));
}

QString finishedWords(const submit::RunInfo& info) {
    using submit::RowState;
    const auto of = [&](RowState state) {
        return forPlural(info.totals.of(state));
    };
    QStringList words{
        RunPanel::tr("Done: %Ln order(s) placed, %1 held for them.", nullptr, of(RowState::Placed))
            .arg(money(info.totals.held, info.spec.currency))};
    if (of(RowState::Refused) > 0)
        words << RunPanel::tr("%Ln row(s) were refused; the reasons are below.", nullptr,
                              of(RowState::Refused));
    if (of(RowState::Ready) > 0)
        words << RunPanel::tr("%Ln row(s) are ready and were not sent.", nullptr,
                              of(RowState::Ready));
    if (of(RowState::Ended) > 0)
        words << endedWords(of(RowState::Ended));
    return words.join(QLatin1Char(' '));
}

QString endedWords(int rows) {
    return RunPanel::tr("%Ln row(s) bought an order that has ended; nothing more will come of it.",
                        nullptr, rows);
}

ColumnContent stateColumn() {
    const QStringList usual = stateWords();
    const auto longest =
        std::max_element(usual.begin(), usual.end(), [](const QString& one, const QString& other) {
            return one.size() < other.size();
        });
    return {usual + QStringList{endedWord("cancelled"), endedWord("failed")}, true, *longest};
}

QString priceText(const submit::RowRecord& row, const std::string& currency) {
    const auto& amount = row.price ? row.price : row.quoted;
    return amount ? money(*amount, currency) : QString();
}

QString messageOf(const submit::RowRecord& row) {
    if (!row.problems.empty()) {
        QStringList all;
        for (const submit::RowProblem& problem : row.problems)
            all << (problem.column.empty()
                        ? say(problem.said, problem.message)
                        : QStringLiteral("%1: %2").arg(text(problem.column),
                                                       say(problem.said, problem.message)));
        return all.join(QLatin1Char(' '));
    }
    if (row.state == submit::RowState::Skipped)
        return skipSentence(row);
    QString words = sayPlainly(row.said, row.message);
    if (row.state == submit::RowState::Unknown)
        words +=
            QLatin1Char(' ') +
            RunRowsModel::tr(
                "Whether the order was placed is not known yet. Leadsheet asks the service, or "
                "sends the order again with the same key: the row is ordered at most once.");
    if (row.state == submit::RowState::WillRetry && row.waitUntil)
        words = RunRowsModel::tr("Next try: %1. %2")
                    .arg(soonText(*row.waitUntil, systemClock()->wallNow()), words);
    return (words + codeWords(text(row.code), causeIn(row.said))).trimmed();
}

std::vector<RowChoice> rowChoices() {
    using submit::RowState;
    return {{RunPanel::tr("All rows"), {}},
            {RunPanel::tr("Placed"), {RowState::Placed}},
            {RunPanel::tr("Refused or needs fix"), work::toFixStates()},
            {RunPanel::tr("Unknown outcome or will retry"),
             {RowState::Unknown, RowState::WillRetry, RowState::Sending}},
            {RunPanel::tr("Not sent yet"), {RowState::Queued, RowState::Ready}},
            {RunPanel::tr("Already ordered"), {RowState::AlreadyOrdered}},
            {RunPanel::tr("Ordered, then ended"), {RowState::Ended}},
            {RunPanel::tr("Skipped"), {RowState::Skipped}}};
}

int skippedChoice() {
    return static_cast<int>(rowChoices().size()) - 1;
}

int toFixChoice() {
    return 2;
}

QString placedWords(const submit::RunTotals& totals, const std::string& currency) {
    using submit::RowState;
    const auto of = [&](RowState state) {
        return static_cast<int>(totals.of(state));
    };
    QStringList parts{RunPanel::tr("%Ln placed", nullptr, of(RowState::Placed))};
    if (of(RowState::Refused) > 0)
        parts << RunPanel::tr("%Ln refused", nullptr, of(RowState::Refused));
    if (of(RowState::Ended) > 0)
        parts << RunPanel::tr("%Ln ordered, then ended", nullptr, of(RowState::Ended));
    parts << money(totals.held, currency);
    return parts.join(QStringLiteral(", "));
}

} // namespace leadsheet::desktop
