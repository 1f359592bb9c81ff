// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/result.hpp"
#include "leadsheet/side_thread.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace leadsheet {

struct PageOptions {
    std::optional<std::int64_t> limit; ///< items per page; the server's default when not set
    std::optional<std::string> cursor; ///< where to go on; from the start when not set
};

template <class T>
struct Page {
    std::vector<T> items;
    std::optional<std::string> nextCursor; ///< of older servers' leads also on the last page
    bool hasMore = false;                  ///< whether there is more right now
    /// What the server used, which may be less than asked for; 0 when it did not say.
    std::int64_t limit = 0;
    /// Where the page ends, of a list that grows at its end (leads): the bookmark for what is new.
    std::optional<std::string> resumeCursor{};
};

/// A page that has come but is not read yet. Where `nextCursor` is known, which is never said of a
/// last page, the following page is asked for before this one is read.
template <class T>
struct PendingPage {
    std::optional<std::string> nextCursor;
    std::function<Result<Page<T>>()> read;
};

/// Walks a list page by page with keyset cursors. An empty page with a cursor goes on; the same
/// cursor again, or cursors that go round in a circle, are ErrorCode::CursorLoop. A failed page
/// changes nothing: `cursor()` still names it and the next call tries it again. The following page
/// is fetched while the caller works on this one. Single owner: one thread at a time. Destruction
/// waits for a page under way; request the call's stop token first for a quick end.
template <class T>
class PageRange {
public:
    using Fetch = std::function<Result<Page<T>>(const std::optional<std::string>& cursor)>;
    using FetchPending =
        std::function<Result<PendingPage<T>>(const std::optional<std::string>& cursor)>;

    explicit PageRange(Fetch fetch, std::optional<std::string> cursor = {}, bool fetchAhead = true)
        : PageRange(pendingOf(std::move(fetch)), std::move(cursor), fetchAhead) {}

    /// For long lists: pages are read by the caller's thread while the next is on its way.
    explicit PageRange(FetchPending fetch, std::optional<std::string> cursor = {},
                       bool fetchAhead = true)
        : fetch_(std::move(fetch))
        , cursor_(std::move(cursor))
        , fetchAhead_(fetchAhead) {}

    PageRange(PageRange&&) noexcept = default;
    PageRange& operator=(PageRange&&) noexcept = default;

    /// The next page that holds items; an empty vector when the list is finished.
    Result<std::vector<T>> nextPage();

    /// The next item; nothing when the list is finished.
    Result<std::optional<T>> next();

    /// At most `most` items. A limit is demanded so that no list can fill the memory by accident.
    Result<std::vector<T>> take(std::size_t most);

    /// The items in a loop, each as next() gives it: `for (auto& lead : leads)` has a lead, or why
    /// there is none, and ends behind the first failure.
    class Iterator;
    Iterator begin() { return Iterator(*this); }
    std::default_sentinel_t end() const { return {}; }

    /// Where the next page starts; store it to go on later. At the end: the bookmark for what is
    /// new, where the list grows at its end. Nothing before the first page.
    const std::optional<std::string>& cursor() const { return cursor_; }
    bool finished() const { return finished_ && position_ >= items_.size(); }

private:
    static FetchPending pendingOf(Fetch fetch);
    Result<Page<T>> readNow();
    bool looped(const std::string& next);
    void startAhead(const std::optional<std::string>& cursor);
    void settleAhead();

    FetchPending fetch_;
    std::optional<std::string> cursor_;
    std::future<Result<PendingPage<T>>> ahead_;
    std::optional<std::string> aheadCursor_;
    std::unique_ptr<SideThread> thread_; ///< that fetches ahead, once there is more than one page
    std::vector<T> items_;               ///< of the page that next() hands out
    std::size_t position_ = 0;
    bool fetchAhead_ = true;
    bool finished_ = false;
    std::string checkpoint_;
    std::size_t steps_ = 0;
    std::size_t nextCheckpoint_ = 1;
};

template <class T>
class PageRange<T>::Iterator {
public:
    using iterator_concept = std::input_iterator_tag;
    using value_type = Result<T>;
    using difference_type = std::ptrdiff_t;

    explicit Iterator(PageRange& range)
        : range_(&range) {
        ++*this;
    }

