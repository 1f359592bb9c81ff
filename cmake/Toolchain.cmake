# SPDX-License-Identifier: Apache-2.0
# Compiler-wide settings: linker, compiler cache, warnings, sanitizers. Warnings and sanitizers are
# INTERFACE targets, linked by the helpers in LeadsheetTargets.cmake and by nobody else.

find_program(LEADSHEET_CCACHE ccache)
if(LEADSHEET_CCACHE AND UNIX)
    set(_cached_compile "${CMAKE_BINARY_DIR}/cached_compile.sh")
    configure_file("${CMAKE_SOURCE_DIR}/cmake/cached_compile.sh.in" "${_cached_compile}" @ONLY
        FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
    set(CMAKE_C_COMPILER_LAUNCHER "${_cached_compile}")
    set(CMAKE_CXX_COMPILER_LAUNCHER "${_cached_compile}")
endif()

# ld.lld links ELF; other systems keep their own linker.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    find_program(LEADSHEET_LLD ld.lld)
endif()
if(LEADSHEET_LLD)
    add_link_options(-fuse-ld=lld)
endif()

add_library(leadsheet_warnings INTERFACE)
if(MSVC)
    # Untried, see docs/install.md; so warnings are no errors there.
    target_compile_options(leadsheet_warnings INTERFACE /W4 /permissive- /utf-8 /Zc:__cplusplus)
    target_compile_definitions(leadsheet_warnings INTERFACE NOMINMAX WIN32_LEAN_AND_MEAN)
else()
    target_compile_options(leadsheet_warnings INTERFACE
        -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wold-style-cast -Wnon-virtual-dtor
        -Woverloaded-virtual -Wunused-result
        $<$<BOOL:${LEADSHEET_DEVELOPER_MODE}>:-Werror>)
endif()

add_library(leadsheet_sanitizers INTERFACE)
if(LEADSHEET_SANITIZE)
    target_compile_options(leadsheet_sanitizers INTERFACE
        "-fsanitize=${LEADSHEET_SANITIZE}" -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(leadsheet_sanitizers INTERFACE "-fsanitize=${LEADSHEET_SANITIZE}")
    if(LEADSHEET_SANITIZE MATCHES "address")
        # 800,000 addresses need not be relocated each time that a test starts a program: a sixth of its start.
        target_link_options(leadsheet_sanitizers INTERFACE "$<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>")
    endif()
endif()
if(LEADSHEET_COVERAGE)
    # Clang's own counts, by the source: GCC's branches are mostly those of destructors. Atomic: tests count from several threads.
    target_compile_options(leadsheet_sanitizers INTERFACE -fprofile-instr-generate -fcoverage-mapping -fprofile-update=atomic)
    target_link_options(leadsheet_sanitizers INTERFACE -fprofile-instr-generate)
endif()
if(LEADSHEET_FUZZ)
    target_compile_options(leadsheet_sanitizers INTERFACE -fsanitize=fuzzer-no-link)
endif()
