// SPDX-License-Identifier: Apache-2.0
// What test_mutants.py looks for mutants in, and what tries them out: its exit code is 0 when it
// finds nothing wrong.

namespace {

constexpr int kFree = 2 * 1; // known at compile time: left alone

enum class Kind { Small = 1, Large = 2 };

bool within(int count, int most) {
    return count > 0 && count <= most;
}

int cost(int count, bool urgent) {
    static_assert(kFree < 3);
    int sum = 0;
    for (int i = kFree; i < count; ++i)
        sum += 5;
    if (!urgent) // nobody asks for what is not urgent
        return sum;
    return sum * 3;
}

Kind kindOf(int count) {
    switch (count) {
    case 1 + 1:
        return Kind::Large;
    default:
        return Kind::Small;
    }
}

} // namespace

int main() {
    const bool right = within(1, 3) && within(3, 3) && !within(0, 3) && !within(4, 3);
    const bool paid = cost(3, true) == 15;
    return right && paid && kindOf(2) == Kind::Large ? 0 : 1;
}
