# SPDX-License-Identifier: Apache-2.0
# The contract's C++ tables and document, generated from resources/api.
#   leadsheet::contract           constant tables, <leadsheet/contract/*.hpp>
#   leadsheet::contract_document  the document as JSON text, <leadsheet/contract/document.hpp>
# The document is also the file generated/openapi.json in the build folder.

set(_api "${CMAKE_SOURCE_DIR}/resources/api")
set(_generated "${CMAKE_BINARY_DIR}/generated")
set(_headers "${_generated}/leadsheet/contract")
set(_stamp "${_generated}/contract.stamp")

execute_process(COMMAND "${Python3_EXECUTABLE}" -c "import yaml" RESULT_VARIABLE _no_yaml
    OUTPUT_QUIET ERROR_QUIET)
if(_no_yaml)
    message(FATAL_ERROR "${Python3_EXECUTABLE} has no yaml module: install python3-yaml")
endif()

file(GLOB _inputs CONFIGURE_DEPENDS "${_api}/*.json" "${_api}/openapi/*.yaml"
    "${CMAKE_SOURCE_DIR}/cmake/contract/*.py")
set(_tables)
foreach(_name error_codes scopes limits lead_fields lead_rules platforms webhook_events products synonyms operations document)
    list(APPEND _tables "${_headers}/${_name}.hpp")
endforeach()

# The stamp carries the time; the headers keep theirs when their content stays the same.
add_custom_command(
    OUTPUT "${_stamp}"
    BYPRODUCTS ${_tables} "${_generated}/openapi.json" "${_generated}/contract_document.cpp"
    COMMAND "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/cmake/generate_contract.py"
        --api "${_api}" --headers "${_headers}" --document "${_generated}/openapi.json"
        --embed "${_generated}/contract_document.cpp" --stamp "${_stamp}"
    DEPENDS "${CMAKE_SOURCE_DIR}/cmake/generate_contract.py" ${_inputs}
    COMMENT "Generating the contract tables"
    VERBATIM)
add_custom_target(leadsheet_contract_generate DEPENDS "${_stamp}")

add_library(leadsheet_contract INTERFACE)
add_library(leadsheet::contract ALIAS leadsheet_contract)
target_include_directories(leadsheet_contract INTERFACE "$<BUILD_INTERFACE:${_generated}>")
add_dependencies(leadsheet_contract leadsheet_contract_generate)

leadsheet_add_library(leadsheet_contract_document ALIAS leadsheet::contract_document
    SOURCES "${_generated}/contract_document.cpp"
    LINK_PUBLIC leadsheet::contract)
