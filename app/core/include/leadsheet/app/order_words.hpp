// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/order_request.hpp"
#include "leadsheet/text/render.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// What an order asks for, as a colleague would say it: "50 leads: CTO or VP Engineering, at
/// Software companies of 51-200 employees, in Munich or Berlin (Germany), with e-mail." Every field
/// of the order is in it; long lists and texts are shortened, and say so.
std::string orderWords(const OrderRequest& order, const text::Wording& wording = text::english());

/// The same of a row: "Row 5 orders 50 leads: ...". `tab` is empty where there is only one.
std::string rowWords(std::string_view tab, std::int64_t row, const OrderRequest& order,
                     const text::Wording& wording = text::english());

/// What people call a value of a closed set: "C-level" for c_suite. Empty for other texts.
Message setValueWords(std::string_view value);

/// Product and set fields, the same for rows that differ in values only.
std::string orderShape(const OrderRequest& order);

/// Reads canonicalBody() back; nothing for a text that is not an order of a known product.
std::optional<OrderRequest> orderOfBody(std::string_view canonicalBody);

/// What orders have in common, and by what they are not narrowed. Memory does not grow with the
/// number of orders. Not thread-safe.
class OrderOverview {
public:
    void add(const OrderRequest& order);
    std::int64_t orders() const { return orders_; }

    /// "All 25 rows: 50 leads each, in Germany, with e-mail."; of one order its own words, empty
    /// without any.
    std::string common(const text::Wording& wording = text::english()) const;

    /// A field that would narrow an order whose product has it, and that some rows leave out.
    struct Gap {
        std::string field;
        std::int64_t without = 0;
        std::int64_t of = 0; ///< rows whose product has the field
        bool everywhere() const { return without == of; }
    };
    /// In contract order.
    std::vector<Gap> gaps() const;
    /// To be read before a price: "No row names a place: ...". Empty unless most rows lack a place
    /// or a job title.
    std::vector<std::string> warnings(const text::Wording& wording = text::english()) const;
    /// The gaps that are not warnings: "No row names a seniority or a department.", "Not in every
    /// row: Industries (missing in 3 of 25 rows)."
    std::vector<std::string> remarks(const text::Wording& wording = text::english()) const;

private:
    struct Use {
        std::int64_t orders = 0;
        FieldValue value; ///< of the first one
        bool same = true;
    };

    std::int64_t orders_ = 0;
    std::int64_t anybody_ = 0; ///< that name neither title nor seniority nor department
    OrderRequest first_;
    bool sameCount_ = true;
    std::map<std::string, std::int64_t, std::less<>> products_;
    std::map<std::string, Use, std::less<>> fields_;
};

} // namespace leadsheet::app
