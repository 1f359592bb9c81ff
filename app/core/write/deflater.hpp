// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// Compresses raw deflate streams (RFC 1951), one after the other, fast rather than small. Bounded
/// memory; not thread-safe.
class Deflater {
public:
    virtual ~Deflater() = default;

    /// Begins a new stream and a new check sum.
    virtual void restart() = 0;
    /// Appends to `out` what `bytes` became, which may be nothing yet; `last` ends the stream.
    virtual void add(std::string_view bytes, bool last, std::string& out) = 0;
    /// CRC-32 (as in zip) of the bytes added since `restart`.
    virtual std::uint32_t crc() const = 0;
};

enum class DeflateEngine {
    Zlib,
    Isal, ///< three times as fast; only in builds that found ISA-L
};

/// The fastest engine that this build has.
std::unique_ptr<Deflater> makeDeflater();
/// Null when the build does not have it.
std::unique_ptr<Deflater> makeDeflater(DeflateEngine engine);

} // namespace leadsheet::app
