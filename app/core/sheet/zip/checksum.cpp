// SPDX-License-Identifier: Apache-2.0
#include "sheet/zip/checksum.hpp"

#ifdef LEADSHEET_HAS_ISAL
#include <isa-l/crc.h>
#else
#include <zlib.h>
#endif

namespace leadsheet::app {

std::uint32_t checksumOf(std::string_view bytes, std::uint32_t before) {
    // With a null pointer zlib would begin a new checksum.
    if (bytes.empty())
        return before;
    const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
#ifdef LEADSHEET_HAS_ISAL
    return crc32_gzip_refl(before, data, bytes.size());
#else
    return static_cast<std::uint32_t>(crc32_z(before, data, bytes.size()));
#endif
}

} // namespace leadsheet::app
