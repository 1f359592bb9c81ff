// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

#include <string>

class QLineEdit;
class QListWidget;

namespace leadsheet::desktop {

/// Every field that a column can fill, in groups by product, with a search over names and
/// descriptions. Opens over the page, and closes when a field is chosen or Escape is pressed.
class FieldList : public QFrame {
    Q_OBJECT

public:
    explicit FieldList(QWidget* parent = nullptr);

    /// Marks what the column fills now ("" = nothing, "-" = left out); `header` names the metadata
    /// entry that is offered.
    void present(const std::string& target, const QString& header);
    /// Below `place`, in global coordinates, or above it where there is no room; `search` is looked
    /// for at once.
    void openAt(const QRect& place, const QString& search = {});

    static constexpr const char* kNothing = "";
    static constexpr const char* kLeftOut = "-";

signals:
    void chosen(const std::string& target);
    void closed();

protected:
    void hideEvent(QHideEvent* event) override;

private:
    void fill();
    void filter();

    QLineEdit* search_;
    QListWidget* list_;
    QString header_;
    std::string target_;
};

} // namespace leadsheet::desktop
