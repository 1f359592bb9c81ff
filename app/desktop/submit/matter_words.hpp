// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/source_choices.hpp"

#include <QString>

namespace leadsheet::desktop {

/// How a matter that a sheet leaves open is spoken of.
struct MatterWords {
    QString about;        ///< what it is
    QString standard;     ///< "48 hidden rows skipped"
    QString other;        ///< "48 hidden rows taken"
    QString takeStandard; ///< the choices
    QString takeOther;
    QString takeThird = {}; ///< for matters with a third way
    QString third = {};     ///< "2 lines of totals taken"; empty = as `standard`
};

MatterWords matterWords(app::SourceMatter matter, int count);

} // namespace leadsheet::desktop
