// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/durations.hpp"

#include <array>
#include <charconv>
#include <cstdint>

namespace leadsheet::app {
namespace {

constexpr std::int64_t kMax = std::int64_t{366} * 86'400; // seconds

struct Unit {
    char letter;
    std::int64_t seconds;
};
/// From long to short.
constexpr std::array kUnits{Unit{'w', 7 * 86'400}, Unit{'d', 86'400}, Unit{'h', 3'600},
                            Unit{'m', 60}, Unit{'s', 1}};

} // namespace

std::optional<std::chrono::seconds> parseDuration(std::string_view text) {
    std::int64_t count = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
    const std::string_view letter = text.substr(static_cast<std::size_t>(end - text.data()));
    std::int64_t seconds = letter.empty() ? 1 : 0;
    for (const Unit& unit : kUnits)
        if (letter == std::string_view(&unit.letter, 1))
            seconds = unit.seconds;
    if (error != std::errc() || seconds == 0 || count < 0 || count > kMax / seconds)
        return std::nullopt;
    return std::chrono::seconds(count * seconds);
}

std::optional<std::string> durationProblem(const std::string& text) {
    if (parseDuration(text))
        return std::nullopt;
    return "'" + text + "' is not a duration. Write seconds or a unit: 90, 15m, 2h, 1d, 2w";
}

std::optional<std::chrono::seconds> parsePeriod(std::string_view text) {
    const auto period = parseDuration(text);
    return period && period->count() > 0 ? period : std::nullopt;
}

std::optional<std::string> periodProblem(const std::string& text) {
    if (parsePeriod(text))
        return std::nullopt;
    return "'" + text + "' is not a period. Write for example 30d, 2w or 12h";
}

std::string durationAsTyped(std::chrono::seconds time) {
    for (const Unit& unit : kUnits)
        if (unit.letter != 'w' && time.count() > 0 && time.count() % unit.seconds == 0)
            return std::to_string(time.count() / unit.seconds) + unit.letter;
    return "0";
}

} // namespace leadsheet::app
