// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <string_view>

namespace leadsheet::server::api {

/// Schemas of the API document as standalone JSON Schemas. Immutable, so thread-safe; the document
/// must outlive it.
class SchemaBook {
public:
    explicit SchemaBook(const boost::json::value& document)
        : document_(document) {}

    /// The part that a "#/..." reference names; the value itself when it is no reference.
    const boost::json::value& resolved(const boost::json::value& part) const;
    /// The schema of that name, as the document has it.
    const boost::json::value& component(std::string_view name) const;
    /// A copy that refers to "#/$defs/Name", without what only OpenAPI knows and, unless
    /// `withExamples`, without examples.
    boost::json::value localised(const boost::json::value& schema, bool withExamples) const;
    /// Adds every schema that `schema` refers to, and those refer to, as "$defs".
    void define(boost::json::object& schema, bool withExamples) const;

private:
    const boost::json::value& document_;
};

/// {"$ref": "#/components/schemas/NAME"}
boost::json::value schemaReference(std::string_view name);

} // namespace leadsheet::server::api
