// SPDX-License-Identifier: Apache-2.0
#include "http/mailbox.hpp"

#include "http/responder.hpp"

#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

namespace leadsheet::server::http {

Mailbox::Mailbox()
    : descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Mailbox::~Mailbox() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
}

void Mailbox::wake() const noexcept {
    const std::uint64_t one = 1;
    // Can only fail when the counter is full, and then the reader is awake anyway.
    [[maybe_unused]] const auto written = ::write(descriptor_, &one, sizeof one);
}

void Mailbox::post(Delivery delivery) {
    const std::lock_guard lock(mutex_);
    if (closed_) {
        return;
    }
    contents_.deliveries.push_back(std::move(delivery));
    if (contents_.deliveries.size() == 1) {
        wake();
    }
}

void Mailbox::requestStop(std::chrono::milliseconds drain) {
    const std::lock_guard lock(mutex_);
    contents_.stop = drain;
    wake();
}

void Mailbox::close() {
    Contents dropped;
    const std::lock_guard lock(mutex_);
    closed_ = true;
    std::swap(dropped, contents_);
}

Mailbox::Contents Mailbox::take() {
    std::uint64_t count = 0;
    [[maybe_unused]] const auto got = ::read(descriptor_, &count, sizeof count);
    const std::lock_guard lock(mutex_);
    return std::exchange(contents_, Contents());
}

ResponderState::ResponderState(std::weak_ptr<Mailbox> mailbox, std::uint64_t connection,
                               std::uint64_t exchange,
                               std::shared_ptr<const std::atomic<bool>> cancelled)
    : mailbox_(std::move(mailbox))
    , connection_(connection)
    , exchange_(exchange)
    , cancelled_(std::move(cancelled)) {}

ResponderState::~ResponderState() {
    if (!sent_.exchange(true)) {
        Delivery delivery;
        delivery.unanswered = true;
        post(std::move(delivery));
    }
}

void ResponderState::send(Response response) {
    if (!sent_.exchange(true)) {
        Delivery delivery;
        delivery.response = std::move(response);
        post(std::move(delivery));
    }
}

void ResponderState::post(Delivery delivery) {
    if (const auto mailbox = mailbox_.lock()) {
        delivery.connection = connection_;
        delivery.exchange = exchange_;
        mailbox->post(std::move(delivery));
    }
}

Responder::Responder(std::shared_ptr<ResponderState> state)
    : state_(std::move(state)) {}

void Responder::send(Response response) const {
    if (state_) {
        state_->send(std::move(response));
    }
}

bool Responder::cancelled() const noexcept {
    return !state_ || state_->cancelled();
}

} // namespace leadsheet::server::http
