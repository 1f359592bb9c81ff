// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

namespace leadsheet {

namespace detail {
class CallRunner;
}
class AdminAccounts;
class AdminDeliveries;
class AdminKeys;
class AdminOrders;
class AdminSuppressions;

/// `/v1/admin`: the operators' plane. Needs a key of type admin; a customer's is refused with
/// ErrorCode::WrongKeyType. Each resource has its own header. Thread-safe; cheap to copy; outlives
/// its Client.
class Admin {
public:
    explicit Admin(std::shared_ptr<detail::CallRunner> runner)
        : runner_(std::move(runner)) {}

    AdminOrders orders() const;
    AdminDeliveries deliveries() const;
    AdminAccounts accounts() const;
    AdminKeys keys() const;
    AdminSuppressions suppressions() const;

private:
    std::shared_ptr<detail::CallRunner> runner_;
};

} // namespace leadsheet
