// SPDX-License-Identifier: Apache-2.0
#include "sandbox_scene.hpp"

#include <QtTest>

#include <fstream>

namespace leadsheet::test {

desktop::Application& application() {
    return *qobject_cast<desktop::Application*>(QCoreApplication::instance());
}

desktop::Theme& theme() {
    static desktop::Theme* theme = nullptr;
    if (theme == nullptr) {
        theme = new desktop::Theme(application());
        theme->setParent(&application());
    }
    return *theme;
}

SandboxScene::SandboxScene(std::int64_t balance) {
    app::SandboxOptions options;
    options.balance = balance;
    options.fulfil = false; // nothing changes but what a test does
    auto started = app::Sandbox::start(folder() / "sandbox", options);
    if (!started)
        qFatal("%s", started.error().message.c_str());
    sandbox_ = *std::move(started);
}

std::filesystem::path SandboxScene::sheet(const std::string& name,
                                          const std::string& content) const {
    const std::filesystem::path file = folder() / name;
    std::ofstream(file, std::ios::binary) << content;
    return file;
}

void SandboxScene::connect(desktop::AccountSession& session) {
    const ClientOptions options(sandbox_->baseUrl(), sandbox_->key());
    auto client = Client::create(options);
    if (!client)
        qFatal("%s", client.error().message.c_str());
    auto account = client->account().get();
    if (!account)
        qFatal("%s", account.error().message.c_str());
    auto connected = std::make_shared<desktop::Connected>();
    connected->client = std::make_shared<const Client>(*std::move(client));
    connected->ref = {options.baseUrl, account->id, "sandbox", account->instanceId};
    connected->account = *std::move(account);
    connected->sandbox = true;
    connected->ledgerFile = folders().sandboxLedgerFile();
    connected->server = sandbox_;
    session.setConnected(connected);
}

} // namespace leadsheet::test
