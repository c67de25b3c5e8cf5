/** In addresses: the lab that stands beside the page as a file. No lab of the course has this id. */
export const PACKED_LAB = "packed-lab";
export const PACKED_LAB_FILE = "lab.json";
