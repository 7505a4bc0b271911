/** The status of an application under review (MAJ-17). */
export const PENDING_TRANSFER_STATUS = '0'
/**
 * The status of an approved application. A student can have only one in the whole course of study
 * (MAJ-07).
 */
export const PASSED_TRANSFER_STATUS = '1'
