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
