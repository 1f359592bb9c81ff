// SPDX-License-Identifier: Apache-2.0
#include "submit_step.hpp"

#include "../shell/words.hpp"
#include "../theme/icons.hpp"
#include "../widgets/parts.hpp"
#include "sheet_job.hpp"
#include "source_phrases.hpp"

#include <QAction>
#include <QButtonGroup>
#include <QCheckBox>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStyleOption>

#include <array>

namespace leadsheet::desktop {
namespace {

constexpr int kMargin = 10;
constexpr int kTop = 7;
constexpr int kLeastBadge = 22;
constexpr int kGap = 8;
constexpr int kLineGap = 1;

struct Sign {
    QLatin1String icon; ///< empty = the step's number
    Tone tone;
    const char* word;
};

const Sign& signOf(StepState state) {
    static constexpr std::array kSigns{
        Sign{QLatin1String(), Tone::Muted,
             QT_TRANSLATE_NOOP("leadsheet::desktop::StepStrip", "waiting")},
        Sign{QLatin1String(), Tone::Info,
             QT_TRANSLATE_NOOP("leadsheet::desktop::StepStrip", "open")},
        Sign{QLatin1String("refresh"), Tone::Info,
             QT_TRANSLATE_NOOP("leadsheet::desktop::StepStrip", "working")},
        Sign{QLatin1String("check"), Tone::Good,
             QT_TRANSLATE_NOOP("leadsheet::desktop::StepStrip", "done")},
        Sign{QLatin1String("warning"), Tone::Warn,
             QT_TRANSLATE_NOOP("leadsheet::desktop::StepStrip", "needs attention")},
    };
    return kSigns.at(static_cast<std::size_t>(state));
}

} // namespace

QAction* SubmitStep::addAct(const QString& name, const QKeySequence& keys, const char* picture,
                            const std::function<void()>& act) {
    auto* action = new QAction(icon(QLatin1String(picture)), name, this);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, act);
    addAction(action);
    actions_ << action;
    return action;
}

QHBoxLayout* SubmitStep::makeFooter(const QString& label, const char* name, QWidget* beside) {
    next_ = new QLabel(this);
    next_->setWordWrap(true);
    continue_ = primaryButton(label, name);
    connect(continue_, &QPushButton::clicked, this, &SubmitStep::goOn);
    auto* footer = new QHBoxLayout;
    footer->addWidget(next_, 1);
    if (beside != nullptr)
        footer->addWidget(beside);
    footer->addWidget(continue_);
    return footer;
}

