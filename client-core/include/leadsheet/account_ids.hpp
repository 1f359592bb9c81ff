// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/ids.hpp"

namespace leadsheet {

struct AccountIdTag {};
struct KeyIdTag {};
struct DeliveryIdTag {};
using AccountId = StrongId<AccountIdTag>;
using KeyId = StrongId<KeyIdTag>;
/// The caller's own name for a part of a delivery; unique within its order.
using DeliveryId = StrongId<DeliveryIdTag>;

extern template class StrongId<AccountIdTag>;
extern template class StrongId<KeyIdTag>;
extern template class StrongId<DeliveryIdTag>;

} // namespace leadsheet
