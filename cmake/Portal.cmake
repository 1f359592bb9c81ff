# SPDX-License-Identifier: Apache-2.0
# The pages for developers, made from the contract and compiled into the server.
#   generated/portal/portal_files.cpp             the C++ source that holds them
#   generated/portal/snippets.ts and curl.json    the snippets that they show, for tests
# Swagger UI is part of them where its npm package is there; nothing else needs npm.

set(_swagger_ui "${CMAKE_SOURCE_DIR}/tests/integration/portal/node_modules/swagger-ui-dist")
if(NOT LEADSHEET_DEVELOPER_MODE OR NOT EXISTS "${_swagger_ui}/swagger-ui-bundle.js")
    set(_swagger_ui "")
endif()
set(LEADSHEET_SWAGGER_UI "${_swagger_ui}" CACHE PATH "The npm package swagger-ui-dist, for the page Try it; empty = without")

find_program(LEADSHEET_DOXYGEN doxygen REQUIRED DOC "Reads the headers of the C++ library for its reference")

set(_folder "${CMAKE_BINARY_DIR}/generated/portal")
set(_stamp "${_folder}/portal.stamp")
set(_with_swagger_ui)
if(LEADSHEET_SWAGGER_UI)
    set(_with_swagger_ui --swagger-ui "${LEADSHEET_SWAGGER_UI}")
endif()

file(GLOB _inputs CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/resources/api/*.json" "${CMAKE_SOURCE_DIR}/resources/api/openapi/*.yaml"
    "${CMAKE_SOURCE_DIR}/resources/portal/*" "${CMAKE_SOURCE_DIR}/resources/snippets/*.*"
    "${CMAKE_SOURCE_DIR}/resources/snippets/operations/*.cpp" "${CMAKE_SOURCE_DIR}/cmake/contract/*.py"
    "${CMAKE_SOURCE_DIR}/cmake/portal/*.py" "${CMAKE_SOURCE_DIR}/client-core/include/leadsheet/*.hpp"
    "${CMAKE_SOURCE_DIR}/client-core/include/leadsheet/*/*.hpp")

# The stamp carries the time; the source keeps its own when the content stays the same.
add_custom_command(
    OUTPUT "${_stamp}"
    BYPRODUCTS "${_folder}/portal_files.cpp" "${_folder}/snippets.ts" "${_folder}/curl.json"
    COMMAND "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/cmake/generate_portal.py"
        --source "${CMAKE_SOURCE_DIR}" --version "${PROJECT_VERSION}" ${_with_swagger_ui}
        --doxygen "${LEADSHEET_DOXYGEN}"
        --embed "${_folder}/portal_files.cpp" --snippets "${_folder}" --stamp "${_stamp}"
    DEPENDS "${CMAKE_SOURCE_DIR}/cmake/generate_portal.py" "${CMAKE_SOURCE_DIR}/cmake/generate_contract.py" ${_inputs}
        "${CMAKE_SOURCE_DIR}/CHANGELOG.md" "${CMAKE_SOURCE_DIR}/ROADMAP.md"
        "${CMAKE_SOURCE_DIR}/docs/compatibility.md"
    COMMENT "Generating the pages for developers"
    VERBATIM)
add_custom_target(leadsheet_portal_generate DEPENDS "${_stamp}")
