// SPDX-License-Identifier: Apache-2.0
#include "sheet_tabs.hpp"

#include "../shell/words.hpp"
#include "sheet_job.hpp"
#include "source_phrases.hpp"

#include <QSignalBlocker>

namespace leadsheet::desktop {

SheetTabs::SheetTabs(SheetJob& job, QWidget* parent)
    : QTabBar(parent)
    , job_(job) {
    setObjectName(QStringLiteral("sheetTabs"));
    setAccessibleName(tr("Tabs that the rows come from"));
    setDocumentMode(true);
    setDrawBase(false);
    setExpanding(false);
    setUsesScrollButtons(true);
    connect(this, &QTabBar::currentChanged, this, [this](int at) {
        if (at >= 0)
            job_.showTab(static_cast<std::size_t>(at));
    });
    connect(&job_, &SheetJob::stateChanged, this, &SheetTabs::refresh);
    connect(&job_, &SheetJob::tabShown, this, &SheetTabs::refresh);
    connect(&job_, &SheetJob::checkChanged, this, &SheetTabs::refresh);
    refresh();
}

void SheetTabs::refresh() {
    const QSignalBlocker quiet(this);
    const auto& tabs = job_.tabs();
    const bool several = job_.state() == SheetJob::State::Open && tabs.size() > 1;
    setVisible(several);
    const int wanted = several ? static_cast<int>(tabs.size()) : 0;
    while (count() > wanted)
        removeTab(count() - 1);
    while (count() < wanted)
        addTab({});
    const CheckFindings* found = job_.checking().findings();
    for (int i = 0; i < wanted; ++i) {
        const OpenedTab& tab = tabs[static_cast<std::size_t>(i)];
        const TabFindings* of = found == nullptr ? nullptr : found->of(tab.sheet);
        const QString name = withoutKeys(text(tab.name()));
        const QString words =
            of == nullptr || of->blocked == 0
                ? name
                : tr("%1 (%Ln to fix)", nullptr, forPlural(of->blocked)).arg(name);
        if (tabText(i) != words)
            setTabText(i, words);
    }
    if (wanted > 0)
        setCurrentIndex(static_cast<int>(job_.shownTab()));
}

} // namespace leadsheet::desktop
