// The mark on the places that the last move touched: four corners.

/** Drawn as SVG, so that it looks the same at any size and survives forced colours. */
export function LastMoveMark() {
  return (
    <svg class="cw-last" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {["cw-last-halo", "cw-last-line"].map((name) => (
        <path key={name} class={name} d="M0 24V0H28M72 0H100V24M100 76V100H72M28 100H0V76" />
      ))}
    </svg>
  );
}
