// Messages whose fields are of another kind than those of their channel: a number where an mtype is kept, a channel
// where none is, a constant that no message can have. As in SPIN all are numbers in the end, and names are often sent
// in a field of numbers: a receive that waits for one there is suspicious if only numbers are sent.
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/nth.h"
#include "lint/channels.h"
#include "lint/lint.h"
#include "lint/spots.h"
#include "lint/values.h"

namespace gyre::lint {

namespace {

enum class Kind : uint8_t { number, symbol, channel };

Kind kind_of(ir::BaseType base) {
  switch (base) {
    case ir::BaseType::mtype: return Kind::symbol;
    case ir::BaseType::chan: return Kind::channel;
    case ir::BaseType::bit:
    case ir::BaseType::byte:
    case ir::BaseType::short_:
    case ir::BaseType::int_:
    case ir::BaseType::unsigned_:
    case ir::BaseType::pid:
    case ir::BaseType::boolean:
    case ir::BaseType::enumeration:
    case ir::BaseType::subrange: return Kind::number;
  }
  __builtin_unreachable();
}

class MessageTypes {
 public:
  explicit MessageTypes(const ir::Program& program) : program_(program), channels_(program) {
    for (const ir::Action& a : program.actions) {
      if (a.kind == ir::ActionKind::send) note(a);
    }
  }

  void look(const ir::Action& a) {
    if (a.kind == ir::ActionKind::send) {
      const ir::ChannelType* type = channels_.type_of(a.channel);
      if (type == nullptr || type->fields.size() != a.exprs.size()) return;
      for (size_t i = 0; i < a.exprs.size(); ++i) value(*type, i, a.exprs[i], false);
    } else if (a.kind == ir::ActionKind::receive) {
      receive(a.channel, a.receive);
    }
  }
  void look(const ir::Expr& e) {
    if (e.op == ir::Op::poll) receive(e.kids[0], e.args);
  }

  const Spots& spots() const { return spots_; }

 private:
  using Field = std::pair<const ir::ChannelType*, size_t>;

  // Which fields names are sent in.
  void note(const ir::Action& a) {
    const ir::ChannelType* type = channels_.type_of(a.channel);
    unknown_sends_ = unknown_sends_ || type == nullptr;
    for (size_t i = 0; i < a.exprs.size(); ++i) {
      const ir::Expr& e = program_.expr(a.exprs[i]);
      const bool number = (e.op == ir::Op::constant || e.op == ir::Op::load) && kind_of(e.type.base) == Kind::number;
      if (!number) named_.emplace(type, i);
    }
  }

  void receive(ir::ExprId channel, const std::vector<ir::ReceiveArg>& fields) {
    const ir::ChannelType* type = channels_.type_of(channel);
    if (type == nullptr || type->fields.size() != fields.size()) return;
    for (size_t i = 0; i < fields.size(); ++i) {
      if (fields[i].kind == ir::ReceiveArg::Kind::match) value(*type, i, fields[i].value, true);
    }
  }

  // A constant or a variable for field i.
  void value(const ir::ChannelType& channel, size_t i, ir::ExprId id, bool compared) {
    const ir::Expr& e = program_.expr(id);
    const ir::ScalarType& field = channel.fields[i];
    const bool simple = e.op == ir::Op::constant || e.op == ir::Op::load;
    const bool other_kind = simple && mismatch({&channel, i}, e, compared);
    const std::optional<int32_t> c = compared ? constant_value(program_, id) : std::nullopt;
    const bool never = c && !range_of(field).has(*c);
    spots_.see(e.span, 0, other_kind || never, [&] {
      return fmt::format("field {} of '{}': it is {}, {}", i + 1, channel.name, type_text(program_, field),
                         other_kind ? "but " + text_of(e) : fmt::format("and never {}", *c));
    });
  }

  // "'ack' is an mtype", "5 is a number"
  std::string text_of(const ir::Expr& e) const {
    if (e.op == ir::Op::load)
      return fmt::format("'{}' is {}", variable_text(program_, e.place.var), type_text(program_, e.type));
    if (kind_of(e.type.base) != Kind::symbol) return fmt::format("{} is a number", e.value);
    return fmt::format("'{}' is {}", ir::mtype_name(program_, e.type.mtype_set, e.value), type_text(program_, e.type));
  }

  // Whether a value of this kind should not be there.
  bool mismatch(const Field& where, const ir::Expr& e, bool compared) const {
    const ir::ScalarType& field = where.first->fields[where.second];
    const Kind want = kind_of(field.base), have = kind_of(e.type.base);
    const bool constant = e.op == ir::Op::constant;
    if (want == Kind::symbol && have == Kind::symbol) return field.mtype_set != e.type.mtype_set;
    if (want == have) return false;
    // 0 is no channel, and stands for that.
    if (want == Kind::channel || have == Kind::channel) return !(have == Kind::number && constant && e.value == 0);
    // Variables of numbers hold mtypes in many models; 0 is no mtype, and stands for that.
    if (want == Kind::symbol)
      return constant && e.value != 0 && !nth(program_.mtype_sets, field.mtype_set).names.empty();
    return constant && compared && !unknown_sends_ && named_.count(where) == 0;
  }

  const ir::Program& program_;
  const Channels channels_;
  std::set<Field> named_;
  bool unknown_sends_ = false;  // on channels of which the type is not known
  Spots spots_;
};

}  // namespace

void message_types(const ir::Program& program, Diagnostics& diagnostics) {
  MessageTypes found(program);
  for (const ir::Action& a : program.actions) found.look(a);
  for (const ir::Expr& e : program.exprs) found.look(e);
  found.spots().report(Warning::message_type, diagnostics);
}

}  // namespace gyre::lint
