// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <string_view>

namespace leadsheet::server::api {

/// Schemas of the API document as assistants get them: standing alone, and with no more than a
/// first call needs. Immutable, so thread-safe; the document must outlive it.
class ShortSchemas {
public:
    explicit ShortSchemas(const boost::json::value& document)
        : document_(document) {}

    /// The part that a "#/..." reference names; the value itself when it is not a reference.
    const boost::json::value& resolved(const boost::json::value& part) const;

    /// Types, closed sets, bounds and descriptions. References are replaced by what they name; of
    /// several forms of a value only the first is told; patterns that are long, or that not every
    /// regular expression engine reads (RE2 has no look-around), are left out.
    boost::json::object of(const boost::json::value& schema) const;

    /// Types alone, of the members of an answer that the component describes.
    boost::json::object outline(const boost::json::value& schema) const;

    /// The members of a component by name, those of its `allOf` included; null = it has no such.
    const boost::json::value* member(std::string_view component, std::string_view name) const;

    /// One schema for an order of any product, out of the component whose `oneOf` has one for each:
    /// which members belong to which product is said in their descriptions. Refers to
    /// "#/$defs/Texts", a list of texts.
    boost::json::object anyProduct(std::string_view component) const;
    static boost::json::object texts();

private:
    const boost::json::value& component(std::string_view name) const;
    const boost::json::value* memberOf(const boost::json::value& schema,
                                       std::string_view name) const;

    const boost::json::value& document_;
};

/// Whether RE2, which some hosts check arguments with, reads the pattern as ECMA-262 does.
bool isPortablePattern(std::string_view pattern);

} // namespace leadsheet::server::api
