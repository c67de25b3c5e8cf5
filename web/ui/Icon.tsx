const PATHS = {
  play: "M4.5 3v10l8-5z",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  more: "M3.2 8h.1M8 8h.1M12.7 8h.1",
  back: "m9.5 4-4 4 4 4",
  forward: "m6.5 4 4 4-4 4",
  down: "m4.5 6.5 3.5 3.5 3.5-3.5",
  up: "m4.5 9.5 3.5-3.5 3.5 3.5",
  undo: "M4 6.5h5.5a3.2 3.2 0 0 1 0 6.5H6M6.5 3.5 3.5 6.5l3 3",
  redo: "M12 6.5H6.5a3.2 3.2 0 0 0 0 6.5H10M9.5 3.5l3 3-3 3",
  add: "M8 3.5v9M3.5 8h9",
  search: "M7 2.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4M10.2 10.2l3.3 3.3",
  widen: "M9.5 2.5h4v4M13.5 2.5 9 7M6.5 13.5h-4v-4M2.5 13.5 7 9",
  check: "m3.5 8.5 3 3 6-7",
  close: "m4 4 8 8M12 4l-8 8",
  share: "M8 10V2M5 4.5 8 1.8l3 2.7M3 8v5.2h10V8",
  copy: "M5.5 5.5h7v8h-7zM3.5 10.5v-8h7",
  download: "M8 2v8M5 7.5 8 10.2l3-2.7M3 10v3.2h10V10",
  open: "M2.5 12.5v-9h4l1.5 2h5.5v7z",
  outside: "M6.5 3.5h-3v9h9v-3M9 3h4v4M13 3 7.5 8.5",
  stage: "M2 3.5h12v7.5H2zM5.5 14h5M8 11v3",
  breakpoint: "M5.5 2.5h5l3 3v5l-3 3h-5l-3-3v-5z",
  bookmark: "M4.5 2h7v12L8 11.2 4.5 14z",
  edit: "M3 13l.6-2.8 7.2-7.2 2.2 2.2-7.2 7.2zM9.6 4.2l2.2 2.2",
  trash: "M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9",
  help: "M6 6a2 2 0 1 1 2.7 1.9C8.2 8.2 8 8.6 8 9.2M8 11.6v.1",
  compare: "M2.5 5h9M9 2.5 11.5 5 9 7.5M13.5 11h-9M7 8.5 4.5 11 7 13.5",
  sun: "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9",
  moon: "M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
