// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/ids.hpp"
#include "leadsheet/money.hpp"
#include "leadsheet/result.hpp"

#include <boost/json/value.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::detail {

/// Of arrays and objects in an answer.
inline constexpr std::size_t kMaxJsonDepth = 32;

/// Reads one value of an answer, checking types and ranges. The first thing that is wrong is kept,
/// with its path (`data[3].price.amount`), and every later read gives defaults: readers look at
/// failed() once at the end. Unknown members are ignored. Copies share the parsed document.
class Decoder {
public:
    /// The whole body; a failed Decoder when it is not JSON.
    static Decoder parse(std::string_view body);

    /// The member; failed when it is absent or null.
    Decoder required(std::string_view name) const;
    /// Nothing when it is absent or null.
    std::optional<Decoder> optional(std::string_view name) const;
    /// Calls `each` for every member that is not null; failed when this is not an object.
    void members(const std::function<void(std::string_view name, const Decoder&)>& each) const;
    /// The elements; failed when this is not an array.
    std::vector<Decoder> elements() const;

    std::string text() const;
    bool boolean() const;
    std::int64_t integer(std::int64_t low = std::numeric_limits<std::int64_t>::min(),
                         std::int64_t high = std::numeric_limits<std::int64_t>::max()) const;
    double decimal() const;
    Money money() const;
    std::vector<std::string> texts() const;
    /// Sorted compact JSON of whatever this is; failed when a number in it is beyond a double.
    std::string json() const;
    /// json() of what was ordered, without the texts that repeat its lists (`industriesText`).
    std::string requestJson() const;
    template <class Id>
    std::optional<Id> id() const {
        auto parsed = Id::parse(text());
        if (parsed)
            return std::move(*parsed);
        fail("is not a valid identifier");
        return {};
    }

    bool failed() const { return document_->problem.has_value(); }
    /// For people: path and what is wrong.
    std::string problem() const { return document_->problem.value_or(std::string()); }
    void fail(std::string_view what) const;

    std::string textOr(std::string_view name, std::string fallback = {}) const;
    std::optional<std::string> optionalText(std::string_view name) const;
    std::optional<std::int64_t> optionalInteger(std::string_view name) const;
    std::optional<Money> optionalMoney(std::string_view name) const;

private:
    struct Document {
        boost::json::value root;
        std::optional<std::string> problem;
    };

    Decoder(std::shared_ptr<Document> document, const boost::json::value* value)
        : document_(std::move(document))
        , value_(value) {}

    Decoder child(const boost::json::value* value) const { return Decoder(document_, value); }
    const boost::json::value* find(std::string_view name) const;
    /// Looked for in the document: answers are read far more often than they are wrong.
    std::string path() const;

    std::shared_ptr<Document> document_;
    const boost::json::value* value_; ///< null once something failed
};

} // namespace leadsheet::detail
