// Long work asks from time to time whether it is to stop, also inside of one long document.
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>

namespace biterms {

// Thrown where work stops; the answer that made it stop is for whoever made the watch.
struct Interrupted {};

// The calls of one thread, and of those that help it, as long as this lives.
class Watch {
 public:
  using Ask = bool (*)();  // null: never stop
  explicit Watch(Ask ask);
  ~Watch();
  Watch(const Watch &) = delete;
  Watch &operator=(const Watch &) = delete;

  bool stopped() const { return stop_.load(std::memory_order_relaxed); }
  // Asks, if it is time to; only on the thread that made the watch.
  void ask();

 private:
  const Ask ask_;
  Watch *const outer_;
  std::atomic<bool> stop_{false};
  std::chrono::steady_clock::time_point next_;
};

// The watch of this thread's call, or null.
Watch *current_watch();

// A helper works for the watch of another thread while this lives.
class Watched {
 public:
  explicit Watched(Watch *);
  ~Watched();
  Watched(const Watched &) = delete;
  Watched &operator=(const Watched &) = delete;
};

// Multiplications between two looks at the clock: below a millisecond.
constexpr int64_t PORTION = 1 << 19;

// So many multiplications have been done or are about to be; now and then this asks, and throws Interrupted.
void spend(int64_t work);

// For a thread that waits for others: asks and throws nothing.
void attend() noexcept;

// How often the calls of this thread have looked at the clock, to see whether it is time to ask.
int64_t looks();

// Throws Interrupted if the call is to stop.
void stop_if_asked();

}  // namespace biterms
