// Work in stages: a leader opens one after the other, and whoever is there takes pieces of it.
#pragma once
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>

#include "interrupt.hpp"
#include "team.hpp"

namespace biterms {

// Helpers may come late or never: a stage ends when its pieces are done, not when everyone has come. They stay awake
// between stages, since the next one comes within microseconds.
class Stages {
 public:
  // For the leader: piece(i, me) for i in 0..n, taken in this order; returns when all are done.
  template <class Piece> void run(int64_t n, const Piece &piece) {
    context_ = &piece;
    call_ = [](const void *context, int64_t i, int me) { (*static_cast<const Piece *>(context))(i, me); };
    done_.store(0, std::memory_order_relaxed);
    ticket_.store((uint64_t)n << BITS, std::memory_order_release);
    while (take(0)) {
    }
    for (Patience patience; done_.load(std::memory_order_acquire) < n; patience.wait()) attend();
    if (failed_) std::rethrow_exception(failed_);
  }

  // For the others: takes pieces until the leader closes.
  void help(int me) {
    for (Patience patience; !closed_.load(std::memory_order_acquire);) {
      if (take(me))
        patience = Patience();
      else
        patience.wait();
    }
  }

  void close() { closed_.store(true, std::memory_order_release); }

 private:
  static constexpr int BITS = 32;  // of a ticket: the next piece; above them the number of pieces

  // A piece of the stage that is open, if one is left. While the leader prepares a stage, the ticket says that none is
  // left of the one before, so that nobody takes a piece of what is not ready.
  bool take(int me) {
    uint64_t ticket = ticket_.load(std::memory_order_acquire);
    do {
      if (next(ticket) == ticket >> BITS) return false;
    } while (!ticket_.compare_exchange_weak(ticket, ticket + 1, std::memory_order_acq_rel, std::memory_order_acquire));
    attempt((int64_t)next(ticket), me);
    done_.fetch_add(1, std::memory_order_acq_rel);
    return true;
  }

  static uint64_t next(uint64_t ticket) { return ticket & ((uint64_t{1} << BITS) - 1); }

  // After a failure the other pieces are passed over; the leader throws when nobody works any more.
  void attempt(int64_t i, int me) {
    if (broken_.load(std::memory_order_relaxed)) return;
    try {
      call_(context_, i, me);
    } catch (...) {
      std::lock_guard<std::mutex> lock(mutex_);
      failed_ = std::current_exception();
      broken_ = true;
    }
  }

  const void *context_ = nullptr;
  void (*call_)(const void *, int64_t, int) = nullptr;
  std::atomic<uint64_t> ticket_{0};
  std::atomic<int64_t> done_{0};
  std::atomic<bool> closed_{false}, broken_{false};
  std::mutex mutex_;
  std::exception_ptr failed_;
};

}  // namespace biterms
