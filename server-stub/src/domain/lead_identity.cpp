// SPDX-License-Identifier: Apache-2.0
#include "domain/crypto.hpp"
#include "domain/lead.hpp"
#include "domain/text_check.hpp"

#include <algorithm>
#include <string>
#include <string_view>

// What makes two leads the same person.
namespace leadsheet::server::domain {

namespace {

constexpr LeadField kEmail = leadField("email");
constexpr LeadField kLinkedinUrl = leadField("linkedinUrl");
constexpr LeadField kCompanyDomain = leadField("companyDomain");
constexpr LeadField kFullName = leadField("fullName");
constexpr LeadField kFirstName = leadField("firstName");
constexpr LeadField kLastName = leadField("lastName");

/// How texts are compared: as plainCase(), hosts as plainHost().
struct Spelling {
    std::string (*text)(std::string_view);
    std::string (*host)(std::string_view);
};
constexpr Spelling kSpelling{plainCase, plainHost};
/// How earlier releases compared texts: case mattered beyond ASCII, and so did the normal form.
constexpr Spelling kEarlierSpelling{asciiLower, asciiLower};

std::string_view withoutPrefix(std::string_view text, std::string_view prefix) {
    return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

/// One blank between words.
std::string nameOf(const LeadDraft& lead, const Spelling& spelling) {
    std::string whole(lead.text(kFullName));
    if (whole.empty() && lead.has(kFirstName) && lead.has(kLastName))
        whole.append(lead.text(kFirstName)).append(" ").append(lead.text(kLastName));
    std::string name;
    for (const char c : spelling.text(trimmed(whole))) {
        const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        if (!blank)
            name += c;
        else if (!name.ends_with(' '))
            name += ' ';
    }
    return name;
}

/// Appends the identity that the text is of, unless it is there.
void add(LeadField field, const std::string& text, std::vector<LeadIdentity>& found) {
    const Digest digest = sha256(text);
    LeadIdentity out{field, {}};
    std::copy_n(digest.begin(), out.digest.size(), out.digest.begin());
    if (std::ranges::find(found, out.digest, &LeadIdentity::digest) == found.end())
        found.push_back(out);
}

int hexDigit(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                  : -1;
}

bool isUnreserved(unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' ||
           c == '.' || c == '_' || c == '~';
}

/// Without the percent-encoding of letters (RFC 3986, section 6.2.2.2, and those beyond ASCII); as
/// it is where they would not be UTF-8.
std::string withPlainLetters(std::string_view address) {
    std::string plain;
    for (std::size_t at = 0; at < address.size(); ++at) {
        const int high =
            address[at] == '%' && at + 2 < address.size() ? hexDigit(address[at + 1]) : -1;
        const int low = high >= 0 ? hexDigit(address[at + 2]) : -1;
        const auto byte = static_cast<unsigned char>(high * 16 + low);
        if (low >= 0 && (byte >= 0x80 || isUnreserved(byte))) {
            plain += static_cast<char>(byte);
            at += 2;
        } else
            plain += address[at];
    }
    return invalidUtf8At(plain) ? std::string(address) : plain;
}

std::string withEncodedLetters(std::string_view address) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string encoded;
    for (const char c : address) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x80)
            encoded.append({'%', kDigits[byte >> 4U], kDigits[byte & 0xFU]});
        else
            encoded += c;
    }
    return encoded;
}

std::string profileIn(std::string_view address, const Spelling& spelling) {
    const std::string small = asciiLower(withPlainLetters(trimmed(address)));
    std::string_view text = withoutPrefix(withoutPrefix(small, "https://"), "http://");
    text = text.substr(0, text.find_first_of("?#"));
    while (text.ends_with('/'))
        text.remove_suffix(1);
    const std::size_t slash = std::min(text.find('/'), text.size());
    std::string host = spelling.host(text.substr(0, slash));
    constexpr std::string_view kSite = "linkedin.com";
    if (host.ends_with(std::string(".") + std::string(kSite)))
        host = kSite;
    return std::string(withoutPrefix(host, "www.")).append(spelling.text(text.substr(slash)));
}

std::string addressIn(std::string_view email, const Spelling& spelling) {
    const std::size_t host = email.rfind('@') + 1; // 0 when there is none
    return spelling.text(email.substr(0, host)) + spelling.host(email.substr(host));
}

/// Appends the identities that the lead has in this spelling.
void add(const LeadDraft& lead, const Spelling& spelling, std::vector<LeadIdentity>& found) {
    if (lead.has(kEmail))
        add(kEmail, "email\n" + addressIn(trimmed(lead.text(kEmail)), spelling), found);
    if (lead.has(kLinkedinUrl)) {
        const std::string profile = profileIn(lead.text(kLinkedinUrl), spelling);
        add(kLinkedinUrl, "profile\n" + profile, found);
        // Leads of earlier releases are known by the spelling that they came in.
        add(kLinkedinUrl, "profile\n" + withEncodedLetters(profile), found);
    }
    const std::string name = nameOf(lead, spelling);
    if (lead.has(kCompanyDomain) && !name.empty()) {
        const std::string host = spelling.host(trimmed(lead.text(kCompanyDomain)));
        add(kCompanyDomain, "name\n" + std::string(withoutPrefix(host, "www.")) + "\n" + name,
            found);
    }
}

} // namespace

// Country hosts are the same site. Letters beyond ASCII are one person's whether they are
// percent-encoded or not.
std::string profileOf(std::string_view address) {
    return profileIn(address, kSpelling);
}

std::vector<LeadIdentity> leadIdentities(const LeadDraft& lead) {
    std::vector<LeadIdentity> found;
    add(lead, kSpelling, found);
    add(lead, kEarlierSpelling, found);
    return found;
}

std::function<Digest(std::string_view)> personHash(std::string_view pepper) {
    return [key = hmacSha256(pepper, "suppressed persons 1")](std::string_view identity) {
        return hmacSha256({reinterpret_cast<const char*>(key.data()), key.size()}, identity);
    };
}

} // namespace leadsheet::server::domain
