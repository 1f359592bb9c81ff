// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../theme/palette.hpp"

#include <QWidget>

#include <optional>

namespace leadsheet::desktop {

/// A bundled icon in the page. Drawn again each time, so that it follows palette and text size,
/// which the pixmap of a label does not. Says nothing to assistive technology: words stand beside.
class Picture : public QWidget {
    Q_OBJECT

public:
    /// `lines` of text high and wide; without a tone in the colour of the text.
    explicit Picture(QLatin1String name = {}, std::optional<Tone> tone = {}, double lines = 1.0,
                     QWidget* parent = nullptr);

    void show(QLatin1String name, std::optional<Tone> tone);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QLatin1String name_;
    std::optional<Tone> tone_;
    double lines_;
};

} // namespace leadsheet::desktop
