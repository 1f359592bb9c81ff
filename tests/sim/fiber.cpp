// SPDX-License-Identifier: Apache-2.0
#include "fiber.hpp"

#include <array>
#include <cstdint>
#include <cxxabi.h>
#include <exception>
#include <new>
#include <sys/mman.h>
#include <ucontext.h>
#include <utility>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LEADSHEET_SIM_ASAN
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define LEADSHEET_SIM_ASAN
#endif
#ifdef LEADSHEET_SIM_ASAN
#include <sanitizer/common_interface_defs.h>
#endif

namespace leadsheet::sim {
namespace {

constexpr std::size_t kStackBytes = std::size_t{2} * 1024 * 1024; // touched as it is needed

/// The runtime's record of exceptions being handled is a thread's; each fiber has its own.
struct Handling {
    void* caught = nullptr;
    unsigned int uncaught = 0;
};

void exchange(Handling& handling) {
    auto* current = reinterpret_cast<Handling*>(abi::__cxa_get_globals());
    std::swap(*current, handling);
}

/// AddressSanitizer has to know which stack is in use.
struct Stack {
    void* fake = nullptr;
    const void* bottom = nullptr;
    std::size_t size = 0;

    void beginSwitch([[maybe_unused]] const Stack& to, [[maybe_unused]] bool forGood) {
#ifdef LEADSHEET_SIM_ASAN
        __sanitizer_start_switch_fiber(forGood ? nullptr : &fake, to.bottom, to.size);
#endif
    }
    void endSwitch([[maybe_unused]] Stack* from) {
#ifdef LEADSHEET_SIM_ASAN
        __sanitizer_finish_switch_fiber(fake, from ? &from->bottom : nullptr,
                                        from ? &from->size : nullptr);
#endif
    }
};

} // namespace

struct Fiber::State {
    std::function<void()> body;
    void* memory = nullptr;
    ucontext_t inside{};
    ucontext_t outside{};
    Stack stack;
    Stack caller;
    Handling handling;
    bool ended = false;

    static inline State* running = nullptr;

    void leaveTo(bool forGood) {
        stack.beginSwitch(caller, forGood);
        running = nullptr;
        if (forGood)
            setcontext(&outside);
        swapcontext(&inside, &outside);
        stack.endSwitch(&caller);
    }

    static void enter() {
        State& self = *running;
        self.stack.endSwitch(&self.caller);
        self.body();
        self.body = nullptr;
        self.ended = true;
        self.leaveTo(true);
    }
};

Fiber::Fiber(std::function<void()> body)
    : state_(std::make_unique<State>()) {
    state_->body = std::move(body);
    state_->memory = ::mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (state_->memory == MAP_FAILED)
        throw std::bad_alloc();
    state_->stack.bottom = state_->memory;
    state_->stack.size = kStackBytes;
    getcontext(&state_->inside);
    state_->inside.uc_stack.ss_sp = state_->memory;
    state_->inside.uc_stack.ss_size = kStackBytes;
    state_->inside.uc_link = nullptr;
    makecontext(&state_->inside, &State::enter, 0);
}

Fiber::~Fiber() {
    ::munmap(state_->memory, kStackBytes);
}

bool Fiber::ended() const {
    return state_->ended;
}

void Fiber::resume() {
    State& state = *state_;
    exchange(state.handling);
    State::running = &state;
    state.caller.beginSwitch(state.stack, false);
    swapcontext(&state.outside, &state.inside);
    state.caller.endSwitch(nullptr);
    exchange(state.handling);
}

void Fiber::leave() {
    State::running->leaveTo(false);
}

bool Fiber::isInside() {
    return State::running != nullptr;
}

} // namespace leadsheet::sim
