# SPDX-License-Identifier: Apache-2.0
# Usage: cmake -D FOLDER=... -P begin_recording.cmake: a run begins without the records of an earlier one.
file(REMOVE_RECURSE "${FOLDER}")
file(MAKE_DIRECTORY "${FOLDER}")
