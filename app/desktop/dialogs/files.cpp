// SPDX-License-Identifier: Apache-2.0
#include "files.hpp"

#include <QFileDialog>

#include <optional>

namespace leadsheet::desktop {
namespace {

std::optional<QString>& nextFile() {
    static std::optional<QString> file;
    return file;
}

} // namespace

QString chooseFileToOpen(QWidget* parent, const QString& title, const QString& folder,
                         const QString& filter) {
    if (const auto file = std::exchange(nextFile(), std::nullopt))
        return *file;
    return QFileDialog::getOpenFileName(parent, title, folder, filter);
}

QString chooseFileToSave(QWidget* parent, const QString& title, const QString& suggestion,
                         const QString& filter) {
    if (const auto file = std::exchange(nextFile(), std::nullopt))
        return *file;
    return QFileDialog::getSaveFileName(parent, title, suggestion, filter);
}

void setNextFile(const QString& file) {
    nextFile() = file;
}

} // namespace leadsheet::desktop
