interface FileButtonProps {
  readonly name: string;
  readonly onFile: (file: File) => void;
  readonly small?: boolean;
}

/** A button that opens a JSON file. The same file can be opened again. */
export function FileButton({ name, onFile, small = false }: FileButtonProps) {
  return (
    <label className={small ? "btn btn--small" : "btn"}>
      {name}
      <input
        className="sr-only"
        type="file"
        accept=".json,application/json"
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file !== undefined) onFile(file);
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}

interface SmallButtonProps {
  readonly name: string;
  readonly onPress: () => void;
}

export function SmallButton({ name, onPress }: SmallButtonProps) {
  return (
    <button type="button" className="btn btn--small btn--ghost" onClick={onPress}>
      {name}
    </button>
  );
}
