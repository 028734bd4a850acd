"""What a teacher shows a class: the console and the poll."""
