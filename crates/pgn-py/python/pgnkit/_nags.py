"""The NAGs of a node as a set that changes the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSet
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .pgn import GameNode


class Nags(MutableSet[int]):
    """The numbers of the NAGs of a node; adding and removing numbers changes the game."""

    __slots__ = ("_node",)

    def __init__(self, node: GameNode) -> None:
        self._node = node

    def _numbers(self) -> list[int]:
        numbers: list[int] = self._node._nag_list()
        return numbers

    def __contains__(self, nag: object) -> bool:
        return nag in self._numbers()

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers())

    def __len__(self) -> int:
        return len(self._numbers())

    def add(self, value: int) -> None:
        self._node._add_nag(value)

    def discard(self, value: int) -> None:
        self._node._discard_nag(value)

    def update(self, *others: Iterable[int]) -> None:
        for other in others:
            for nag in other:
                self.add(nag)

    @classmethod
    def _from_iterable(cls, it: Iterable[int]) -> set[int]:  # type: ignore[override]
        return set(it)

    def __repr__(self) -> str:
        return repr(set(self._numbers()))
