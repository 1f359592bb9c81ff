// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QSet>

class QAbstractItemModel;

namespace leadsheet::test {

/// Holds every model that any view of this program shows to the rules of item models: a broken one
/// ends the test program with the rule. Models are watched while they are small, since the watch
/// looks at every cell after each change.
class ModelWatch : public QObject {
    Q_OBJECT

public:
    explicit ModelWatch(QObject* parent = nullptr);

    /// How many models of the app were watched so far, by class.
    const QSet<QString>& watchedClasses() const { return classes_; }

    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void watch(QAbstractItemModel& model);

    QSet<QString> classes_;
};

} // namespace leadsheet::test
