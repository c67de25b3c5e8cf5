/** What of the metrics panel need not come with the first page, in one script. */
export { MoreSections } from "./MoreSections.tsx";
export { WarmUpForm } from "./WarmUpForm.tsx";
