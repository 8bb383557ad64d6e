// Short names for what the generator builds instructions with. The C interface of LLVM is used because it is stable and
// its headers compile in no time.
#pragma once

#include <llvm-c/Core.h>

#include <cassert>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/bits.h"
#include "base/narrow.h"

namespace gyre::jit {

using V = LLVMValueRef;
using Block = LLVMBasicBlockRef;
using Type = LLVMTypeRef;

// Gives something of LLVM's back with the function that is made for it.
template <auto F>
struct Dispose {
  template <class T>
  void operator()(T* what) const {
    F(what);
  }
};
using Module = std::unique_ptr<LLVMOpaqueModule, Dispose<LLVMDisposeModule>>;

class Builder {
 public:
  explicit Builder(LLVMContextRef context) : context_(context), b_(LLVMCreateBuilderInContext(context)) {
    i1 = LLVMInt1TypeInContext(context);
    i8 = LLVMInt8TypeInContext(context);
    i32 = LLVMInt32TypeInContext(context);
    i64 = LLVMInt64TypeInContext(context);
    i128 = LLVMIntTypeInContext(context, 128);
    ptr = LLVMPointerTypeInContext(context, 0);
    none = LLVMVoidTypeInContext(context);
  }
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;
  ~Builder() { LLVMDisposeBuilder(b_); }

  Type i1, i8, i32, i64, i128, ptr, none;
  Type integer(uint32_t bits) const { return LLVMIntTypeInContext(context_, bits); }

  V c(Type type, uint64_t value) const { return LLVMConstInt(type, value, 0); }
  template <std::integral I>
  V c32(I value) const {
    assert(std::in_range<int32_t>(value) || std::in_range<uint32_t>(value));
    const uint64_t extended = value;
    return LLVMConstInt(i32, low_half(extended), 0);
  }
  V c64(uint64_t value) const { return LLVMConstInt(i64, value, 0); }
  static unsigned width_of(V value) { return LLVMGetIntTypeWidth(LLVMTypeOf(value)); }
  // A constant's value, sign-extended.
  static bool constant(V value, int64_t& out) {
    if (!LLVMIsAConstantInt(value)) return false;
    out = LLVMConstIntGetSExtValue(value);
    return true;
  }

  V add(V x, V y) { return LLVMBuildAdd(b_, x, y, ""); }
  V sub(V x, V y) { return LLVMBuildSub(b_, x, y, ""); }
  V mul(V x, V y) { return LLVMBuildMul(b_, x, y, ""); }
  V sdiv(V x, V y) { return LLVMBuildSDiv(b_, x, y, ""); }
  V srem(V x, V y) { return LLVMBuildSRem(b_, x, y, ""); }
  V bit_and(V x, V y) { return LLVMBuildAnd(b_, x, y, ""); }
  V bit_or(V x, V y) { return LLVMBuildOr(b_, x, y, ""); }
  V bit_xor(V x, V y) { return LLVMBuildXor(b_, x, y, ""); }
  V bit_not(V x) { return LLVMBuildNot(b_, x, ""); }
  V neg(V x) { return LLVMBuildNeg(b_, x, ""); }
  V shl(V x, V y) { return LLVMBuildShl(b_, x, y, ""); }
  V lshr(V x, V y) { return LLVMBuildLShr(b_, x, y, ""); }
  V ashr(V x, V y) { return LLVMBuildAShr(b_, x, y, ""); }
  V zext(V x, Type type) {
    assert(width_of(x) <= LLVMGetIntTypeWidth(type));
    return LLVMBuildZExt(b_, x, type, "");
  }
  V sext(V x, Type type) {
    assert(width_of(x) <= LLVMGetIntTypeWidth(type));
    return LLVMBuildSExt(b_, x, type, "");
  }
  V trunc(V x, Type type) {
    assert(width_of(x) >= LLVMGetIntTypeWidth(type));
    return LLVMBuildTrunc(b_, x, type, "");
  }
  V compare(LLVMIntPredicate p, V x, V y) { return LLVMBuildICmp(b_, p, x, y, ""); }
  V equal(V x, V y) { return compare(LLVMIntEQ, x, y); }
  V select(V c, V x, V y) { return LLVMBuildSelect(b_, c, x, y, ""); }
  V is_true(V x) { return compare(LLVMIntNE, x, LLVMConstNull(LLVMTypeOf(x))); }
  V as_int(V flag) { return zext(flag, i32); }

