// SPDX-License-Identifier: Apache-2.0
#include "sheet/encoding_guess.hpp"

#include "sheet/transcoder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <uchardet.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

namespace leadsheet::app {
namespace {

using namespace std::string_view_literals;

// From this many bytes beyond ASCII on, the detector's word is taken if the text looks right.
constexpr std::ptrdiff_t kEnoughEvidence = 8;
constexpr double kPlausible = 0.6;
constexpr double kClearLead = 0.3;
constexpr std::string_view kWestern = "windows-1252";
constexpr std::string_view kMac = "macintosh";

std::string detectorAnswer(std::string_view evidence) {
    const std::unique_ptr<uchardet, void (*)(uchardet_t)> detector(uchardet_new(), uchardet_delete);
    if (uchardet_handle_data(detector.get(), evidence.data(), evidence.size()) != 0)
        return {};
    uchardet_data_end(detector.get());
    return canonicalEncoding(uchardet_get_charset(detector.get())).value_or("");
}

// The Windows page that people mean when a detector names the ISO one.
std::string_view widened(std::string_view encoding) {
    if (encoding == "ISO-8859-15")
        return kWestern;
    if (encoding == "ISO-8859-2")
        return "windows-1250";
    return encoding;
}

// Rare ISO pages that a short western text happens to fit as well: what follows the evidence is
// then far more likely western too. Turkish (ISO-8859-9) is not rare.
bool isRareIsoPage(std::string_view encoding) {
    return encoding.starts_with("ISO-8859-") && encoding != "ISO-8859-9";
}

double characterScore(UChar32 before, UChar32 here, UChar32 after) {
    const bool letterBefore = u_isalpha(before) != 0;
    const bool letterAfter = u_isalpha(after) != 0;
    constexpr UChar32 kFlorin = 0x192; // a letter to Unicode, a currency sign in code pages
    if (u_isalpha(here) == 0 || here == kFlorin) {
        constexpr std::u32string_view kUsual = U"\u00A0€£§°®©™–—‘’‚“”„…•«»º²³½¼¾×·´‹›¿¡";
        if (kUsual.find(static_cast<char32_t>(here)) == std::u32string_view::npos)
            return -1;
        return letterBefore && letterAfter && here != U'’' && here != U'·' && here != U'–' ? -0.5
                                                                                           : 0.5;
    }
    UErrorCode status = U_ZERO_ERROR;
    const auto script = uscript_getScript(here, &status);
    const auto foreign = [&](UChar32 other) {
        const auto otherScript = uscript_getScript(other, &status);
        return (script == USCRIPT_LATIN || script == USCRIPT_CYRILLIC || script == USCRIPT_GREEK) &&
               otherScript != script;
    };
    if ((letterBefore && foreign(before)) || (letterAfter && foreign(after)))
        return -1;
    if (u_isupper(here) != 0 && letterBefore && u_islower(before) != 0)
        return -1;
    if (u_isupper(here) != 0 && letterBefore && letterAfter && u_islower(after) != 0)
        return -0.5;
    return letterBefore || letterAfter ? 1 : 0.5;
}

struct Reading {
    std::string encoding;
    std::string text;
    double score = 0;
};

std::optional<Reading> reading(std::string_view evidence, std::string_view encoding) {
    if (encoding.empty() || encoding == "UTF-8")
        return std::nullopt;
    Reading result{std::string(encoding), {}, 0};
    auto text = decodeStrictly(evidence, result.encoding);
    if (!text)
        return std::nullopt;
    result.text = std::move(*text);
    result.score = textPlausibility(result.text);
    return result;
}

void addDistinct(std::vector<Reading>& readings, std::optional<Reading> candidate) {
    if (candidate && std::none_of(readings.begin(), readings.end(), [&](const Reading& other) {
            return other.text == candidate->text;
        }))
        readings.push_back(std::move(*candidate));
}

} // namespace

std::optional<ByteOrderMark> byteOrderMark(std::string_view head) {
    // UTF-32LE before UTF-16LE, whose mark it starts with.
    if (head.starts_with("\xFF\xFE\0\0"sv))
        return ByteOrderMark{"UTF-32LE", 4};
    if (head.starts_with("\0\0\xFE\xFF"sv))
        return ByteOrderMark{"UTF-32BE", 4};
    if (head.starts_with("\xEF\xBB\xBF"sv))
        return ByteOrderMark{"UTF-8", 3};
    if (head.starts_with("\xFF\xFE"sv))
        return ByteOrderMark{"UTF-16LE", 2};
    if (head.starts_with("\xFE\xFF"sv))
        return ByteOrderMark{"UTF-16BE", 2};
    return std::nullopt;
}

std::optional<std::string> wideEncoding(std::string_view head) {
    head = head.substr(0, std::min<std::size_t>(head.size(), 4096));
    std::array<std::size_t, 4> zeros{};
    for (std::size_t i = 0; i < head.size(); ++i)
        zeros[i % 4] += head[i] == '\0' ? 1U : 0U;
    const std::size_t units = head.size() / 4;
    const auto most = [&](std::size_t lane) {
        return units > 0 && zeros[lane] * 10 >= units * 9;
    };
    const auto few = [&](std::size_t lane) {
        return zeros[lane] * 10 <= units;
    };
    if (few(0) && most(2) && most(3))
        return "UTF-32LE";
    if (few(3) && most(0) && most(1))
        return "UTF-32BE";
    // Sheets have delimiters and line ends, so a good part of the high bytes is zero whatever the
    // language, and no low byte is.
    const std::size_t pairs = head.size() / 2;
    const std::size_t even = zeros[0] + zeros[2];
    const std::size_t odd = zeros[1] + zeros[3];
    if (pairs == 0 || head.size() % 2 != 0)
        return std::nullopt;
    if (odd * 5 >= pairs && even * 50 <= pairs)
        return "UTF-16LE";
    if (even * 5 >= pairs && odd * 50 <= pairs)
        return "UTF-16BE";
    return std::nullopt;
}

double textPlausibility(std::string_view utf8) {
    double sum = 0;
    std::size_t count = 0;
    UChar32 before = ' ';
    UChar32 here = ' ';
    const auto length = std::min<std::size_t>(utf8.size(), 1U << 20);
    const auto text =
        icu::UnicodeString::fromUTF8({utf8.data(), static_cast<std::int32_t>(length)});
    const auto judge = [&](UChar32 after) {
        if (here >= 0x80) {
            sum += characterScore(before, here, after);
            ++count;
        }
        before = here;
        here = after;
    };
    for (std::int32_t i = 0; i < text.length(); i = text.moveIndex32(i, 1))
        judge(text.char32At(i));
    judge(' ');
    return count == 0 ? 1 : sum / static_cast<double>(count);
}

std::variant<std::string, std::vector<std::string>> guessCodePage(std::string_view evidence) {
    const auto beyondAscii = std::count_if(evidence.begin(), evidence.end(), [](char c) {
        return static_cast<unsigned char>(c) >= 0x80;
    });
    const std::string answer = detectorAnswer(evidence);
    std::vector<Reading> readings;
    addDistinct(readings, reading(evidence, widened(answer)));
    addDistinct(readings, reading(evidence, answer));
    const auto west = reading(evidence, kWestern);
    addDistinct(readings, west);
    // Mac Roman is unknown to the detector, which takes it for some Windows page.
    const auto mac = reading(evidence, kMac);
    const bool answered = !readings.empty() && (readings.front().encoding == answer ||
                                                readings.front().encoding == widened(answer));
    const auto better = [](const Reading& a, const Reading& b) {
        return a.score > b.score;
    };
    std::stable_sort(readings.begin(), readings.end(), better);
    if (!readings.empty() && readings.front().score >= kPlausible) {
        const Reading& best = readings.front();
        const bool alone = readings.size() == 1;
        const bool western = best.encoding == kWestern;
        const bool enough = beyondAscii >= kEnoughEvidence;
        const bool clear = !alone && best.score - readings[1].score >= kClearLead;
        const bool rivalled = mac && mac->text != best.text && best.score - mac->score < kClearLead;
        if (!rivalled && (alone || (clear && (western || enough)) || (answered && enough) ||
                          (western && widened(answer) == kWestern)))
            return isRareIsoPage(best.encoding) && west && west->text == best.text
                       ? std::string(kWestern)
                       : best.encoding;
    }
    for (const auto other : {"windows-1250"sv, "windows-1251"sv, kMac, "IBM850"sv})
        addDistinct(readings, reading(evidence, other));
    std::stable_sort(readings.begin(), readings.end(), better);
    std::vector<std::string> names;
    for (const Reading& candidate : readings)
        if (names.size() < 4)
            names.push_back(candidate.encoding);
    if (names.size() == 1)
        return names.front();
    return names;
}

} // namespace leadsheet::app
