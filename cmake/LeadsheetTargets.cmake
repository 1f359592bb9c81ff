# SPDX-License-Identifier: Apache-2.0
# Helpers that give every target the same warnings, sanitizers and folders.

# With LEADSHEET_UNITY=N, up to N files of a target are compiled as one: most of a build is reading headers.
# unity_groups.py keeps files apart whose local names clash. A developer's presets compile file by file.
function(leadsheet_unite target)
    if(NOT LEADSHEET_UNITY)
        return()
    endif()
    set(files)
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
        if(source MATCHES "^[^$]*\\.cpp$" AND EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${source}")
            list(APPEND files "${source}")
        endif()
    endforeach()
    list(LENGTH files count)
    if(count LESS 2)
        return()
    endif()
    execute_process(
        COMMAND "${Python3_EXECUTABLE}" "${CMAKE_SOURCE_DIR}/cmake/unity_groups.py" ${LEADSHEET_UNITY} ${files}
        WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE grouped COMMAND_ERROR_IS_FATAL ANY)
    foreach(pair IN LISTS grouped)
        string(REGEX MATCH "^(.*):(.*)$" _ "${pair}")
        if(NOT CMAKE_MATCH_2 STREQUAL "alone")
            set_source_files_properties("${CMAKE_MATCH_1}" PROPERTIES UNITY_GROUP "${CMAKE_MATCH_2}")
        endif()
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # Meant for headers; GCC takes every file of a group for one.
        target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
    endif()
endfunction()

# leadsheet_automoc(<target>): runs moc on what the target's sources need, quickly (moc_alone.sh.in).
function(leadsheet_automoc target)
    set_target_properties(${target} PROPERTIES AUTOMOC ON)
    if(NOT UNIX)
        return() # no shell to run it with
    endif()
    get_target_property(LEADSHEET_MOC Qt6::moc IMPORTED_LOCATION)
    configure_file("${CMAKE_SOURCE_DIR}/cmake/moc_alone.sh.in" "${CMAKE_BINARY_DIR}/moc_alone.sh" @ONLY
        FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
    set_target_properties(${target} PROPERTIES AUTOMOC_EXECUTABLE "${CMAKE_BINARY_DIR}/moc_alone.sh")
endfunction()

# What nearly every file reads, read once for a target whose files are united. Only there: a developer's presets,
# which compile file by file, find an include that is missing.
set(_united_headers <algorithm> <array> <chrono> <functional> <map> <memory> <mutex> <optional> <set> <span> <string>
    <string_view> <utility> <variant> <vector>)
set(_united_headers_from 8)

# leadsheet_add_library(<name> ALIAS <leadsheet::x> SOURCES ... [PUBLIC_INCLUDE dir...]
#                       [PRIVATE_INCLUDE dir...] [LINK_PUBLIC ...] [LINK_PRIVATE ...] [PCH header...]
#                       [UNITED_PCH header...] [AUTOMOC])
# UNITED_PCH: further headers to be read once where files are united.
function(leadsheet_add_library name)
    cmake_parse_arguments(arg "AUTOMOC" "ALIAS"
        "SOURCES;PUBLIC_INCLUDE;PRIVATE_INCLUDE;LINK_PUBLIC;LINK_PRIVATE;PCH;UNITED_PCH" ${ARGN})
    add_library(${name} STATIC ${arg_SOURCES})
    if(arg_ALIAS)
        add_library(${arg_ALIAS} ALIAS ${name})
    endif()
    # Installed, a library has its headers elsewhere and no warnings of ours.
    list(TRANSFORM arg_PUBLIC_INCLUDE PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" REGEX "^[^/]")
    target_include_directories(${name} PUBLIC "$<BUILD_INTERFACE:${arg_PUBLIC_INCLUDE}>" PRIVATE ${arg_PRIVATE_INCLUDE})
    target_link_libraries(${name} PUBLIC ${arg_LINK_PUBLIC}
        PRIVATE "$<BUILD_INTERFACE:leadsheet_warnings;leadsheet_sanitizers>" ${arg_LINK_PRIVATE})
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    if(arg_AUTOMOC)
        leadsheet_automoc(${name})
    endif()
    if(arg_PCH)
        target_precompile_headers(${name} PRIVATE ${arg_PCH})
    endif()
    list(LENGTH arg_SOURCES count)
    if(LEADSHEET_UNITY AND count GREATER_EQUAL _united_headers_from)
        target_precompile_headers(${name} PRIVATE ${_united_headers} ${arg_UNITED_PCH})
    endif()
    leadsheet_unite(${name})
endfunction()

# leadsheet_add_executable(<name> SOURCES ... [LINK ...] [PRIVATE_INCLUDE ...] [OUTPUT file-name])
function(leadsheet_add_executable name)
    cmake_parse_arguments(arg "" "OUTPUT" "SOURCES;LINK;PRIVATE_INCLUDE" ${ARGN})
    add_executable(${name} ${arg_SOURCES})
    target_include_directories(${name} PRIVATE ${arg_PRIVATE_INCLUDE})
    target_link_libraries(${name} PRIVATE leadsheet_warnings leadsheet_sanitizers ${arg_LINK})
    if(arg_OUTPUT)
        set_target_properties(${name} PROPERTIES OUTPUT_NAME ${arg_OUTPUT})
    endif()
    leadsheet_unite(${name})
endfunction()

# What the sanitizers of a test's processes are told. A test of the server spends a third less processor time when each thread
# keeps 64 KB of freed blocks instead of 1 MB, and when pages are not given back to the system; stacks of allocations are short. By hand,
# ASAN_OPTIONS=malloc_context_size=30 tells where a block came from in full.
set(LEADSHEET_ASAN_MEMORY "malloc_context_size=2:quarantine_size_mb=16:thread_local_quarantine_size_kb=64:allocator_release_to_os_interval_ms=-1")
set(LEADSHEET_SANITIZER_ENVIRONMENT "ASAN_OPTIONS=detect_leaks=1:${LEADSHEET_ASAN_MEMORY};LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/cmake/lsan.supp:print_suppressions=0;UBSAN_OPTIONS=print_stacktrace=1;TSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/cmake/tsan.supp halt_on_error=1 second_deadlock_stack=1")

# leadsheet_add_tests(<program> CLASSES tst_a tst_b ... [LINK ...] [PRIVATE_INCLUDE ...] [LABELS ...] [TIMEOUT s] [ENV A=b ...])
# One program for a component; every class is a file <class>.cpp beside the CMakeLists that registers itself
# with LEADSHEET_TEST (tests/support/test_main.hpp), and is one ctest entry "<program>.<class>".
# POSTGRES_CLASSES are in the program too, but are entries of leadsheet_add_postgres_tests() only.
# TIMEOUT (900 s) only ends what hangs: it has to hold on a machine ten times slower than a developer's.
# What servers answer in a test is recorded and checked after the last one (tests/contract).
# The label "threads" means: also runs under ThreadSanitizer; but for WITHOUT_TSAN: long sweeps that ask nothing new of threads.
function(leadsheet_add_tests program)
    cmake_parse_arguments(arg "" "TIMEOUT" "CLASSES;POSTGRES_CLASSES;WITHOUT_TSAN;SOURCES;LINK;PRIVATE_INCLUDE;LABELS;ENV" ${ARGN})
    set(sources ${arg_SOURCES})
    foreach(class IN LISTS arg_CLASSES arg_POSTGRES_CLASSES arg_WITHOUT_TSAN)
        list(APPEND sources ${class}.cpp)
    endforeach()
    add_executable(${program} ${sources})
    leadsheet_automoc(${program})
    target_include_directories(${program} PRIVATE ${arg_PRIVATE_INCLUDE})
    target_link_libraries(${program} PRIVATE leadsheet_warnings leadsheet_sanitizers leadsheet_test_support ${arg_LINK})
    target_precompile_headers(${program} REUSE_FROM leadsheet_test_support)
    # GCC leaves a header aside that was read without a definition that the program has.
    set_target_properties(${program} PROPERTIES PCH_WARN_INVALID OFF)
    leadsheet_unite(${program})
    if("threads" IN_LIST arg_LABELS)
        add_dependencies(threaded_tests ${program})
    endif()
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 900)
    endif()
    # QtTest ends a test function after five minutes by itself.
    math(EXPR function_timeout "${arg_TIMEOUT} * 1000")
    foreach(class IN LISTS arg_CLASSES arg_WITHOUT_TSAN)
        set(labels ${arg_LABELS})
        if(class IN_LIST arg_WITHOUT_TSAN)
            list(REMOVE_ITEM labels threads)
        endif()
        add_test(NAME ${program}.${class} COMMAND ${program} ${class})
        set_tests_properties(${program}.${class} PROPERTIES
            TIMEOUT ${arg_TIMEOUT} LABELS "${labels}" FIXTURES_REQUIRED exchanges
            ENVIRONMENT "QT_QPA_PLATFORM=offscreen;QTEST_FUNCTION_TIMEOUT=${function_timeout};${LEADSHEET_SANITIZER_ENVIRONMENT};LEADSHEET_RECORD_EXCHANGES=${CMAKE_BINARY_DIR}/exchanges;${arg_ENV}")
    endforeach()
endfunction()

# leadsheet_test_in_release(<entry>... [BUILDS target...]): ./dev test runs these in the release preset, not under the sanitizers, and builds these targets
# for it. They start programs over and over, each start costs a sanitizer five times as much, and the code is run under them by other entries
# (docs/adr/2026-11-29-sanitizers-in-process.md). ./dev nightly runs them under the sanitizers too.
function(leadsheet_test_in_release)
    cmake_parse_arguments(arg "" "" "BUILDS" ${ARGN})
    set_property(TEST ${arg_UNPARSED_ARGUMENTS} APPEND PROPERTY LABELS release)
    if(arg_BUILDS)
        add_dependencies(release_tests ${arg_BUILDS})
    endif()
endfunction()

set(LEADSHEET_DATABASE_TEST_ENVIRONMENT "QT_QPA_PLATFORM=offscreen;${LEADSHEET_SANITIZER_ENVIRONMENT}")

# leadsheet_add_postgres_tests(<program> CLASSES tst_a ... [LABELS ...] [ENV A=b ...]): runs these classes of a program, which open their databases
# through tests/support/test_database.hpp, on a PostgreSQL server of their own too: "<program>_postgres.<class>". IN_RELEASE: as
# leadsheet_test_in_release() says, for classes that ask through the API what they ask of SQLite under the sanitizers.
function(leadsheet_add_postgres_tests program)
    cmake_parse_arguments(arg "IN_RELEASE" "" "CLASSES;LABELS;ENV" ${ARGN})
    if(NOT LEADSHEET_POSTGRES_SERVER)
        return()
    endif()
    foreach(class IN LISTS arg_CLASSES)
        add_test(NAME ${program}_postgres.${class} COMMAND ${program} ${class})
        set_tests_properties(${program}_postgres.${class} PROPERTIES
            TIMEOUT 900 LABELS "postgres;${arg_LABELS}" FIXTURES_REQUIRED postgres
            ENVIRONMENT "${LEADSHEET_DATABASE_TEST_ENVIRONMENT};LEADSHEET_TEST_POSTGRES=${CMAKE_BINARY_DIR}/postgres/uri;${arg_ENV}")
        if(arg_IN_RELEASE)
            leadsheet_test_in_release(${program}_postgres.${class} BUILDS ${program})
        endif()
    endforeach()
endfunction()

# leadsheet_add_file_tests(<program> CLASSES tst_a ... [ENV A=b ...]): runs these classes with SQLite files where they usually have databases in
# memory: "<program>_files.<class>", in the release preset (leadsheet_test_in_release).
function(leadsheet_add_file_tests program)
    cmake_parse_arguments(arg "" "" "CLASSES;ENV" ${ARGN})
    foreach(class IN LISTS arg_CLASSES)
        add_test(NAME ${program}_files.${class} COMMAND ${program} ${class})
        set_tests_properties(${program}_files.${class} PROPERTIES
            TIMEOUT 900 LABELS "files"
            ENVIRONMENT "${LEADSHEET_DATABASE_TEST_ENVIRONMENT};LEADSHEET_TEST_SQLITE_FILES=1;${arg_ENV}")
        leadsheet_test_in_release(${program}_files.${class} BUILDS ${program})
    endforeach()
endfunction()