StepButton::StepButton(int number, QWidget* parent)
    : QAbstractButton(parent)
    , number_(number) {
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setAutoExclusive(true);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void StepButton::present(const QString& title, const QString& summary, StepState state) {
    title_ = title;
    summary_ = summary;
    state_ = state;
    setAccessibleName(
        tr("Step %1, %2: %3").arg(number_).arg(title_, StepStrip::tr(signOf(state_).word)));
    setAccessibleDescription(summary_);
    setToolTip(summary_);
    updateGeometry();
    update();
}

int StepButton::badge() const {
    return std::max(kLeastBadge, fontMetrics().height() + 2);
}

int StepButton::textWidth(int width) const {
    return width - (kMargin + badge() + kGap) - kMargin;
}

QSize StepButton::minimumSizeHint() const {
    constexpr int kShortestTitle = 8; // characters
    const int title = std::max(fontMetrics().averageCharWidth() * kShortestTitle,
                               fontMetrics().horizontalAdvance(title_) + kGap);
    const int width = title - textWidth(0);
    return {width, heightForWidth(width)};
}

int StepButton::heightForWidth(int width) const {
    const auto lines = std::max<qsizetype>(1, summaryLines(textWidth(width)).size());
    return 2 * kTop + kLineGap + fontMetrics().lineSpacing() * (static_cast<int>(lines) + 1);
}

// A word that is wider than the card is cut in its middle; what the last line does not hold, at its
// end, where it shows.
QStringList StepButton::summaryLines(int room) const {
    constexpr qsizetype kMostLines = 3; // in the largest text
    const QFontMetrics metrics = fontMetrics();
    QStringList lines;
    const QStringList words = summary_.split(QChar::Space, Qt::SkipEmptyParts);
    for (const QString& whole : words) {
        const QString word = metrics.elidedText(whole, Qt::ElideMiddle, room);
        const QString longer = lines.isEmpty() ? word : lines.last() + QChar::Space + word;
        if (!lines.isEmpty() && (metrics.horizontalAdvance(longer) <= room))
            lines.last() = longer;
        else if (lines.size() == kMostLines)
            return lines.mid(0, kMostLines - 1)
                   << metrics.elidedText(longer + QChar(0x2026), Qt::ElideRight, room);
        else
            lines << word;
    }
    return lines;
}

void StepButton::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QPalette colours = QGuiApplication::palette();
    const bool enabled = isEnabled();
    const QRect card = rect().adjusted(1, 1, -1, -1);
    if (isChecked() || underMouse()) {
        painter.setPen(isChecked() ? QPen(colours.color(QPalette::Mid)) : QPen(Qt::NoPen));
        painter.setBrush(colours.color(isChecked() ? QPalette::Base : QPalette::Midlight));
        painter.drawRoundedRect(card, 6, 6);
    }
    const Sign& sign = signOf(state_);
    const ToneColours tone = coloursOf(sign.tone, colours);
    const int side = this->badge();
    const QRect badge(kMargin, kTop, side, side);
    painter.setPen(Qt::NoPen);
    painter.setBrush(isChecked() && state_ == StepState::Open ? colours.color(QPalette::Highlight)
                                                              : tone.fill);
    painter.drawEllipse(badge);
    if (sign.icon.isEmpty()) {
        painter.setPen(isChecked() && state_ == StepState::Open
                           ? colours.color(QPalette::HighlightedText)
                           : tone.text);
        painter.drawText(badge, Qt::AlignCenter, QString::number(number_));
    } else {
        desktop::icon(sign.icon, tone.text).paint(&painter, badge.adjusted(3, 3, -3, -3));
    }
    const QRect text(kMargin + side + kGap, kTop, textWidth(width()), height() - 2 * kTop);
    QFont bold = font();
    bold.setWeight(isChecked() ? QFont::DemiBold : QFont::Medium);
    painter.setFont(bold);
    const auto group = enabled ? QPalette::Active : QPalette::Disabled;
    painter.setPen(colours.color(group, QPalette::WindowText));
    const int line = fontMetrics().lineSpacing();
    painter.drawText(QRect(text.left(), text.top(), text.width(), line), Qt::AlignVCenter, title_);
    painter.setFont(font());
    painter.setPen(enabled ? colours.color(QPalette::PlaceholderText)
                           : colours.color(group, QPalette::WindowText));
    if (state_ == StepState::Attention)
        painter.setPen(tone.text);
    painter.drawText(text.adjusted(0, line + kLineGap, 0, 0), Qt::AlignLeft | Qt::AlignTop,
                     shownSummary());
    if (hasFocus()) {
        QStyleOptionFocusRect option;
        option.initFrom(this);
        option.rect = card;
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
    }
}

void StepButton::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    QAbstractButton::changeEvent(event);
}

StepStrip::StepStrip(const QList<SubmitStep*>& steps, QWidget* parent)
    : QWidget(parent)
    , steps_(steps) {
    setAccessibleName(tr("Steps"));
    auto* group = new QButtonGroup(this);
    auto* layout = rowIn(this, 4, {20, 0, 20, 6});
    for (int i = 0; i < steps_.size(); ++i) {
        auto* made = new StepButton(i + 1, this);
        made->setObjectName(QStringLiteral("step%1").arg(i + 1));
        group->addButton(made, i);
        layout->addWidget(made, 1);
        buttons_ << made;
    }
    connect(group, &QButtonGroup::idClicked, this, &StepStrip::chosen);
}

void StepStrip::refresh(int current, const std::function<bool(int)>& isOpen) {
    for (int i = 0; i < steps_.size(); ++i) {
        const SubmitStep& step = *steps_.at(i);
        const bool reachable = isOpen(i);
        buttons_.at(i)->present(step.title(), reachable ? step.summary() : QString(),
                                reachable ? step.state() : StepState::Waiting);
        buttons_.at(i)->setEnabled(reachable);
    }
    buttons_.at(current)->setChecked(true);
}

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
    , read_(named(new QPushButton(tr("Read These Tabs"), this), "readTabs")) {
    setObjectName(QStringLiteral("tabChoice"));
    auto* label = new QLabel(tr("Which tabs hold rows to order? They become one order run; each "
                                "keeps its own columns."),
                             this);
    label->setWordWrap(true);
    auto* cancel = new QPushButton(tr("Keep As It Is"), this);
    auto* buttons = new QHBoxLayout;
    addAll(buttons, {read_, cancel});
    buttons->addStretch(1);
    auto* layout = columnIn(this, -1, {4, 4, 4, 4});
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
