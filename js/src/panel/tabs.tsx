// A row of tabs with one Tab stop; the arrow keys open the next tab.

interface TabsProps<Name extends string> {
  uid: string;
  label: string;
  tabs: readonly Name[];
  words: Record<Name, string>;
  open: Name;
  /** The panel that a tab shows. */
  panel: (tab: Name) => string;
  /** The prefix of the panels' identifiers, where it is not the one of the tabs. */
  panels?: string | undefined;
  show: (tab: Name) => void;
}

export function TabList<Name extends string>({ uid, label, tabs, words, open, panel, panels = uid, show }: TabsProps<Name>) {
  const step = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: tabs.length - 1 }[event.key];
    const next = by === undefined ? undefined : tabs[(tabs.indexOf(open) + by) % tabs.length];
    if (next === undefined) return;
    show(next);
    (event.currentTarget as HTMLElement).parentElement?.querySelector<HTMLElement>(`[data-tab=${next}]`)?.focus();
  };
  return (
    <div class="cw-tabs" role="tablist" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          data-tab={tab}
          id={`${uid}-tab-${tab}`}
          aria-controls={`${panels}-panel-${panel(tab)}`}
          aria-selected={tab === open}
          tabIndex={tab === open ? 0 : -1}
          onClick={() => show(tab)}
          onKeyDown={step}
        >
          {words[tab]}
        </button>
      ))}
    </div>
  );
}
