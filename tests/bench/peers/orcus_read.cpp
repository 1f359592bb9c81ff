// SPDX-License-Identifier: Apache-2.0
// Reads an XLSX file through the callbacks of liborcus and counts what arrives: orcus_read FILE.
// Strings are kept as indexes only, which is the least a caller can do.
#include <cstdio>
#include <exception>
#include <orcus/orcus_xlsx.hpp>
#include <orcus/spreadsheet/import_interface.hpp>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace sheet = orcus::spreadsheet;
namespace iface = orcus::spreadsheet::iface;

class Strings final : public iface::import_shared_strings {
public:
    std::size_t append(std::string_view text) override {
        texts_.emplace_back(text);
        return texts_.size() - 1;
    }
    std::size_t add(std::string_view text) override { return append(text); }
    void set_segment_font(std::size_t) override {}
    void set_segment_bold(bool) override {}
    void set_segment_italic(bool) override {}
    void set_segment_font_name(std::string_view) override {}
    void set_segment_font_size(double) override {}
    void set_segment_font_color(sheet::color_elem_t, sheet::color_elem_t, sheet::color_elem_t,
                                sheet::color_elem_t) override {}
    void append_segment(std::string_view text) override { segments_ += text; }
    std::size_t commit_segments() override { return append(std::exchange(segments_, {})); }

private:
    std::vector<std::string> texts_;
    std::string segments_;
};

class Sheet final : public iface::import_sheet {
public:
    void set_auto(sheet::row_t row, sheet::col_t, std::string_view) override { count(row); }
    void set_string(sheet::row_t row, sheet::col_t, sheet::string_id_t) override { count(row); }
    void set_value(sheet::row_t row, sheet::col_t, double) override { count(row); }
    void set_bool(sheet::row_t row, sheet::col_t, bool) override { count(row); }
    void set_date_time(sheet::row_t row, sheet::col_t, int, int, int, int, int, double) override {
        count(row);
    }
    void set_format(sheet::row_t, sheet::col_t, std::size_t) override {}
    void set_format(sheet::row_t, sheet::col_t, sheet::row_t, sheet::col_t, std::size_t) override {}
    void fill_down_cells(sheet::row_t, sheet::col_t, sheet::row_t) override {}
    sheet::range_size_t get_sheet_size() const override { return {1'048'576, 16'384}; }

    unsigned long long cells() const { return cells_; }
    unsigned long long rows() const { return rows_; }

private:
    void count(sheet::row_t row) {
        ++cells_;
        if (row >= static_cast<sheet::row_t>(rows_))
            rows_ = static_cast<unsigned long long>(row) + 1;
    }

    unsigned long long cells_ = 0;
    unsigned long long rows_ = 0;
};

class Settings final : public iface::import_global_settings {
public:
    void set_origin_date(int, int, int) override {}
    void set_default_formula_grammar(sheet::formula_grammar_t) override {}
    sheet::formula_grammar_t get_default_formula_grammar() const override {
        return sheet::formula_grammar_t::xlsx;
    }
    void set_character_set(orcus::character_set_t) override {}
};

class Resolver final : public iface::import_reference_resolver {
public:
    // Only plain addresses such as "B12" occur in these files.
    sheet::src_address_t resolve_address(std::string_view address) override {
        sheet::src_address_t place{0, 0, 0};
        for (const char c : address) {
            if (c >= 'A' && c <= 'Z')
                place.column = place.column * 26 + (c - 'A' + 1);
            else if (c >= '0' && c <= '9')
                place.row = place.row * 10 + (c - '0');
        }
        --place.column;
        --place.row;
        return place;
    }
    sheet::src_range_t resolve_range(std::string_view) override { return {}; }
};

class Factory final : public iface::import_factory {
public:
    iface::import_global_settings* get_global_settings() override { return &settings_; }
    iface::import_shared_strings* get_shared_strings() override { return &strings_; }
    iface::import_reference_resolver*
    get_reference_resolver(sheet::formula_ref_context_t) override {
        return &resolver_;
    }
    iface::import_sheet* append_sheet(sheet::sheet_t, std::string_view) override { return &sheet_; }
    iface::import_sheet* get_sheet(std::string_view) override { return &sheet_; }
    iface::import_sheet* get_sheet(sheet::sheet_t) override { return &sheet_; }
    void finalize() override {}

    const Sheet& sheet() const { return sheet_; }

private:
    Settings settings_;
    Strings strings_;
    Resolver resolver_;
    Sheet sheet_;
};

} // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: orcus_read FILE\n");
        return 2;
    }
    try {
        Factory factory;
        orcus::orcus_xlsx reader(&factory);
        reader.read_file(argv[1]);
        std::printf("{\"rows\": %llu, \"cells\": %llu}\n", factory.sheet().rows(),
                    factory.sheet().cells());
    } catch (const std::exception& error) {
        std::fprintf(stderr, "orcus: %s\n", error.what());
        return 3;
    }
    return 0;
}
