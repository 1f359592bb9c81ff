// SPDX-License-Identifier: Apache-2.0
#include "check/item_signs.hpp"

#include "map/cell_words.hpp"
#include "map/column_samples.hpp"
#include "map/countries.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include "leadsheet/messages/check.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace leadsheet::app {

std::string_view withoutBullet(std::string_view item) {
    for (const std::string_view bullet :
         {"\u2022", "\u25AA", "\u2023", "\u00B7", "* ", "- ", "\u2013 "})
        if (item.starts_with(bullet))
            return trimmed(item.substr(bullet.size()));
    return item;
}

std::string_view withoutQuotes(std::string_view item) {
    struct Pair {
        std::string_view open;
        std::string_view close;
    };
    static constexpr std::array<Pair, 11> kPairs{{{"\u201E", "\u201D"},
                                                  {"\u201D", "\u201D"},
                                                  {"\u201A", "\u2018"},
                                                  {"\u2019", "\u2019"},
                                                  {"\"", "\""},
                                                  {"'", "'"},
                                                  {"\u201C", "\u201D"},
                                                  {"\u201E", "\u201C"},
                                                  {"\u2018", "\u2019"},
                                                  {"\u00AB", "\u00BB"},
                                                  {"\u00BB", "\u00AB"}}};
    for (const Pair& pair : kPairs)
        if (item.size() > pair.open.size() + pair.close.size() && item.starts_with(pair.open) &&
            item.ends_with(pair.close)) {
            const auto inner = trimmed(
                item.substr(pair.open.size(), item.size() - pair.open.size() - pair.close.size()));
            return inner.find(pair.open) == std::string_view::npos && !inner.empty() ? inner : item;
        }
    return item;
}

std::string withPlainSigns(std::string text) {
    // Full-width signs, as Chinese and Japanese keyboards write them.
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kSigns{
        {{"\uFF1B", ";"},
         {"\uFF0C", ","},
         {"\u3001", ";"},
         {"\uFF0F", " / "},
         {"\uFF5C", "|"},
         {"\u3000", " "}}};
    for (const auto& [wide, plain] : kSigns)
        for (auto at = text.find(wide); at != std::string::npos;
             at = text.find(wide, at + plain.size()))
            text.replace(at, wide.size(), plain);
    return text;
}

namespace {

bool joins(std::string_view word) {
    return isOneOf(lowerCase(word),
                   {"/", "&", "+", "or", "and", "oder", "und", "sowie", "bzw.", "et", "ou", "lub"});
}

} // namespace

std::string withJoinedLines(std::string text) {
    for (auto at = findAny(text, "\r\n"); at != std::string::npos;
         at = findAny(text, "\r\n", at + 1)) {
        const auto next = text.find_first_not_of("\r\n \t", at);
        if (next == std::string::npos)
            break;
        const auto end = std::min(findAny(text, " \t\r\n", next), text.size());
        const bool before = trimmed(std::string_view(text).substr(0, at)).size() > 0;
        const auto word = std::string_view(text).substr(next, end - next);
        // "+" begins the lines of lists, too.
        if (before && end < text.size() && text[end] == ' ' && word != "+" && joins(word))
            text.replace(at, next - at, " ");
    }
    return text;
}

std::string_view withoutLooseEnds(std::string_view item) {
    constexpr std::string_view kEndOfLine = "_x000D_"; // as Excel writes it
    for (std::string_view before; before.size() != item.size();) {
        before = item;
        if (item.size() > kEndOfLine.size() && item.ends_with(kEndOfLine))
            item.remove_suffix(kEndOfLine.size());
        else if (item.size() > 1 && std::string_view(",;:/|").find(item.back()) != item.npos)
            item.remove_suffix(1);
        const auto blank = item.find(' ');
        if (blank != std::string_view::npos && blank > 0 &&
            isOneOf(item.substr(0, blank), {"&", "/", "or", "and", "oder", "und", "et", "ou"}) &&
            blank + 1 < item.size())
            item.remove_prefix(blank);
        item = trimmed(item);
    }
    return item;
}

std::string_view withoutEndJoin(std::string_view item, bool place) {
    for (;;) {
        const auto blank = item.rfind(' ');
        const bool word =
            blank != std::string_view::npos && blank > 0 && joins(item.substr(blank + 1));
        if (word && place && item.ends_with(" OR") && !isCountry(trimmed(item.substr(0, blank))))
            return item;
        if (word)
            item = trimmed(item.substr(0, blank));
        else if (item.size() > 1 &&
                 (item.back() == ',' || (item.back() == '/' && !looksLikeUrl(item))))
            item = trimmed(item.substr(0, item.size() - 1));
        else
            return item;
    }
}

