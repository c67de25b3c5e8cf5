/** What of the page's state is asked rarely, in one script that is loaded then. */
export { findPlace, lookAt } from "./findPlace.ts";
export { notFoundText } from "./notFound.ts";
export { setWarmUp } from "./warmUp.ts";
