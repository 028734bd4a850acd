"""Links as codes that a telephone scans."""

from __future__ import annotations


def code_of(link: str) -> str:
    """The link as a QR code, in SVG."""
    import segno

    return str(segno.make(link, error="m").svg_inline(scale=3, border=2, light="white"))
