// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/work/cause.hpp"

#include "leadsheet/messages/service.hpp"

namespace leadsheet::work {
namespace {

bool isForeignServer(const Error& error) {
    if (error.is(ErrorCode::InvalidResponse) || error.is(ErrorCode::RouteNotFound))
        return true;
    // A proxy's own 502 page is a fault of the network, not a wrong address.
    return error.rawCode.empty() && error.httpStatus >= 300 && error.httpStatus < 500 &&
           error.httpStatus != 408 && error.httpStatus != 425 && error.httpStatus != 429;
}

bool brokeOff(const Error& error) {
    return error.is(ErrorCode::NetworkError) && !error.said.empty() &&
           error.said.front().id == messages::service::connectionBroke().id;
}

Cause serverCause(const Error& error) {
    if (error.is(ErrorCode::ProxyError))
        return Cause::Proxy;
    if (error.is(ErrorCode::TlsError))
        return Cause::Tls;
    if (isForeignServer(error))
        return Cause::ForeignServer;
    if (error.httpStatus >= 500)
        return Cause::ServerFault;
    if (error.is(ErrorCode::ClientTimeout))
        return Cause::Timeout;
    if (error.is(ErrorCode::ResponseTooLarge))
        return Cause::TooLarge;
    if (error.httpStatus >= 400)
        return Cause::Refused;
    return brokeOff(error) ? Cause::Broken : Cause::Unreachable;
}

} // namespace

Cause causeOf(const Error& error) {
    switch (error.code) {
    case ErrorCode::MissingScope:
        return Cause::MissingScope;
    case ErrorCode::WrongKeyType:
        return Cause::WrongKeyType;
    case ErrorCode::AccountSuspended:
        return Cause::AccountSuspended;
    case ErrorCode::ExpiredApiKey:
        return Cause::ExpiredKey;
    case ErrorCode::RevokedApiKey:
        return Cause::RevokedKey;
    case ErrorCode::MissingApiKey:
    case ErrorCode::InvalidApiKey:
        return Cause::UnknownKey;
    case ErrorCode::InsufficientCredit:
        return Cause::NoCredit;
    case ErrorCode::SpendCapReached:
        return Cause::SpendCap;
    case ErrorCode::PriceGuard:
    case ErrorCode::SpendGuard:
    case ErrorCode::PriceChanged:
    case ErrorCode::QuoteExpired:
        return Cause::OtherPrice;
    case ErrorCode::RateLimited:
        return Cause::RateLimit;
    case ErrorCode::LedgerLocked:
        return Cause::LedgerLocked;
    case ErrorCode::LedgerDamaged:
        return Cause::LedgerDamaged;
    case ErrorCode::LedgerTooNew:
        return Cause::LedgerTooNew;
    case ErrorCode::StorageFull:
        return Cause::StorageFull;
    case ErrorCode::StorageError:
        return Cause::Storage;
    case ErrorCode::Cancelled:
        return Cause::Cancelled;
    case ErrorCode::InvalidArgument:
        return Cause::Argument;
    case ErrorCode::InvalidParameter:
        return Cause::Parameter;
    case ErrorCode::NotFound:
        return Cause::NotFound;
    case ErrorCode::NotImplemented:
        return Cause::NotImplemented;
    default: // an open enum: what it may become, the status says
        return serverCause(error);
    }
}

} // namespace leadsheet::work
