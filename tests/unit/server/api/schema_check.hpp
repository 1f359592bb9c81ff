// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/json.hpp>
#include <string>
#include <vector>

namespace leadsheet::test {

/// Checks values against schemas of the API document: the part of JSON Schema that the document
/// uses for answers ($ref, type, enum, const, required, properties, additionalProperties, items,
/// bounds, pattern, oneOf, anyOf, allOf). Shares no code with the product.
class SchemaCheck {
public:
    explicit SchemaCheck(boost::json::value document);

    /// What does not fit, with its place; empty = conforms.
    std::vector<std::string> faults(const boost::json::value& schema,
                                    const boost::json::value& value) const;

    /// The schema of an operation's answer with that status; null when the document has none.
    const boost::json::value* answerSchema(const std::string& operationId, int status) const;

private:
    void check(const boost::json::value& schema, const boost::json::value& value,
               const std::string& place, std::vector<std::string>& faults) const;
    const boost::json::value* resolve(const boost::json::value* node) const;

    boost::json::value document_;
};

} // namespace leadsheet::test
