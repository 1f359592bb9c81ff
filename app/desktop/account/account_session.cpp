// SPDX-License-Identifier: Apache-2.0
#include "account_session.hpp"

namespace leadsheet::desktop {

AccountSession::AccountSession(QObject* parent)
    : QObject(parent) {}

AccountSession::~AccountSession() = default;

void AccountSession::setConnecting() {
    state_ = ConnectionState::Connecting;
    connection_.reset();
    emit changed();
}

void AccountSession::setConnected(std::shared_ptr<const Connected> connection) {
    state_ = ConnectionState::Connected;
    connection_ = std::move(connection);
    emit changed();
}

void AccountSession::setFailed(const Trouble& trouble) {
    state_ = ConnectionState::Failed;
    connection_.reset();
    trouble_ = trouble;
    emit changed();
}

void AccountSession::disconnectNow() {
    state_ = ConnectionState::None;
    connection_.reset();
    emit changed();
}

} // namespace leadsheet::desktop
