// SPDX-License-Identifier: Apache-2.0
#include "words.hpp"

#include "leadsheet/messages/cli.hpp"

#include <algorithm>
#include <cstdio>
#include <ctime>

namespace leadsheet::cli {

std::string joined(const std::vector<std::string>& words, std::string_view between) {
    std::string text;
    for (const std::string& word : words)
        text.append(text.empty() ? "" : between).append(word);
    return text;
}

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

std::string shellQuoted(const std::string& text) {
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("-_./:@%+=,").find(c) != std::string_view::npos;
    };
    if (!text.empty() && std::all_of(text.begin(), text.end(), plain))
        return text;
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' ? "'\\''" : std::string(1, c);
    return quoted + "'";
}

namespace {

std::tm localTime(WallTime time) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(
        std::chrono::time_point_cast<std::chrono::system_clock::duration>(time));
    std::tm parts{};
    ::localtime_r(&seconds, &parts);
    return parts;
}

std::string formatted(const std::tm& parts, const char* format) {
    char buffer[64];
    const std::size_t length = std::strftime(buffer, sizeof buffer, format, &parts);
    return {buffer, length};
}

std::optional<WallTime> parseRfc3339(const std::string& text) {
    std::tm parts{};
    int end = 0;
    if (std::sscanf(text.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d%n", &parts.tm_year, &parts.tm_mon,
                    &parts.tm_mday, &parts.tm_hour, &parts.tm_min, &parts.tm_sec, &end) != 6)
        return std::nullopt;
    // Servers of this API send UTC; anything else is shown as it came.
    if (text.empty() || text.back() != 'Z')
        return std::nullopt;
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
    return WallTime(std::chrono::seconds(::timegm(&parts)));
}

} // namespace

std::string clockTime(WallTime time, WallTime now, const text::Wording& language) {
    const std::tm then = localTime(time);
    const std::string day = formatted(then, "%Y-%m-%d");
    const std::string hour = formatted(then, "%H:%M");
    if (day == formatted(localTime(now), "%Y-%m-%d"))
        return hour;
    if (day == formatted(localTime(now + std::chrono::hours(24)), "%Y-%m-%d"))
        return text::render(messages::cli::clockTomorrow(hour), language);
    const bool german = language.language() == text::Language::German;
    return (german ? formatted(then, "%d.%m.%Y") : day) + " " + hour;
}

std::string clockTime(const std::string& rfc3339, WallTime now) {
    const auto time = parseRfc3339(rfc3339);
    return time ? clockTime(*time, now) : rfc3339;
}

std::string utcTime(WallTime time) {
    const std::time_t seconds = std::chrono::system_clock::to_time_t(
        std::chrono::time_point_cast<std::chrono::system_clock::duration>(time));
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    return formatted(parts, "%Y-%m-%dT%H:%M:%SZ");
}

std::string duration(std::chrono::seconds time) {
    const auto seconds = time.count();
    if (seconds < 90)
        return said(messages::cli::seconds(seconds));
    const auto minutes = (seconds + 59) / 60;
    if (minutes < 90)
        return said(messages::cli::minutes(minutes));
    const auto rest = minutes % 60;
    return said(rest == 0 ? messages::cli::hours(minutes / 60)
                          : messages::cli::hoursMinutes(minutes / 60, rest));
}

} // namespace leadsheet::cli
