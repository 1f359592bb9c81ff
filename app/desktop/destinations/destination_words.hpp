// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "webhook_words.hpp"

#include "leadsheet/model/destination.hpp"

#include <QList>

namespace leadsheet::desktop {

/// A choice of the contract and what it is called here.
struct NamedChoice {
    const char* id;
    QString word;
};
QList<NamedChoice> platformChoices();
/// Each a sentence about leads that the platform knows already.
QList<NamedChoice> duplicateChoices(const std::string& platform);
/// Verification results of leads.
QList<NamedChoice> resultChoices();
QString platformWord(const std::string& platform);

DeliveryLook destinationLook(const Destination& destination);
DeliveryLook pushLook(const Push& push);
QString nameOf(const Destination& destination);

/// A column of leads that a platform can be sent, with the name that the service uses there when
/// nothing else is said; empty = not sent then (docs/outreach.md).
struct MappedColumn {
    LeadField field;
    QString title;
    QString usualName;
};
QList<MappedColumn> mappedColumns(const std::string& platform);
/// A value of a lead as it is sent; empty = nothing is.
QString leadValueText(const LeadValue& value);

} // namespace leadsheet::desktop
