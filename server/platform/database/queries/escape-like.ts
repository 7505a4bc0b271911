/** Text as LIKE takes it for itself. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
