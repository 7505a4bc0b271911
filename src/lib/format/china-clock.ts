const CHINA_OFFSET_MS = 8 * 3_600_000

/** What the clocks in China show at a time, YYYY-MM-DD HH:mm:ss. `at`: ms since the epoch. */
export const formatChinaTime = (at: number): string =>
  new Date(at + CHINA_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
