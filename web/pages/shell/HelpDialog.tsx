import { Dialog } from "@base-ui/react/dialog";
import { Icon } from "../Icon.tsx";
import { KEY_HELP } from "../keyHelp.ts";

interface HelpDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export default function HelpDialog({ open, onOpenChange }: HelpDialogProps) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog">
          <header className="dialog__head">
            <Dialog.Title className="dialog__title">Keyboard</Dialog.Title>
            <Dialog.Close className="btn btn--ghost btn--icon" aria-label="Close">
              <Icon name="close" />
            </Dialog.Close>
          </header>
          {KEY_HELP.map(({ where, entries }) => (
            <section key={where}>
              <h3 className="keys__where">{where}</h3>
              <dl className="keys">
                {entries.map(({ keys, text }) => (
                  <div key={text}>
                    <dt>{text}</dt>
                    <dd>
                      {keys.map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
