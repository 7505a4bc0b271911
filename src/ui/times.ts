/**
 * The durations of messages and of disabled buttons as required (XC-23 to XC-28, D-111); ms, except
 * CODE_SECONDS.
 */
export const TOAST_MS = 2000
export const TOAST_INPUT_MS = 600
export const TOAST_DETAILS_MS = 800
export const SUCCESS_MS = 1000
export const CODE_SECONDS = 60
export const BUTTON_RESET_MS = 500
