#include "vm/common_shape.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <new>
#include <random>
#include <utility>
#include <vector>

#include "base/narrow.h"
#include "vm/machine.h"

namespace gyre::vm {

namespace {

constexpr int kWalks = 4;
constexpr int kSteps = 100;  // of each
constexpr std::chrono::milliseconds kStepsPerCheck{100};
constexpr uint64_t kBytes = 16 << 20;

}  // namespace

model::CommonShape common_shape(const std::shared_ptr<const ir::Program>& program, const std::atomic<bool>* stop) {
  // C has one memory, which the beginning of a run sets back.
  if (program->embedded_c != nullptr) return {};
  Machine walker(program);
  model::Budget budget;
  budget.interrupt = stop;
  budget.deadline = std::chrono::steady_clock::now() + kStepsPerCheck;
  budget.bytes = kBytes;
  walker.set_budget(budget);
  walker.want_hashes(false);
  std::vector<std::pair<uint32_t, int>> met;  // shapes in the order in which they are met, and how often
  const auto meet = [&met](uint32_t shape) {
    for (auto& [known, times] : met) {
      if (known == shape) return void(++times);
    }
    met.emplace_back(shape, 1);
  };
  model::SuccessorBuffer here, next;
  std::mt19937 random(1);  // the same code every time
  try {
    for (int walk = 0; walk < kWalks; ++walk) {
      here.clear();
      walker.initial(here);
      uint32_t choice = 0;
      for (int step = 0; step < kSteps && choice < here.list.size() && !here.list[choice].dead_end; ++step) {
        uint32_t shape = 0;
        std::memcpy(&shape, here.view(choice).data, sizeof shape);
        meet(shape);
        walker.expand(here.view(choice), next);
        std::swap(here, next);
        choice = here.list.empty() ? 0 : narrow<uint32_t>(random() % here.list.size());
      }
    }
  } catch (const model::Cancelled&) {
    return {};
  } catch (const std::bad_alloc&) {
    return {};
  }
  const auto most = std::max_element(met.begin(), met.end(), [](auto& a, auto& b) { return a.second < b.second; });
  return most == met.end() ? model::CommonShape{} : model::CommonShape::of(walker.frames(most->first));
}

}  // namespace gyre::vm
