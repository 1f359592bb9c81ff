// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QComboBox;
class QPushButton;

namespace leadsheet::desktop {

class TextEdit;

/// How a program verifies messages, in several languages, each with its standard library alone;
/// from resources/snippets.
class SnippetView : public QWidget {
    Q_OBJECT

public:
    explicit SnippetView(QWidget* parent = nullptr);

    QString code() const;

private:
    void refresh();

    QComboBox* languages_;
    TextEdit* code_;
    QPushButton* copy_;
};

} // namespace leadsheet::desktop
