// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/byte_stream.hpp"

#include <memory>

namespace leadsheet::app {

/// A part of a workbook as UTF-8. Nearly all are; one in UTF-16 or Latin-1 is turned into UTF-8,
/// and its XML declaration says so. UnknownEncoding for anything else.
SheetResult<std::unique_ptr<ByteStream>> asUtf8Part(std::unique_ptr<ByteStream> part);

} // namespace leadsheet::app
