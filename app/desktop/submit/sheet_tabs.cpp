// SPDX-License-Identifier: Apache-2.0
#include "sheet_tabs.hpp"

#include "../shell/words.hpp"
#include "../widgets/flow_layout.hpp"
#include "sheet_job.hpp"
#include "source_phrases.hpp"

#include <QCheckBox>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

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

TabChoice::TabChoice(SheetJob& job, QWidget* parent)
    : QWidget(parent)
    , job_(job)
    , flow_(new FlowLayout)
    , read_(new QPushButton(tr("Read These Tabs"), this)) {
    setObjectName(QStringLiteral("tabChoice"));
    auto* label = new QLabel(tr("Which tabs hold rows to order? They become one order run; each "
                                "keeps its own columns."),
                             this);
    label->setWordWrap(true);
    read_->setObjectName(QStringLiteral("readTabs"));
    auto* cancel = new QPushButton(tr("Keep As It Is"), this);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(read_);
    buttons->addWidget(cancel);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(label);
    layout->addLayout(flow_);
    layout->addLayout(buttons);
    connect(read_, &QPushButton::clicked, this, &TabChoice::choose);
    connect(cancel, &QPushButton::clicked, this, &QWidget::hide);
    connect(&job_, &SheetJob::stateChanged, this, &QWidget::hide);
    hide();
}

void TabChoice::open() {
    flow_->clear();
    boxes_.clear();
    const auto& sheets = job_.overview().sheets;
    for (std::size_t i = 0; i < sheets.size(); ++i) {
        const QString title = tabTitle(sheets[i]);
        auto* box = new QCheckBox(withoutKeys(title), this);
        box->setAccessibleName(title);
        box->setChecked(job_.reading().has(i));
        connect(box, &QCheckBox::toggled, this, [this] { read_->setEnabled(!chosen().empty()); });
        flow_->addWidget(box);
        box->show();
        boxes_ << box;
        setTabOrder(i == 0 ? static_cast<QWidget*>(this) : boxes_.at(boxes_.size() - 2), box);
    }
    setTabOrder(boxes_.last(), read_);
    read_->setEnabled(!chosen().empty());
    show();
    boxes_.first()->setFocus(Qt::OtherFocusReason);
}

std::vector<std::size_t> TabChoice::chosen() const {
    std::vector<std::size_t> sheets;
    for (qsizetype i = 0; i < boxes_.size(); ++i)
        if (boxes_.at(i)->isChecked())
            sheets.push_back(static_cast<std::size_t>(i));
    return sheets;
}

void TabChoice::choose() {
    const SheetReading wanted = withTabs(job_.reading(), chosen());
    hide();
    if (!(wanted == job_.reading()))
        job_.read(wanted);
}

void TabChoice::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        QWidget::keyPressEvent(event);
}

} // namespace leadsheet::desktop
