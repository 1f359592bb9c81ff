// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/lead_file.hpp"
#include "leadsheet/transport.hpp"

namespace leadsheet {

/// A transport that can hand a large answer over while it arrives, instead of keeping it.
class StreamingTransport : public Transport {
public:
    /// As send(), but the body of a 2xx answer goes into `sink` piece by piece and its size is not
    /// limited; the answer then has no body. A sink that takes no more ends the exchange as
    /// TransportProblem::Cancelled. `sink.restart()` is the caller's to call.
    virtual Exchange receive(const HttpRequest& request, ByteSink& sink,
                             const std::stop_token& stop) = 0;
};

} // namespace leadsheet