    Result<T>& operator*() const { return *item_; }
    Result<T>* operator->() const { return &*item_; }
    Iterator& operator++() {
        if (item_ && !*item_) {
            item_.reset();
            return *this;
        }
        Result<std::optional<T>> next = range_->next();
        if (!next)
            item_ = failure(std::move(next.error()));
        else if (*next)
            item_ = std::move(**next);
        else
            item_.reset();
        return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(std::default_sentinel_t) const { return !item_; }

private:
    PageRange* range_;
    mutable std::optional<Result<T>> item_; ///< nothing at the end
};

template <class T>
typename PageRange<T>::FetchPending PageRange<T>::pendingOf(Fetch fetch) {
    return [fetch = std::move(fetch)](
               const std::optional<std::string>& cursor) -> Result<PendingPage<T>> {
        auto page = fetch(cursor);
        if (!page)
            return failure(std::move(page.error()));
        return PendingPage<T>{{}, [page = std::move(*page)]() mutable -> Result<Page<T>> {
                                  return std::move(page);
                              }};
    };
}

template <class T>
Result<Page<T>> PageRange<T>::readNow() {
    auto pending = ahead_.valid() ? ahead_.get() : fetch_(cursor_);
    if (!pending)
        return failure(std::move(pending.error()));
    if (pending->nextCursor && pending->nextCursor != cursor_)
        startAhead(pending->nextCursor);
    return pending->read();
}

// Brent's method: a cycle of any length is found without keeping every cursor.
template <class T>
bool PageRange<T>::looped(const std::string& next) {
    if (next == cursor_ || (steps_ > 0 && next == checkpoint_))
        return true;
    if (++steps_ == nextCheckpoint_) {
        checkpoint_ = next;
        nextCheckpoint_ *= 2;
    }
    return false;
}

template <class T>
void PageRange<T>::startAhead(const std::optional<std::string>& cursor) {
    if (!fetchAhead_)
        return;
    const auto task = std::make_shared<std::packaged_task<Result<PendingPage<T>>()>>(
        [fetch = fetch_, cursor] { return fetch(cursor); });
    ahead_ = task->get_future();
    aheadCursor_ = cursor;
    if (!thread_)
        thread_ = std::make_unique<SideThread>();
    thread_->run([task] { (*task)(); });
}

// What was fetched ahead counts only where the list really goes on there.
template <class T>
void PageRange<T>::settleAhead() {
    if (!ahead_.valid() || (!finished_ && aheadCursor_ == cursor_))
        return;
    ahead_.wait();
    ahead_ = {};
}

template <class T>
Result<std::vector<T>> PageRange<T>::nextPage() {
    if (position_ < items_.size()) {
        std::vector<T> rest(
            std::make_move_iterator(items_.begin() + static_cast<std::ptrdiff_t>(position_)),
            std::make_move_iterator(items_.end()));
        items_.clear();
        position_ = 0;
        return rest;
    }
    while (!finished_) {
        Result<Page<T>> page = readNow();
        const bool more = page && page->hasMore && page->nextCursor;
        const bool circle = more && looped(*page->nextCursor);
        if (page && !circle) {
            if (!more && page->resumeCursor)
                cursor_ = std::move(page->resumeCursor);
            else if (page->nextCursor)
                cursor_ = std::move(page->nextCursor);
            finished_ = !more;
        }
        settleAhead();
        if (!page)
            return failure(std::move(page.error()));
        if (circle)
            return failure(localError(ErrorCode::CursorLoop,
                                      "The server returned the same cursor twice; the list was "
                                      "stopped so that it does not run for ever."));
        if (page->items.empty())
            continue;
        if (!finished_ && !ahead_.valid())
            startAhead(cursor_);
        return std::move(page->items);
    }
    return std::vector<T>{};
}

template <class T>
Result<std::optional<T>> PageRange<T>::next() {
    if (position_ >= items_.size()) {
        items_.clear();
        position_ = 0;
        Result<std::vector<T>> page = nextPage();
        if (!page)
            return failure(std::move(page.error()));
        if (page->empty())
            return std::optional<T>{};
        items_ = std::move(*page);
    }
    return std::optional<T>(std::move(items_[position_++]));
}

template <class T>
Result<std::vector<T>> PageRange<T>::take(std::size_t most) {
    std::vector<T> taken;
    while (taken.size() < most) {
        Result<std::optional<T>> item = next();
        if (!item)
            return failure(std::move(item.error()));
        if (!*item)
            break;
        taken.push_back(std::move(**item));
    }
    return taken;
}

} // namespace leadsheet
