// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_check.hpp"

#include <QWidget>

namespace leadsheet::desktop {

class FlowLayout;

/// How many rows are in which state after a check: an icon, a number and a word for each.
class CheckCounts : public QWidget {
    Q_OBJECT

public:
    explicit CheckCounts(QWidget* parent = nullptr);

    /// `found` does not count the `repeated` rows, which are left out unless both are wanted.
    void present(const app::CheckSummary& found, std::uint64_t repeated);
    void clear();

private:
    FlowLayout* flow_;
};

} // namespace leadsheet::desktop
