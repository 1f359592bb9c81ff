// SPDX-License-Identifier: Apache-2.0
#include "write/deflater.hpp"

#include "write/deflate_engines.hpp"

namespace leadsheet::app {

std::unique_ptr<Deflater> makeDeflater(DeflateEngine engine) {
    if (engine == DeflateEngine::Zlib)
        return makeZlibDeflater();
#ifdef LEADSHEET_HAS_ISAL
    return makeIsalDeflater();
#else
    return nullptr;
#endif
}

std::unique_ptr<Deflater> makeDeflater() {
    auto fastest = makeDeflater(DeflateEngine::Isal);
    return fastest != nullptr ? std::move(fastest) : makeDeflater(DeflateEngine::Zlib);
}

} // namespace leadsheet::app
