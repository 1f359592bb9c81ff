// SPDX-License-Identifier: Apache-2.0
#include "command_search.hpp"

#include "../widgets/parts.hpp"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QVBoxLayout>

#include <algorithm>
#include <vector>

namespace leadsheet::desktop {
namespace {

constexpr int kWidth = 480;
constexpr int kRowHeight = 32;
constexpr int kRows = 10;

QString plainText(const QAction& action) {
    QString text = action.text();
    return text.remove(QLatin1Char('&'));
}

} // namespace

int commandScore(const QString& typed, const QString& text) {
    int score = 0;
    qsizetype at = 0;
    qsizetype last = -2;
    for (const QChar wanted : typed) {
        if (wanted.isSpace())
            continue;
        const qsizetype found = text.indexOf(wanted, at, Qt::CaseInsensitive);
        if (found < 0)
            return -1;
        const bool wordStart = found == 0 || !text.at(found - 1).isLetterOrNumber();
        score += found == last + 1 ? 5 : wordStart ? 4 : 1;
        last = found;
        at = found + 1;
    }
    return score;
}

CommandSearch::CommandSearch(const QList<QAction*>& commands, QWidget* parent)
    : FormDialog("commandSearch", kWidth, parent)
    , commands_(commands)
    , input_(new QLineEdit(this))
    , list_(new QListWidget(this)) {
    setWindowTitle(tr("Find a Command"));
    input_->setPlaceholderText(tr("Type what you want to do"));
    input_->setAccessibleName(tr("Command to find"));
    input_->installEventFilter(this);
    list_->setAccessibleName(tr("Commands found"));
    list_->setUniformItemSizes(true);
    auto* layout = new QVBoxLayout(this);
    addAll(layout, {input_, list_});
    list_->setMinimumHeight(kRows * kRowHeight);
    connect(input_, &QLineEdit::textChanged, this, &CommandSearch::refill);
    connect(input_, &QLineEdit::returnPressed, this, &CommandSearch::choose);
    connect(list_, &QListWidget::itemActivated, this, &CommandSearch::choose);
    refill({});
}

bool CommandSearch::eventFilter(QObject* watched, QEvent* event) {
    if (watched == input_ && event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event); // NOLINT(*-static-cast-downcast): by its type
        const int step = key->key() == Qt::Key_Down ? 1 : key->key() == Qt::Key_Up ? -1 : 0;
        if (step != 0 && list_->count() > 0) {
            list_->setCurrentRow(std::clamp(list_->currentRow() + step, 0, list_->count() - 1));
            return true;
        }
    }
    return FormDialog::eventFilter(watched, event);
}

void CommandSearch::refill(const QString& typed) {
    std::vector<std::pair<int, QAction*>> found;
    for (QAction* action : commands_) {
        const int score = commandScore(typed, plainText(*action));
        if (score >= 0 && !plainText(*action).isEmpty())
            found.emplace_back(score, action);
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    list_->clear();
    for (const auto& [score, action] : found) {
        QString text = plainText(*action);
        if (!action->shortcut().isEmpty())
            text += QStringLiteral("    ") + action->shortcut().toString(QKeySequence::NativeText);
        auto* item = new QListWidgetItem(action->icon(), text, list_);
        item->setSizeHint(QSize(0, kRowHeight));
        item->setData(Qt::UserRole, QVariant::fromValue<QObject*>(action));
        if (!action->isEnabled())
            item->setFlags(Qt::NoItemFlags);
    }
    list_->setCurrentRow(0);
}

void CommandSearch::choose() {
    const QListWidgetItem* item = list_->currentItem();
    if (item == nullptr || !item->flags().testFlag(Qt::ItemIsEnabled))
        return;
    const QPointer<QAction> action(
        qobject_cast<QAction*>(item->data(Qt::UserRole).value<QObject*>()));
    accept();
    if (action)
        action->trigger();
}

} // namespace leadsheet::desktop
