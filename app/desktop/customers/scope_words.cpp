// SPDX-License-Identifier: Apache-2.0
#include "scope_words.hpp"

#include <leadsheet/contract/scopes.hpp>

#include <QCoreApplication>

namespace leadsheet::desktop {
namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Scope)
};

} // namespace

QString scopeWords(std::string_view scope) {
    const struct {
        std::string_view scope;
        QString words;
    } all[] = {
        {contract::kScopeAccountRead, Words::tr("see balance and ledger")},
        {contract::kScopeAccountWrite, Words::tr("say what happens to duplicates")},
        {contract::kScopeOrdersRead, Words::tr("see orders and prices")},
        {contract::kScopeOrdersWrite, Words::tr("order, which spends money")},
        {contract::kScopeLeadsRead, Words::tr("see and export leads")},
        {contract::kScopeWebhooksRead, Words::tr("see webhooks")},
        {contract::kScopeWebhooksWrite, Words::tr("change them, send leads")},
        {contract::kScopeDestinationsRead, Words::tr("see destinations")},
        {contract::kScopeDestinationsWrite, Words::tr("change them, push leads")},
        {contract::kScopeKeysWrite, Words::tr("make and revoke keys")},
        {contract::kScopeAdminOrders, Words::tr("decide on every order")},
        {contract::kScopeAdminDeliveries, Words::tr("take in leads and deliver")},
        {contract::kScopeAdminRefunds, Words::tr("refund orders")},
        {contract::kScopeAdminExport, Words::tr("export the leads of every order")},
        {contract::kScopeAdminAccounts, Words::tr("manage accounts, credit and keys")},
    };
    for (const auto& one : all)
        if (one.scope == scope)
            return one.words;
    return {};
}

} // namespace leadsheet::desktop
