// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/resource/admin.hpp"

#include "leadsheet/resource/admin_accounts.hpp"
#include "leadsheet/resource/admin_deliveries.hpp"
#include "leadsheet/resource/admin_keys.hpp"
#include "leadsheet/resource/admin_orders.hpp"

namespace leadsheet {

AdminOrders Admin::orders() const {
    return AdminOrders(runner_);
}

AdminDeliveries Admin::deliveries() const {
    return AdminDeliveries(runner_);
}

AdminAccounts Admin::accounts() const {
    return AdminAccounts(runner_);
}

AdminKeys Admin::keys() const {
    return AdminKeys(runner_);
}

} // namespace leadsheet
