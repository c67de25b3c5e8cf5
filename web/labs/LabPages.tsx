import "./lab.css";
import "./labStage.css";
import "./labTask.css";
import "./labText.css";
import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import type { SimulatorParts } from "../simulate/parts.tsx";
import { useSession } from "../state/hooks.ts";
import { PageLoading } from "../ui/Skeleton.tsx";
import { type LabAddress, readLabAddress } from "./address.ts";
import { LabList } from "./LabList.tsx";

const OpenLab = lazy(() => import("./OpenLab.tsx"));
const GradePage = lazy(() => import("./GradePage.tsx"));
const LabEditor = lazy(() => import("./LabEditor.tsx"));
const LinkedLab = lazy(() => import("./LinkedLab.tsx"));

interface LabPagesProps {
  readonly simulator: SimulatorParts;
  /** Opens files that are not labs on the page that handles them. */
  readonly onDrop: (files: readonly File[]) => void;
}

/** Shows the lab page that the address names. */
export default function LabPages(props: LabPagesProps) {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  const address = readLabAddress(hash, window.location.search);
  const session = useSession();
  // After a reload in a lab, the page no longer knows the previous position.
  useEffect(() => session.rememberPosition(), [session]);
  return <Suspense fallback={<PageLoading />}>{pageOf(address, props)}</Suspense>;
}

function pageOf(address: LabAddress, props: LabPagesProps) {
  switch (address.page) {
    case "grade":
      return <GradePage {...props} />;
    case "editor":
      return <LabEditor {...props} />;
    case "link":
      return <LinkedLab payload={address.payload} seed={address.seed} />;
    case "lab":
    case "report":
      return <OpenLab key={`${address.lab} ${address.seed}`} address={address} {...props} />;
    default:
      return <LabList {...props} />;
  }
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
}
