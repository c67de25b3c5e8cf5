/** Marks that drafts exist or existed. Only then is their reader loaded. */
export const DRAFTS_KEY = "irqscope.drafts";
