// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/ids.hpp"
#include "leadsheet/model/order_request.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace leadsheet::submit {

/// Version of the derivation below. A key of another version is another key, so this number changes
/// only together with a plan for the orders already placed under the old one.
inline constexpr int kKeySchemeVersion = 1;

/// What makes a sheet row "this order and no other" (product rules, "Row identity"). The row's
/// position, the file's name and the tab take no part: renamed, sorted, re-saved sheets give the
/// same keys.
struct RowIdentity {
    /// canonicalBody() of the order without quoteId and maxPrice. Compared after Unicode NFC.
    std::string canonicalBody;
    /// 0 for the first row with this body in the sheet, 1 for the second, ...
    std::int64_t occurrence = 0;
    /// 0, raised only by an explicit "Order Again".
    std::int64_t generation = 0;
    /// The mapped Reference cell, or empty. When set it replaces body and occurrence.
    std::string reference;
};

/// The order key, sent as Idempotency-Key: "ls1-" and 32 lower-case base32 characters (160 bits of
/// SHA-256). Pure: equal input gives equal keys on every machine.
IdempotencyKey orderKey(const RowIdentity& identity);

/// Finds "the same ICP, but changed": the product and its own fields, NFC-normalised, case-folded,
/// white space collapsed, lists sorted; without the count and the fields common to all products. 32
/// hexadecimal digits. Two rows with equal marks are not the same order; only equal keys are.
std::string identityMark(const OrderRequest& request);

/// NFC form of `utf8`; malformed sequences become U+FFFD.
std::string normalised(std::string_view utf8);

} // namespace leadsheet::submit
