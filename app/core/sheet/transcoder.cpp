// SPDX-License-Identifier: Apache-2.0
#include "sheet/transcoder.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>
#include <uchardet.h>
#include <unicode/uchar.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_err.h>
#include <unicode/unistr.h>
#include <unicode/uscript.h>

namespace leadsheet::app {
namespace {

struct CloseConverter {
    void operator()(UConverter* converter) const { ucnv_close(converter); }
};
using Converter = std::unique_ptr<UConverter, CloseConverter>;

Converter openConverter(const std::string& name) {
    UErrorCode status = U_ZERO_ERROR;
    Converter converter(ucnv_open(name.c_str(), &status));
    return U_FAILURE(status) ? nullptr : std::move(converter);
}

void U_CALLCONV countAndReplace(const void* context, UConverterToUnicodeArgs* args,
                                const char* units, std::int32_t length,
                                UConverterCallbackReason reason, UErrorCode* status) {
    if (reason <= UCNV_IRREGULAR)
        ++*static_cast<std::uint64_t*>(const_cast<void*>(context));
    UCNV_TO_U_CALLBACK_SUBSTITUTE(nullptr, args, units, length, reason, status);
}

// Runs one converter pair over `in`, appending to `out`; state is kept in the converters.
void convert(UConverter* from, UConverter* to, std::array<UChar, 2048>& pivot, UChar*& pivotSource,
             UChar*& pivotTarget, std::string_view in, bool flush, std::string& out) {
    const char* source = in.data();
    const char* const end = in.data() + in.size();
    std::array<char, 16 * 1024> chunk{};
    for (;;) {
        char* target = chunk.data();
        UErrorCode status = U_ZERO_ERROR;
        ucnv_convertEx(to, from, &target, chunk.data() + chunk.size(), &source, end, pivot.data(),
                       &pivotSource, &pivotTarget, pivot.data() + pivot.size(), false, flush,
                       &status);
        out.append(chunk.data(), target);
        if (status != U_BUFFER_OVERFLOW_ERROR)
            return;
    }
}

std::string simplified(std::string_view name) {
    std::string out;
    for (const char c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

struct Alias {
    std::string_view from;
    std::string_view to;
};
// Names from detectors and from people, simplified, that ICU lacks or takes too literally.
constexpr std::array kAliases = {
    Alias{"utf8", "UTF-8"},
    Alias{"utf8bom", "UTF-8"},
    Alias{"ascii", "UTF-8"},
    Alias{"usascii", "UTF-8"},
    Alias{"iso88591", "windows-1252"},
    Alias{"latin1", "windows-1252"},
    Alias{"ansi", "windows-1252"},
    Alias{"cp1252", "windows-1252"},
    Alias{"iso88599", "windows-1254"},
    Alias{"uhc", "windows-949"},
    Alias{"euckr", "windows-949"},
    Alias{"cp949", "windows-949"},
    Alias{"gb2312", "GB18030"},
    Alias{"gbk", "GB18030"},
    Alias{"mac", "macintosh"},
    Alias{"macroman", "macintosh"},
    Alias{"maccyrillic", "x-mac-cyrillic"},
    Alias{"maccentraleurope", "x-mac-centraleurroman"},
    Alias{"dos", "IBM850"},
};

} // namespace

std::optional<std::string> canonicalEncoding(std::string_view name) {
    const std::string plain = simplified(name);
    for (const Alias& alias : kAliases)
        if (alias.from == plain)
            return std::string(alias.to);
    const std::string text(name);
    if (text.empty() || text.find('\0') != std::string::npos || !openConverter(text))
        return std::nullopt;
    for (const char* authority : {"MIME", "IANA"}) {
        UErrorCode status = U_ZERO_ERROR;
        const char* const standard = ucnv_getStandardName(text.c_str(), authority, &status);
        if (U_SUCCESS(status) && standard != nullptr)
            return std::string(standard);
    }
    return text;
}

struct Decoder::Impl {
    Converter from;
    Converter to;
    std::array<UChar, 2048> pivot{};
    UChar* pivotSource = pivot.data();
    UChar* pivotTarget = pivot.data();
    std::uint64_t replaced = 0;
};

Decoder::Decoder(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
Decoder::Decoder(Decoder&&) noexcept = default;
Decoder& Decoder::operator=(Decoder&&) noexcept = default;
Decoder::~Decoder() = default;

std::optional<Decoder> Decoder::create(const std::string& encoding) {
    auto impl = std::make_unique<Impl>();
    impl->from = openConverter(encoding);
    impl->to = openConverter("UTF-8");
    if (!impl->from || !impl->to)
        return std::nullopt;
    UErrorCode status = U_ZERO_ERROR;
    ucnv_setToUCallBack(impl->from.get(), countAndReplace, &impl->replaced, nullptr, nullptr,
                        &status);
    if (U_FAILURE(status))
        return std::nullopt;
    return Decoder(std::move(impl));
}

void Decoder::decode(std::string_view bytes, bool last, std::string& out) {
    convert(impl_->from.get(), impl_->to.get(), impl_->pivot, impl_->pivotSource,
            impl_->pivotTarget, bytes, last, out);
}

std::uint64_t Decoder::replaced() const {
    return impl_->replaced;
}

void Decoder::reset() {
    ucnv_reset(impl_->from.get());
    ucnv_reset(impl_->to.get());
    impl_->pivotSource = impl_->pivotTarget = impl_->pivot.data();
    impl_->replaced = 0;
}

struct Encoder::Impl {
    Converter from;
    Converter to;
    std::array<UChar, 2048> pivot{};
    UChar* pivotSource = pivot.data();
    UChar* pivotTarget = pivot.data();
};

Encoder::Encoder(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
Encoder::Encoder(Encoder&&) noexcept = default;
Encoder& Encoder::operator=(Encoder&&) noexcept = default;
Encoder::~Encoder() = default;

std::optional<Encoder> Encoder::create(const std::string& encoding) {
    auto impl = std::make_unique<Impl>();
    impl->from = openConverter("UTF-8");
    impl->to = openConverter(encoding);
    if (!impl->from || !impl->to)
        return std::nullopt;
    // The default substitute of single-byte code pages is the control character 0x1A.
    UErrorCode status = U_ZERO_ERROR;
    constexpr std::array<UChar, 1> kQuestionMark = {u'?'};
    ucnv_setSubstString(impl->to.get(), kQuestionMark.data(), 1, &status);
    return Encoder(std::move(impl));
}

void Encoder::encode(std::string_view text, std::string& out) {
    convert(impl_->from.get(), impl_->to.get(), impl_->pivot, impl_->pivotSource,
            impl_->pivotTarget, text, false, out);
}

std::optional<std::string> decodeStrictly(std::string_view bytes, const std::string& encoding) {
    auto decoder = Decoder::create(encoding);
    if (!decoder)
        return std::nullopt;
    std::string text;
    decoder->decode(bytes, true, text);
    if (decoder->replaced() > 0)
        return std::nullopt;
    return text;
}

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
