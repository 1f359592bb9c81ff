// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/client.hpp"

#include <QJsonObject>
#include <QJsonValue>
#include <QString>
#include <functional>
#include <map>

namespace leadsheet::test {

/// What a call of a contract case showed: paths in its data to values (tests/contract/cases), or an
/// error.
struct CallOutcome {
    std::map<QString, QJsonValue> facts;
    bool replayed = false;
    std::optional<Error> error;
};

/// The operations that the contract's cases call, each by the client library's typed function.
using ContractCall = std::function<CallOutcome(const Client&, const QJsonObject& step)>;
const std::map<QString, ContractCall>& contractCalls();

} // namespace leadsheet::test
