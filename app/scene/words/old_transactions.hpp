// A global access as earlier devices moved it, in words.
#pragma once

#include <string>

#include "app/scene/moment.hpp"
#include "sim/model/transactions.hpp"

namespace warplens::scene {

// "16 transactions: 16 × 32 B", "2 transactions: 1 × 128 B, 1 × 64 B"; the largest first.
std::string transactions_words(const std::vector<model::Transaction>& transactions);
// By the rules of that compute capability, below 5.0; "" for atomics, whose rules are not public.
std::string old_transactions(const Moment& moment, int major, int minor);
// A line for each group of capabilities; "" for atomics.
std::string old_transactions(const Moment& moment);

}  // namespace warplens::scene
