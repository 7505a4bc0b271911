/** Delays before each check whether a payment has arrived: at most five checks (D-67), ms. */
export const PAYMENT_CHECK_DELAYS_MS: readonly number[] = [0, 1000, 2000, 3000, 4000]
