/** The delays before the checks whether a payment has arrived, ms: at most five checks (D-67). */
export const PAYMENT_CHECK_DELAYS_MS: readonly number[] = [0, 1000, 2000, 3000, 4000]
