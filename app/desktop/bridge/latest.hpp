// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace leadsheet::desktop {

/// Carries the newest of many values from any thread to the GUI thread: at most one delivery is
/// queued at a time, and values in between are skipped. Lives in the GUI thread; what sender() gave
/// away may outlive it and then does nothing.
template <class Value>
class Latest {
public:
    explicit Latest(std::function<void(const Value&)> receive)
        : state_(std::make_shared<State>()) {
        state_->receive = std::move(receive);
    }
    ~Latest() {
        const std::lock_guard lock(state_->mutex);
        state_->receiver = nullptr;
        state_->receive = nullptr;
    }
    Latest(const Latest&) = delete;
    Latest& operator=(const Latest&) = delete;

    /// Thread-safe, and cheap enough to call a thousand times a second.
    std::function<void(Value)> sender() const {
        return [state = state_](Value value) {
            const std::lock_guard lock(state->mutex);
            state->value = std::move(value);
            if (state->receiver == nullptr || std::exchange(state->queued, true))
                return;
            QMetaObject::invokeMethod(
                state->receiver, [state] { state->deliver(); }, Qt::QueuedConnection);
        };
    }

    /// Forgets a value that is on its way.
    void drop() {
        const std::lock_guard lock(state_->mutex);
        state_->value.reset();
    }

private:
    struct State {
        std::mutex mutex;
        std::optional<Value> value;
        bool queued = false;
        std::function<void(const Value&)> receive;
        QObject anchor;
        QObject* receiver = &anchor; ///< null once the owner is gone

        void deliver() {
            std::optional<Value> newest;
            std::function<void(const Value&)> receiveNow;
            {
                const std::lock_guard lock(mutex);
                queued = false;
                newest.swap(value);
                receiveNow = receive;
            }
            if (newest && receiveNow)
                receiveNow(*newest);
        }
    };

    std::shared_ptr<State> state_;
};

} // namespace leadsheet::desktop
