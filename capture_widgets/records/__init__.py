"""The formats in which games are stored: records, notations, codes and journals, each with a strict reader."""
