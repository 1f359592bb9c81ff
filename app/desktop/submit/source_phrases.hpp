// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet_job.hpp"

#include <QWidget>

#include <filesystem>

class QLabel;
class QMenu;

namespace leadsheet::desktop {

class FlowLayout;

/// For buttons, menus and tabs: an ampersand that is shown, and makes no key.
QString withoutKeys(QString label);
/// What a tab is called in a list of all.
QString tabTitle(const app::SheetInfo& sheet);

/// How the sheet is read, in one line of words; each phrase that can be decided otherwise is a
/// control.
class SourcePhrases : public QWidget {
    Q_OBJECT

public:
    explicit SourcePhrases(SheetJob& job, QWidget* parent = nullptr);

    void refresh();
    /// Only the number of rows is different.
    void refreshRows();
    /// The phrases with a dot between them.
    QString text() const { return texts_.join(QStringLiteral(" · ")); }

signals:
    /// The person wants to choose among the tabs of the workbook.
    void tabsWanted();

private:
    QLabel* say(const QString& text, const QString& toolTip = {});
    /// A phrase with choices; a chosen one is read at once.
    QMenu* offer(const QString& name, const QString& text, const QString& about,
                 const QList<std::pair<QString, SheetReading>>& choices);
    void offerTabs();
    app::SourceCounts countsNow();
    QString tabsText() const;
    void offerHeader();
    void offerText();
    QString unreadText() const;
    QString mergedDownText(const app::SourceCounts& counts) const;
    void offerMatter(app::SourceMatter matter, const app::SourceCounts& counts);
    void sayFaults();
    QString rowsText() const;

    SheetJob& job_;
    FlowLayout* flow_;
    QStringList texts_;
    QLabel* rows_ = nullptr;
    qsizetype rowsAt_ = 0;      ///< in texts_
    app::SourceCounts offered_; ///< what there is to decide
    app::SourceCounts checked_; ///< by the last check of this sheet
    std::filesystem::path checkedIn_;
};

} // namespace leadsheet::desktop
