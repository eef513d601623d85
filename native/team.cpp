#include "team.hpp"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>

#include "interrupt.hpp"
#include "process.hpp"

namespace biterms {
namespace {

class Team {
 public:
  // Never destroyed: its threads sleep until the process ends. A forked child has no threads, so it
  // gets a team of its own.
  // No lock: one held by another thread at the moment of a fork would stay closed for ever.
  static Team &here() {
    static std::atomic<Team *> current{nullptr};
    Team *team = current.load();
    while (!team || team->process_ != process_id()) {
      Team *own = new Team;
      if (current.compare_exchange_strong(team, own)) return *own;
      delete own;  // somebody was faster; it has no threads yet
    }
    return *team;
  }

  bool run(int n, const std::function<void(int, int)> &work) {
    std::unique_lock<std::mutex> mine(busy_, std::try_to_lock);
    if (!mine.owns_lock()) return false;
    recruit(n - 1);
    const int team = workers_ + 1 < n ? workers_ + 1 : n;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      work_ = &work, team_ = team, failed_ = nullptr, watch_ = current_watch();
      open_ = true;
      ++round_;
    }
    if (sleeping_ > 0) wake_.notify_all();
    attempt(0, team);
    open_ = false;  // who has not come by now is not waited for
    for (Patience patience; inside_.load() > 0; patience.wait()) attend();
    if (failed_) std::rethrow_exception(failed_);
    return true;
  }

 private:
  void recruit(int n) {
    try {
      for (; workers_ < n; ++workers_) {
        const int me = workers_ + 1;
        std::thread([this, me, round = round_.load()] { serve(me, round); }).detach();
      }
    } catch (const std::system_error &) {
    }
  }

  void serve(int me, int64_t last) {
    for (;;) {
      for (Patience patience; round_.load() == last; patience.wait())
        if (!patience.left()) sleep(last);
      last = round_.load();
      ++inside_;  // before looking: the caller closes first and counts then
      if (open_.load() && me < team_) {
        const Watched watched(watch_);
        attempt(me, team_);
      }
      --inside_;
    }
  }

  // What one of them throws (no memory) is thrown by `run`, when nobody works any more.
  void attempt(int me, int team) {
    try {
      (*work_)(me, team);
    } catch (...) {
      std::lock_guard<std::mutex> lock(mutex_);
      failed_ = std::current_exception();
    }
  }

  void sleep(int64_t last) {
    std::unique_lock<std::mutex> lock(mutex_);
    ++sleeping_;
    wake_.wait(lock, [&] { return round_.load() != last; });
    --sleeping_;
  }

  const long process_ = process_id();
  std::mutex busy_, mutex_;
  std::condition_variable wake_;
  const std::function<void(int, int)> *work_ = nullptr;
  int team_ = 0, workers_ = 0;
  Watch *watch_ = nullptr;
  std::atomic<int64_t> round_{0};
  std::exception_ptr failed_;
  std::atomic<bool> open_{false};
  std::atomic<int> inside_{0}, sleeping_{0};
};

}  // namespace

void in_parallel(int n, const std::function<void(int, int)> &work) {
  if (n <= 1 || !Team::here().run(n, work)) work(0, 1);
}

}  // namespace biterms
