// SPDX-License-Identifier: Apache-2.0
#include "leads/lead_journal.hpp"

#include "leads/row_codec.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "sheet/byte_stream.hpp"
#include "sheet/zip/checksum.hpp"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

constexpr std::string_view kMagic = "leadsheet leads 3\n";
constexpr std::uint32_t kLargestFrame = 512U * 1024 * 1024;

enum class Kind : char { Head = 'H', Page = 'P', Writer = 'W', File = 'F' };

struct FrameHead {
    std::uint32_t length = 0;
    std::uint32_t checksum = 0;
};

SheetError storageError(const std::filesystem::path& path, int error) {
    const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
    return {full ? SheetErrorCode::StorageFull : SheetErrorCode::StorageError,
            {},
            {say::fileNotWritable(path.string(), systemReason(error))},
            {full ? say::freeSpaceGoOn() : say::chooseWritableFolder()},
            {}};
}

/// All of `bytes` at `offset`; false at the end of the file or an error.
bool readAt(int descriptor, std::uint64_t offset, char* bytes, std::size_t length) {
    while (length > 0) {
        const auto got = ::pread(descriptor, bytes, length, static_cast<off_t>(offset));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        bytes += got;
        offset += static_cast<std::uint64_t>(got);
        length -= static_cast<std::size_t>(got);
    }
    return true;
}

struct PageHead {
    std::uint32_t count = 0;
    std::uint8_t last = 0;
    std::string_view cursor;
};

/// Leaves the rows in `payload`.
std::optional<PageHead> takePageHead(std::string_view& payload) {
    PageHead page;
    std::uint32_t cursorLength = 0;
    if (!takeRaw(payload, page.count) || !takeRaw(payload, page.last) ||
        !takeRaw(payload, cursorLength) || payload.size() < cursorLength)
        return {};
    page.cursor = payload.substr(0, cursorLength);
    payload.remove_prefix(cursorLength);
    return page;
}

void removeLeftovers(const std::filesystem::path& folder, std::int64_t process) {
    if (process <= 0 || ::kill(static_cast<pid_t>(process), 0) == 0 || errno != ESRCH)
        return;
    const std::string start = ".leadsheet-" + std::to_string(process) + "-";
    std::error_code error;
    std::filesystem::directory_iterator entries(folder, error);
    for (; !error && entries != std::filesystem::directory_iterator(); entries.increment(error)) {
        const std::string name = entries->path().filename().string();
        std::error_code ignored;
        if (name.starts_with(start) && name.ends_with(".tmp"))
            std::filesystem::remove(entries->path(), ignored);
    }
}

} // namespace

struct LeadJournal::Impl {
    std::filesystem::path path;
    int descriptor = -1;
    std::uint64_t size = 0;
    std::string head;
    std::optional<std::string> cursor;
    std::int64_t leads = 0;
    std::int64_t writer = 0; ///< the process that announced itself last
    std::string file;        ///< the SHA-256 of the file announced last
    bool complete = false;
    std::string frame;

    ~Impl() {
        if (descriptor >= 0)
            ::close(descriptor);
    }

    /// The payload at `offset`, which moves behind it; false when there is no whole frame.
    bool readFrame(std::uint64_t& offset, std::string& payload) const {
        FrameHead frameHead;
        if (!readAt(descriptor, offset, reinterpret_cast<char*>(&frameHead), sizeof frameHead) ||
            frameHead.length == 0 || frameHead.length > kLargestFrame)
            return false;
        payload.resize(frameHead.length);
        if (!readAt(descriptor, offset + sizeof frameHead, payload.data(), payload.size()) ||
            checksumOf(payload) != frameHead.checksum)
            return false;
        offset += sizeof frameHead + payload.size();
        return true;
    }

    bool take(std::string_view payload) {
        char kind = 0;
        takeRaw(payload, kind);
        if (static_cast<Kind>(kind) == Kind::Head) {
            head = payload;
            return true;
        }
        if (static_cast<Kind>(kind) == Kind::Writer)
            return takeRaw(payload, writer);
        if (static_cast<Kind>(kind) == Kind::File) {
            file = payload;
            return true;
        }
        const auto page = takePageHead(payload);
        if (!page)
            return false;
        cursor = std::string(page->cursor);
        leads += page->count;
        complete = page->last != 0;
        return true;
    }

    void recover() {
        std::string start(kMagic.size(), '\0');
        if (!readAt(descriptor, 0, start.data(), start.size()) || start != kMagic)
            return;
        std::uint64_t offset = kMagic.size();
        std::string payload;
        while (readFrame(offset, payload) && take(payload))
            size = offset;
    }

