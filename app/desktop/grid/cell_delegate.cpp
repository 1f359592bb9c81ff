// SPDX-License-Identifier: Apache-2.0
#include "cell_delegate.hpp"

#include "../theme/icons.hpp"
#include "../theme/palette.hpp"
#include "sheet_grid_model.hpp"

#include <QGuiApplication>
#include <QLineEdit>
#include <QPainter>
#include <QPainterPath>

#include <array>

namespace leadsheet::desktop {
namespace {

constexpr int kPadding = 6;
constexpr int kIcon = 16;
constexpr int kCorner = 8;

struct Sign {
    Tone tone;
    QLatin1String icon;
};

Sign signOf(int level) {
    switch (static_cast<app::ProblemLevel>(level)) {
    case app::ProblemLevel::Blocks:
        return {Tone::Bad, QLatin1String("error")};
    case app::ProblemLevel::Odd:
        return {Tone::Warn, QLatin1String("warning")};
    case app::ProblemLevel::Info:
        break;
    }
    return {Tone::Info, QLatin1String("info")};
}

} // namespace

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    const QPalette& colours = option.palette;
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    const QVariant level = index.data(SheetGridModel::LevelRole);
    const auto kind = static_cast<GridRowKind>(index.data(SheetGridModel::KindRole).toInt());
    QColor text = colours.color(QPalette::Text);
    QColor fill;
    if (kind == GridRowKind::Header)
        fill = coloursOf(Tone::Info, colours).fill;
    else if (kind != GridRowKind::Data)
        text = colours.color(QPalette::PlaceholderText);
    if (level.isValid())
        fill = coloursOf(signOf(level.toInt()).tone, colours).fill;
    if (selected) {
        fill = colours.color(QPalette::Highlight);
        text = colours.color(QPalette::HighlightedText);
    }
    if (fill.isValid())
        painter->fillRect(option.rect, fill);
    QRect place = option.rect.adjusted(kPadding, 0, -kPadding, 0);
    if (level.isValid()) {
        const Sign sign = signOf(level.toInt());
        const QRect spot(place.right() - kIcon + 1, place.center().y() - kIcon / 2, kIcon, kIcon);
        const QIcon picture =
            selected ? icon(sign.icon, text) : icon(sign.icon, coloursOf(sign.tone, colours).mark);
        picture.paint(painter, spot);
        place.setRight(spot.left() - 4);
    }
    QFont font = option.font;
    font.setBold(kind == GridRowKind::Header);
    font.setItalic(kind == GridRowKind::Hidden);
    painter->setFont(font);
    painter->setPen(text);
    const QString shown = index.data(Qt::DisplayRole).toString();
    if (!shown.isEmpty())
        painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                          QFontMetrics(font).elidedText(shown, Qt::ElideRight, place.width()));
    if (index.data(SheetGridModel::EditedRole).toBool()) {
        const QPoint corner = option.rect.topLeft();
        const std::array<QPoint, 3> triangle{corner, corner + QPoint(kCorner, 0),
                                             corner + QPoint(0, kCorner)};
        painter->setPen(Qt::NoPen);
        painter->setBrush(selected ? text : coloursOf(Tone::Info, colours).mark);
        painter->drawPolygon(triangle.data(), static_cast<int>(triangle.size()));
    }
    if ((option.state & QStyle::State_HasFocus) != 0) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(
            QPen(colours.color(selected ? QPalette::HighlightedText : QPalette::WindowText), 1,
                 Qt::DotLine));
        painter->drawRect(option.rect.adjusted(1, 1, -2, -2));
    }
}

QWidget* CellDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem&,
                                    const QModelIndex& index) const {
    auto* editor = new QLineEdit(parent);
    editor->setFrame(false);
    editor->setAutoFillBackground(true);
    const auto* model = qobject_cast<const SheetGridModel*>(index.model());
    editor->setAccessibleName(tr("Cell %1%2")
                                  .arg(QString::fromStdString(app::columnLetter(
                                      static_cast<std::uint32_t>(index.column()))))
                                  .arg(model != nullptr ? model->numberOf(index.row()) : 0));
    return editor;
}

} // namespace leadsheet::desktop
