/** The size of the largest image, bytes, after base64 decoding (D-73). */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024
