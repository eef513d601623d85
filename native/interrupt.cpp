#include "interrupt.hpp"

namespace biterms {
namespace {

constexpr std::chrono::milliseconds EVERY{20};

struct Patrol {
  Watch *watch = nullptr;
  bool owner = false;
  int64_t left = 0;
};
thread_local Patrol patrol;
thread_local int64_t looked = 0;

}  // namespace

Watch::Watch(Ask ask) : ask_(ask), outer_(patrol.watch), next_(std::chrono::steady_clock::now() + EVERY) {
  patrol = {this, true, PORTION};
}

Watch::~Watch() { patrol = {outer_, outer_ != nullptr, PORTION}; }

void Watch::ask() {
  if (!ask_ || stopped() || std::chrono::steady_clock::now() < next_) return;
  if (ask_()) stop_ = true;
  next_ = std::chrono::steady_clock::now() + EVERY;
}

Watch *current_watch() { return patrol.watch; }

Watched::Watched(Watch *watch) { patrol = {watch, false, PORTION}; }
Watched::~Watched() { patrol = {}; }

void spend(int64_t work) {
  if ((patrol.left -= work) >= 0) return;
  patrol.left = PORTION;
  ++looked;
  if (patrol.owner) patrol.watch->ask();
  stop_if_asked();
}

int64_t looks() { return looked; }

void attend() noexcept {
  if (patrol.owner) patrol.watch->ask();
}

void stop_if_asked() {
  if (patrol.watch && patrol.watch->stopped()) throw Interrupted{};
}

}  // namespace biterms
