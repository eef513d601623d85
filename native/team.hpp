// Threads that wait for the next piece of work: a minibatch is too short to start them each time.
#pragma once
#include <atomic>
#include <functional>
#include <thread>

namespace biterms {

// Spins for a moment, since work comes in quick succession, then gives the core away.
class Patience {
 public:
  bool left() const { return spins_ < 1 << 13; }
  void wait() {
    if (!left() || ++spins_ % 64 == 0) std::this_thread::yield();
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }

 private:
  int spins_ = 0;
};

// Runs work(me, team) on up to n threads, the caller being the first. The others may come late or
// not at all (the system gives fewer threads, another call is using them), and a late one may come
// twice: the work is to be taken in pieces by whoever is there.
void in_parallel(int n, const std::function<void(int me, int team)> &work);

}  // namespace biterms
