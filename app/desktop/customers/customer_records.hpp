// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../records/record_feed.hpp"

#include "leadsheet/model/admin.hpp"
#include "leadsheet/model/key.hpp"

namespace leadsheet::desktop {

/// A state as the operator reads it.
Look standingLook(bool suspended);
/// The account's name, or its id where it has none.
QString nameOf(const AdminAccount& account);

/// Accounts of the service, as operators see them.
class CustomerModel : public PagedModel<AdminAccount> {
    Q_OBJECT

public:
    enum Column { Name, State, Available, Held, Created, Id };

    explicit CustomerModel(QObject* parent = nullptr);

protected:
    const std::string& idOf(const AdminAccount& account) const override { return account.id.str(); }
};

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

/// The feed of the accounts; asks with admin keys only.
using CustomerFeed = QueryFeed<AdminAccount, CustomerQuery>;

/// The keys of one account, without secrets; those that work first.
class CustomerKeyModel : public RecordModel<KeyRecord> {
    Q_OBJECT

public:
    enum Column { Name, Ending, State };

    explicit CustomerKeyModel(QObject* parent = nullptr);

    void setKeys(std::vector<KeyRecord> keys);
    /// Whether another key of the account took its place.
    bool isReplaced(const KeyRecord& key) const;
    static bool works(const KeyRecord& key);

private:
    Look lookOf(const KeyRecord& key) const;
};

} // namespace leadsheet::desktop
