// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/accounts/private_draft.hpp"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace leadsheet::app {
namespace {

constexpr int kNameAttempts = 1000;
constexpr const char* kOwnDescriptors = "/proc/self/fd";

std::string folderOf(const std::filesystem::path& target) {
    return target.has_parent_path() ? target.parent_path().string() : std::string(".");
}

std::string hiddenName(const std::filesystem::path& target, int attempt) {
    return folderOf(target) + "/.leadsheet-" + std::to_string(::getpid()) + "-" +
           std::to_string(attempt) + ".tmp";
}

} // namespace

PrivateDraft::PrivateDraft(std::filesystem::path target, std::string name, int descriptor)
    : target_(std::move(target))
    , name_(std::move(name))
    , descriptor_(descriptor) {}

PrivateDraft::PrivateDraft(PrivateDraft&& other) noexcept
    : target_(std::move(other.target_))
    , name_(std::exchange(other.name_, {}))
    , descriptor_(std::exchange(other.descriptor_, -1)) {}

PrivateDraft::~PrivateDraft() {
    if (descriptor_ >= 0)
        ::close(descriptor_);
    if (!name_.empty())
        ::unlink(name_.c_str());
}

tl::expected<PrivateDraft, int> PrivateDraft::beside(const std::filesystem::path& target) {
    const std::string folder = folderOf(target);
    if (::access(kOwnDescriptors, X_OK) == 0) { // without it no name could be given
        const int unnamed = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
        if (unnamed >= 0)
            return PrivateDraft(target, {}, unnamed);
        if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)
            return tl::unexpected(errno);
    }
    std::string name = folder + "/.leadsheet-XXXXXX";
    const int named = ::mkostemp(name.data(), O_CLOEXEC); // mode 0600
    if (named < 0)
        return tl::unexpected(errno);
    return PrivateDraft(target, name, named);
}

int PrivateDraft::write(std::string_view bytes) const {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR)
            return errno;
        bytes.remove_prefix(count > 0 ? static_cast<std::size_t>(count) : 0);
    }
    return 0;
}

int PrivateDraft::linkTo(const std::string& name) const {
    const std::string self = std::string(kOwnDescriptors) + "/" + std::to_string(descriptor_);
    return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0 ? 0
                                                                                            : errno;
}

int PrivateDraft::takeName(bool replace) {
    if (name_.empty() && !replace)
        return linkTo(target_.string());
    // A name is only replaced by another name.
    for (int attempt = 0; name_.empty(); ++attempt) {
        std::string name = hiddenName(target_, attempt);
        const int reason = linkTo(name);
        if (reason == 0)
            name_ = std::move(name);
        else if (reason != EEXIST || attempt == kNameAttempts)
            return reason;
    }
    const unsigned how = replace ? 0 : RENAME_NOREPLACE;
    if (::renameat2(AT_FDCWD, name_.c_str(), AT_FDCWD, target_.c_str(), how) == 0) {
        name_.clear();
        return 0;
    }
    if (replace || (errno != EINVAL && errno != ENOSYS))
        return errno;
    // Unlike rename, link never replaces what came into being meanwhile.
    return ::link(name_.c_str(), target_.c_str()) == 0 ? 0 : errno;
}

int PrivateDraft::publish(bool replace) {
    if (::fsync(descriptor_) != 0)
        return errno;
    if (const int reason = takeName(replace); reason != 0)
        return reason;
    // A name is durable only when the folder is synced as well.
    if (const int folder = ::open(folderOf(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        folder >= 0) {
        ::fsync(folder);
        ::close(folder);
    }
    return 0;
}

} // namespace leadsheet::app
