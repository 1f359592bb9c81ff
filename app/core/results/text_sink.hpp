// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "write/atomic_file.hpp"

#include <memory>
#include <string_view>

namespace leadsheet::app {

/// UTF-8 text on its way into a file in a dialect's encoding, compressed when asked for.
class TextSink {
public:
    static SheetResult<TextSink> create(AtomicFile& file, const TextDialect& dialect, bool gzip);
    TextSink(TextSink&&) noexcept;
    TextSink& operator=(TextSink&&) noexcept;
    ~TextSink();

    SheetResult<void> write(std::string_view text);
    /// Ends the compressed stream; call before the file is committed.
    SheetResult<void> finish();

private:
    struct Impl;
    explicit TextSink(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace leadsheet::app
