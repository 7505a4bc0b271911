/** The status of an application that nobody has decided yet (MAJ-17). */
export const PENDING_STATUS = '0'
/** The status of one that was granted; there is one in all of one's studies (MAJ-07). */
export const PASSED_STATUS = '1'
