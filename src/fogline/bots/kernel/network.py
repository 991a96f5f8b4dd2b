"""A small network, asked in compiled code."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fogline.fast.jit import kernel
from fogline.fast.kernel.records import copy


class DenseLayer(NamedTuple):
    """A layer of a network, with room for what comes out of it."""

    weights: npt.NDArray[Any]
    """A row for each number that comes in."""
    bias: npt.NDArray[Any]
    out: npt.NDArray[Any]


class Network(NamedTuple):
    """A network of three layers, with rectifiers between them."""

    inputs: npt.NDArray[Any]
    """Room for what it is told."""
    first: DenseLayer
    second: DenseLayer
    last: DenseLayer


@kernel
def _pass_on(inputs, layer):
    """Weigh what comes in; the sums have the same order on every machine."""
    copy(layer.bias, layer.out)
    for row in range(inputs.shape[0]):
        for column in range(layer.out.shape[0]):
            layer.out[column] += inputs[row] * layer.weights[row, column]


@kernel
def _rectify(layer):
    for column in range(layer.out.shape[0]):
        layer.out[column] = max(layer.out[column], np.float32(0.0))


@kernel
def ask(network):
    """Work out what the network says of its inputs; the last layer holds it afterwards."""
    _pass_on(network.inputs, network.first)
    _rectify(network.first)
    _pass_on(network.first.out, network.second)
    _rectify(network.second)
    _pass_on(network.second.out, network.last)
