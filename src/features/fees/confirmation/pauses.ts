/**
 * Before each time that the university is asked whether the money is there: five times at most
 * (D-67), ms.
 */
export const CONFIRM_PAUSES_MS: readonly number[] = [0, 1000, 2000, 3000, 4000]
