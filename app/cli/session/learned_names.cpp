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

void learnFrom(Context& context, const app::ColumnMap& map) {
    const std::filesystem::path file = context.folders.learnedNamesFile();
    auto learned = app::LearnedNames::load(file);
    if (!learned || !learned->learn(map))
        return;
    std::error_code ignored;
    std::filesystem::create_directories(file.parent_path(), ignored);
    if (auto saved = learned->save(file); !saved)
        context.console.note("The column names were not remembered. " + saved.error().message());
}

} // namespace leadsheet::cli
