// Shows the steps of a lesson one at a time; without this script all of them stand one below the other.
for (const lesson of document.querySelectorAll(".lesson")) {
  const steps = [...lesson.querySelectorAll(".step")];
  if (steps.length < 2) continue;
  const buttons = document.createElement("p");
  buttons.className = "steps";
  const [back, next] = ["Back", "Next"].map((words) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = words;
    buttons.append(button);
    return button;
  });
  let now = 0;
  const show = (number, moved) => {
    now = number;
    steps.forEach((step, at) => (step.hidden = at !== now));
    back.disabled = now === 0;
    next.disabled = now === steps.length - 1;
    if (!moved) return;
    steps[now].tabIndex = -1;
    steps[now].focus({ preventScroll: true });
    if (lesson.getBoundingClientRect().top < 0) lesson.scrollIntoView({ behavior: "instant" });
  };
  back.addEventListener("click", () => show(now - 1, true));
  next.addEventListener("click", () => show(now + 1, true));
  lesson.append(buttons);
  show(0, false);
}
