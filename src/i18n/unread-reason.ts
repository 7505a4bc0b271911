/**
 * Why a read shows no data, which determines the message. 'never-read': offline without a copy, not
 * a failure. 'not-found', 'not-allowed' and 'refused' are answers of the campus, the last one with
 * its own text. 'failed': a retry may succeed.
 */
export type ReadFailureReason = 'never-read' | 'not-found' | 'not-allowed' | 'refused' | 'failed'
