/** The import: its screen, and what its server says. */
export const importWords = {
  ambiguous: {
    zh: '这一行的各个号码分属系统中不同的记录',
    en: 'The numbers of this row belong to different records',
  },
} as const
