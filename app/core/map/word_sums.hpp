// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace leadsheet::app {

/// The sum of a plain word that grows letter by letter, so that a text is looked at without a copy.
class WordSum {
public:
    void add(char c) {
        const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        sum_ = (sum_ ^ static_cast<unsigned char>(lower)) * 16777619U;
        ++letters_;
    }
    std::uint32_t value() const { return sum_; }
    /// Bytes that were added.
    std::size_t letters() const { return letters_; }

private:
    std::uint32_t sum_ = 2166136261U;
    std::size_t letters_ = 0;
};

/// Words by their sums: it has all that were added, and by chance some others.
template <std::size_t Sums>
class WordSums {
public:
    void add(std::string_view plainWord) {
        WordSum sum;
        for (const char c : plainWord)
            sum.add(c);
        sums_.set(sum.value() % Sums);
    }
    /// A text, and all that it begins with.
    void addBeginnings(std::string_view plainText) {
        WordSum sum;
        for (const char c : plainText) {
            sum.add(c);
            sums_.set(sum.value() % Sums);
        }
    }
    bool mayHave(const WordSum& word) const { return sums_.test(word.value() % Sums); }

private:
    std::bitset<Sums> sums_;
};

} // namespace leadsheet::app
