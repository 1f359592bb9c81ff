// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "sheet/byte_stream.hpp"

#include <memory>
#include <string_view>

namespace leadsheet::app {

/// Makes the digests that the options of a sheet ask for, of bytes that arrive in pieces. Where
/// none is asked for, it does nothing.
class InputDigester {
public:
    explicit InputDigester(const SheetOptions& options);
    ~InputDigester();

    void add(std::string_view bytes);
    /// Call once.
    InputDigests finish();

private:
    struct Sums;
    std::unique_ptr<Sums> sums_; ///< null = none is asked for
};

/// Of all that is left in a stream, which is not read when none is asked for.
SheetResult<InputDigests> streamDigests(ByteStream& stream, const SheetOptions& options);

} // namespace leadsheet::app
