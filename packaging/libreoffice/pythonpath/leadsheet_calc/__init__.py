# SPDX-License-Identifier: Apache-2.0
"""Leadsheet in LibreOffice Calc. What knows UNO is in document, panels and desk; the rest is plain Python."""
