// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/accounts/app_folders.hpp"

#include <QList>
#include <QObject>
#include <QString>
#include <QWidget>

#include <cstdint>
#include <functional>

class QAction;

namespace leadsheet::desktop {

class AccountSession;
class Settings;
class Theme;

/// How a notice looks and sounds.
enum class NoticeKind { Info, Good, Warn, Bad };

/// What a notice is about: what is said of an account goes with it.
enum class NoticeOf { Account, Program };

/// What all pages work with, and how they speak to the window. GUI thread only.
class Workspace : public QObject {
    Q_OBJECT

public:
    Workspace(app::AppFolders folders, Settings& settings, Theme& theme, AccountSession& account);

    const app::AppFolders& folders() const { return folders_; }
    Settings& settings() const { return settings_; }
    Theme& theme() const { return theme_; }
    AccountSession& account() const { return account_; }

    /// Whether a sheet may also be fetched from this computer and from private networks. For tests:
    /// elsewhere an address in a mail could have the program read what only this computer reaches.
    bool fetchesPrivate() const { return fetchesPrivate_; }
    void setFetchesPrivate(bool allowed) { fetchesPrivate_ = allowed; }

    /// A line over the page until it is closed or followed by another, or the page or what it is
    /// of is left; not for what needs an act.
    void notify(NoticeKind kind, const QString& text, NoticeOf of = NoticeOf::Account);
    /// Brings a page to the front by its id: "submit", "orders", ...
    void showPage(const QString& id);
    /// Puts a sheet (path or URL) on the Submit page.
    void openSheet(const QString& source);
    /// Lets a person choose a sheet, and puts it on the Submit page; cancelled, nothing changes.
    void chooseSheet();
    /// Opens a sample sheet on the Submit page, in the sandbox, where nothing is really bought.
    void trySample();
    /// Shows a run of the connected account's ledger on the Submit page.
    void showRun(std::int64_t run);
    /// Shows what a run costs that orders the row of an order a second time.
    void showPricesAgain(std::int64_t run, const QString& orderNumber);
    /// Shows the leads of an order on the Leads page; all of them with an empty number.
    void showLeads(const QString& orderNumber);
    /// Opens the help at a topic.
    void showHelp(const QString& topic);
    /// The page about accounts: connect, switch, keys.
    void showAccounts();

signals:
    void noticed(leadsheet::desktop::NoticeKind kind, const QString& text,
                 leadsheet::desktop::NoticeOf of);
    void pageWanted(const QString& id);
    void sheetWanted(const QString& source);
    void sheetChoiceWanted();
    void sandboxWanted();
    void sampleWanted();
    void runWanted(std::int64_t run);
    void pricesAgainWanted(std::int64_t run, const QString& orderNumber);
    void leadsWanted(const QString& orderNumber);
    void helpWanted(const QString& topic);
    void accountsWanted();

private:
    app::AppFolders folders_;
    Settings& settings_;
    Theme& theme_;
    AccountSession& account_;
    bool fetchesPrivate_ = false;
};

/// What the navigation says of a page, before there is one.
struct PageName {
    QString id;    ///< "submit"; never translated
    QString title; ///< in the navigation and over the page
    QLatin1String icon;
};

/// One page of the main window. A page is made when it is first wanted, lives as long as the window
/// and loads nothing before it is shown.
class Page : public QWidget {
    Q_OBJECT

public:
    explicit Page(Workspace& workspace)
        : workspace_(workspace) {}

    /// By the window that shows it, before it does.
    void setName(const PageName& name);
    const QString& id() const { return name_.id; }
    const QString& title() const { return name_.title; }
    /// Whether the list of pages folds to its pictures beside this page, which needs the width.
    virtual bool wantsWidth() const { return false; }
    /// The command line that does what the page shows, without secrets; empty = none right now.
    virtual QString commandLine() const { return {}; }
    /// What the command search (Ctrl+K) finds while the page exists; the page owns them.
    virtual QList<QAction*> commands() const { return commands_; }
    /// Why quitting now would interrupt something, in a sentence; empty = nothing.
    virtual QString runningWork() const { return {}; }
    struct QuitWords {
        QString go;
        QString stay;
    };
    /// What the two answers to that are called.
    virtual QuitWords quitWords() const { return {tr("Pause and Quit"), tr("Keep Running")}; }
    /// Pauses what runs, so that the program can end.
    virtual void stopWork() {}

signals:
    /// commandLine(), wantsWidth() or the title's small text changed.
    void stateChanged();

protected:
    /// Offers a command, which its keys run while the focus is in the page, or in `where` of it.
    void addCommand(const QString& label, const QKeySequence& keys, const char* picture,
                    const std::function<void()>& what, QWidget* where = nullptr);
    /// Whether somebody sees the page now.
    virtual void setWatched(bool) {}
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

    Workspace& workspace_;

private:
    PageName name_;
    QList<QAction*> commands_;
};

} // namespace leadsheet::desktop
