// SPDX-License-Identifier: Apache-2.0
#include "act_dialog.hpp"

#include "act_form.hpp"
#include "act_progress.hpp"

#include <QStackedWidget>
#include <QVBoxLayout>

namespace leadsheet::desktop {
namespace {

constexpr int kActWidth = 700;

} // namespace

ActDialog::ActDialog(std::shared_ptr<const Connected> connection, Settings& settings,
                     OperatorAct act, std::vector<AdminOrder> chosen, QWidget* parent)
    : FormDialog("actDialog", kActWidth, parent)
    , connection_(std::move(connection)) {
    setWindowTitle(tr("%1 – Fulfilment").arg(actTitle(act)));
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
        FormDialog::reject();
}

} // namespace leadsheet::desktop