namespace {

bool isTitleLetter(char c) {
    return isLetter(c) || static_cast<unsigned char>(c) >= 0x80;
}

// "in" of "Manager:in", "-rice" of "Directeur/-rice".
bool isFormEnding(std::string_view text) {
    if (text.starts_with('-'))
        text.remove_prefix(1);
    return isOneOf(lowerCase(text), {"in", "innen", "r",    "frau",  "frauen", "rin",  "e",
                                     "es", "ne",    "rice", "trice", "ice",    "euse", "\u00E8re",
                                     "a",  "as",    "ora",  "oras",  "ra",     "essa", "ka"});
}

// "m/w/d", "all genders": who may hold the title.
bool saysAllForms(std::string_view remark) {
    if (isOneOf(lowerCase(remark),
                {"all genders", "alle geschlechter", "alle", "gn", "any gender"}))
        return true;
    const auto parts = trimmedParts(remark, "/|*,");
    return parts.size() > 1 && std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
               return isOneOf(lowerCase(part),
                              {"m", "w", "f", "d", "x", "i", "h", "v", "k", "gn", "div"});
           });
}

// Without brackets that add a form: "(in)", "(m/w/d)".
std::string withoutBrackets(std::string title) {
    for (auto open = title.find('('); open != std::string::npos; open = title.find('(', open + 1)) {
        const auto close = title.find(')', open);
        if (close == std::string::npos)
            return title;
        const auto inner = trimmed(std::string_view(title).substr(open + 1, close - open - 1));
        const bool attached = open > 0 && isTitleLetter(title[open - 1]);
        if (open == 0 || !(saysAllForms(inner) || (attached && isFormEnding(inner)) ||
                           (inner.starts_with('-') && isFormEnding(inner))))
            continue;
        title.erase(open, close - open + 1);
        --open;
    }
    return title;
}

// "Manager" of "Manager:in" and "ManagerIn"; the word itself where it has one form.
std::string_view oneForm(std::string_view word) {
    constexpr std::size_t kShortestStem = 3;
    for (const std::string_view sign : {"*", ":", "_", "/", "\u00B7", "\u2022"})
        if (const auto at = word.rfind(sign); at != std::string_view::npos && at >= kShortestStem &&
                                              isTitleLetter(word[at - 1]) &&
                                              isFormEnding(word.substr(at + sign.size())))
            return word.substr(0, at);
    for (const std::string_view end : {"In", "Innen"})
        if (word.size() > end.size() + kShortestStem && word.ends_with(end)) {
            const char before = word[word.size() - end.size() - 1];
            if (before == 'r' || before == 't')
                return word.substr(0, word.size() - end.size());
        }
    return word;
}

// The stem of the other form is not always the title: "\u00C4rzt" of "\u00C4rzt*in".
std::string titleOf(std::string_view stem) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kStems = {
        {{"\u00C4rzt", "Arzt"},
         {"\u00E4rzt", "arzt"},
         {"nw\u00E4lt", "nwalt"},
         {"K\u00F6ch", "Koch"}}};
    for (const auto& [other, own] : kStems)
        if (stem.ends_with(other))
            return std::string(stem.substr(0, stem.size() - other.size())) + std::string(own);
    return std::string(stem);
}

} // namespace

std::string withoutOtherForms(std::string_view title) {
    const std::string bare = withoutBrackets(std::string(title));
    std::string meant;
    for (std::string_view word : trimmedParts(bare, " ")) {
        const std::string_view one = oneForm(word);
        meant.append(meant.empty() ? "" : " ")
            .append(one.size() < word.size() ? titleOf(one) : std::string(word));
    }
    return meant.empty() ? std::string(title) : meant;
}

namespace say = messages::check;

