// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/model/admin.hpp"
#include "leadsheet/options.hpp"
#include "leadsheet/page.hpp"

#include <QString>

namespace leadsheet {
class Client;
}

namespace leadsheet::desktop {

enum class Standing { Any, Active, Suspended };

/// What the list of accounts is of.
struct CustomerQuery {
    Standing standing = Standing::Any;
    /// A part of the name, or an account's whole id. Empty = every account.
    QString search;
    friend bool operator==(const CustomerQuery&, const CustomerQuery&) = default;
};

/// The next accounts, in the service's order. It can only list them all, so what does not match is
/// left out here, and this goes on until it has found one or the list is at its end. Blocks; any
/// thread but the GUI's.
Result<leadsheet::Page<AdminAccount>> readCustomers(const Client& client,
                                                    const CustomerQuery& query, PageOptions page,
                                                    const CallOptions& call);

} // namespace leadsheet::desktop