    SheetResult<void> write(std::string_view bytes) {
        std::uint64_t at = size;
        while (!bytes.empty()) {
            const auto put =
                ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(at));
            if (put < 0 && errno == EINTR)
                continue;
            if (put <= 0)
                return tl::unexpected(storageError(path, put < 0 ? errno : ENOSPC));
            at += static_cast<std::uint64_t>(put);
            bytes.remove_prefix(static_cast<std::size_t>(put));
        }
        size = at;
        return {};
    }

    /// `fill` appends the payload.
    SheetResult<void> addFrame(Kind kind, const std::function<void(std::string&)>& fill) {
        frame.assign(sizeof(FrameHead), '\0');
        frame += static_cast<char>(kind);
        fill(frame);
        const std::string_view payload = std::string_view(frame).substr(sizeof(FrameHead));
        std::string start;
        appendRaw(start,
                  FrameHead{static_cast<std::uint32_t>(payload.size()), checksumOf(payload)});
        frame.replace(0, start.size(), start);
        return write(frame);
    }

    SheetResult<void> begin(const std::string& text) {
        if (::ftruncate(descriptor, 0) != 0)
            return tl::unexpected(storageError(path, errno));
        size = 0;
        cursor.reset();
        leads = 0;
        complete = false;
        file.clear();
        head = text;
        if (auto written = write(kMagic); !written)
            return written;
        return addFrame(Kind::Head, [&text](std::string& out) { out += text; });
    }
};

LeadJournal::LeadJournal(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
LeadJournal::LeadJournal(LeadJournal&&) noexcept = default;
LeadJournal& LeadJournal::operator=(LeadJournal&&) noexcept = default;
LeadJournal::~LeadJournal() = default;

SheetResult<LeadJournal> LeadJournal::open(const std::filesystem::path& path, bool restart) {
    auto impl = std::make_unique<Impl>();
    impl->path = path;
    impl->descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (impl->descriptor < 0)
        return tl::unexpected(storageError(path, errno));
    if (::flock(impl->descriptor, LOCK_EX | LOCK_NB) != 0)
        return tl::unexpected(SheetError{SheetErrorCode::NotReadable,
                                         {},
                                         {say::exportBeingWritten()},
                                         {say::waitOrChooseName()},
                                         {}});
    if (!restart)
        impl->recover();
    if (::ftruncate(impl->descriptor, static_cast<off_t>(impl->size)) != 0)
        return tl::unexpected(storageError(path, errno));
    return LeadJournal(std::move(impl));
}

SheetResult<void> LeadJournal::begin(const std::string& head) {
    return impl_->begin(head);
}

const std::string& LeadJournal::head() const {
    return impl_->head;
}

const std::optional<std::string>& LeadJournal::cursor() const {
    return impl_->cursor;
}

std::int64_t LeadJournal::leads() const {
    return impl_->leads;
}

bool LeadJournal::complete() const {
    return impl_->complete;
}

SheetResult<void> LeadJournal::add(std::string_view rows, std::int64_t count,
                                   const std::string& cursor, bool last) {
    auto written = impl_->addFrame(Kind::Page, [&](std::string& out) {
        appendRaw(out, static_cast<std::uint32_t>(count));
        appendRaw(out, static_cast<std::uint8_t>(last ? 1 : 0));
        appendRaw(out, static_cast<std::uint32_t>(cursor.size()));
        out.append(cursor).append(rows);
    });
    if (!written)
        return written;
    impl_->cursor = cursor;
    impl_->leads += count;
    impl_->complete = last;
    return {};
}

SheetResult<void> LeadJournal::read(
    const std::function<SheetResult<void>(std::string_view rows, std::int64_t count)>& each) {
    std::uint64_t offset = kMagic.size();
    std::string payload;
    while (offset < impl_->size) {
        if (!impl_->readFrame(offset, payload))
            return tl::unexpected(SheetError{SheetErrorCode::DamagedFile,
                                             {},
                                             {say::partFileDamaged(impl_->path.string())},
                                             {say::beginAnew()},
                                             {}});
        std::string_view rest(payload);
        char kind = 0;
        takeRaw(rest, kind);
        if (static_cast<Kind>(kind) != Kind::Page)
            continue;
        const auto page = takePageHead(rest);
        if (auto done = each(rest, page ? page->count : 0); !done)
            return done;
    }
    return {};
}

SheetResult<void> LeadJournal::announceWriting() {
    const std::filesystem::path folder = impl_->path.parent_path();
    removeLeftovers(folder.empty() ? "." : folder, impl_->writer);
    impl_->writer = ::getpid();
    return impl_->addFrame(Kind::Writer,
                           [this](std::string& out) { appendRaw(out, impl_->writer); });
}

SheetResult<void> LeadJournal::announceFile(const std::string& sha256) {
    impl_->file = sha256;
    auto written = impl_->addFrame(Kind::File, [&](std::string& out) { out += sha256; });
    if (written && ::fsync(impl_->descriptor) != 0)
        written = tl::unexpected(storageError(impl_->path, errno));
    return written;
}

const std::string& LeadJournal::announcedFile() const {
    return impl_->file;
}

void LeadJournal::remove() {
    std::error_code ignored;
    std::filesystem::remove(impl_->path, ignored);
}

} // namespace leadsheet::app
