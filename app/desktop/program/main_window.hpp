// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../shell/workspace.hpp"

#include <QMainWindow>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <vector>

class QLabel;
class QListWidget;
class QPushButton;
class QStackedWidget;
class QVBoxLayout;

namespace leadsheet::desktop {

class HelpWindow;
class NoticeBar;

/// The window: band and navigation at the left, one page at a time beside it. Pages are added once,
/// in the order of the navigation, and made when they are first wanted.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(Workspace& workspace);
    ~MainWindow() override;

    using MakePage = std::function<Page*()>;
    void addPage(const PageName& name, MakePage make);
    /// A page that is in the navigation only while it is wanted, and has no Alt+number: these stay
    /// the same for everybody.
    void addOptionalPage(const PageName& name, MakePage make);
    void setPageWanted(const QString& id, bool wanted);
    /// A button for accounts goes under the navigation.
    void setAccountWidget(QWidget* widget);
    /// A line over all pages, under the title.
    void addBar(QWidget* bar);
    /// Shown in place of navigation and pages while `cover` is not null; the window owns it.
    void setCover(QWidget* cover);
    /// Makes the page if nobody has seen it yet; null = there is none of this name.
    Page* page(const QString& id);
    Page* currentPage() const;
    void showPage(const QString& id);

    /// Everything the command search finds now.
    QList<QAction*> commands() const;
    NoticeBar& notices() const { return *notices_; }
    bool isNavigationFolded() const { return folded_; }

signals:
    /// The page in front wants the width: the navigation shows its pictures only, or all of it.
    void navigationFolded(bool folded);

protected:
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    bool focusNextPrevChild(bool next) override;
    void moveEvent(QMoveEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeNavigation();
    void sizePictures();
    struct Entry {
        PageName name;
        MakePage make;
        Page* page = nullptr; ///< once it was wanted
    };

    QAction* addToNavigation(const PageName& name, MakePage make);
    /// The row of the navigation, or -1.
    int rowOf(const QString& id) const;
    Page* pageAt(int row);
    QWidget* makeHeader();
    void makeActions();
    void foldNavigation(bool folded);
    void fitNavigation();
    void pageShown();
    void keepFocusOnPage(QWidget* before, QWidget* now);
    void refreshHeader();
    void takePageKeys(const Page& page);
    void copyCommand();
    void searchCommands();
    void rememberWindow();
    /// Asks about the work of each page that has some; nothing is stopped yet.
    bool mayQuit();

    Workspace& workspace_;
    std::vector<Entry> pages_; ///< by the row of the navigation
    QListWidget* navigation_ = nullptr;
    QWidget* navigationFrame_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    QStackedWidget* whole_ = nullptr; ///< the pages, or what covers them
    QVBoxLayout* column_ = nullptr;
    QLabel* title_ = nullptr;
    QPushButton* copyCommand_ = nullptr;
    NoticeBar* notices_ = nullptr;
    NoticeOf noticeOf_ = NoticeOf::Program;
    const Page* noticeOn_ = nullptr; ///< over which page it was said
    HelpWindow* help_ = nullptr;
    QList<QAction*> actions_;
    int numbered_ = 0; ///< pages with Alt+number
    bool folded_ = false;
    bool asking_ = false; ///< whether to quit
    QTimer remember_;
};

} // namespace leadsheet::desktop
