// SPDX-License-Identifier: Apache-2.0
#include "http/spool.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace leadsheet::server::http {

namespace {

int openNameless() {
    const char* folder = std::getenv("TMPDIR");
    std::string name = folder != nullptr && *folder != '\0' ? folder : "/tmp";
    name += "/leadsheet-XXXXXX";
    const int file = ::mkostemp(name.data(), O_CLOEXEC);
    if (file >= 0)
        ::unlink(name.c_str());
    return file;
}

} // namespace

Spool::~Spool() {
    if (file_ >= 0)
        ::close(file_);
}

bool Spool::append(std::string_view bytes) {
    if (failed_)
        return false;
    memory_.append(bytes);
    return memory_.size() <= kInMemory || flush();
}

bool Spool::flush() {
    if (file_ < 0)
        file_ = openNameless();
    std::string_view left = memory_;
    while (file_ >= 0 && !left.empty()) {
        const ssize_t count = ::write(file_, left.data(), left.size());
        if (count > 0)
            left.remove_prefix(static_cast<std::size_t>(count));
        else if (errno != EINTR)
            break;
    }
    failed_ = !left.empty();
    written_ += memory_.size() - left.size();
    memory_.clear();
    return !failed_;
}

std::optional<std::size_t> Spool::read(std::uint64_t offset, std::span<char> out) const {
    if (failed_)
        return std::nullopt;
    if (offset >= written_) {
        const std::size_t begin = std::min<std::uint64_t>(offset - written_, memory_.size());
        const std::size_t count = std::min(out.size(), memory_.size() - begin);
        std::memcpy(out.data(), memory_.data() + begin, count);
        return count;
    }
    while (true) {
        const ssize_t count = ::pread(file_, out.data(), out.size(), static_cast<off_t>(offset));
        if (count > 0)
            return static_cast<std::size_t>(count);
        if (count == 0 || errno != EINTR)
            return std::nullopt; // there is more than that
    }
}

std::optional<std::string_view> SpoolReader::piece() {
    if (left_.empty()) {
        buffer_.resize(kPiece);
        const auto count = spool_.read(offset_, buffer_);
        if (!count)
            return std::nullopt;
        offset_ += *count;
        left_ = std::string_view(buffer_).substr(0, *count);
    }
    return std::exchange(left_, std::string_view());
}

bool SpoolReader::fill(std::span<char> out) {
    while (!out.empty()) {
        const auto next = piece();
        if (!next || next->empty())
            return false;
        const std::size_t count = std::min(out.size(), next->size());
        std::memcpy(out.data(), next->data(), count);
        out = out.subspan(count);
        left_ = next->substr(count);
    }
    return true;
}

} // namespace leadsheet::server::http
