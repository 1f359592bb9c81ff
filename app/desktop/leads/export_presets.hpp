// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/record_writer.hpp"
#include "leadsheet/model/lead.hpp"

#include <QString>

#include <vector>

namespace leadsheet::desktop {

/// How leads are written so that a certain program takes them as they are.
struct ExportPreset {
    QString id; ///< never translated
    QString name;
    QString note;
    app::ExportFormat format = app::ExportFormat::Csv;
    char delimiter = ',';
    bool byteOrderMark = false;
    std::vector<LeadField> fields; ///< empty = the person chooses
};

std::vector<ExportPreset> exportPresets();
/// ".csv"
QString endingOf(app::ExportFormat format);

} // namespace leadsheet::desktop
