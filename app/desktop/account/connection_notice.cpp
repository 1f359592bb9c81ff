// SPDX-License-Identifier: Apache-2.0
#include "connection_notice.hpp"

#include "connector.hpp"
#include "trouble.hpp"

namespace leadsheet::desktop {

ConnectionNotice::ConnectionNotice(const AccountSession& session, Connector& connector,
                                   QWidget* parent)
    : NoticeBar(parent) {
    setObjectName(QStringLiteral("connectionNotice"));
    setClosable(false);
    keepToPage();
    connect(&session, &AccountSession::changed, this, [this, &session, &connector] {
        if (session.state() != ConnectionState::Failed)
            return hide();
        show(NoticeKind::Bad, sentence(session.trouble()),
             connector.needsKey() ? tr("Enter Key…") : tr("Try Again"),
             connector.keyMayBeLocked() ? tr("Try Again") : QString());
    });
    connect(this, &NoticeBar::secondTriggered, &connector, &Connector::tryAgain);
    connect(this, &NoticeBar::actionTriggered, this, [this, &connector] {
        if (connector.needsKey())
            emit keyWanted(connector.profileWanted());
        else
            connector.tryAgain();
    });
}

} // namespace leadsheet::desktop
