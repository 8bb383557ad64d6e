// What the options that are a choice can be: one list each, of which the types, the parser, the help and the
// completions are made. Those of stores and searches are tables of their own, which say more about each.
#pragma once

#include "base/named_enum.h"
#include "logic/fairness.h"
#include "search/searches.def"
#include "store/stores.def"

namespace gyre::plan {

using logic::Fairness;
using logic::FairnessUnit;

#define GYRE_LANGUAGES(X) X(automatic, "auto") X(promela, "promela") X(esml, "esml")
GYRE_NAMED_ENUM(Language, GYRE_LANGUAGES);

#define GYRE_SEARCH_CHOICES(X) X(automatic, "auto") GYRE_SAFETY_SEARCHES(X) GYRE_CYCLE_SEARCHES(X)
GYRE_NAMED_ENUM(Search, GYRE_SEARCH_CHOICES);

#define GYRE_STORE_CHOICES(X) X(automatic, "auto") GYRE_STORES(X)
GYRE_NAMED_ENUM(Store, GYRE_STORE_CHOICES);

#define GYRE_HYBRIDS(X) X(automatic, "auto") X(none, "none") X(demon, "demon") X(claim, "claim")
GYRE_NAMED_ENUM(Hybrid, GYRE_HYBRIDS);

// How a cache writes its states down.
#define GYRE_CODECS(X) \
  X(automatic, "auto") X(as_is, "as-is") X(compact, "compact") X(collapse, "collapse") X(tree, "tree")
GYRE_NAMED_ENUM(Codec, GYRE_CODECS);

#define GYRE_REPLACEMENTS(X)      \
  X(random, "random")             \
  X(most_visited, "most-visited") \
  X(least_visited, "least-visited") X(smallest_subtree, "smallest-subtree") X(largest_class, "largest-class")
GYRE_NAMED_ENUM(Replacement, GYRE_REPLACEMENTS);

// Of what is done where it is sound, unless one insists on it or forbids it.
#define GYRE_SWITCHES(X) X(automatic, "auto") X(on, "on") X(off, "off")
GYRE_NAMED_ENUM(Switch, GYRE_SWITCHES);

#define GYRE_ENGINES(X) X(automatic, "auto") X(vm, "vm") X(native, "native")
GYRE_NAMED_ENUM(Engine, GYRE_ENGINES);

#define GYRE_WHEN_FULL(X) X(stop, "stop") X(hash_compact, "hash-compact") X(cache, "cache") X(disk, "disk")
GYRE_NAMED_ENUM(WhenFull, GYRE_WHEN_FULL);

#define GYRE_PATH_ENDS(X) X(stutter, "stutter") X(exclude, "exclude")
GYRE_NAMED_ENUM(PathEnd, GYRE_PATH_ENDS);

#define GYRE_UNLESS_ORDERS(X) X(outer, "outer") X(inner, "inner")
GYRE_NAMED_ENUM(UnlessOrder, GYRE_UNLESS_ORDERS);

// Which files a model may include.
#define GYRE_INCLUDES(X) X(any, "any") X(inside, "inside")
GYRE_NAMED_ENUM(Includes, GYRE_INCLUDES);

#define GYRE_PROGRESS(X) X(automatic, "auto") X(off, "off") X(json, "json")
GYRE_NAMED_ENUM(Progress, GYRE_PROGRESS);

#define GYRE_FORMATS(X) \
  X(automatic, "auto")  \
  X(dot, "dot")         \
  X(aut, "aut")         \
  X(json, "json") X(never, "never") X(hoa, "hoa") X(text, "text") X(itf, "itf") X(svg, "svg") X(html, "html")
GYRE_NAMED_ENUM(Format, GYRE_FORMATS);

#define GYRE_GRAPHS(X) X(states, "states") X(processes, "processes")
GYRE_NAMED_ENUM(GraphOf, GYRE_GRAPHS);

#define GYRE_DUMPS(X) \
  X(tokens, "tokens") \
  X(ast, "ast") X(ir, "ir") X(code, "code") X(llvm, "llvm") X(layout, "layout") X(frequencies, "frequencies")
GYRE_NAMED_ENUM(Dump, GYRE_DUMPS);

#define GYRE_MESSAGES(X) X(none, "none") X(columns, "columns") X(svg, "svg")
GYRE_NAMED_ENUM(Messages, GYRE_MESSAGES);

#define GYRE_SHOWN(X) X(changes, "changes") X(all, "all") X(globals, "globals") X(locals, "locals") X(none, "none")
GYRE_NAMED_ENUM(Shown, GYRE_SHOWN);

#define GYRE_STEPS(X) \
  X(all, "all") X(sends, "sends") X(receives, "receives") X(messages, "messages") X(prints, "prints")
GYRE_NAMED_ENUM(Steps, GYRE_STEPS);

// What a replay leaves out.
#define GYRE_HIDDEN(X) X(locals, "locals") X(inits, "inits") X(skips, "skips")
GYRE_NAMED_ENUM(Hidden, GYRE_HIDDEN);

}  // namespace gyre::plan
