// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace leadsheet::server::domain {

/// The trace that the value of a field `traceparent` names (W3C Trace Context 3.2), as a value of
/// version 00 with no flag but "sampled". nullopt: the value is not valid, and is to be ignored.
std::optional<std::string> traceOf(std::string_view traceparent);

/// The value for a further hop of a trace that traceOf() gave: the same trace and flag, and a
/// parent-id of its own made out of `hop`, which names the hop and nothing else. The same hop gets
/// the same value.
std::string traceParentOf(std::string_view trace, std::string_view hop);

} // namespace leadsheet::server::domain
