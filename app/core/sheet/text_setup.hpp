// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "sheet/byte_stream.hpp"

#include <string>

namespace leadsheet::app {

class InputDigester;

/// Everything decided about a text sheet before its first row is read.
struct TextSetup {
    TextDialect dialect;
    std::size_t markLength = 0;      ///< bytes of the byte order mark
    std::size_t separatorLength = 0; ///< bytes of the separator line once decoded to UTF-8
    bool transcode = false;          ///< not UTF-8
    bool repair = false;             ///< UTF-8 with ill-formed bytes in it
};

/// Reads the stream once from end to end and decides encoding and delimiter as the options say or
/// as the content shows. AmbiguousEncoding carries the candidates. `digester`, unless null,
/// gets every byte of the stream.
SheetResult<TextSetup> examineText(ByteStream& stream, const SheetOptions& options,
                                   InputDigester* digester = nullptr);

} // namespace leadsheet::app
