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

/// Equal for requests that ask for the same people: the product and every field that narrows,
/// folded, lists sorted; without count, price guards, Reference, notes and the like. The service
/// computes the same (contract section 2a); tests/contract/marks.json holds both to it. Two rows
/// with equal marks are not the same order; only equal keys are.
std::string orderMark(const OrderRequest& request);

/// Whether a field says whom an order finds: each that only some products have, and a few of those
/// that all have.
bool narrows(std::string_view field);

/// Whether the request asks for people whom the account does not have yet: such an order has no
/// like, whatever its mark. The second takes what canonicalBody() made.
bool excludesOwned(const OrderRequest& request);
bool excludesOwned(std::string_view canonicalBody);

/// orderMark() of what canonicalBody() made; empty when that is not an order.
std::string markOfBody(std::string_view canonicalBody);

/// Whether two canonical bodies ask for the same order. One of them may have been sent before its
/// Reference went along with it.
bool isSameRequest(std::string_view one, std::string_view other);

/// NFC form of `utf8`; malformed sequences become U+FFFD.
std::string normalised(std::string_view utf8);

} // namespace leadsheet::submit
