"""Links as codes that a telephone scans."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(32)
def code_of(link: str) -> str:
    """The link as a QR code, in SVG."""
    import segno

    return str(segno.make(link, error="m").svg_inline(scale=3, border=2, light="white"))
