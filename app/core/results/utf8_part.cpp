// SPDX-License-Identifier: Apache-2.0
#include "results/utf8_part.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "results/xml_tag.hpp"
#include "sheet/transcoder.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace leadsheet::app {

namespace say = messages::container;

namespace {

using namespace std::string_view_literals;

constexpr std::size_t kHeadBytes = 1024;

// What XML 1.0, appendix F tells of the encoding from the first bytes; empty for UTF-8.
std::string encodingOf(std::string_view head) {
    if (head.starts_with("\xFE\xFF"sv) || head.starts_with("\0<"sv))
        return "UTF-16BE";
    if (head.starts_with("\xFF\xFE"sv) || head.starts_with("<\0"sv))
        return "UTF-16LE";
    if (!head.starts_with("<?xml"))
        return {};
    const std::string_view declaration = head.substr(0, head.find("?>"));
    const auto named = rawAttribute(declaration, "encoding");
    const std::string name = lowerCase(named.value_or("utf-8"));
    return name == "utf-8" ? std::string() : name;
}

class TranscodedPart final : public ByteStream {
public:
    TranscodedPart(std::unique_ptr<ByteStream> part, Decoder decoder, std::string head)
        : part_(std::move(part))
        , decoder_(std::move(decoder)) {
        decode(head);
        restate();
    }

    SheetResult<std::size_t> read(std::span<char> into) override {
        std::vector<char> step(kReadStep);
        while (text_.size() < into.size() && !ended_) {
            const auto got = part_->read(step);
            if (!got)
                return got;
            ended_ = *got == 0;
            decode({step.data(), *got});
        }
        const std::size_t count = std::min(into.size(), text_.size());
        std::copy_n(text_.begin(), count, into.begin());
        text_.erase(0, count);
        return count;
    }

    std::uint64_t position() const override { return part_->position(); }
    SheetResult<void> rewind() override { return part_->rewind(); }

private:
    void decode(std::string_view bytes) { decoder_.decode(bytes, ended_, text_); }

    // The byte order mark goes, and the declaration names what the text is now.
    void restate() {
        if (text_.starts_with("\xEF\xBB\xBF"))
            text_.erase(0, 3);
        const auto end = text_.find("?>");
        if (!text_.starts_with("<?xml") || end == std::string::npos)
            return;
        const std::string declaration = text_.substr(0, end);
        const auto named = rawAttribute(declaration, "encoding");
        if (named)
            text_.replace(static_cast<std::size_t>(named->data() - declaration.data()),
                          named->size(), "UTF-8");
    }

    std::unique_ptr<ByteStream> part_;
    Decoder decoder_;
    std::string text_; // decoded and not read yet
    bool ended_ = false;
};

/// Gives back the bytes that were looked at.
class HeadedPart final : public ByteStream {
public:
    HeadedPart(std::unique_ptr<ByteStream> part, std::string head)
        : part_(std::move(part))
        , head_(std::move(head)) {}

    SheetResult<std::size_t> read(std::span<char> into) override {
        const std::size_t count = std::min(into.size(), head_.size());
        std::copy_n(head_.begin(), count, into.begin());
        head_.erase(0, count);
        if (count == into.size())
            return count;
        const auto more = part_->read(into.subspan(count));
        if (!more)
            return more;
        return count + *more;
    }
    std::uint64_t position() const override { return part_->position(); }
    SheetResult<void> rewind() override {
        head_.clear();
        return part_->rewind();
    }

private:
    std::unique_ptr<ByteStream> part_;
    std::string head_;
};

} // namespace

SheetResult<std::unique_ptr<ByteStream>> asUtf8Part(std::unique_ptr<ByteStream> part) {
    std::string head(kHeadBytes, '\0');
    LEADSHEET_TRY(const auto got, part->read(head));
    head.resize(got);
    const std::string encoding = encodingOf(head);
    if (encoding.empty())
        return std::make_unique<HeadedPart>(std::move(part), std::move(head));
    auto decoder = Decoder::create(encoding);
    if (!decoder)
        return tl::unexpected(SheetError{SheetErrorCode::UnknownEncoding,
                                         {},
                                         {say::innerEncodingUnknown(encoding)},
                                         {messages::sheet::openWorkbookSaveAgain()},
                                         {}});
    return std::make_unique<TranscodedPart>(std::move(part), *std::move(decoder), std::move(head));
}

} // namespace leadsheet::app
