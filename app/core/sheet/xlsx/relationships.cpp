// SPDX-License-Identifier: Apache-2.0
#include "sheet/xlsx/relationships.hpp"

#include "leadsheet/messages/container.hpp"
#include "leadsheet/try.hpp"
#include "sheet/zip/zip_errors.hpp"

namespace leadsheet::app {

namespace say = messages::container;

namespace {

class RelationshipsHandler final : public PartHandler {
public:
    explicit RelationshipsHandler(std::size_t limit)
        : limit_(limit) {}

    void startElement(std::string_view name, const XmlAttributes& attributes) override {
        if (name != "Relationship" || attributes.get("TargetMode") == "External")
            return;
        if (list.size() >= limit_)
            return reader().fail({SheetErrorCode::LimitExceeded,
                                  {},
                                  {say::tooManyReferences(static_cast<std::int64_t>(limit_))},
                                  {say::fetchOrOpenAndSave()},
                                  {}});
        const std::string_view type = attributes.get("Type").value_or(std::string_view());
        const auto slash = type.rfind('/');
        list.push_back(
            {std::string(attributes.get("Id").value_or(std::string_view())),
             std::string(slash == std::string_view::npos ? type : type.substr(slash + 1)),
             std::string(attributes.get("Target").value_or(std::string_view()))});
    }
    void endElement(std::string_view) override {}
    void text(std::string_view) override {}

    std::vector<Relationship> list;

private:
    std::size_t limit_;
};

} // namespace

std::string relationshipsPartName(std::string_view source) {
    const auto slash = source.rfind('/');
    const std::size_t name = slash == std::string_view::npos ? 0 : slash + 1;
    return std::string(source.substr(0, name)) + "_rels/" + std::string(source.substr(name)) +
           ".rels";
}

SheetResult<std::vector<Relationship>> readRelationships(const Package& package,
                                                         std::string_view source) {
    const ZipEntry* const entry = package.archive.find(relationshipsPartName(source));
    if (entry == nullptr)
        return std::vector<Relationship>();
    RelationshipsHandler handler(package.limits.maxZipEntries);
    LEADSHEET_TRY_DONE(parsePart(package, *entry, handler));
    return std::move(handler.list);
}

} // namespace leadsheet::app
