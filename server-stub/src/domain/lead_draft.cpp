// SPDX-License-Identifier: Apache-2.0
#include "domain/lead_draft.hpp"

#include "domain/crypto.hpp"
#include "domain/text_check.hpp"

#include <algorithm>

namespace leadsheet::server::domain {

namespace {

constexpr LeadField kEmail = leadField("email");
constexpr LeadField kLinkedinUrl = leadField("linkedinUrl");
constexpr LeadField kCompanyDomain = leadField("companyDomain");
constexpr LeadField kFullName = leadField("fullName");
constexpr LeadField kFirstName = leadField("firstName");
constexpr LeadField kLastName = leadField("lastName");

std::string lower(std::string_view text) {
    std::string out(trimmed(text));
    for (char& c : out) {
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
    }
    return out;
}

std::string_view withoutPrefix(std::string_view text, std::string_view prefix) {
    return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

/// Host and path of an address: "linkedin.com/in/ada". Country hosts are the same site.
std::string profileOf(std::string_view address) {
    const std::string small = lower(address);
    std::string_view text = withoutPrefix(withoutPrefix(small, "https://"), "http://");
    text = text.substr(0, text.find_first_of("?#"));
    while (text.ends_with('/'))
        text.remove_suffix(1);
    const std::size_t slash = std::min(text.find('/'), text.size());
    std::string_view host = text.substr(0, slash);
    constexpr std::string_view kSite = "linkedin.com";
    if (host.ends_with(std::string(".") + std::string(kSite)))
        host = kSite;
    return std::string(withoutPrefix(host, "www.")).append(text.substr(slash));
}

/// One blank between words.
std::string nameOf(const LeadDraft& lead) {
    std::string whole(lead.text(kFullName));
    if (whole.empty() && lead.has(kFirstName) && lead.has(kLastName))
        whole.append(lead.text(kFirstName)).append(" ").append(lead.text(kLastName));
    std::string name;
    for (const char c : lower(whole)) {
        const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (!blank)
            name += c;
        else if (!name.ends_with(' '))
            name += ' ';
    }
    return name;
}

LeadIdentity identity(LeadField field, const std::string& text) {
    const Digest digest = sha256(text);
    LeadIdentity out{field, {}};
    std::copy_n(digest.begin(), out.digest.size(), out.digest.begin());
    return out;
}

} // namespace

std::vector<LeadIdentity> leadIdentities(const LeadDraft& lead) {
    std::vector<LeadIdentity> found;
    if (lead.has(kEmail))
        found.push_back(identity(kEmail, "email\n" + lower(lead.text(kEmail))));
    if (lead.has(kLinkedinUrl))
        found.push_back(identity(kLinkedinUrl, "profile\n" + profileOf(lead.text(kLinkedinUrl))));
    const std::string name = nameOf(lead);
    if (lead.has(kCompanyDomain) && !name.empty()) {
        const std::string domain = lower(lead.text(kCompanyDomain));
        found.push_back(identity(
            kCompanyDomain, "name\n" + std::string(withoutPrefix(domain, "www.")) + "\n" + name));
    }
    return found;
}

} // namespace leadsheet::server::domain
