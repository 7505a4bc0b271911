/** The fee standards of 2019 as the requirements have them (NOT-07 to NOT-09), fen. */
export const FEES_2019 = {
  undergraduate: [2_400_000, 2_600_000, 2_800_000],
  vocational: [1_560_000, 1_660_000, 1_860_000],
  dorm: 420_000,
  agency: 120_500,
  booksUndergraduate: 50_000,
  booksVocational: 40_000,
  loan: 800_000,
  special: 270_000,
} as const
