// SPDX-License-Identifier: Apache-2.0
#include "resource/typed_call.hpp"

namespace leadsheet::detail {
namespace {

class CountingSink final : public ByteSink {
public:
    explicit CountingSink(ByteSink& target)
        : target_(target) {}

    bool restart() override {
        bytes_ = 0;
        return target_.restart();
    }
    bool write(std::string_view bytes) override {
        bytes_ += bytes.size();
        return target_.write(bytes);
    }
    std::uint64_t bytes() const { return bytes_; }

private:
    ByteSink& target_;
    std::uint64_t bytes_ = 0;
};

} // namespace

void addFields(Parameters& parameters, const std::vector<LeadField>& fields) {
    std::string names;
    for (const LeadField field : fields) {
        names += names.empty() ? "" : ",";
        names += toString(field);
    }
    if (!names.empty())
        parameters.emplace_back("fields", names);
}

Result<std::uint64_t> fileCall(CallRunner& runner, Call call, Parameters parameters,
                               LeadFileFormat format, ByteSink& sink, const CallOptions& options) {
    parameters.emplace_back("format", format == LeadFileFormat::Csv ? "csv" : "ndjson");
    call.query = encodeQuery(parameters);
    CountingSink counted(sink);
    call.sink = &counted;
    LEADSHEET_TRY_DONE(
        runner.run(call, options, [](const Answer&) { return std::optional<std::string>(); }));
    return counted.bytes();
}

} // namespace leadsheet::detail
