// Scripts that come as text: the second script of the front end, and views that other packages bring.

/** Runs the text of an ES module and returns its default export. anywidget loads the widget's own script in the same way. */
export async function moduleOf<T>(script: string): Promise<T> {
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const { default: value } = (await import(url)) as { default: T };
  URL.revokeObjectURL(url);
  return value;
}
