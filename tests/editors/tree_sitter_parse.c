/* Parses files with the parser that was made; prints for each its name and how many of its bytes are in error nodes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tree_sitter/parser.h"
#include "tree_sitter/runtime.h"

const TSLanguage *tree_sitter_promela();

static uint32_t errors(TSNode node) {
  if (!ts_node_has_error(node)) return 0;
  if (strcmp(ts_node_type(node), "ERROR") == 0) return ts_node_end_byte(node) - ts_node_start_byte(node);
  if (ts_node_is_missing(node)) return 1;
  uint32_t sum = 0;
  for (uint32_t i = 0; i < ts_node_child_count(node); ++i) sum += errors(ts_node_child(node, i));
  return sum;
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    FILE *in = fopen(argv[i], "rb");
    static char text[1 << 20];
    const size_t size = fread(text, 1, sizeof text, in);
    fclose(in);
    TSParser *parser = ts_parser_new();
    ts_parser_set_language(parser, tree_sitter_promela());
    TSTree *tree = ts_parser_parse_string(parser, NULL, text, (uint32_t)size);
    printf("%s %u %zu\n", argv[i], errors(ts_tree_root_node(tree)), size);
    if (argc == 2) {
      char *shown = ts_node_string(ts_tree_root_node(tree));
      printf("%s\n", shown);
      free(shown);
    }
    ts_tree_delete(tree);
    ts_parser_delete(parser);
  }
  return 0;
}
