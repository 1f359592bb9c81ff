// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace leadsheet::sim {

/// A function with a stack of its own that can be left in the middle and gone on with: what the
/// simulation has in place of threads. All of them belong to one thread; one runs at a time.
class Fiber {
public:
    /// `body` must let no exception out.
    explicit Fiber(std::function<void()> body);
    /// A body that has begun must have ended.
    ~Fiber();
    Fiber(const Fiber&) = delete;
    Fiber& operator=(const Fiber&) = delete;

    /// Runs it until it leaves or ends. From outside of every fiber.
    void resume();
    bool ended() const;

    /// Back to who resumed the running fiber, until it is resumed again.
    static void leave();
    static bool isInside();

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace leadsheet::sim
