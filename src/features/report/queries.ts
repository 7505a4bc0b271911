import { keptQuery } from '#app/lib/kept.ts'
import { report } from '#contract/report'

/** The report sheet of a fee year with all its items; asked anew each time (RPT-08, D-101). */
export const sheetQuery = ({ idCard, year }: { idCard: string; year: number }) =>
  keptQuery({
    name: 'report',
    parts: [year],
    entry: report.sheet,
    input: { idCard, year: String(year), payType: '' },
    maxAge: 0,
  })
