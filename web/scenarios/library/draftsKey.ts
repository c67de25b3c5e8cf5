/** Drafts are there, or were: only then is their reader loaded. */
export const DRAFTS_KEY = "irqscope.drafts";
