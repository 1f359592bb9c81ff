// SPDX-License-Identifier: Apache-2.0
#include "audit/audit_file.hpp"

#include "leadsheet/messages/ledger.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace leadsheet::submit::detail {
namespace {

constexpr std::size_t kBuffer = std::size_t{256} * 1024;

Error cannotWrite(const std::filesystem::path& file, int error) {
    return localError(
        error == ENOSPC || error == EDQUOT ? ErrorCode::StorageFull : ErrorCode::StorageError,
        {messages::ledger::fileToWriteFailed(file.string(),
                                             std::generic_category().message(error))});
}

Error isThere(const std::filesystem::path& file) {
    return localError(ErrorCode::InvalidArgument,
                      {messages::ledger::fileExistsAlready(file.string()),
                       messages::ledger::chooseOtherFileName()});
}

} // namespace

AuditFile::AuditFile(std::filesystem::path target, std::filesystem::path temporary, int descriptor,
                     bool replace)
    : target_(std::move(target))
    , temporary_(std::move(temporary))
    , descriptor_(descriptor)
    , replace_(replace) {}

AuditFile::AuditFile(AuditFile&& other) noexcept
    : target_(std::move(other.target_))
    , temporary_(std::move(other.temporary_))
    , descriptor_(std::exchange(other.descriptor_, -1))
    , replace_(other.replace_)
    , buffer_(std::move(other.buffer_)) {
    other.temporary_.clear();
}

AuditFile::~AuditFile() {
    if (descriptor_ >= 0)
        ::close(descriptor_);
    if (!temporary_.empty())
        ::unlink(temporary_.c_str());
}

Result<AuditFile> AuditFile::create(const std::filesystem::path& target, bool replace) {
    std::error_code ignored;
    if (!replace && std::filesystem::exists(target, ignored))
        return failure(isThere(target));
    std::string name = target.string() + ".XXXXXX";
    const int descriptor = ::mkostemp(name.data(), O_CLOEXEC); // mode 0600
    if (descriptor < 0)
        return failure(cannotWrite(target, errno));
    return AuditFile(target, name, descriptor, replace);
}

Result<void> AuditFile::write(std::string_view line) {
    buffer_ += line;
    buffer_ += '\n';
    return buffer_.size() < kBuffer ? Result<void>() : flush();
}

Result<void> AuditFile::flush() {
    std::string_view rest = buffer_;
    while (!rest.empty()) {
        const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return failure(cannotWrite(target_, errno));
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    buffer_.clear();
    return {};
}

Result<void> AuditFile::commit() {
    if (auto flushed = flush(); !flushed)
        return flushed;
    if (::fsync(descriptor_) != 0)
        return failure(cannotWrite(target_, errno));
    if (replace_) {
        if (::rename(temporary_.c_str(), target_.c_str()) != 0)
            return failure(cannotWrite(target_, errno));
    } else {
        // Unlike rename, link never replaces what came into being meanwhile.
        if (::link(temporary_.c_str(), target_.c_str()) != 0)
            return failure(errno == EEXIST ? isThere(target_) : cannotWrite(target_, errno));
        ::unlink(temporary_.c_str());
    }
    temporary_.clear();
    return {};
}

} // namespace leadsheet::submit::detail
