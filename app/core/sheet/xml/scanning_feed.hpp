// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sheet/xml/element_scanner.hpp"
#include "sheet/xml/xml_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// Stands before the parser of a part and gives what the scanner knows to it. The parser gets
/// everything else, and line ends instead of what was scanned, so that its errors name the right
/// line. Hence rows, texts and errors are those of the parser alone; only they come faster.
class ScanningFeed {
public:
    /// `scans` false: everything goes to the parser. Both must outlive this.
    ScanningFeed(XmlReader& reader, ElementScanner& scanner, bool scans)
        : reader_(reader)
        , scanner_(scanner)
        , scans_(scans) {}

    /// Like XmlReader::feed, but an element at the end may wait for the next bytes.
    [[nodiscard]] SheetResult<void> feed(std::string_view bytes, bool last);
    /// Gives what waits to the parser. To be called before an error that comes from elsewhere: one
    /// in the bytes that wait came first.
    [[nodiscard]] SheetResult<void> flush();

private:
    static constexpr std::size_t kMaxWaiting = 1 << 20;

    void take(std::string_view bytes);
    bool scan();
    [[nodiscard]] SheetResult<void> parse();
    [[nodiscard]] SheetResult<void> passUpTo(std::size_t end);
    void skipBlanks();
    bool isHopeless() const;

    XmlReader& reader_;
    ElementScanner& scanner_;
    bool scans_;
    bool parsing_ = true;      // the next bytes are for the parser
    std::vector<char> window_; // a little that was handled, what was not, and padding
    std::size_t from_ = 0;     // of what was not
    std::size_t end_ = 0;
    std::size_t closingFrom_ = 0; // where to look for the end of what waits; 0 = just scan it
    std::uint64_t lines_ = 0;     // ends of lines in what was scanned, still to be told
    std::uint64_t scanned_ = 0;
    std::uint64_t foreign_ = 0;
};

} // namespace leadsheet::app
