// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "call/call_runner.hpp"
#include "leadsheet/model/lead.hpp"
#include "leadsheet/model/lead_file.hpp"
#include "leadsheet/options.hpp"
#include "leadsheet/result.hpp"

#include <string>
#include <utility>
#include <vector>

namespace leadsheet::detail {

using Parameters = std::vector<std::pair<std::string, std::string>>;

/// The `fields` parameter; nothing for all of them.
void addFields(Parameters& parameters, const std::vector<LeadField>& fields);

/// Hands the file that `call` answers with to `sink`; its number of bytes.
Result<std::uint64_t> fileCall(CallRunner& runner, Call call, Parameters parameters,
                               LeadFileFormat format, ByteSink& sink, const CallOptions& options);

} // namespace leadsheet::detail
