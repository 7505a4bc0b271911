import { cachedQuery } from '#app/lib/cache/cached-query.ts'
import { registrationSheet } from '#contract/registration-sheet'

/** The report sheet of a fee year with all its items; asked anew each time (RPT-08, D-101). */
export const reportSheetQuery = ({ idCard, year }: { idCard: string; year: number }) =>
  cachedQuery({
    name: 'report',
    parts: [year],
    entry: registrationSheet.sheet,
    input: { idCard, year: String(year), payType: '' },
    maxAge: 0,
  })
