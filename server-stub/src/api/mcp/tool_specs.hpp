// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace leadsheet::server::api {

/// What a tool does to the world, as its annotations tell assistants.
enum class ToolEffect : std::uint8_t {
    Reads,
    Writes,      ///< adds or changes something
    SpendsMoney, ///< cannot be taken back
    Sends,       ///< to systems of others; cannot be taken back
};

/// Where the tool's idempotencyKey goes: into the Idempotency-Key header of its request.
enum class ToolKey : std::uint8_t { None, Optional, Required };

/// One operation of the contract as a tool for assistants. Its arguments are the operation's
/// parameters and the members of its body.
struct ToolSpec {
    std::string_view name;
    std::string_view operationId;
    std::string_view title;
    std::string_view description;
    ToolEffect effect = ToolEffect::Reads;
    ToolKey key = ToolKey::None;
    /// Schema of the argument `order`, which then is the body; empty = the body's own members are
    /// arguments.
    std::string_view orderSchema = {};
    /// Has the arguments quoteId and acknowledgeDuplicateOf, which become members of the body, and
    /// always asks for equivalent orders to be refused.
    bool needsQuote = false;
};

/// Every tool, sorted by name.
std::span<const ToolSpec> toolSpecs();

} // namespace leadsheet::server::api
