// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../shell/notice_bar.hpp"

namespace leadsheet::desktop {

class Connector;

/// Says over every page why the account is not connected, with the way out: try again, or enter
/// the key.
class ConnectionNotice : public NoticeBar {
    Q_OBJECT

public:
    ConnectionNotice(const AccountSession& session, Connector& connector,
                     QWidget* parent = nullptr);

signals:
    void keyWanted(const QString& profile);
};

} // namespace leadsheet::desktop
