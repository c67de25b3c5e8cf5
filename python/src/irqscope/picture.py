"""A picture of a run, as the page draws it."""

import base64
import os
from dataclasses import dataclass
from html import escape
from pathlib import Path

from irqscope.errors import BadInput
from irqscope.values import path_of


@dataclass(frozen=True, slots=True)
class Picture:
    """An SVG picture. A notebook shows it without scripts and without loading anything."""

    svg: str
    title: str
    width_px: int
    height_px: int

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the picture as an SVG file."""
        try:
            Path(path_of(path, "path")).write_text(self.svg, encoding="utf-8")
        except OSError as error:
            raise BadInput(f"path: {path}: {error.strerror}") from error

    def __repr__(self) -> str:
        return f"<irqscope.Picture {self.title}, {self.width_px} x {self.height_px} px>"

    def _repr_html_(self) -> str:
        # An image, so that the ids of two pictures on a page cannot collide.
        data = base64.b64encode(self.svg.encode()).decode("ascii")
        return (
            f'<img alt="{escape(self.title)}" width="{self.width_px}" height="{self.height_px}" '
            f'style="max-width: 100%; height: auto" src="data:image/svg+xml;base64,{data}">'
        )