  V at(V base, V bytes) { return LLVMBuildGEP2(b_, i8, base, &bytes, 1, ""); }
  V at(V base, uint64_t bytes) { return at(base, c64(bytes)); }
  // States are not aligned beyond bytes as far as a field is concerned.
  V load(Type type, V from, unsigned align = 1) {
    V v = LLVMBuildLoad2(b_, type, from, "");
    LLVMSetAlignment(v, align);
    return v;
  }
  void store(V value, V to, unsigned align = 1) { LLVMSetAlignment(LLVMBuildStore(b_, value, to), align); }

  V call(V function, std::initializer_list<V> arguments) {
    return call(type_of(function), imported(function), arguments);
  }
  V call(Type type, V function, std::initializer_list<V> arguments) {
    assert(arguments.size() == LLVMCountParamTypes(type));
    return LLVMBuildCall2(b_, type, function, const_cast<V*>(arguments.begin()), narrow<unsigned>(arguments.size()),
                          "");
  }
  Type signature(Type result, std::initializer_list<Type> parameters) const {
    return LLVMFunctionType(result, const_cast<Type*>(parameters.begin()), narrow<unsigned>(parameters.size()), 0);
  }
  // A function of this module, and of others if the program is made in several.
  V function(const std::string& name, Type type) {
    return function(name, type, several_ ? LLVMExternalLinkage : LLVMInternalLinkage);
  }
  V function(const std::string& name, Type type, LLVMLinkage linkage) {
    V f = LLVMAddFunction(module_, name.c_str(), type);
    LLVMSetLinkage(f, linkage);
    attribute(f, LLVMAttributeFunctionIndex, "nounwind");
    return f;
  }
  static std::string name_of(V function) {
    size_t length = 0;
    const char* name = LLVMGetValueName2(function, &length);
    return {name, length};
  }
  static Type type_of(V function) { return LLVMGlobalGetValueType(function); }
  // Functions are made in this module from now on. `several`: they can be called from others.
  void into(LLVMModuleRef module, bool several) {
    module_ = module;
    several_ = several;
  }
  // A call with the parameters of the function that is being made.
  V pass_on(V to) {
    assert(LLVMCountParams(to) == LLVMCountParams(function_));
    std::vector<V> all(LLVMCountParams(function_));
    LLVMGetParams(function_, all.data());
    V call = LLVMBuildCall2(b_, type_of(to), imported(to), all.data(), narrow<unsigned>(all.size()), "");
    LLVMSetTailCall(call, 1);
    return call;
  }
  void attribute(V f, unsigned index, const std::string& name) {
    const unsigned kind = LLVMGetEnumAttributeKindForName(name.data(), name.size());
    LLVMAddAttributeAtIndex(f, index, LLVMCreateEnumAttribute(context_, kind, 0));
  }

  // Begins the body of a function, in this module; variables made by slot() lie in its first block.
  void enter(V function) {
    function_ = imported(function);
    entry_ = block();
    Block body = block();
    LLVMPositionBuilderAtEnd(b_, entry_);
    LLVMBuildBr(b_, body);
    go_on_in(body);
  }
  V parameter(unsigned index) const {
    assert(index < LLVMCountParams(function_));
    return LLVMGetParam(function_, index);
  }
  V slot(Type type, V initial = nullptr) {
    const Block here = LLVMGetInsertBlock(b_);
    LLVMPositionBuilderBefore(b_, LLVMGetBasicBlockTerminator(entry_));
    V v = LLVMBuildAlloca(b_, type, "");
    LLVMPositionBuilderAtEnd(b_, here);
    if (initial) set(v, initial);
    return v;
  }
  V get(Type type, V slot) { return LLVMBuildLoad2(b_, type, slot, ""); }
  void set(V slot, V value) { LLVMBuildStore(b_, value, slot); }

