export function SaveIcon() {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M8 2.5v7.5M5 7.3 8 10.2l3-2.9M3 10.5v3h10v-3" />
    </svg>
  );
}
