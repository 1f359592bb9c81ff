// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/mcp/tool_specs.hpp"

#include <leadsheet/contract/operations.hpp>

#include <boost/json/object.hpp>
#include <string>
#include <vector>

namespace leadsheet::server::api {

/// Where an argument goes in the request that a tool call becomes.
enum class ArgumentPlace : std::uint8_t {
    Path,
    Query,
    BodyMember,
    Body,           ///< the argument is the body
    QuoteId,        ///< a member of the body that must be a text
    Acknowledged,   ///< a member of the body, beside which equivalent orders are refused
    IdempotencyKey, ///< the header; must be a text
};

struct ToolArgument {
    std::string name;
    ArgumentPlace place = ArgumentPlace::BodyMember;
    bool required = false; ///< checked before the request is made; the operation checks the others
};

struct Tool {
    const ToolSpec* spec = nullptr;
    const contract::OperationInfo* operation = nullptr;
    std::vector<ToolArgument> arguments; ///< those of the path in the order of the path
    bool hasBody = false;
    boost::json::object definition; ///< as tools/list gives it
};

/// The tools with the schemas of the API document, made from it at the first use. Thread-safe.
class ToolCatalogue {
public:
    static const ToolCatalogue& instance();

    const std::vector<Tool>& tools() const { return tools_; } ///< sorted by name
    const Tool* find(std::string_view name) const;
    /// Version of the API document.
    const std::string& version() const { return version_; }

private:
    ToolCatalogue();

    std::vector<Tool> tools_;
    std::string version_;
};

} // namespace leadsheet::server::api
