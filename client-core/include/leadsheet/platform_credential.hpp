// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/result.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace leadsheet {

/// The key of an outreach platform, in the platform's own form. Copies share one text, which is
/// wiped with the last of them. Immutable, so that any thread may use it. A moved-from one may only
/// be assigned to or destroyed.
class PlatformCredential {
public:
    static constexpr std::size_t kMaxLength = 1'000; ///< characters (document: NewDestination)

    /// ErrorCode::InvalidArgument when `text` is empty, too long, no UTF-8, or holds a control
    /// character. Surrounding white space and a line end are removed first. The message never
    /// repeats the text.
    static Result<PlatformCredential> parse(std::string_view text);

    const std::string& reveal() const { return *text_; }

private:
    explicit PlatformCredential(std::string_view text);
    std::shared_ptr<const std::string> text_;
};

} // namespace leadsheet
