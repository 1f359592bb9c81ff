// SPDX-License-Identifier: Apache-2.0
#include "replace_panel.hpp"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr int kCountDelayMs = 150;

} // namespace

ReplacePanel::ReplacePanel(QWidget* parent)
    : QWidget(parent)
    , title_(new QLabel(this))
    , what_(new QLineEdit(this))
    , by_(new QLineEdit(this))
    , replace_(new QPushButton(this)) {
    title_->setWordWrap(true);
    title_->setTextFormat(Qt::PlainText);
    what_->setAccessibleName(tr("Text to replace"));
    what_->setObjectName(QStringLiteral("replaceWhat"));
    by_->setAccessibleName(tr("Replacement"));
    by_->setObjectName(QStringLiteral("replaceBy"));
    replace_->setObjectName(QStringLiteral("replaceInRows"));
    auto* form = new QFormLayout;
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("Replace"), what_);
    form->addRow(tr("with"), by_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(title_);
    layout->addLayout(form);
    layout->addWidget(replace_, 0, Qt::AlignRight);
    delay_.setSingleShot(true);
    delay_.setInterval(kCountDelayMs);
    connect(&delay_, &QTimer::timeout, this, &ReplacePanel::count);
    connect(what_, &QLineEdit::textChanged, this, [this] {
        rows_.reset();
        delay_.start();
        refresh();
    });
    connect(by_, &QLineEdit::textChanged, this, &ReplacePanel::refresh);
    const auto act = [this] {
        if (replace_->isEnabled())
            emit replaceWanted(cell_.column, what_->text(), by_->text());
    };
    connect(by_, &QLineEdit::returnPressed, this, act);
    connect(replace_, &QPushButton::clicked, this, act);
    clear();
}

void ReplacePanel::clear() {
    counting_.cancel();
    delay_.stop();
    source_ = {};
    rows_.reset();
    setEnabled(false);
    title_->setText(tr("Choose a cell to replace its text in the whole column."));
    refresh();
}

void ReplacePanel::present(const GridSource& source, GridCell cell, const QString& columnName,
                           std::uint32_t firstRow) {
    if (!source.rows || cell.row < firstRow) {
        clear();
        return;
    }
    const auto index = source.rows->indexOf(cell.row);
    const auto row = index ? source.rows->row(*index) : app::SheetResult<app::SpooledRow>();
    if (!index || !row) {
        clear();
        return;
    }
    counting_.cancel();
    source_ = source;
    cell_ = cell;
    firstRow_ = firstRow;
    rows_.reset();
    setEnabled(true);
    title_->setText(tr("In column %1").arg(columnName));
    const QSignalBlocker quiet(what_);
    what_->setText(source.text(*row, cell.column).trimmed());
    by_->clear();
    delay_.start();
    refresh();
}

void ReplacePanel::focusReplacement() {
    by_->setFocus(Qt::OtherFocusReason);
    by_->selectAll();
}

void ReplacePanel::count() {
    if (!source_.rows)
        return;
    counting_.cancel();
    counting_.run(
        [source = source_, column = cell_.column, first = firstRow_,
         what = what_->text()](const std::stop_token& stop) {
            return rowsReading(source, column, first, what, stop).size();
        },
        [this](std::size_t rows) {
            rows_ = rows;
            refresh();
        });
}

void ReplacePanel::refresh() {
    const bool same = what_->text().trimmed() == by_->text();
    replace_->setEnabled(isEnabled() && rows_.value_or(0) > 0 && !same);
    replace_->setText(rows_ ? tr("Replace in %Ln Row(s)", nullptr,
                                 static_cast<int>(std::min<std::size_t>(*rows_, INT_MAX)))
                            : tr("Replace"));
}

} // namespace leadsheet::desktop
