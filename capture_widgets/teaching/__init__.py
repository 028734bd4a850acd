"""Lessons: positions with questions, judged here and nowhere else; made by hand, opened, run and graded."""
