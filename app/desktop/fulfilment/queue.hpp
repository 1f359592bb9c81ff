// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../orders/order_words.hpp"

#include "leadsheet/model/admin.hpp"

#include <array>

namespace leadsheet::desktop {

/// Where an order waits for the operator.
enum class Queue { New, NeedsInfo, InWork, Ready, Delivered };
inline constexpr std::array kQueues{Queue::New, Queue::NeedsInfo, Queue::InWork, Queue::Ready,
                                    Queue::Delivered};

OrderStatus statusOf(Queue queue);
/// In Work and Ready have the same status: the last part of a Ready order's leads has arrived.
bool belongs(const AdminOrder& order, Queue queue);
/// Whether the status alone does not say which of two queues it is.
bool sharesStatus(Queue queue);

OrderLook lookOf(Queue queue);
/// As the operator sees it: a question is with the customer, leads are in or not.
OrderLook operatorLook(const AdminOrder& order);

} // namespace leadsheet::desktop
