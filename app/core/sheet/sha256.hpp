// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// SHA-256 (FIPS 180-4) of bytes that arrive in pieces.
class Sha256 {
public:
    Sha256();
    Sha256(Sha256&&) noexcept;
    Sha256& operator=(Sha256&&) noexcept;
    ~Sha256();

    void add(std::string_view bytes);
    /// Lower-case hex; call once.
    std::string finish();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

std::string sha256Of(std::string_view bytes);

} // namespace leadsheet::app
