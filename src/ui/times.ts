/** How long a toast is shown, ms (XC-23, D-111). */
export const TOAST_MS = 2000
/** How long a toast about an invalid input is shown, ms (XC-24). */
export const INVALID_INPUT_TOAST_MS = 600
/** How long a toast of the personal details is shown, ms (XC-25). */
export const PERSONAL_DETAILS_TOAST_MS = 800
/** How long a success is shown before the page continues, ms (XC-26). */
export const SUCCESS_MESSAGE_MS = 1000
/** How long a button stays disabled after a failure, ms (XC-28). */
export const BUTTON_REENABLE_MS = 500
