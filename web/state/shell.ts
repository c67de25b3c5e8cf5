/** What the user chooses about the page itself; theme and keys are remembered on this device. */
import type { KeyValueStore } from "../ui/storage.ts";
import { writeKeySettings, writeTheme } from "./preferences.ts";
import type { AppActions, AppStore } from "./store.ts";

type ShellActions = Pick<
  AppActions,
  | "setTheme"
  | "setKeys"
  | "setSideTab"
  | "showSide"
  | "setSideOpen"
  | "setPanel"
  | "dismissNotice"
  | "setOther"
  | "setPair"
  | "setTracks"
  | "setSpeed"
  | "setLit"
  | "setPointed"
  | "setSpoken"
  | "setTold"
  | "startTour"
>;

export function shellActions(store: AppStore, storage: KeyValueStore): ShellActions {
  return {
    setTheme: (theme) => {
      store.setState({ theme });
      writeTheme(storage, theme);
    },
    setKeys: (keys) => {
      store.setState({ keys });
      writeKeySettings(storage, keys);
    },
    setSideTab: (sideTab) => store.setState({ sideTab }),
    showSide: (sideTab) => store.setState({ sideTab, sideOpen: true }),
    setSideOpen: (sideOpen) => store.setState({ sideOpen }),
    // A list of scenarios is what a page without one needs.
    setPanel: (panel) =>
      store.setState(({ scenario }) => ({ panel: scenario || panel === "scenarios" ? panel : undefined })),
    dismissNotice: () => store.setState({ notice: undefined }),
    setOther: (other) => store.setState({ other }),
    setPair: (pair) => store.setState({ pair }),
    setTracks: (tracks) => store.setState({ tracks }),
    setSpeed: (speed) => store.setState({ speed }),
    setLit: (lit) => store.setState({ lit }),
    setPointed: (pointed) => store.setState({ pointed }),
    setSpoken: (spoken) => store.setState({ spoken }),
    setTold: (told, toldCycle) =>
      store.setState(
        told === undefined ? { told, toldCycle, isTour: false } : { told, toldCycle, wasTold: true },
      ),
    startTour: () => store.setState({ told: 1, isTour: true }),
  };
}
