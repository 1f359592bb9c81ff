// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace leadsheet::cli {

class Console;
class Interrupts;
class Text;

/// Waits until standard input has something to read (or ended). False when interrupted first.
bool waitForInput(Interrupts& interrupts);

/// Waits for the first signal.
void waitForInterrupt(Interrupts& interrupts);

enum class Echo { On, Off };

/// Asks on the terminal that is standard input; the answer without its line end. Nothing when
/// interrupted or when the terminal went away.
std::optional<std::string> askOnTerminal(Console& console, Interrupts& interrupts,
                                         const Text& question, Echo echo);

} // namespace leadsheet::cli