namespace {

// Where companies have pages instead of a site: the host says nothing about the company.
bool isSharedHost(std::string_view host) {
    static constexpr std::array<std::string_view, 28> kHosts{
        "about.me",       "amazon.com",      "amazon.de",   "apple.com",     "bit.ly",
        "crunchbase.com", "ebay.com",        "etsy.com",    "facebook.com",  "fb.com",
        "github.com",     "goo.gl",          "google.com",  "instagram.com", "kununu.com",
        "linkedin.com",   "linktr.ee",       "medium.com",  "northdata.de",  "pinterest.com",
        "tiktok.com",     "tripadvisor.com", "twitter.com", "wikipedia.org", "x.com",
        "xing.com",       "yelp.com",        "youtube.com"};
    return std::any_of(kHosts.begin(), kHosts.end(), [host](std::string_view shared) {
        return host == shared ||
               (host.ends_with(shared) && host[host.size() - shared.size() - 1] == '.');
    });
}

struct Address {
    std::string domain; ///< "acme.com" of "https://www.acme.com/about"; empty when there is none
    std::string rest;   ///< "/about"
    bool mailbox = false;
    bool isSite() const { return !mailbox && !domain.empty(); }
    bool isPage() const { return rest.size() > 1 || rest == "?"; } // "acme.com?" is not sure
};

Address addressIn(std::string_view text) {
    Address address;
    const std::string lower = lowerCase(text);
    std::string_view left = lower;
    if (const auto scheme = left.find("://"); scheme != std::string_view::npos)
        left.remove_prefix(scheme + 3);
    const auto end = std::min(left.find_first_of("/?#: "), left.size());
    std::string_view host = left.substr(0, end);
    if (host.ends_with('.')) // "acme.com." is the same
        host.remove_suffix(1);
    address.rest = left.substr(end);
    if (const auto at = host.rfind('@'); at != std::string_view::npos) {
        address.mailbox = true;
        host.remove_prefix(at + 1);
    }
    if (host.starts_with("www."))
        host.remove_prefix(4);
    if (looksLikeDomain(host))
        address.domain = host;
    return address;
}

// "acme.com;acme.de" of "acme.com / acme.de"; empty where something else is among them.
std::string domainsIn(std::string_view text) {
    std::string all;
    for (const std::string_view part : trimmedParts(text, " /&+|")) {
        const Address address = addressIn(part);
        if (address.isSite() && !address.isPage())
            all.append(all.empty() ? "" : ";").append(address.domain);
        else if (CellWords::builtIn().sizeWord(plainName(part)) != SizeWord::Or)
            return {};
    }
    return all;
}

// "gmail.com" is nobody's company, but may be left out.
bool isMailHost(const FieldInput& input, const std::string& item, ProblemSink& problems) {
    if (input.target == "excludeDomains" ||
        !Vocabulary::builtIn().isCellWord("mailHosts", plainName(item)))
        return false;
    problems.add(ProblemLevel::Blocks, ProblemCode::NotADomain, input,
                 say::mailHostIsNoCompany(quotable(item)), say::writeCompanyDomain(),
                 readAs(input.of(item), {std::string(), item}, false));
    return true;
}

} // namespace

bool readDomain(const FieldInput& input, std::string& item, ProblemSink& problems) {
    const Address address = addressIn(item);
    if (looksLikeDomain(item)) {
        if (address.domain.size() < item.size() && !address.domain.empty()) // "www.acme.com"
            problems.add(ProblemLevel::Odd, ProblemCode::NotADomain, input,
                         say::hostOfASite(quotable(item)), say::writeInstead(address.domain),
                         readAs(input.of(item), {address.domain}, true));
        return true;
    }
    const bool elsewhere = address.isPage() && isSharedHost(address.domain);
    if (address.isSite() && !elsewhere && address.rest.find(' ') == std::string::npos) {
        if (address.isPage())
            problems.add(ProblemLevel::Odd, ProblemCode::NotADomain, input,
                         say::wasReadAs(quotable(item), {address.domain}), say::writeWhatIsMeant());
        item = address.domain;
        return true;
    }
    if (address.isSite() && elsewhere)
        problems.add(ProblemLevel::Blocks, ProblemCode::NotADomain, input,
                     say::pageOfSharedHost(quotable(item), address.domain),
                     say::writeCompanyDomain());
    else if (const std::string all = domainsIn(item), &meant = all.empty() ? address.domain : all;
             !meant.empty())
        problems.add(ProblemLevel::Blocks, ProblemCode::NotADomain, input,
                     say::notAWebDomain(quotable(item)), say::writeInstead(meant),
                     readAs(input.of(item), {meant}, false));
    else
        problems.add(ProblemLevel::Blocks, ProblemCode::NotADomain, input,
                     say::notAWebDomain(quotable(item)), say::writeDomains());
    return false;
}

bool isCompanyDomain(const FieldInput& input, std::string& item, ProblemSink& problems) {
    return readDomain(input, item, problems) && !isMailHost(input, item, problems);
}

} // namespace leadsheet::app
