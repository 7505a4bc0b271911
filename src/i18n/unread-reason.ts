/**
 * Why a read shows no data, which determines the message. 'never-read': the phone is offline and
 * has no copy, which is not a failure. 'not-found', 'not-allowed' and 'refused' are answers of the
 * campus; 'refused' has the campus's own text. 'failed': a retry might succeed.
 */
export type ReadFailureReason = 'never-read' | 'not-found' | 'not-allowed' | 'refused' | 'failed'
