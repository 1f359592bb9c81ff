// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace leadsheet::test {

/// A port on 127.0.0.1 that refuses connections as long as this object lives: it is taken, so that
/// no other program can begin to answer there, and nobody listens.
class RefusingPort {
public:
    RefusingPort();
    ~RefusingPort();
    RefusingPort(const RefusingPort&) = delete;
    RefusingPort& operator=(const RefusingPort&) = delete;

    std::uint16_t number() const { return number_; }

private:
    int socket_;
    std::uint16_t number_ = 0;
};

} // namespace leadsheet::test
