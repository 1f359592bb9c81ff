// SPDX-License-Identifier: Apache-2.0
#include "act_dialog.hpp"

#include "../widgets/tab_order.hpp"
#include "act_form.hpp"
#include "act_progress.hpp"

#include <QKeyEvent>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr int kActWidth = 700;

} // namespace

ActDialog::ActDialog(std::shared_ptr<const Connected> connection, Settings& settings,
                     OperatorAct act, std::vector<AdminOrder> chosen, QWidget* parent)
    : QDialog(parent)
    , connection_(std::move(connection)) {
    setObjectName(QStringLiteral("actDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowModality(Qt::WindowModal);
    setWindowTitle(tr("%1 – Fulfilment").arg(actTitle(act)));
    setMinimumWidth(kActWidth);
    pages_ = new QStackedWidget;
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 16, 20, 16);
    layout->addWidget(pages_);
    auto* form = new ActForm(settings, act, std::move(chosen));
    pages_->addWidget(form);
    connect(form, &ActForm::confirmed, this, &ActDialog::begin);
    connect(form, &ActForm::cancelled, this, &ActDialog::reject);
}

void ActDialog::begin(const ActWish& wish, const std::vector<AdminOrder>& orders) {
    run_ = new ActRun(connection_, wish, orders, this);
    QWidget* form = pages_->currentWidget();
    auto* progress = new ActProgress(*run_);
    pages_->addWidget(progress);
    pages_->setCurrentWidget(progress);
    pages_->removeWidget(form);
    form->deleteLater();
    connect(progress, &ActProgress::closed, this, &ActDialog::accept);
    connect(run_, &ActRun::finished, this, &ActDialog::acted);
    run_->start();
}

void ActDialog::reject() {
    if (run_ != nullptr && run_->running())
        run_->stop();
    else
        QDialog::reject();
}

bool ActDialog::event(QEvent* event) {
    const bool handled = QDialog::event(event);
    if (event->type() == QEvent::LayoutRequest) {
        const int needed = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width())
                                                         : layout()->totalSizeHint().height();
        if (needed > height())
            resize(width(), needed);
    }
    return handled;
}

bool ActDialog::focusNextPrevChild(bool next) {
    return focusInLayoutOrder(*this, next) || QDialog::focusNextPrevChild(next);
}

// Enter in a field must not press a button that moves money.
void ActDialog::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter)
        QDialog::keyPressEvent(event);
}

} // namespace leadsheet::desktop
