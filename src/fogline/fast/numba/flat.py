"""Arrays as kernels see them: a pointer and a length.

A Numba array is seven words, and an index into it may be negative. A kernel has nine arrays or
more as arguments, and is inlined with all of them. Pointers and plain loads compile and run faster.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from functools import partial
from itertools import accumulate
from typing import Any, TypeVar

from llvmlite import ir
from numba import extending, types
from numba.core import cgutils
from numba.core.imputils import lower_getattr
from numba.core.typing import templates

ClassT = TypeVar("ClassT", bound=type)


class Flat(types.Type):
    """A contiguous array of one kind of number. No index may be negative."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(f"Flat({dtype})")


@extending.register_model(Flat)
class _Model(extending.models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        members = [("data", types.CPointer(kind.dtype)), ("size", types.intp)]
        super().__init__(manager, kind, members)


def flats(named_tuple: ClassT) -> ClassT:
    """Register a named tuple whose one-dimensional arrays kernels see as flats."""

    def type_of(value: Any, context: Any) -> Any:
        kinds = [_flat_type(extending.typeof_impl(member, context)) for member in value]
        return types.BaseTuple.from_types(kinds, named_tuple)

    extending.typeof_impl.register(named_tuple)(type_of)
    return named_tuple


def _flat_type(kind: Any) -> Any:
    if isinstance(kind, types.Array) and kind.ndim == 1 and kind.layout == "C":
        return Flat(kind.dtype)
    return kind


def _of_array(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    array = context.make_array(kind)(context, builder, value)
    made = cgutils.create_struct_proxy(Flat(kind.dtype))(context, builder)
    made.data = array.data
    made.size = builder.extract_value(array.shape, 0)
    return made._getvalue()  # noqa: SLF001 (as Numba's own do)


@extending.unbox(Flat)
def _unbox(kind: Any, value: Any, c: Any) -> Any:
    array = types.Array(kind.dtype, 1, "C")
    native = c.unbox(array, value)
    return extending.NativeValue(
        _of_array(c.context, c.builder, array, native.value), native.is_error
    )


@extending.intrinsic
def flat(_typing: Any, array: Any) -> Any:
    """Return a row of an array as a flat, or a flat as it is."""
    made = _flat_type(array)
    if not isinstance(made, Flat):
        return None

    def codegen(context: Any, builder: Any, signed: Any, args: Any) -> Any:
        given = signed.args[0]
        return args[0] if given == made else _of_array(context, builder, given, args[0])

    return made(array), codegen


def cut(named_tuple: type[Any], sizes: Mapping[str, int]) -> None:
    """Make parts of a named tuple's flat `memory` readable as further members in kernels.

    All are passed as one pointer.
    """
    starts = dict(zip(sizes, accumulate(sizes.values(), initial=0), strict=False))

    class Parts(templates.AttributeTemplate):
        key = types.BaseNamedTuple

        def generic_resolve(self, kind: Any, name: str) -> Any:  # type: ignore[override]
            is_part = kind.instance_class is named_tuple and name in sizes
            return kind[kind.fields.index("memory")] if is_part else None

    templates.infer_getattr(Parts)
    for name in sizes:
        lower_getattr(types.BaseNamedTuple, name)(
            partial(_part, named_tuple, name, starts[name], sizes[name])
        )


def _part(named_tuple: type[Any], name: str, start: int, size: int, *given: Any) -> Any:
    _context, builder, kind, value = given
    if kind.instance_class is not named_tuple:
        return builder.extract_value(value, kind.fields.index(name))
    whole = builder.extract_value(value, kind.fields.index("memory"))
    index = ir.Constant(ir.IntType(64), start)
    data = builder.gep(builder.extract_value(whole, 0), [index])
    made = builder.insert_value(whole, data, 0)
    return builder.insert_value(made, ir.Constant(ir.IntType(64), size), 1)


@templates.infer_global(operator.getitem)
class _GetItem(templates.AbstractTemplate):
    def generic(self, args: Any, _kws: Any) -> Any:
        kind, index = args
        if isinstance(kind, Flat) and isinstance(index, types.Integer):
            return templates.signature(kind.dtype, kind, types.intp)
        return None


@templates.infer_global(operator.setitem)
class _SetItem(templates.AbstractTemplate):
    def generic(self, args: Any, _kws: Any) -> Any:
        kind, index, _ = args
        if isinstance(kind, Flat) and isinstance(index, types.Integer):
            return templates.signature(types.none, kind, types.intp, kind.dtype)
        return None


@extending.lower_builtin(operator.getitem, Flat, types.Integer)
def _load(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
    return builder.load(builder.gep(builder.extract_value(args[0], 0), [args[1]]))


@extending.lower_builtin(operator.setitem, Flat, types.Integer, types.Any)
def _store(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
    builder.store(args[2], builder.gep(builder.extract_value(args[0], 0), [args[1]]))
    return context.get_dummy_value()


@templates.infer_getattr
class _Attributes(templates.AttributeTemplate):
    key = Flat

    def resolve_shape(self, _kind: Any) -> Any:
        return types.UniTuple(types.intp, 1)


@lower_getattr(Flat, "shape")
def _shape(context: Any, builder: Any, _kind: Any, value: Any) -> Any:
    size = builder.extract_value(value, 1)
    return context.make_tuple(builder, types.UniTuple(types.intp, 1), [size])
