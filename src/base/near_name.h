// "Did you mean count?": the name that somebody who wrote another one may have meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gyre {

// How many letters must be inserted, left out, replaced, or exchanged with their neighbour, to make one name the other
// (optimal string alignment).
size_t name_distance(std::string_view a, std::string_view b);

// The nearest of the candidates, or "" if none is near: about one letter in three may be wrong, capitals do not count.
// Names of one or two letters are near to everything: for them only the same one in other capitals is.
std::string near_name(std::string_view name, const std::vector<std::string>& candidates);

// "; did you mean 'count'?", or "" for "".
std::string did_you_mean(const std::string& near);

}  // namespace gyre
