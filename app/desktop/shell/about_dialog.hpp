// SPDX-License-Identifier: Apache-2.0
#pragma once

class QWidget;

namespace leadsheet::desktop {

/// Version, licence, where data lies, and what the program stands on. Blocks until closed.
void showAbout(QWidget* parent, const class Workspace& workspace);

} // namespace leadsheet::desktop
