// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <leadsheet/contract/operations.hpp>

#include <array>
#include <boost/json/object.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

/// Members of an answer, blank-separated, that a tool's output schema tells of.
struct AnswerMembers {
    std::string_view component = {}; ///< that has them; empty = there is no such answer
    std::string_view names = {};
};

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
    /// Has the argument scrapingOption, which leaves the other products out of the answer.
    bool choosesProduct = false;
    /// What another call is made with, in each kind of success; none = no output schema.
    std::array<AnswerMembers, 2> answers = {};
};

/// Every tool, sorted by name.
std::span<const ToolSpec> toolSpecs();

/// What an argument is for, where the API document says it in words of HTTP or not at all; else
/// empty.
std::string_view argumentText(std::string_view tool, std::string_view argument);

/// Where an argument goes in the request that a tool call becomes.
enum class ArgumentPlace : std::uint8_t {
    Path,
    Query,
    BodyMember,
    Body,           ///< the argument is the body
    QuoteId,        ///< a member of the body that must be a text
    Acknowledged,   ///< a member of the body, beside which equivalent orders are refused
    IdempotencyKey, ///< the header; must be a text
    Product,        ///< nowhere: it chooses what of the answer is given
};

struct ToolArgument {
    std::string name;   ///< as assistants are told, which is how answers name the same thing
    std::string member; ///< as the operation names it; taken as well
    ArgumentPlace place = ArgumentPlace::BodyMember;
    bool required = false; ///< checked before the request is made; the operation checks the others
};

struct Tool {
    const ToolSpec* spec = nullptr;
    const contract::OperationInfo* operation = nullptr;
    std::vector<ToolArgument> arguments; ///< those of the path in the order of the path
    bool hasBody = false;
    boost::json::object definition; ///< as tools/list gives it

    /// Whether `name` is a member of what the argument `order` takes.
    bool hasOrderMember(std::string_view name) const;
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
