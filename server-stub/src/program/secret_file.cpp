// SPDX-License-Identifier: Apache-2.0
#include "program/secret_file.hpp"

#include <array>
#include <boost/json.hpp>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <random>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace leadsheet::server::program {

namespace {

namespace json = boost::json;

constexpr std::size_t kPepperBytes = 32;
constexpr std::size_t kMinPepperBytes = 16;
constexpr std::size_t kMaxPepperBytes = 4'096;

std::string reason() {
    return std::generic_category().message(errno);
}

std::string newPepper() {
    std::random_device device;
    std::string hex;
    while (hex.size() < 2 * kPepperBytes) {
        std::array<char, 9> word{};
        std::snprintf(word.data(), word.size(), "%08x", device());
        hex += word.data();
    }
    return hex;
}

tl::expected<std::string, std::string> readPepper(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return tl::make_unexpected("cannot read the pepper file " + path + ": " + reason());
    struct stat info {};
    const bool shared = ::fstat(fd, &info) == 0 && (info.st_mode & (S_IRWXG | S_IRWXO)) != 0;
    std::array<char, kMaxPepperBytes + 1> buffer{};
    const ssize_t got = ::read(fd, buffer.data(), buffer.size());
    ::close(fd);
    if (got < 0)
        return tl::make_unexpected("cannot read the pepper file " + path + ": " + reason());
    if (shared)
        return tl::make_unexpected("others can read the pepper file " + path + "; run: chmod 600 " +
                                   path);
    std::string pepper(buffer.data(), static_cast<std::size_t>(got));
    while (!pepper.empty() && (pepper.back() == '\n' || pepper.back() == '\r'))
        pepper.pop_back();
    if (pepper.size() < kMinPepperBytes || pepper.size() > kMaxPepperBytes)
        return tl::make_unexpected("the pepper file " + path + " holds " +
                                   std::to_string(pepper.size()) + " bytes; " +
                                   std::to_string(kMinPepperBytes) + " to " +
                                   std::to_string(kMaxPepperBytes) + " are needed");
    return pepper;
}

constexpr std::int64_t kPlayBalance = 10'000'000; // minor units

BootstrapKey adminKey(std::string label) {
    BootstrapKey key;
    key.label = std::move(label);
    key.type = KeyType::Admin;
    return key;
}

std::string document(const Server& server, const std::vector<MintedAccount>& accounts) {
    json::array list;
    for (const MintedAccount& account : accounts) {
        json::array keys;
        for (const MintedKey& key : account.keys) {
            json::array scopes;
            for (const std::string& scope : key.scopes)
                scopes.push_back(json::value(scope));
            keys.push_back(json::object{{"id", key.keyId},
                                        {"name", key.label},
                                        {"type", key.type == KeyType::Admin ? "admin" : "customer"},
                                        {"scopes", std::move(scopes)},
                                        {"secret", key.secret}});
        }
        list.push_back(json::object{
            {"id", account.accountId}, {"name", account.name}, {"keys", std::move(keys)}});
    }
    return json::serialize(json::object{{"url", server.baseUrl()}, {"accounts", list}}) + "\n";
}

} // namespace

SecretFile::SecretFile(std::string path, int fd)
    : path_(std::move(path))
    , fd_(fd) {}

SecretFile::SecretFile(SecretFile&& other) noexcept
    : path_(std::move(other.path_))
    , fd_(std::exchange(other.fd_, -1)) {}

SecretFile::~SecretFile() {
    if (fd_ < 0)
        return;
    ::close(fd_);
    ::unlink(path_.c_str());
}

tl::expected<SecretFile, std::string> SecretFile::create(std::string path) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0)
        return tl::make_unexpected("cannot make the file " + path + ": " + reason());
    return SecretFile(std::move(path), fd);
}

tl::expected<void, std::string> SecretFile::commit(std::string_view content) {
    while (!content.empty()) {
        const ssize_t sent = ::write(fd_, content.data(), content.size());
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return tl::make_unexpected("cannot write the file " + path_ + ": " + reason());
        content.remove_prefix(static_cast<std::size_t>(sent));
    }
    if (::fsync(fd_) != 0)
        return tl::make_unexpected("cannot flush the file " + path_ + ": " + reason());
    ::close(std::exchange(fd_, -1));
    return {};
}

tl::expected<std::string, std::string> loadPepper(const std::string& databasePath,
                                                  const std::string& pepperFile) {
    const std::string path = pepperFile.empty() ? databasePath + ".pepper" : pepperFile;
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored) || !pepperFile.empty())
        return readPepper(path);
    const bool empty = std::filesystem::is_regular_file(databasePath, ignored) &&
                       std::filesystem::file_size(databasePath, ignored) == 0;
    if (std::filesystem::exists(databasePath, ignored) && !empty) {
        return tl::make_unexpected(
            databasePath + " exists, but the pepper file " + path +
            " is missing, and without it no key in that database works. Restore it, or name it "
            "with --pepper-file; if " +
            databasePath + " is not a database of this server, name another one with --database.");
    }
    SERVER_TRY(auto file, SecretFile::create(path));
    const std::string pepper = newPepper();
    SERVER_TRY_DONE(file.commit(pepper + "\n"));
    return pepper;
}

std::vector<BootstrapAccount> playAccounts() {
    BootstrapKey customer;
    customer.label = "Sandbox customer";
    return {BootstrapAccount{"Sandbox", kPlayBalance, {customer}},
            BootstrapAccount{"Sandbox operations", 0, {adminKey("Sandbox fulfilment")}}};
}

std::vector<BootstrapAccount> operatorAccount() {
    return {BootstrapAccount{"Operations", 0, {adminKey("First admin key")}}};
}

tl::expected<void, std::string> bootstrapAccounts(Server& server, const std::string& path,
                                                  const std::vector<BootstrapAccount>& accounts) {
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored))
        return {};
    SERVER_TRY(auto file, SecretFile::create(path));
    const auto minted = server.bootstrap(accounts);
    if (!minted)
        return tl::make_unexpected(minted.error().message);
    return file.commit(document(server, *minted));
}

} // namespace leadsheet::server::program
