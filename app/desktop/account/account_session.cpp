// SPDX-License-Identifier: Apache-2.0
#include "account_session.hpp"

namespace leadsheet::desktop {

AccountSession::AccountSession(QObject* parent)
    : QObject(parent) {}

AccountSession::~AccountSession() = default;

std::optional<submit::AccountRef> AccountSession::account() const {
    return connection_ ? connection_->ref : wanted_;
}

void AccountSession::setConnecting(std::optional<submit::AccountRef> wanted) {
    state_ = ConnectionState::Connecting;
    wanted_ = std::move(wanted);
    connection_.reset();
    emit changed();
}

void AccountSession::setConnected(std::shared_ptr<const Connected> connection) {
    state_ = ConnectionState::Connected;
    connection_ = std::move(connection);
    wanted_.reset();
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
    wanted_.reset();
    emit changed();
}

} // namespace leadsheet::desktop
