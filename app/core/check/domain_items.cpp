// SPDX-License-Identifier: Apache-2.0
#include "check/domain_items.hpp"

#include "leadsheet/messages/check.hpp"
#include "map/cell_words.hpp"
#include "map/column_samples.hpp"
#include "map/vocabulary.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>

namespace leadsheet::app {

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
