/** The status of an undecided application (MAJ-17). */
export const PENDING_TRANSFER_STATUS = '0'
/** The status of an approved application; a student can have one in all their studies (MAJ-07). */
export const PASSED_TRANSFER_STATUS = '1'
