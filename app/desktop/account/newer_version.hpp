// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../shell/notice_bar.hpp"

#include "leadsheet/app/accounts/newer_version.hpp"

#include <optional>

namespace leadsheet::desktop {

class Workspace;

/// The newer version that the connected service names; nothing where there is none, or where the
/// person does not want to be told. No other host is ever asked.
std::optional<app::NewerVersion> newerVersion(const Workspace& workspace);
/// Which version this is, and the newer one where there is one; a sentence or two.
QString versionWords(const Workspace& workspace);
/// Opens where the newer version is to be had in the person's browser; nothing without an address.
void openNewerVersion(const Workspace& workspace);

/// Says over the pages that there is a newer version, until it is closed: then not again of the
/// same version.
class NewerVersionNotice : public NoticeBar {
    Q_OBJECT

public:
    explicit NewerVersionNotice(Workspace& workspace);

private:
    void refresh();

    Workspace& workspace_;
    QString said_; ///< the version it shows; empty = none
};

} // namespace leadsheet::desktop
