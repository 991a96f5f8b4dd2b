"""A small neural network, evaluated in compiled code."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from fogline.fast.jit import kernel
from fogline.fast.kernel.records import copy


class DenseLayer(NamedTuple):
    """A layer of a network, with memory for its outputs."""

    weights: npt.NDArray[Any]
    """A row for each input."""
    bias: npt.NDArray[Any]
    out: npt.NDArray[Any]


class Network(NamedTuple):
    """A network of three layers, with ReLUs between them."""

    inputs: npt.NDArray[Any]
    """Memory for its inputs."""
    first: DenseLayer
    second: DenseLayer
    last: DenseLayer


@kernel
def _pass_on(inputs, layer):
    """Compute the outputs of a layer; sums have the same order on every machine."""
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
    """Evaluate the network on its inputs; the last layer holds the result."""
    _pass_on(network.inputs, network.first)
    _rectify(network.first)
    _pass_on(network.first.out, network.second)
    _rectify(network.second)
    _pass_on(network.second.out, network.last)
