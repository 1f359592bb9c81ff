// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../theme/icons.hpp"

#include "leadsheet/app/lead_view.hpp"

#include <QList>
#include <QString>
#include <QStringList>

#include <vector>

namespace leadsheet::desktop {

/// A column's title, in the window's language.
QString leadFieldTitle(LeadField field);
/// What a person sees of a value: local times, "Good", yes and no.
QString leadCellText(const Lead& lead, LeadField field);
/// How wide such a text usually is, for columns.
QStringList leadCellSamples(LeadField field);
bool isNumeric(LeadField field);

Look resultLook(std::string_view result);

bool filtersBy(const LeadFilter& filter, LeadField field);
/// "Result: Good · Country: DE"; empty for an empty filter.
QString filterWords(const LeadFilter& filter);
/// The options of the command line that choose the same leads.
QStringList filterOptions(const LeadFilter& filter);
QStringList fieldOptions(const std::vector<LeadField>& fields);

std::vector<LeadField> everyLeadField();
/// What is shown until somebody chooses.
std::vector<LeadField> usualLeadFields();

} // namespace leadsheet::desktop
