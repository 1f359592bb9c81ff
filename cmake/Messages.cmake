# SPDX-License-Identifier: Apache-2.0
# What the programs say, generated from resources/messages.json and its translations.
#   leadsheet::messages     a function for each message, <leadsheet/messages/*.hpp>
#   LEADSHEET_MESSAGE_TABLE the texts, compiled by app/text

set(_messages "${CMAKE_SOURCE_DIR}/resources/messages.json")
set(_german "${CMAKE_SOURCE_DIR}/resources/translations/messages_de.json")
set(_generated "${CMAKE_BINARY_DIR}/generated")
set(_stamp "${_generated}/messages.stamp")
set(LEADSHEET_MESSAGE_TABLE "${_generated}/message_table.cpp" CACHE INTERNAL "")

# A header for each group: the part of an id before the dot.
file(READ "${_messages}" _text)
string(REGEX MATCHALL "\"id\": \"[a-z]+\\." _groups "${_text}")
list(TRANSFORM _groups REPLACE ".*\"([a-z]+)\\." "\\1")
list(REMOVE_DUPLICATES _groups)
list(TRANSFORM _groups REPLACE "(.+)" "${_generated}/leadsheet/messages/\\1.hpp" OUTPUT_VARIABLE _headers)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${_messages}")

add_custom_command(
    OUTPUT "${_stamp}"
    BYPRODUCTS ${_headers} "${LEADSHEET_MESSAGE_TABLE}"
    COMMAND "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/cmake/generate_messages.py"
        --messages "${_messages}" --german "${_german}" --headers "${_generated}/leadsheet/messages"
        --table "${LEADSHEET_MESSAGE_TABLE}" --stamp "${_stamp}"
    DEPENDS "${CMAKE_SOURCE_DIR}/cmake/generate_messages.py" "${_messages}" "${_german}"
    COMMENT "Generating the messages"
    VERBATIM)
add_custom_target(leadsheet_messages_generate DEPENDS "${_stamp}")

add_library(leadsheet_messages INTERFACE)
add_library(leadsheet::messages ALIAS leadsheet_messages)
target_include_directories(leadsheet_messages INTERFACE "$<BUILD_INTERFACE:${_generated}>")
add_dependencies(leadsheet_messages leadsheet_messages_generate)
