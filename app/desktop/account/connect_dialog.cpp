// SPDX-License-Identifier: Apache-2.0
#include "connect_dialog.hpp"

#include "../widgets/tab_order.hpp"
#include "connect_form.hpp"
#include "connector.hpp"

#include <QEvent>
#include <QVBoxLayout>

namespace leadsheet::desktop {

ConnectDialog::ConnectDialog(Connector& connector, Settings& settings, const QString& profile,
                             QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("connectDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setModal(true);
    setWindowTitle(profile.isEmpty() ? tr("Connect an Account")
                                     : tr("Key of Profile “%1”").arg(profile));
    auto* form = new ConnectForm(connector, settings, profile);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 16, 20, 16);
    layout->addWidget(form);
    setMinimumWidth(560);
    connect(form, &ConnectForm::saved, this, &QDialog::accept);
    connect(form, &ConnectForm::cancelled, this, &QDialog::reject);
    connect(this, &QDialog::rejected, &connector, &Connector::stopTest);
    form->setFocus();
}

bool ConnectDialog::focusNextPrevChild(bool next) {
    return focusInLayoutOrder(*this, next) || QDialog::focusNextPrevChild(next);
}

bool ConnectDialog::event(QEvent* event) {
    const bool handled = QDialog::event(event);
    if (event->type() == QEvent::LayoutRequest) {
        // What a test found takes more lines than a dialog grants by itself.
        const int needed = layout()->totalHeightForWidth(width());
        if (needed > height())
            resize(width(), needed);
    }
    return handled;
}

} // namespace leadsheet::desktop
