// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../bridge/background.hpp"

#include "leadsheet/work/run_summary.hpp"
#include "leadsheet/work/waiting_sheets.hpp"

#include <QStringList>
#include <QTimer>
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

/// The sheets that `leadsheet watch` keeps waiting for a person's yes, each a click from being
/// opened. Hidden while there are none. Looks every few seconds while its page is shown, beside the
/// GUI's thread, as folders may lie on a network.
class WaitingList : public QWidget {
    Q_OBJECT

public:
    explicit WaitingList(Workspace& workspace, QWidget* parent = nullptr);

    void look();

signals:
    void sheetChosen(const QString& file);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void present(std::vector<work::WaitingSheet> sheets);
    QWidget* makeRow(const work::WaitingSheet& sheet);

    Workspace& workspace_;
    std::vector<work::WaitingSheet> shown_;
    QVBoxLayout* rows_;
    QTimer again_;
    Background background_;
};

} // namespace leadsheet::desktop
