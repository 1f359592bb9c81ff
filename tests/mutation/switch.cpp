// SPDX-License-Identifier: Apache-2.0
// Linked into programs whose sources schemata.py has rewritten: says which of their mutants is
// switched on.
#include <atomic>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace {

constexpr int kMost = 100'000; // points of one room
constexpr int kUnread = -2;

std::atomic<int> chosen{kUnread};
std::atomic<bool> telling{false};
std::atomic<bool> told[kMost];

int readEnvironment() {
    telling = std::getenv("LEADSHEET_MUTANTS_REACHED") != nullptr;
    const char* number = std::getenv("LEADSHEET_MUTANT");
    const int read = number == nullptr ? -1 : std::atoi(number);
    chosen = read;
    return read;
}

/// At once: a test may end its process in any way.
void tell(int id) {
    if (id >= kMost || told[id].exchange(true))
        return;
    const int file = open(std::getenv("LEADSHEET_MUTANTS_REACHED"),
                          O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0)
        std::abort();
    const std::string line = std::to_string(id) + '\n';
    if (write(file, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
        std::abort();
    close(file);
}

} // namespace

extern "C" bool leadsheet_mutant(int id) {
    int now = chosen.load(std::memory_order_relaxed);
    if (now == kUnread)
        now = readEnvironment();
    if (telling.load(std::memory_order_relaxed))
        tell(id);
    return now == id;
}
