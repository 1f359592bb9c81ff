// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet_job.hpp"

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace leadsheet::desktop {

/// Why a sheet could not be read, in the page: what happened, the way out, and for a text of
/// unknown encoding the choice between the candidates by what their cells would look like.
class SourceTrouble : public QWidget {
    Q_OBJECT

public:
    explicit SourceTrouble(SheetJob& job, QWidget* parent = nullptr);

    void refresh();

signals:
    void anotherWanted();

private:
    void offer(const QString& text, const QString& name, const SheetReading& reading);

    SheetJob& job_;
    QLabel* what_;
    QLabel* why_;
    QVBoxLayout* ways_;
};

} // namespace leadsheet::desktop