  Block block() { return LLVMAppendBasicBlockInContext(context_, function_, ""); }
  void go_on_in(Block block) { LLVMPositionBuilderAtEnd(b_, block); }
  void jump(Block to) { LLVMBuildBr(b_, to); }
  void branch(V condition, Block yes, Block no) {
    assert(width_of(condition) == 1);
    LLVMBuildCondBr(b_, condition, yes, no);
  }
  V switch_on(V value, Block otherwise, size_t cases) {
    return LLVMBuildSwitch(b_, value, otherwise, narrow<unsigned>(cases));
  }
  void add_case(V switched, V value, Block to) { LLVMAddCase(switched, value, to); }
  void give_back(V value) { LLVMBuildRet(b_, value); }
  void give_back() { LLVMBuildRetVoid(b_); }
  V phi(Type type, const std::vector<std::pair<V, Block>>& from) {
    V p = LLVMBuildPhi(b_, type, "");
    for (auto [v, block] : from) LLVMAddIncoming(p, const_cast<V*>(&v), const_cast<Block*>(&block), 1);
    return p;
  }
  Block here() const { return LLVMGetInsertBlock(b_); }
  // A branch whose first way is seldom taken, so that its code lies out of the way.
  void branch_seldom(V condition, Block seldom, Block often) {
    V b = LLVMBuildCondBr(b_, condition, seldom, often);
    LLVMMetadataRef weights[] = {LLVMMDStringInContext2(context_, "branch_weights", 14), LLVMValueAsMetadata(c32(1)),
                                 LLVMValueAsMetadata(c32(2000))};
    LLVMSetMetadata(b, LLVMGetMDKindIDInContext(context_, "prof", 4),
                    LLVMMetadataAsValue(context_, LLVMMDNodeInContext2(context_, weights, 3)));
  }
  // Goes on in a block, if something leads there; otherwise there is no need for it.
  bool go_on_if_used(Block block) {
    if (LLVMGetFirstUse(LLVMBasicBlockAsValue(block))) {
      go_on_in(block);
      return true;
    }
    LLVMDeleteBasicBlock(block);
    return false;
  }
  V trailing_zeros(V value) {
    V cttz = LLVMGetIntrinsicDeclaration(module_, LLVMLookupIntrinsicID("llvm.cttz", 9), &i64, 1);
    return call(cttz, {value, c(i1, 1)});
  }

 private:
  // A function, declared in this module if it is another one's.
  V imported(V function) {
    if (LLVMGetGlobalParent(function) == module_) return function;
    const std::string name = name_of(function);
    if (V known = LLVMGetNamedFunction(module_, name.c_str())) return known;
    V declared = LLVMAddFunction(module_, name.c_str(), type_of(function));
    copy_attributes(function, declared, static_cast<LLVMAttributeIndex>(LLVMAttributeFunctionIndex));
    for (unsigned i = 1; i <= LLVMCountParams(function); ++i) copy_attributes(function, declared, i);
    return declared;
  }
  static void copy_attributes(V from, V to, LLVMAttributeIndex index) {
    std::vector<LLVMAttributeRef> all(LLVMGetAttributeCountAtIndex(from, index));
    LLVMGetAttributesAtIndex(from, index, all.data());
    for (LLVMAttributeRef a : all) LLVMAddAttributeAtIndex(to, index, a);
  }

  LLVMContextRef context_;
  LLVMModuleRef module_ = nullptr;
  bool several_ = false;
  LLVMBuilderRef b_;
  V function_ = nullptr;
  Block entry_ = nullptr;
};

}  // namespace gyre::jit
