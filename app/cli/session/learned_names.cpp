// SPDX-License-Identifier: Apache-2.0
#include "learned_names.hpp"

#include "../output/console.hpp"

namespace leadsheet::cli {

std::shared_ptr<const app::LearnedNames> learnedNames(Context& context) {
    auto learned = app::LearnedNames::load(context.folders.learnedNamesFile());
    if (!learned) {
        context.console.note(learned.error().message());
        return nullptr;
    }
    return std::make_shared<const app::LearnedNames>(*std::move(learned));
}

namespace {

template <typename Learn>
void remember(Context& context, Learn learn) {
    const std::filesystem::path file = context.folders.learnedNamesFile();
    auto learned = app::LearnedNames::load(file);
    if (!learned || !learn(*learned))
        return;
    std::error_code ignored;
    std::filesystem::create_directories(file.parent_path(), ignored);
    if (auto saved = learned->save(file); !saved)
        context.console.note("What columns and cells mean was not remembered. " +
                             saved.error().message());
}

} // namespace

void learnFrom(Context& context, const app::ColumnMap& map) {
    remember(context, [&](app::LearnedNames& learned) { return learned.learn(map); });
}

void learnMeanings(Context& context, const std::vector<app::CheckedTab>& tabs) {
    remember(context, [&](app::LearnedNames& learned) {
        bool news = false;
        for (const app::CheckedTab& tab : tabs)
            news = learned.learnMeanings(tab.map) || news;
        return news;
    });
}

} // namespace leadsheet::cli
