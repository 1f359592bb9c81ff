// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
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
/// The same for at most so long; whether there was one.
bool waitForInterrupt(Interrupts& interrupts, std::chrono::milliseconds longest);

/// The next line of standard input without its end, and not a byte more: what follows may be meant
/// for somebody else. Empty at the end of the input; longer lines are cut at `limit` bytes.
std::string lineOfInput(std::size_t limit);

enum class Echo { On, Off };

/// Asks on the terminal that is standard input; the answer without its line end. Nothing when
/// interrupted or when the terminal went away.
std::optional<std::string> askOnTerminal(Console& console, Interrupts& interrupts,
                                         const Text& question, Echo echo);

} // namespace leadsheet::cli
