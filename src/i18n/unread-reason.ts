/**
 * Why a read shows nothing, which decides in whose words it is said: 'never-read' is no failure, there
 * is no network and no copy yet; 'not-found' and 'not-allowed' are answers of the campus, and so is
 * 'refused', with a sentence of its own; 'failed' may go well the next time.
 */
export type UnreadReason = 'never-read' | 'not-found' | 'not-allowed' | 'refused' | 'failed'
