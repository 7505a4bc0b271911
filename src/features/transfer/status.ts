/** The status of an application that nobody has decided yet (MAJ-17). */
export const PENDING = '0'
