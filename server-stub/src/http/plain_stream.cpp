// SPDX-License-Identifier: Apache-2.0
#include "http/byte_stream.hpp"

#include <QSocketNotifier>
#include <cerrno>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace leadsheet::server::http {

namespace {

class PlainStream final : public ByteStream {
public:
    PlainStream(int descriptor, Events events)
        : descriptor_(descriptor)
        , reader_(new QSocketNotifier(descriptor, QSocketNotifier::Read))
        , events_(std::move(events)) {
        QObject::connect(reader_, &QSocketNotifier::activated, reader_,
                         [readable = events_.readable] { readable(); });
    }

    ~PlainStream() override {
        retire(reader_);
        retire(writer_);
        ::close(descriptor_);
    }

    PlainStream(const PlainStream&) = delete;
    PlainStream& operator=(const PlainStream&) = delete;

    Result read(char* buffer, std::size_t size) override {
        const ssize_t count = ::recv(descriptor_, buffer, size, MSG_DONTWAIT);
        return count == 0 ? Result{Status::End, 0} : resultOf(count);
    }

    Result write(std::string_view bytes) override {
        return resultOf(
            ::send(descriptor_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL));
    }

    void setReading(bool wanted) override { reader_->setEnabled(wanted); }

    void setWriting(bool wanted) override {
        if (wanted && !writer_) {
            writer_ = new QSocketNotifier(descriptor_, QSocketNotifier::Write);
            QObject::connect(writer_, &QSocketNotifier::activated, writer_,
                             [writable = events_.writable] { writable(); });
        } else if (writer_) {
            writer_->setEnabled(wanted);
        }
    }

    void shutdownWrite() override { ::shutdown(descriptor_, SHUT_WR); }

    void abort() override { setResetOnClose(descriptor_); }

private:
    static Result resultOf(ssize_t count) {
        if (count >= 0) {
            return {Status::Bytes, static_cast<std::size_t>(count)};
        }
        const bool later = errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        return {later ? Status::WouldBlock : Status::Failed, 0};
    }

    /// A notifier may be the sender of the signal that led here.
    static void retire(QSocketNotifier* notifier) {
        if (notifier) {
            notifier->setEnabled(false);
            notifier->deleteLater();
        }
    }

    const int descriptor_;
    QSocketNotifier* reader_;
    QSocketNotifier* writer_ = nullptr;
    Events events_;
};

} // namespace

std::unique_ptr<ByteStream> makePlainStream(int descriptor, ByteStream::Events events) {
    return std::make_unique<PlainStream>(descriptor, std::move(events));
}

void setResetOnClose(int descriptor) noexcept {
    const linger immediately{1, 0};
    ::setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &immediately, sizeof immediately);
}

} // namespace leadsheet::server::http
