// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

class QWidget;

namespace leadsheet::desktop {

/// The system's file dialogs. Empty when the person cancelled.
QString chooseFileToOpen(QWidget* parent, const QString& title, const QString& folder,
                         const QString& filter);
QString chooseFileToSave(QWidget* parent, const QString& title, const QString& suggestion,
                         const QString& filter);

/// Tests only: what the next dialog answers instead of being shown.
void setNextFile(const QString& file);

} // namespace leadsheet::desktop
