// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/reply.hpp"
#include "domain/money.hpp"
#include "domain/timestamp.hpp"

#include <boost/json/value.hpp>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::server::api {

/// Reads the members of a small JSON object and gathers what is wrong with them; problem() says it
/// all at once. A member that is absent or at fault reads as nullopt.
class BodyMembers {
public:
    /// Members outside `known` are faults.
    BodyMembers(const boost::json::value& body, std::initializer_list<std::string_view> known);

    bool has(std::string_view name) const { return find(name) != nullptr; }
    void require(std::initializer_list<std::string_view> names);

    /// Trimmed, not blank, without control characters (line ends only if `lines`).
    std::optional<std::string> text(std::string_view name, std::size_t maxLength,
                                    bool lines = false);
    std::optional<domain::MinorUnits> positiveMoney(std::string_view name);
    std::optional<domain::Timestamp> time(std::string_view name);
    std::optional<bool> boolean(std::string_view name);
    std::optional<std::int64_t> integer(std::string_view name, std::int64_t least,
                                        std::int64_t most);
    /// An array of different texts, at least one.
    std::optional<std::vector<std::string>> texts(std::string_view name, std::size_t maxItems);

    void refuse(std::string_view name, std::string code, std::string detail);
    /// 422 validation_failed when anything was wrong.
    std::optional<Problem> problem();

private:
    const boost::json::value* find(std::string_view name) const;

    const boost::json::object* members_;
    std::vector<FieldError> errors_;
};

} // namespace leadsheet::server::api
