// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sandbox_scene.hpp"

#include "run/price_panel.hpp"
#include "run/run_engine.hpp"
#include "run/run_panel.hpp"

#include <QPushButton>
#include <QtTest>

namespace leadsheet::test {

inline constexpr const char* kSheetHeader = "Product,Leads,Industries,Locations\n";

/// A sheet of so many good rows.
inline std::string rows(int count) {
    std::string sheet = kSheetHeader;
    for (int i = 1; i <= count; ++i)
        sheet += "filters,100,Industry " + std::to_string(i) + ",Germany\n";
    return sheet;
}

/// What the signals of the engine carry from thread to thread.
inline void registerRunTypes() {
    qRegisterMetaType<desktop::Priced>();
    qRegisterMetaType<desktop::Trouble>();
    qRegisterMetaType<submit::RunId>();
}

/// Price and run pages over one engine, as the Submit page has them.
struct Pages {
    explicit Pages(SandboxScene& scene_)
        : scene(scene_) {
        scene.connect(account);
        window.resize(1040, 720);
        price.resize(1040, 720);
        run.resize(1040, 720);
    }

    desktop::PlanRequest request(const std::filesystem::path& file) const {
        desktop::PlanRequest plan;
        plan.path = file;
        plan.title = file.stem().string();
        plan.sourceName = file.filename().string();
        return plan;
    }

    template <class Widget>
    Widget* child(QWidget& parent, const char* name) const {
        auto* found = parent.findChild<Widget*>(QLatin1String(name));
        if (found == nullptr)
            qFatal("no child %s", name);
        return found;
    }

    void priceIt(const desktop::PlanRequest& plan,
                 const std::vector<desktop::RowSpan>& selected = {}) {
        QSignalSpy priced(&engine, &desktop::RunEngine::priced);
        QSignalSpy failed(&engine, &desktop::RunEngine::failed);
        price.start(plan, selected);
        QTRY_VERIFY_WITH_TIMEOUT(priced.count() + failed.count() > 0, kPatienceMs);
        if (failed.count() > 0)
            qWarning("%s", qPrintable(failed.first().first().value<desktop::Trouble>().what));
        QCOMPARE(failed.count(), 0);
    }

    void placeIt() {
        QSignalSpy ended(&engine, &desktop::RunEngine::ended);
        child<QPushButton>(price, "place")->click();
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, kPatienceMs);
        const auto report = ended.first().first().value<submit::RunReport>();
        QTRY_VERIFY_WITH_TIMEOUT(run.info().has_value() && run.info()->state == report.state,
                                 kPatienceMs);
    }

    /// Prices a sheet of which most was ordered before: the first row as it was, the second
    /// changed, the third gone, the last ones new.
    void priceWithNews() {
        priceIt(request(scene.sheet("a.csv", rows(4))));
        placeIt();
        priceIt(request(scene.sheet("a.csv", std::string(kSheetHeader) +
                                                 "filters,100,Industry 1,Germany\n"
                                                 "filters,250,Industry 2,Germany\n"
                                                 "filters,100,Industry 4,Germany\n"
                                                 "filters,100,Industry 5,Germany\n"
                                                 "filters,100,Industry 5,Germany\n")));
    }

    SandboxScene& scene;
    desktop::AccountSession account;
    QWidget window;
    desktop::RunEngine engine{account};
    desktop::PricePanel price{account, engine};
    desktop::RunPanel run{account, engine};
};

} // namespace leadsheet::test
