// SPDX-License-Identifier: Apache-2.0
#include "problem_scroll_bar.hpp"

#include "problem_signs.hpp"
#include "sheet_grid_model.hpp"

#include <QPainter>
#include <QStyleOptionSlider>

#include <algorithm>

namespace leadsheet::desktop {
namespace {

constexpr int kMarkHeight = 3;
constexpr int kMarkWidth = 6;

} // namespace

ProblemScrollBar::ProblemScrollBar(const SheetGridModel& model, QWidget* parent)
    : QScrollBar(Qt::Vertical, parent)
    , model_(model) {
    connect(&model, &QAbstractItemModel::modelReset, this, &ProblemScrollBar::forget);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &ProblemScrollBar::forget);
    connect(&model, &QAbstractItemModel::headerDataChanged, this, [this](Qt::Orientation side) {
        if (side == Qt::Vertical)
            forget();
    });
}

void ProblemScrollBar::forget() {
    parts_.clear();
    update();
}

std::vector<ProblemScrollBar::Level> ProblemScrollBar::worstOfParts(const SheetGridModel& model,
                                                                    int parts) {
    const int rows = model.rowCount();
    std::vector<Level> worst(static_cast<std::size_t>(std::clamp(parts, 0, rows)));
    if (model.problems() == nullptr || worst.empty())
        return worst;
    const auto marks = model.problems()->marks();
    const auto begins = [&](std::size_t part) {
        const auto row = static_cast<std::size_t>(rows) * part / worst.size();
        return std::lower_bound(marks.begin(), marks.end(), model.numberOf(static_cast<int>(row)),
                                [](const auto& mark, auto number) { return mark.row < number; });
    };
    auto mark = begins(0);
    for (std::size_t part = 0; part < worst.size(); ++part) {
        const auto end = part + 1 < worst.size() ? begins(part + 1) : marks.end();
        for (; mark < end; ++mark)
            if (!worst[part] || mark->level < *worst[part])
                worst[part] = mark->level;
    }
    return worst;
}

void ProblemScrollBar::paintEvent(QPaintEvent* event) {
    QScrollBar::paintEvent(event);
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRect groove =
        style()->subControlRect(QStyle::CC_ScrollBar, &option, QStyle::SC_ScrollBarGroove, this);
    if (parts_.empty())
        parts_ = worstOfParts(model_, groove.height() / kMarkHeight);
    QPainter painter(this);
    const int left = groove.center().x() - kMarkWidth / 2;
    for (std::size_t part = 0; part < parts_.size(); ++part) {
        if (!parts_[part])
            continue;
        const int top = groove.top() + static_cast<int>(static_cast<std::size_t>(groove.height()) *
                                                        part / parts_.size());
        painter.fillRect(left, top, kMarkWidth, kMarkHeight,
                         coloursOf(signOf(*parts_[part]).tone, palette()).mark);
    }
}

} // namespace leadsheet::desktop
