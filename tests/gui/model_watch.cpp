// SPDX-License-Identifier: Apache-2.0
#include "model_watch.hpp"

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QCoreApplication>
#include <QEvent>

namespace leadsheet::test {
namespace {

constexpr int kMaxRows = 300;
const char* const kWatched = "leadsheetWatched";

} // namespace

ModelWatch::ModelWatch(QObject* parent)
    : QObject(parent) {
    QCoreApplication::instance()->installEventFilter(this);
}

bool ModelWatch::eventFilter(QObject* object, QEvent* event) {
    if (event->type() == QEvent::Show)
        if (const auto* view = qobject_cast<QAbstractItemView*>(object);
            view != nullptr && view->model() != nullptr &&
            !view->model()->property(kWatched).toBool())
            watch(*view->model());
    return false;
}

void ModelWatch::watch(QAbstractItemModel& model) {
    const QString name = QString::fromLatin1(model.metaObject()->className());
    // Qt's own models are not what is tested here.
    if (!name.startsWith(QLatin1String("leadsheet::")) || model.rowCount() > kMaxRows)
        return;
    classes_ << name;
    model.setProperty(kWatched, true);
    // Before the tester, so that it is gone before it would look at many cells.
    auto* guard = new QObject(&model);
    const auto unwatch = [guard, &model] {
        if (model.rowCount() > kMaxRows)
            delete guard;
    };
    connect(&model, &QAbstractItemModel::rowsInserted, guard, unwatch);
    connect(&model, &QAbstractItemModel::modelReset, guard, unwatch);
    auto* tester = new QAbstractItemModelTester(
        &model, QAbstractItemModelTester::FailureReportingMode::Fatal, guard);
    tester->setUseFetchMore(false);
}

} // namespace leadsheet::test
