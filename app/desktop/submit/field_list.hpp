// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include <string>

class QLineEdit;
class QListWidget;

namespace leadsheet::desktop {

/// Every field that a column can fill, in groups by product, with a search over names and
/// descriptions.
class FieldList : public QWidget {
    Q_OBJECT

public:
    explicit FieldList(QWidget* parent = nullptr);

    /// Marks what the column fills now ("" = nothing, "-" = left out); `header` names the metadata
    /// entry that is offered.
    void present(const std::string& target, const QString& header);
    void focusSearch();

    static constexpr const char* kNothing = "";
    static constexpr const char* kLeftOut = "-";

signals:
    void chosen(const std::string& target);

private:
    void fill();
    void filter();

    QLineEdit* search_;
    QListWidget* list_;
    QString header_;
    std::string target_;
};

} // namespace leadsheet::desktop
