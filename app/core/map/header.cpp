// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/header.hpp"

#include "leadsheet/app/numbers.hpp"
#include "leadsheet/app/results_file.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <set>

namespace leadsheet::app {
namespace {

constexpr std::size_t kLongestHeader = 60; // characters; longer texts are values or remarks
constexpr double kKnownNameWeight = 3;
constexpr double kEnough = 1.2;

struct RowFacts {
    std::size_t filled = 0;
    std::size_t known = 0; ///< cells that name a target
    std::size_t numbers = 0;
    std::size_t lengthy = 0;
    std::size_t distinct = 0;
};

bool numeric(std::string_view text) {
    return readDecimal(text, 18, NumberStyle::Comma).ok() ||
           readDecimal(text, 18, NumberStyle::Dot).ok();
}

RowFacts factsOf(const SampleRow& row) {
    RowFacts facts;
    std::set<std::string> names;
    for (const std::string& cell : row.cells) {
        const std::string_view text = trimmed(cell);
        if (text.empty())
            continue;
        ++facts.filled;
        const std::string plain = plainName(text);
        names.insert(plain);
        if (!Vocabulary::builtIn().target(plain).empty() ||
            !Vocabulary::builtIn().weakTargets(plain).empty() || isResultHeader(text))
            ++facts.known;
        if (numeric(text))
            ++facts.numbers;
        if (characterCount(text) > kLongestHeader || text.find("://") != std::string_view::npos ||
            text.find('\n') != std::string_view::npos)
            ++facts.lengthy;
    }
    facts.distinct = names.size();
    return facts;
}

double share(std::size_t part, std::size_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// Cells that are numbers below a cell that is none speak for a header.
double contrast(const SampleRow& candidate, const std::vector<SampleRow>& head, std::size_t from) {
    std::size_t below = 0;
    std::size_t textAbove = 0;
    for (std::size_t r = from; r < head.size() && r < from + 5; ++r)
        for (std::size_t c = 0; c < head[r].cells.size() && c < candidate.cells.size(); ++c)
            if (numeric(head[r].cells[c])) {
                ++below;
                textAbove += !trimmed(candidate.cells[c]).empty() && !numeric(candidate.cells[c]);
            }
    return share(textAbove, below);
}

double scoreOf(const RowFacts& facts, std::size_t widest, double contrastBelow) {
    if (facts.filled == 0 || facts.numbers * 2 > facts.filled)
        return 0;
    // A lone cell above a table is a title.
    if (facts.filled == 1 && widest > 1)
        return 0;
    return kKnownNameWeight * share(facts.known, facts.filled) + share(facts.filled, widest) +
           contrastBelow + 0.5 * share(facts.distinct, facts.filled) -
           2 * share(facts.numbers + facts.lengthy, facts.filled);
}

} // namespace

std::string_view confidenceWord(Confidence confidence) {
    switch (confidence) {
    case Confidence::Certain:
        return "certain";
    case Confidence::Likely:
        return "likely";
    default:
        return "unsure";
    }
}

HeaderChoice detectHeader(const std::vector<SampleRow>& head) {
    std::size_t widest = 0;
    std::vector<RowFacts> facts;
    for (const SampleRow& row : head) {
        facts.push_back(factsOf(row));
        widest = std::max(widest, facts.back().filled);
    }
    std::size_t best = head.size();
    double bestScore = 0;
    for (std::size_t i = 0; i < head.size() && i < kHeaderSearchRows; ++i) {
        const double score = scoreOf(facts[i], widest, contrast(head[i], head, i + 1));
        if (score > bestScore) {
            bestScore = score;
            best = i;
        }
    }
    if (best == head.size())
        return {std::nullopt, Confidence::Unsure, "No row looks like column names."};
    const RowFacts& chosen = facts[best];
    HeaderChoice choice;
    choice.row = head[best].row;
    const std::string known = std::to_string(chosen.known) + " of " + std::to_string(chosen.filled);
    if (chosen.known >= 2 || (chosen.known == 1 && chosen.filled == 1)) {
        choice.confidence = Confidence::Certain;
        choice.reason =
            known + " cells in row " + std::to_string(*choice.row) + " are known column names.";
        return choice;
    }
    if (chosen.known == 1 || bestScore >= kEnough + 1) {
        choice.confidence = Confidence::Likely;
        choice.reason = "Row " + std::to_string(*choice.row) + " has names above values.";
        return choice;
    }
    if (bestScore < kEnough)
        return {std::nullopt, Confidence::Unsure, "No row looks like column names."};
    choice.reason = "Row " + std::to_string(*choice.row) + " could be column names.";
    return choice;
}

} // namespace leadsheet::app
