// SPDX-License-Identifier: Apache-2.0
#include "sheet/transcoder.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <unicode/ucnv.h>
#include <unicode/ucnv_err.h>

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

} // namespace leadsheet::app
