// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include <filesystem>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// A file that only its owner can read, and that gets its name when it is whole. A program that is
/// killed before leaves nothing behind; on file systems that know no files without a name, a hidden
/// one beside the target. Blocking; belongs to one thread. Failures are values of errno.
class PrivateDraft {
public:
    /// In the folder of `target`, which is there.
    static tl::expected<PrivateDraft, int> beside(const std::filesystem::path& target);
    PrivateDraft(PrivateDraft&& other) noexcept;
    PrivateDraft& operator=(PrivateDraft&&) = delete;
    ~PrivateDraft();

    int descriptor() const { return descriptor_; }
    /// Appends; zero, or why not.
    int write(std::string_view bytes) const;
    /// On the disk and under its name, once; zero, or why not. Without `replace` EEXIST when
    /// another file has got the name meanwhile; nothing is left behind by a failure.
    int publish(bool replace);

private:
    PrivateDraft(std::filesystem::path target, std::string name, int descriptor);
    int takeName(bool replace);
    /// Gives a file without a name one.
    int linkTo(const std::string& name) const;

    std::filesystem::path target_;
    std::string name_; ///< that it has now; empty = none
    int descriptor_;
};

} // namespace leadsheet::app
