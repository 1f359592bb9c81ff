// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "page.hpp"

namespace leadsheet::desktop {

/// A page for what this version does on the command line only: says so, and which command it is.
class PlaceholderPage : public Page {
    Q_OBJECT

public:
    struct Words {
        QString id;
        QString title;
        QLatin1String icon;
        QString text;
        QString command;
    };
    explicit PlaceholderPage(Words words, QWidget* parent = nullptr);

    QString id() const override { return words_.id; }
    QString title() const override { return words_.title; }
    QLatin1String iconName() const override { return words_.icon; }
    QString commandLine() const override { return words_.command; }

private:
    Words words_;
};

} // namespace leadsheet::desktop
