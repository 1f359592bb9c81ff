// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/clock.hpp"
#include "leadsheet/submit/row.hpp"
#include "leadsheet/submit/run.hpp"

#include <QString>

#include <chrono>
#include <string>

namespace leadsheet::desktop {

// How times, money and states are spelled in the whole window. Numbers and money look the same in
// every language, because they are compared with files and with the command line.

QString text(const std::string& utf8);
QString number(std::int64_t value);
/// "$8,240.00"
QString money(std::int64_t amount, const std::string& currency);
/// Local: "14:07" today, "tomorrow 09:15", "2026-03-01 09:15" else.
QString clockText(WallTime time, WallTime now);
/// "45 s", "12 min", "3 h 20 min".
QString durationText(std::chrono::seconds time);

QString stateWord(submit::RowState state);
QString skipWord(submit::SkipReason reason);
QString runStateWord(const submit::RunInfo& run);
/// Why a run does not go on, in a sentence for the person.
QString pauseSentence(submit::PauseReason reason);

} // namespace leadsheet::desktop
