// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/accounts/app_folders.hpp"

class QCoreApplication;

namespace leadsheet::desktop {

/// Installs the texts of the language that the person chose, or the system's. English needs none
/// but its plural forms.
void installTranslations(QCoreApplication& application, const app::AppFolders& folders);

} // namespace leadsheet::desktop
