// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace leadsheet {

/// The files that the service itself makes of leads, as a stream.
enum class LeadFileFormat {
    Csv,   ///< RFC 4180 with a header row; formulas are not guarded
    Ndjson ///< one JSON object a line
};

/// Takes a file as it arrives, in the calling thread.
class ByteSink {
public:
    virtual ~ByteSink() = default;
    /// Before the first byte, and again when the transfer starts over after a break: everything
    /// before is void. False ends the call with ErrorCode::Cancelled.
    virtual bool restart() = 0;
    /// False ends the call with ErrorCode::Cancelled.
    virtual bool write(std::string_view bytes) = 0;
};

} // namespace leadsheet
