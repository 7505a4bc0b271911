/** Text as LIKE takes it for itself. */
export const asLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
