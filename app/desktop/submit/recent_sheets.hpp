// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"

#include "leadsheet/work/run_summary.hpp"

#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

class QVBoxLayout;

namespace leadsheet::desktop {

class Workspace;

/// "3 Nov, 20 placed, 10 to fix": what was last ordered of a sheet.
QString pastWords(const work::SheetPast& past, WallTime now);

/// The sheets that were opened last, a button each, with what the connected account's ledger says
/// of them. Hides while there is none. GUI thread only.
class RecentSheets : public QWidget {
    Q_OBJECT

public:
    explicit RecentSheets(Workspace& workspace, QWidget* parent = nullptr);

signals:
    void chosen(const QString& sheet);

protected:
    void showEvent(QShowEvent* event) override;

private:
    using Pasts = std::vector<std::optional<work::SheetPast>>;

    void refresh();
    void look();
    void fill(const Pasts& pasts);

    Workspace& workspace_;
    QVBoxLayout* list_;
    QStringList sheets_;
    QStringList said_; ///< what stands behind each of them
    Background reading_;
};

} // namespace leadsheet::desktop
