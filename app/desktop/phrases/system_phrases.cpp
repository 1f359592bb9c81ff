// SPDX-License-Identifier: Apache-2.0
#include "phrase_lists.hpp"

#include <QtGlobal>

namespace leadsheet::desktop {

QList<Phrase> systemPhrases() {
    return {
        {QT_TRANSLATE_NOOP("Phrases", "No such file or directory")},
        {QT_TRANSLATE_NOOP("Phrases", "Permission denied")},
        {QT_TRANSLATE_NOOP("Phrases", "Operation not permitted")},
        {QT_TRANSLATE_NOOP("Phrases", "No space left on device")},
        {QT_TRANSLATE_NOOP("Phrases", "Disk quota exceeded")},
        {QT_TRANSLATE_NOOP("Phrases", "Read-only file system")},
        {QT_TRANSLATE_NOOP("Phrases", "Input/output error")},
        {QT_TRANSLATE_NOOP("Phrases", "Is a directory")},
        {QT_TRANSLATE_NOOP("Phrases", "Not a directory")},
        {QT_TRANSLATE_NOOP("Phrases", "File exists")},
        {QT_TRANSLATE_NOOP("Phrases", "File too large")},
        {QT_TRANSLATE_NOOP("Phrases", "File name too long")},
        {QT_TRANSLATE_NOOP("Phrases", "Too many open files")},
        {QT_TRANSLATE_NOOP("Phrases", "Too many open files in system")},
        {QT_TRANSLATE_NOOP("Phrases", "Too many levels of symbolic links")},
        {QT_TRANSLATE_NOOP("Phrases", "Device or resource busy")},
        {QT_TRANSLATE_NOOP("Phrases", "Text file busy")},
        {QT_TRANSLATE_NOOP("Phrases", "Cannot allocate memory")},
        {QT_TRANSLATE_NOOP("Phrases", "Stale file handle")},
        {QT_TRANSLATE_NOOP("Phrases", "Connection refused")},
        {QT_TRANSLATE_NOOP("Phrases", "Connection timed out")},
        {QT_TRANSLATE_NOOP("Phrases", "Resource temporarily unavailable")},
        {QT_TRANSLATE_NOOP("Phrases", "Invalid argument")},
    };
}

} // namespace leadsheet::desktop
